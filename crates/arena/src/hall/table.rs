//! A table of the hall: one game after another, by players who stay.

use std::sync::atomic::AtomicBool;

use super::{Fixture, Hall};
use crate::{Player, Referee, Report, Sides};

/// The players at one table, each made when first needed.
pub(super) struct Table<'a> {
    hall: &'a Hall<'a>,
    /// For each entrant; the second is for games with itself.
    players: Vec<[Option<Box<dyn Player>>; 2]>,
}

impl<'a> Table<'a> {
    pub(super) fn new(hall: &'a Hall<'a>) -> Table<'a> {
        Table { hall, players: hall.entrants.iter().map(|_| [None, None]).collect() }
    }

    /// Plays a game to its end; `None` if it was stopped.
    pub(super) fn play(&mut self, fixture: &Fixture, halt: &AtomicBool) -> Option<Report> {
        let Sides { black, white } = fixture.players;
        let is_with_itself = black == white;
        let mut first = self.take(black, 0);
        let mut second = self.take(white, usize::from(is_with_itself));
        let referee = Referee { time: self.hall.time, seed: fixture.seed };
        let players = Sides { black: &mut *first, white: &mut *second };
        let report = referee.play(&fixture.name, fixture.start.clone(), players, halt);
        if !self.hall.fresh {
            self.players[black][0] = Some(first);
            self.players[white][usize::from(is_with_itself)] = Some(second);
        }
        report
    }

    fn take(&mut self, entrant: usize, place: usize) -> Box<dyn Player> {
        let player = self.players[entrant][place].take();
        player.unwrap_or_else(|| self.hall.entrants[entrant].player(self.hall.limits))
    }
}
