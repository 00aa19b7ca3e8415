//! A game as files hold it.

use outflank_play::GameResult;
use outflank_rules::{
    Color,
    record::{MoveNote, Player, Record, date_of_day},
};

use super::Table;
use crate::seat::Seat;

/// What a record calls a person who gave no name.
const SOMEBODY: &str = "human";

impl Table {
    /// The record of the game as far as it got.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.game.clone());
        record.black = self.player(Color::Black);
        record.white = self.player(Color::White);
        record.event = format!("outflank {}", self.id);
        record.date = date(self.created_at);
        record.clock = self.created.time.map_or_else(String::new, |time| time.to_string());
        record.outcome = self.result().map_or_else(|| record.outcome, GameResult::outcome);
        record.notes = (0..self.game.ply()).map(|ply| self.note(ply)).collect();
        record
    }

    fn player(&self, color: Color) -> Player {
        let name = match (self.name(color), self.seat(color)) {
            (Some(name), _) => name.to_owned(),
            (None, Seat::Human) => SOMEBODY.to_owned(),
            (None, seat) => seat.to_string(),
        };
        Player { name, rating: None }
    }

    fn note(&self, ply: usize) -> MoveNote {
        let seconds = self.thought(ply).map(|ms| ms as f64 / 1000.0);
        MoveNote { seconds, ..MoveNote::default() }
    }
}

/// The day of a time in milliseconds since 1970, as `2026-11-15`.
fn date(at: u64) -> String {
    let (year, month, day) = date_of_day(at / 86_400_000);
    format!("{year:04}-{month:02}-{day:02}")
}
