//! The state of a tournament as the fold of its events.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
};

use outflank_arena::{Verdict, journal::GameLine, tournament::Tournament};
use outflank_rules::Color;

use super::{Created, Entry, Event, LiveTournament, MOST_ENTRANTS, Plays, Stage, view};
use crate::{
    game::{self, Seat},
    log::{Aggregate, LogError, LogKind, Logged, Summary, fold, id::GameId, secret::SecretHash},
};

impl LiveTournament {
    /// A tournament without entrants.
    pub fn new(id: GameId, created: Created, at: u64) -> LiveTournament {
        LiveTournament {
            id,
            version: 1,
            created: Arc::new(created),
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

    /// Folds a log.
    pub fn of_log(id: GameId, log: &[Logged]) -> Result<LiveTournament, LogError> {
        fold(id, log)
    }

    /// Applies an event. An impossible event is an error and changes nothing.
    pub fn apply(&mut self, event: &Event, at: u64) -> Result<(), LogError> {
        let at = at.max(self.updated_at);
        self.change(event, at).ok_or(LogError::Impossible(self.version + 1))?;
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
            Event::Added { name, seat: Seat::Computer(kind) } => self.come(Entry::new(name, Plays::Computer(*kind))),
            Event::Created(_) | Event::Added { .. } => None,
            Event::Left { name, kicked } => self.go(name, *kicked),
            Event::Started => self.start(at),
            Event::Dealt { number, game } => self.deal(*number, *game),
            Event::Ended { line } => self.end_game(line),
            Event::Paused => self.turn_to(Stage::Paused, self.stage == Stage::Playing),
            Event::Resumed => self.turn_to(Stage::Playing, self.stage == Stage::Paused),
            Event::PlayerPaused { name } => self.pause_player(name, true),
            Event::PlayerResumed { name } => self.pause_player(name, false),
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

    fn pause_player(&mut self, name: &str, paused: bool) -> Option<()> {
        let place = self.entrant_called(name).filter(|_| !self.stage.is_over())?;
        let entry = self.entries.get_mut(place).filter(|entry| entry.is_paused != paused)?;
        entry.is_paused = paused;
        Some(())
    }

    fn start(&mut self, at: u64) -> Option<()> {
        let plan = Some(self.plan()).filter(|plan| self.stage == Stage::Open && plan.check().is_ok())?;
        self.tournament = Some(Arc::new(Tournament::new(plan)));
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
        Arc::make_mut(self.tournament.as_mut()?).enter(line.clone()).ok()?;
        self.note_absence(line);
        Some(())
    }

    /// Records which entrants were absent or present. A game without a move says nothing about the
    /// opponent.
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

    /// Is it a game of this tournament without a result?
    fn unplayed(&self, number: u32) -> Option<()> {
        let tournament = self.tournament.as_ref().filter(|_| self.stage.is_under_way())?;
        tournament.pairing(number).filter(|_| tournament.game(number).is_none()).map(drop)
    }

    pub(super) fn is_played_out(&self) -> bool {
        self.stage.is_under_way() && self.tournament().is_some_and(Tournament::is_over)
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

impl Aggregate for LiveTournament {
    type Event = Event;

    fn first(id: GameId, event: &Event, at: u64) -> Option<LiveTournament> {
        match event {
            Event::Created(created) => Some(LiveTournament::new(id, (**created).clone(), at)),
            _ => None,
        }
    }

    fn apply(&mut self, event: &Event, at: u64) -> Result<(), LogError> {
        LiveTournament::apply(self, event, at)
    }

    fn id(&self) -> GameId {
        self.id
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn summary(&self) -> Summary {
        Summary {
            kind: LogKind::Tournament,
            status: self.status(),
            listed: self.created.listed,
            updated: self.updated_at,
            holders: self.holders(),
            data: view::summary(self),
        }
    }

    fn is_foreign(first: &str) -> bool {
        game::event::Event::from_json(first).is_ok()
    }
}
