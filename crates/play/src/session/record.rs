//! The session as a record, for files of every format and for its own.

use outflank_engine::Choice;
use outflank_rules::record::{MoveNote, Record};

use crate::{SavedGame, Session, Sides};

impl Session {
    /// The game with its players, clocks, result, and what was thought and how long about each move.
    pub fn record(&self) -> Record {
        self.saved().record()
    }

    /// What is known about the moves so far: how long each took and what was thought, where that is known.
    pub fn notes(&self) -> &[MoveNote] {
        &self.notes[..self.notes.len().min(self.game.ply())]
    }

    /// All that is needed to go on.
    pub(crate) fn saved(&self) -> SavedGame {
        let left = self.time().map(|_| Sides::of(|color| self.time_left(color).unwrap_or_default()));
        SavedGame {
            game: self.game.clone(),
            seats: self.seats.clone(),
            time: self.time(),
            left,
            seed: self.seed,
            ended: self.given_up,
            notes: self.notes.clone(),
        }
    }

    /// Notes down what is known about the move after so many plies; passes before it have no note.
    pub(super) fn note(&mut self, ply: usize, seconds: f64, thought: Option<&Choice>) {
        let eval = thought.and_then(|thought| thought.value).map(|value| f64::from(value.discs()));
        // Thousandths are as much as anybody reads.
        let seconds = Some((seconds * 1000.0).round() / 1000.0);
        self.notes.resize_with(ply, MoveNote::default);
        self.notes.push(MoveNote { eval, seconds, comment: String::new() });
    }
}
