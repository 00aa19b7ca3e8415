//! What each event does to a tournament.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt,
};

use outflank_arena::{Verdict, journal::GameLine, tournament::Tournament};
use outflank_rules::Color;

use super::{Contest, Created, Entry, Event, MOST_ENTRANTS, Plays, Stage, UnreadableEvent};
use crate::{id::GameId, seat::Seat, secret::SecretHash, store::Logged};

impl Contest {
    /// A tournament that nobody has joined yet.
    pub fn new(id: GameId, created: Created, at: u64) -> Contest {
        Contest {
            id,
            version: 1,
            created,
            created_at: at,
            updated_at: at,
            started_at: None,
            ended_at: None,
            stage: Stage::Open,
            entries: Vec::new(),
            tournament: None,
            dealt: BTreeMap::new(),
            changes: 0,
            names: HashMap::new(),
            kicked: HashSet::new(),
            missed: BTreeSet::new(),
        }
    }

    /// The tournament that a log tells of.
    pub fn of_log(id: GameId, log: &[Logged]) -> Result<Contest, BadLog> {
        let mut contest = None;
        for logged in log {
            let event = Event::from_json(&logged.event).map_err(BadLog::Unreadable)?;
            match (&mut contest, event) {
                (None, Event::Created(created)) => contest = Some(Contest::new(id, *created, logged.at)),
                (Some(contest), event) => contest.apply(&event, logged.at)?,
                (None, _) => return Err(BadLog::Impossible(logged.version)),
            }
        }
        contest.ok_or(BadLog::Impossible(1))
    }

    /// Takes what happened. An event that cannot have happened leaves the tournament as it was.
    pub fn apply(&mut self, event: &Event, at: u64) -> Result<(), BadLog> {
        let at = at.max(self.updated_at);
        self.change(event, at).ok_or(BadLog::Impossible(self.version + 1))?;
        self.version += 1;
        self.updated_at = at;
        self.changes += u32::from(!matches!(event, Event::Dealt { .. } | Event::Ended { .. }));
        Ok(())
    }

    fn change(&mut self, event: &Event, at: u64) -> Option<()> {
        match event {
            Event::Joined { name, token } => {
                self.come(Entry::new(name, Plays::Bot(*token)))?;
                *self.names.entry(*token).or_default() += 1;
                Some(())
            }
            Event::Rejoined { name, token } => self.come_back(name, *token),
            Event::Added { name, seat: Seat::Level(level) } => self.come(Entry::new(name, Plays::Level(*level))),
            Event::Created(_) | Event::Added { .. } => None,
            Event::Left { name, kicked } => self.go(name, *kicked),
            Event::Started => self.start(at),
            Event::Dealt { number, game } => self.deal(*number, *game),
            Event::Ended { line } => self.end_game(line),
            Event::Paused => self.turn_to(Stage::Paused, self.stage == Stage::Playing),
            Event::Resumed => self.turn_to(Stage::Playing, self.stage == Stage::Paused),
            Event::Stopped => self.end(Stage::Stopped, !self.stage.is_over(), at),
            Event::Over => self.end(Stage::Over, self.is_played_out(), at),
        }
    }

    fn come(&mut self, entry: Entry) -> Option<()> {
        let is_new = self.entrant_called(&entry.name).is_none();
        let is_other = entry.token().is_none_or(|token| self.entrant_of(token).is_none());
        let may_come = self.stage == Stage::Open && self.entries.len() < MOST_ENTRANTS;
        (may_come && is_new && is_other).then(|| self.entries.push(entry))
    }

    fn come_back(&mut self, name: &str, token: SecretHash) -> Option<()> {
        let place = self.entrant_called(name).filter(|_| !self.stage.is_over() && self.entrant_of(token).is_none())?;
        let entry = self.entries.get_mut(place).filter(|entry| entry.token().is_some() && !entry.is_withdrawn)?;
        entry.plays = Plays::Bot(token);
        entry.returns += 1;
        self.missed.remove(&place);
        Some(())
    }

    fn go(&mut self, name: &str, is_kicked: bool) -> Option<()> {
        let place = self.entrant_called(name)?;
        match self.stage {
            Stage::Open => {
                let gone = self.entries.remove(place);
                self.kicked.extend(gone.token().filter(|_| is_kicked));
            }
            Stage::Playing | Stage::Paused if !self.entries[place].is_withdrawn => {
                self.entries[place].is_withdrawn = true;
            }
            _ => return None,
        }
        Some(())
    }

    fn start(&mut self, at: u64) -> Option<()> {
        let plan = Some(self.plan()).filter(|plan| self.stage == Stage::Open && plan.check().is_ok())?;
        self.tournament = Some(Tournament::new(plan));
        self.stage = Stage::Playing;
        self.started_at = Some(at);
        Some(())
    }

    fn deal(&mut self, number: u32, game: GameId) -> Option<()> {
        self.unplayed(number)?;
        self.dealt.insert(number, game);
        Some(())
    }

    fn end_game(&mut self, line: &GameLine) -> Option<()> {
        self.unplayed(line.number)?;
        self.tournament.as_mut()?.enter(line.clone()).ok()?;
        self.note_absence(line);
        Some(())
    }

    /// Who was missed and who was seen. Of a game without a move nothing is known of the other one.
    fn note_absence(&mut self, line: &GameLine) {
        let absent = line.foul.as_ref().filter(|foul| foul.verdict == Verdict::Absent).map(|foul| foul.color);
        for (color, place) in [(Color::Black, line.black), (Color::White, line.white)] {
            if absent == Some(color) {
                self.missed.insert(place);
            } else if !line.moves.is_empty() {
                self.missed.remove(&place);
            }
        }
    }

    /// Is it a game that can be played now?
    fn unplayed(&self, number: u32) -> Option<()> {
        let tournament = self.tournament.as_ref().filter(|_| self.stage.is_under_way())?;
        tournament.pairing(number).filter(|_| tournament.game(number).is_none()).map(drop)
    }

    pub(super) fn is_played_out(&self) -> bool {
        self.stage.is_under_way() && self.tournament.as_ref().is_some_and(Tournament::is_over)
    }

    fn turn_to(&mut self, stage: Stage, may: bool) -> Option<()> {
        may.then(|| self.stage = stage)
    }

    fn end(&mut self, stage: Stage, may: bool, at: u64) -> Option<()> {
        self.turn_to(stage, may)?;
        self.ended_at = Some(at);
        Some(())
    }
}

/// A log that tells of nothing that can have happened.
#[derive(Debug)]
pub enum BadLog {
    /// An entry that cannot be read.
    Unreadable(UnreadableEvent),
    /// The entry of this version cannot follow those before it.
    Impossible(u64),
}

impl fmt::Display for BadLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadLog::Unreadable(reason) => write!(f, "{reason}"),
            BadLog::Impossible(version) => {
                write!(f, "event {version} of the tournament's log cannot follow those before it: the file is damaged")
            }
        }
    }
}

impl std::error::Error for BadLog {}
