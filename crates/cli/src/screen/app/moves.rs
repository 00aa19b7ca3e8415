//! Actions of the user on the game.

use crate::play::MoveRejected;
use outflank_rules::{Color, Move, Square};

use super::App;

impl App {
    /// Places a disc if a person is to move. Skips running animations.
    pub(super) fn place(&mut self, square: Square) {
        if self.back.is_some() {
            self.notify("this is an earlier move; press End to return to the game".to_owned());
            return;
        }
        self.show.jump(&self.session);
        match self.session.play(Move::Place(square)) {
            Ok(()) => {
                self.show.hurry();
                self.notice = None;
            }
            Err(MoveRejected::Illegal(illegal)) => self.notify(illegal.explain(self.look.notation)),
            // The status line already says that the computer to move has failed.
            Err(_) if self.is_stalled => {}
            Err(refused) => self.notify(refused.to_string()),
        }
    }

    pub(super) fn undo(&mut self) {
        self.back = None;
        let was_over = self.session.is_over();
        // Undoing a resignation undoes no ply.
        if self.session.undo() == 0 && self.session.is_over() == was_over {
            self.notify("there is nothing to undo".to_owned());
        }
        self.stop_showing();
    }

    pub(super) fn redo(&mut self) {
        self.back = None;
        if self.session.redo() == 0 {
            self.notify("there is nothing to redo".to_owned());
        }
        self.stop_showing();
    }

    /// Shows the game after undo or redo. Pauses two computers, which would move again at once.
    fn stop_showing(&mut self) {
        self.is_paused |= !self.has_human();
        (self.is_stalled, self.rests_since) = (false, None);
        self.show.jump(&self.session);
    }

    /// Shows another ply of the game.
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

    /// Handles Space: retries a computer that failed (as Enter does), pauses two computers, or
    /// makes a computer move at once. It never places a disc, because the computer may have moved
    /// just before.
    pub(super) fn push_on(&mut self) {
        if self.is_stalled {
            (self.is_stalled, self.notice) = (false, None);
        } else if !self.has_human() {
            self.is_paused = !self.is_paused && !self.session.is_over();
        } else if self.session.is_thinking() {
            self.session.hurry();
            self.show.hurry();
        } else if self.may_place() {
            self.notify("it is your move; press Enter to place a disc".to_owned());
        }
    }

    /// The person who can resign: the one to move, or the only one.
    pub(crate) fn resigner(&self) -> Option<Color> {
        let (turn, seat) = self.session.to_move()?;
        let seats = self.session.seats();
        if seat.is_human() {
            return Some(turn);
        }
        seats[!turn].is_human().then_some(!turn)
    }

    /// The first square of the cursor.
    pub(super) fn first_focus(&self) -> Option<Square> {
        let position = self.shown();
        position.legal().first().or_else(|| position.spec().centre().first())
    }
}
