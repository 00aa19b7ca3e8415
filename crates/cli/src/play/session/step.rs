//! Undo and redo.

use outflank_rules::{Move, Status};

use crate::play::Session;
use outflank_arena::GameResult;

impl Session {
    /// Undoes to the last decision of a person, or of a computer if no person plays, together with
    /// the replies and forced passes after it. A resignation of a person is undone alone: this
    /// returns 0 and the game is no longer over. Returns the number of plies.
    pub fn undo(&mut self) -> usize {
        if self.has_resigned_in_person() {
            self.given_up = None;
            self.settle();
            return 0;
        }
        let Some(target) = self.plies_before().find(|&ply| self.is_decision(ply)) else { return 0 };
        self.go_to(target)
    }

    /// Redoes to the next decision of a person. Returns the number of plies, which is 0 after a
    /// resignation or a loss on time.
    pub fn redo(&mut self) -> usize {
        if self.given_up.is_some() {
            return 0;
        }
        let mut target = self.game.ply();
        while self.game.position_at(target + 1).is_some() {
            target += 1;
            if self.is_decision(target) {
                break;
            }
        }
        self.go_to(target)
    }

    /// A computer that resigned would resign again, so only people count.
    fn has_resigned_in_person(&self) -> bool {
        matches!(self.given_up, Some(GameResult::Resigned(color)) if self.seats[color].is_human())
    }

    /// The plies that an undo could reach, last first.
    fn plies_before(&self) -> impl Iterator<Item = usize> + use<> {
        let is_lost_on_time = matches!(self.given_up, Some(GameResult::TimedOut(_)));
        let end = if is_lost_on_time { 0 } else { self.game.ply() };
        (0..end).rev()
    }

    /// Is there a choice after `ply` plies, of a person or, if no person plays, of a computer?
    fn is_decision(&self, ply: usize) -> bool {
        let Some(position) = self.game.position_at(ply) else { return false };
        let no_human = !self.seats.black.is_human() && !self.seats.white.is_human();
        let is_open = matches!(position.status(), Status::ToPlace(_));
        is_open && (no_human || self.seats[position.turn()].is_human())
    }

    fn go_to(&mut self, ply: usize) -> usize {
        let before = self.game.ply();
        if ply == before {
            return 0;
        }
        self.cancel();
        self.given_up = None;
        while self.game.ply() > ply {
            self.game.undo();
        }
        self.set_clocks_back(ply);
        while self.game.ply() < ply {
            self.make_again();
        }
        self.settle();
        before.abs_diff(ply)
    }

    fn set_clocks_back(&mut self, ply: usize) {
        let now = self.now();
        if let Some(clocks) = &mut self.clocks {
            clocks.taken_back(ply, now);
        }
    }

    /// Redoes one move; the clock gets its increment again.
    fn make_again(&mut self) {
        let (ply, color) = (self.game.ply(), self.position().turn());
        let (mv, now) = (self.game.redo(), self.now());
        if let (Some(Move::Place(_)), Some(clocks)) = (mv, &mut self.clocks) {
            clocks.moved(ply, color, now);
        }
    }
}
