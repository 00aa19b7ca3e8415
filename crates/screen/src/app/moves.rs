//! What people do with the game.

use outflank_play::Refused;
use outflank_rules::{Color, Move, Square};

use super::App;

impl App {
    /// Places a disc, if a person may. What is still being shown is finished first: nobody has to wait for it.
    pub(super) fn place(&mut self, square: Square) {
        if self.back.is_some() {
            self.tell("this is an earlier move: End goes back to the game".to_owned());
            return;
        }
        self.show.jump(&self.session);
        match self.session.play(Move::Place(square)) {
            Ok(()) => {
                self.show.hurry();
                self.notice = None;
            }
            Err(Refused::Illegal(illegal)) => self.tell(illegal.explain(self.look.notation)),
            Err(refused) => self.tell(refused.to_string()),
        }
    }

    pub(super) fn undo(&mut self) {
        self.back = None;
        let was_over = self.session.is_over();
        // A resignation that is taken back is no move.
        if self.session.undo() == 0 && self.session.is_over() == was_over {
            self.tell("there is no move to take back".to_owned());
        }
        self.stop_showing();
    }

    pub(super) fn redo(&mut self) {
        self.back = None;
        if self.session.redo() == 0 {
            self.tell("no move was taken back".to_owned());
        }
        self.stop_showing();
    }

    /// Where only computers play, taking back would be undone at once.
    fn stop_showing(&mut self) {
        self.is_paused |= !self.has_human();
        (self.is_stalled, self.rests_since) = (false, None);
        self.show.jump(&self.session);
    }

    /// Looks at another ply of the game.
    pub(super) fn look_at(&mut self, ply: usize) {
        let last = self.session.game().ply();
        self.show.jump(&self.session);
        self.back = (ply < last).then_some(ply);
    }

    pub(super) fn step_back(&mut self) {
        self.look_at(self.shown_ply().saturating_sub(1));
    }

    pub(super) fn step_on(&mut self) {
        self.look_at(self.shown_ply() + 1);
    }

    /// Space: asks a computer that failed again, pauses computers among themselves, or hurries the one that thinks. It never places a
    /// disc: the computer may have moved just before.
    pub(super) fn push_on(&mut self) {
        if self.is_stalled {
            (self.is_stalled, self.notice) = (false, None);
        } else if !self.has_human() {
            self.is_paused = !self.is_paused && !self.session.is_over();
        } else if self.session.is_thinking() {
            self.session.hurry();
            self.show.hurry();
        } else if self.may_place() {
            self.tell("it is your move: Enter places a disc".to_owned());
        }
    }

    /// The person who would give up: the one to move, or the only one.
    pub(crate) fn resigner(&self) -> Option<Color> {
        let (turn, seat) = self.session.to_move()?;
        let seats = self.session.seats();
        if seat.is_human() {
            return Some(turn);
        }
        seats[!turn].is_human().then_some(!turn)
    }

    /// The square that the keyboard acts on when none has been chosen yet.
    pub(super) fn first_focus(&self) -> Option<Square> {
        let position = self.shown();
        position.legal().first().or_else(|| position.ground().centre().first())
    }
}
