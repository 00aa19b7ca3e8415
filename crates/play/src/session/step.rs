//! Taking back and making again.

use outflank_rules::{Move, Status};

use crate::{GameResult, Session};

impl Session {
    /// Takes back to the last decision of a person, or of anybody where no person plays: what engines answered and forced passes go
    /// with it. The resignation of a person is a step of its own: it is taken back alone, with no ply, and [`Session::is_over`] tells
    /// that it was. Returns the number of plies, 0 if there is nothing else to take back.
    pub fn undo(&mut self) -> usize {
        if self.has_resigned_in_person() {
            self.given_up = None;
            self.settle();
            return 0;
        }
        let Some(target) = self.plies_before().find(|&ply| self.is_decision(ply)) else { return 0 };
        self.go_to(target)
    }

    /// Makes again what was taken back, up to the next decision of a person. Returns the number of plies.
    /// A game that ended off the board goes nowhere: there is nothing after its end.
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

    /// An engine that gave up would give up again.
    fn has_resigned_in_person(&self) -> bool {
        matches!(self.given_up, Some(GameResult::Resigned(color)) if self.seats[color].is_human())
    }

    /// Plies that an undo could lead to, the last first.
    fn plies_before(&self) -> impl Iterator<Item = usize> + use<> {
        let is_lost_on_time = matches!(self.given_up, Some(GameResult::TimedOut(_)));
        let end = if is_lost_on_time { 0 } else { self.game.ply() };
        (0..end).rev()
    }

    /// Does a person decide after so many plies, or anybody where no person plays?
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

    /// Makes a move again, which earns what it did before.
    fn make_again(&mut self) {
        let (ply, color) = (self.game.ply(), self.position().turn());
        let (mv, now) = (self.game.redo(), self.now());
        if let (Some(Move::Place(_)), Some(clocks)) = (mv, &mut self.clocks) {
            clocks.moved(ply, color, now);
        }
    }
}
