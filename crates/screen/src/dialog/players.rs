//! Who plays on, in the middle of a game.

use outflank_play::{Seat, Sides};

use super::{
    Row,
    choice::{Choice, seat_name},
};

/// The dialog.
#[derive(Clone, Debug)]
pub(crate) struct Players {
    pub(crate) selected: usize,
    seats: Sides<Choice<Seat>>,
}

impl Players {
    pub(crate) const ROWS: [Row; 3] = [Row::Black, Row::White, Row::Start];

    /// The choice, beginning with those who play.
    pub(crate) fn new(seats: &Sides<Seat>) -> Players {
        let first_computer = if seats.black.is_human() && !seats.white.is_human() { 1 } else { 0 };
        Players { selected: first_computer, seats: Sides::of(|color| Choice::seat(&seats[color])) }
    }

    pub(crate) fn row(&self) -> Row {
        Players::ROWS[self.selected]
    }

    pub(crate) fn select(&mut self, forward: bool) {
        let count = Players::ROWS.len();
        self.selected = (self.selected + if forward { 1 } else { count - 1 }) % count;
    }

    /// The next player of the selected line, or the one before.
    pub(crate) fn change(&mut self, forward: bool) {
        match self.row() {
            Row::Black => self.seats.black.step(forward),
            Row::White => self.seats.white.step(forward),
            _ => {}
        }
    }

    /// The name of a line and what is chosen there.
    pub(crate) fn text(&self, row: Row) -> (&'static str, String) {
        match row {
            Row::Black => ("Black", seat_name(self.seats.black.chosen())),
            Row::White => ("White", seat_name(self.seats.white.chosen())),
            _ => ("", "Play on".to_owned()),
        }
    }

    /// Who was chosen.
    pub(crate) fn seats(&self) -> Sides<Seat> {
        Sides::of(|color| self.seats[color].chosen().clone())
    }
}
