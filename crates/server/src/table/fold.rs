//! What each event does to a table.

use std::{collections::BTreeMap, fmt};

use outflank_play::{Clocks, GameResult, Sides};
use outflank_rules::{
    Color, Move,
    opening::{self, Opening},
};

use super::{Table, Taken, moment};
use crate::{
    event::{Created, Event, UnreadableEvent},
    id::GameId,
    secret::SecretHash,
    store::Logged,
};

impl Table {
    /// A table at which nothing happened yet but that it was made, or `None` if its line cannot be played.
    pub fn new(id: GameId, created: Created, at: u64) -> Option<Table> {
        let game = created.game()?;
        let clocks = created.time.map(Clocks::new);
        let mut table = Table {
            id,
            version: 1,
            created_at: at,
            updated_at: at,
            opening: opening::name(&game),
            game,
            thought: Vec::new(),
            turn_began: at,
            turn_version: 1,
            seats: Sides::of(|_| Taken::default()),
            clocks,
            takeback: None,
            rematch: None,
            thoughts: BTreeMap::new(),
            is_started: !created.terms.held,
            absent: Sides::default(),
            waited_for: Sides::default(),
            is_excused: Sides::default(),
            is_seen: Sides::default(),
            given_up: None,
            foul: None,
            is_over: false,
            next: None,
            created,
        };
        table.start_clock(at);
        Some(table)
    }

    /// The table that a log tells of.
    pub fn of_log(id: GameId, log: &[Logged]) -> Result<Table, BadLog> {
        let mut table = None;
        for logged in log {
            let event = Event::from_json(&logged.event).map_err(BadLog::Unreadable)?;
            match (&mut table, event) {
                (None, Event::Created(created)) => table = Table::new(id, *created, logged.at),
                (Some(table), event) => table.apply(&event, logged.at)?,
                (None, _) => return Err(BadLog::Impossible(logged.version)),
            }
        }
        table.ok_or(BadLog::Impossible(1))
    }

    /// Takes what happened. An event that cannot have happened leaves the table as it was.
    pub fn apply(&mut self, event: &Event, at: u64) -> Result<(), BadLog> {
        let at = at.max(self.updated_at);
        self.change(event, at).ok_or(BadLog::Impossible(self.version + 1))?;
        self.version += 1;
        self.updated_at = at;
        Ok(())
    }

    fn change(&mut self, event: &Event, at: u64) -> Option<()> {
        match event {
            Event::Created(_) => return None,
            Event::Seated { color, name, holder, spent } => self.seat_down(*color, name.as_ref(), *holder, *spent, at),
            Event::Reopened { color, secret } => self.free_seat(*color, *secret, at)?,
            Event::Moved { color, square, ms, info } => {
                self.keep_thought(self.game.ply(), info.as_deref());
                self.make(*color, Move::Place(*square), *ms, at)?;
            }
            Event::Passed { color } => self.make(*color, Move::Pass, 0, at)?,
            Event::Started => self.begin(at)?,
            Event::TurnForfeited { color, .. } => self.skip(*color, at)?,
            Event::Fouled(foul) => self.lose_by(foul, at),
            Event::Lost { color } => self.lose(*color, at)?,
            Event::Found { color } => self.find(*color, at)?,
            Event::TakebackAsked { color } => self.takeback = Some(*color),
            Event::TakebackDeclined { .. } => self.takeback = None,
            Event::TakenBack { ply } => self.take_back(*ply, at)?,
            Event::Flagged { color } => self.give_up(GameResult::TimedOut(*color), at),
            Event::Resigned { color } => self.give_up(GameResult::Resigned(*color), at),
            Event::Claimed { color } => self.give_up(GameResult::Left(!*color), at),
            Event::Over => self.close(at),
            Event::RematchOffered { color } => self.rematch = Some(*color),
            Event::RematchDeclined { .. } => self.rematch = None,
            Event::Rematched { game } => {
                self.rematch = None;
                self.next = Some(*game);
            }
            Event::Resumed => self.resume(at),
        }
        Some(())
    }

    /// Somebody sits down; the game begins when that was the last who was missing. Who sits there already is only called otherwise.
    fn seat_down(&mut self, color: Color, name: Option<&String>, holder: SecretHash, spent: bool, at: u64) {
        let taken = &mut self.seats[color];
        let was_free = taken.holders.is_empty();
        taken.name = name.cloned().or(taken.name.take());
        taken.is_spent |= spent;
        if !taken.holders.contains(&holder) {
            taken.holders.push(holder);
        }
        if was_free {
            self.turn_began = at;
            self.start_clock(at);
        }
    }

    /// Somebody gives his seat up to whoever comes next; the game and its clocks wait for him.
    fn free_seat(&mut self, color: Color, secret: SecretHash, at: u64) -> Option<()> {
        if self.is_over || !self.seat(color).is_human() {
            return None;
        }
        self.seats[color] = Taken::default();
        self.created.secrets[color] = Some(secret);
        self.takeback = None;
        self.halt(at);
        Some(())
    }

    fn make(&mut self, color: Color, mv: Move, ms: u64, at: u64) -> Option<()> {
        if self.turn() != Some(color) {
            return None;
        }
        let position = self.game.play(mv).ok()?;
        self.opening = opening::of_position(&position).map(Opening::name).or(self.opening);
        self.made(color, ms, at, mv != Move::Pass);
        Some(())
    }

    /// A turn was played: the next begins. A forced pass earns nothing.
    pub(super) fn made(&mut self, color: Color, ms: u64, at: u64, earns: bool) {
        self.is_seen[color] = true;
        self.thought.push(ms);
        self.turn_version = self.version + 1;
        self.turn_began = at;
        self.takeback = None;
        let ply = self.game.ply() - 1;
        if let Some(clocks) = self.clocks.as_mut().filter(|_| earns) {
            clocks.moved(ply, color, moment(at));
        }
        self.start_clock(at);
    }

    fn take_back(&mut self, ply: usize, at: u64) -> Option<()> {
        let base = self.created.line.len();
        if self.is_over || ply < base || ply > self.game.ply() {
            return None;
        }
        while self.game.ply() > ply {
            self.game.undo();
        }
        self.opening = opening::name(&self.game);
        self.thought.truncate(ply - base);
        self.thoughts.retain(|&thought, _| thought < ply);
        self.turn_version = self.version + 1;
        self.turn_began = at;
        self.takeback = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.taken_back(ply, moment(at));
        }
        self.start_clock(at);
        Some(())
    }

    pub(super) fn give_up(&mut self, result: GameResult, at: u64) {
        self.given_up = Some(result);
        self.halt(at);
    }

    fn close(&mut self, at: u64) {
        self.is_over = true;
        self.takeback = None;
        self.halt(at);
    }

    pub(super) fn halt(&mut self, at: u64) {
        if let Some(clocks) = &mut self.clocks {
            clocks.halt(moment(at));
        }
    }

    /// The server was away, and bots with it: that is no fault of theirs.
    fn resume(&mut self, at: u64) {
        self.turn_began = at;
        self.is_excused = Sides::default();
        if let Some(clocks) = &mut self.clocks {
            clocks.forgive(moment(at));
        }
    }

    /// Lets the clock of the side to move run, as soon as both seats are taken, the game has begun, and the side is there.
    pub(super) fn start_clock(&mut self, at: u64) {
        let turn = self.game.position().turn();
        let plays = self.is_under_way() && self.given_up.is_none() && !self.is_waited_for(turn);
        if let Some(clocks) = self.clocks.as_mut().filter(|_| plays) {
            clocks.run(turn, moment(at));
        }
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
                write!(f, "event {version} of the log cannot follow those before it: the file is damaged")
            }
        }
    }
}

impl std::error::Error for BadLog {}
