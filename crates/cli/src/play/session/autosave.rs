//! Turns a session into a record and saves it.

use std::io;

use outflank_arena::Sides;
use outflank_rules::{
    DiscDiff,
    record::{MoveNote, Record},
};

use crate::play::{SavedGame, Session, Slot};

impl Session {
    /// Saves the game in this slot after each move, and at once if it has moves.
    #[must_use]
    pub fn saved_in(mut self, slot: Slot) -> Session {
        self.slot = Some(slot);
        if self.game.ply() > 0 {
            self.save();
        }
        self
    }

    /// Returns the error of the last save, once.
    pub fn take_save_error(&mut self) -> Option<io::Error> {
        self.save_error.take()
    }

    /// Ends the session. Removes the file of a finished game. Returns whether an unfinished game
    /// stays saved.
    pub fn close(mut self) -> bool {
        if self.clocks.is_some() && self.slot.as_ref().is_some_and(|slot| slot.path().exists()) {
            // Saves the time used since the last move.
            self.save();
        }
        let has_moves = self.game.ply() > 0 || self.game.position_at(1).is_some();
        let is_needless = self.is_over() || !has_moves;
        match self.slot.take() {
            Some(slot) if is_needless => {
                slot.discard();
                false
            }
            Some(slot) => slot.path().exists(),
            None => false,
        }
    }

    pub(crate) fn save(&mut self) {
        if let Some(slot) = &self.slot {
            self.save_error = slot.write(&self.saved()).err();
        }
    }

    /// The game with its players, clocks, result, and the time and value of each move.
    pub fn record(&self) -> Record {
        self.saved().record()
    }

    /// The time and value of each move, if known.
    pub fn notes(&self) -> &[MoveNote] {
        &self.notes[..self.notes.len().min(self.game.ply())]
    }

    /// Everything that is needed to resume.
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

    /// Stores the time and value of the move after `ply` plies. Passes have no note.
    pub(super) fn note(&mut self, ply: usize, seconds: f64, value: Option<DiscDiff>) {
        let eval = value.map(|value| f64::from(value.discs()));
        // Rounded to milliseconds.
        let seconds = Some((seconds * 1000.0).round() / 1000.0);
        self.notes.resize_with(ply, MoveNote::default);
        self.notes.push(MoveNote { eval, seconds, comment: String::new() });
    }
}
