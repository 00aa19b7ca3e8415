//! A game as it is saved: a record with tags for what only a sitting has.

use std::time::Duration;

use outflank_rules::{
    Game,
    record::{MoveNote, Record},
};

use super::undone;
use crate::{GameResult, Seat, Sides, TimeControl};

const SEED: &str = "seed";
const TIME_LEFT: &str = "milliseconds left";
const UNDONE: &str = "taken back";

/// A game that can be taken up again.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedGame {
    /// The moves, those taken back included.
    pub game: Game,
    /// Who plays.
    pub seats: Sides<Seat>,
    /// The time each side had.
    pub time: Option<TimeControl>,
    /// What is left of it.
    pub left: Option<Sides<Duration>>,
    /// What chance decides comes from here.
    pub seed: u64,
    /// An end off the board.
    pub ended: Option<GameResult>,
    /// What is known about the moves, those taken back included.
    pub notes: Vec<MoveNote>,
}

impl SavedGame {
    /// `human (black) against level:8 (white), 12 moves`.
    pub fn describe(&self) -> String {
        let plies = self.game.ply();
        let moves = if plies == 1 { "move" } else { "moves" };
        format!("{} (black) against {} (white), {plies} {moves}", self.seats.black, self.seats.white)
    }

    /// The game with its players, clock, result and notes, but without what only a sitting needs.
    pub(crate) fn record(&self) -> Record {
        let mut record = Record::new(self.game.clone());
        record.black.name = self.seats.black.to_string();
        record.white.name = self.seats.white.to_string();
        record.clock = self.time.map(|time| time.to_string()).unwrap_or_default();
        record.notes = self.notes.iter().take(self.game.ply()).cloned().collect();
        if let Some(ended) = self.ended {
            record.outcome = ended.outcome();
        }
        record
    }

    pub(crate) fn to_record(&self) -> Record {
        let mut record = self.record();
        record.tags.push((SEED.to_owned(), self.seed.to_string()));
        if let Some(Sides { black, white }) = self.left {
            record.tags.push((TIME_LEFT.to_owned(), format!("{} {}", black.as_millis(), white.as_millis())));
        }
        let undone = undone::write(&self.game, &self.notes);
        if !undone.is_empty() {
            record.tags.push((UNDONE.to_owned(), undone));
        }
        record
    }

    /// What the record says; what it does not say is as in a game of two people.
    pub(crate) fn from_record(record: &Record) -> Result<SavedGame, NotUnderstood> {
        let seat = |name: &str| Ok(read("player", name, |name| name.parse().ok())?.unwrap_or(Seat::Human));
        let tag = |name| record.tag(name).unwrap_or_default();
        let undone = read("list of moves taken back", tag(UNDONE), |list| undone::read(list, record))?;
        let (game, notes) = undone.unwrap_or_else(|| {
            // Notes after the last move belong to nothing.
            let notes = record.notes.iter().take(record.game.ply()).cloned().collect();
            (record.game.clone(), notes)
        });
        Ok(SavedGame {
            seats: Sides { black: seat(&record.black.name)?, white: seat(&record.white.name)? },
            time: read("time control", &record.clock, |text| text.parse().ok())?,
            left: read(TIME_LEFT, tag(TIME_LEFT), times)?,
            seed: read(SEED, tag(SEED), |text| text.parse().ok())?.unwrap_or(0),
            ended: GameResult::off_board(&record.outcome),
            notes,
            game,
        })
    }
}

/// A text of a saved game that means nothing.
#[derive(Debug)]
pub(crate) struct NotUnderstood {
    pub(super) what: &'static str,
    pub(super) text: String,
}

/// What a text means; `None` if there is none.
fn read<T>(what: &'static str, text: &str, parse: impl Fn(&str) -> Option<T>) -> Result<Option<T>, NotUnderstood> {
    if text.is_empty() {
        return Ok(None);
    }
    parse(text).map(Some).ok_or_else(|| NotUnderstood { what, text: text.to_owned() })
}

fn times(text: &str) -> Option<Sides<Duration>> {
    let (black, white) = text.split_once(' ')?;
    let time = |text: &str| text.parse().ok().map(Duration::from_millis);
    Some(Sides { black: time(black)?, white: time(white)? })
}
