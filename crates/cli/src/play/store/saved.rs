//! A saved game: a record with tags for players, clocks and undone moves.

use std::time::Duration;

use outflank_rules::{
    Game,
    record::{MoveNote, Record},
};

use super::undone;
use outflank_arena::{GameResult, Seat, Sides, TimeControl};

const BLACK: &str = "black player";
const WHITE: &str = "white player";
const SEED: &str = "seed";
const TIME_LEFT: &str = "milliseconds left";
const UNDONE: &str = "taken back";

/// A game that can be resumed.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedGame {
    /// The moves, undone moves included.
    pub game: Game,
    /// The players.
    pub seats: Sides<Seat>,
    /// The time control.
    pub time: Option<TimeControl>,
    /// The remaining times.
    pub left: Option<Sides<Duration>>,
    /// The seed of the random generator.
    pub seed: u64,
    /// A result that the board does not show.
    pub ended: Option<GameResult>,
    /// The notes of all moves, undone moves included.
    pub notes: Vec<MoveNote>,
}

impl SavedGame {
    /// `Guest (black) against Level 8 (white), 12 moves`.
    pub fn describe(&self) -> String {
        let plies = self.game.ply();
        let moves = if plies == 1 { "move" } else { "moves" };
        format!("{} (black) against {} (white), {plies} {moves}", self.seats.black.title(), self.seats.white.title())
    }

    /// The record without the tags that only resuming needs.
    pub(crate) fn record(&self) -> Record {
        let mut record = Record::new(self.game.clone());
        record.black.name = self.seats.black.title();
        record.white.name = self.seats.white.title();
        record.clock = self.time.map(|time| time.to_string()).unwrap_or_default();
        record.notes = self.notes.iter().take(self.game.ply()).cloned().collect();
        if let Some(ended) = self.ended {
            record.outcome = ended.outcome();
        }
        record
    }

    pub(crate) fn to_record(&self) -> Record {
        let mut record = self.record();
        record.tags.push((BLACK.to_owned(), self.seats.black.to_string()));
        record.tags.push((WHITE.to_owned(), self.seats.white.to_string()));
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

    /// Reads a record. Missing tags mean two people without clocks.
    pub(crate) fn from_record(record: &Record) -> Result<SavedGame, NotUnderstood> {
        let tag = |name| record.tag(name).unwrap_or_default();
        // Older versions stored the player as the name.
        let seat = |own: &'static str, name: &str| {
            let player = record.tag(own).unwrap_or(name);
            Ok(read("player", player, |player| player.parse().ok())?.unwrap_or(Seat::Human))
        };
        let undone = read("list of undone moves", tag(UNDONE), |list| undone::read(list, record))?;
        let (game, notes) = undone.unwrap_or_else(|| {
            // Ignores notes after the last move.
            let notes = record.notes.iter().take(record.game.ply()).cloned().collect();
            (record.game.clone(), notes)
        });
        Ok(SavedGame {
            seats: Sides { black: seat(BLACK, &record.black.name)?, white: seat(WHITE, &record.white.name)? },
            time: read("time control", &record.clock, |text| text.parse().ok())?,
            left: read(TIME_LEFT, tag(TIME_LEFT), times)?,
            seed: read(SEED, tag(SEED), |text| text.parse().ok())?.unwrap_or(0),
            ended: GameResult::off_board(&record.outcome),
            notes,
            game,
        })
    }
}

/// A tag with a wrong value.
#[derive(Debug)]
pub(crate) struct NotUnderstood {
    pub(super) what: &'static str,
    pub(super) text: String,
}

/// Parses a tag; `None` if it is empty.
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
