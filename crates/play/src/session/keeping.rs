//! Where a session is saved.

use std::io;

use crate::{Session, Slot};

impl Session {
    /// The same session, saved here after each move, and at once if it has moves already.
    #[must_use]
    pub fn saved_in(mut self, slot: Slot) -> Session {
        self.slot = Some(slot);
        if self.game.ply() > 0 {
            self.save();
        }
        self
    }

    /// Why the game could not be saved the last time, once.
    pub fn take_save_error(&mut self) -> Option<io::Error> {
        self.save_error.take()
    }

    /// Ends the sitting. A game that is over is no longer saved; another one that has moves stays where it is, to be taken up
    /// again, and `true` is returned.
    pub fn close(mut self) -> bool {
        if self.clocks.is_some() && self.slot.as_ref().is_some_and(|slot| slot.path().exists()) {
            // The time thought since the last move is gone.
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
}
