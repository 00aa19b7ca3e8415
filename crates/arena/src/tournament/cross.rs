//! Who made how many points against whom.

use super::{Tournament, points};
use crate::{
    schedule::Entrant,
    stat::{Points, Share},
};

/// All games of one against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Points of the one.
    pub points: Points,
    /// Games of the two.
    pub games: u32,
}

impl Cell {
    /// The part of the points; `None` if they did not meet.
    pub fn share(self) -> Option<Share> {
        (self.games > 0).then(|| Share(self.points.value() / f64::from(self.games)))
    }
}

/// A square of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    entrants: usize,
    cells: Vec<Cell>,
}

impl CrossTable {
    pub(super) fn of(tournament: &Tournament) -> CrossTable {
        let entrants = tournament.plan.entrants;
        let mut table = CrossTable { entrants, cells: vec![Cell::default(); entrants * entrants] };
        for game in tournament.games() {
            for (own, opp) in [(game.black, game.white), (game.white, game.black)] {
                let cell = &mut table.cells[own * entrants + opp];
                *cell = Cell { points: cell.points + points(game, Entrant(own)), games: cell.games + 1 };
            }
        }
        table
    }

    /// The games of one against another, by their places in the list of entrants.
    pub fn cell(&self, own: usize, opp: usize) -> Cell {
        if own.max(opp) < self.entrants { self.cells[own * self.entrants + opp] } else { Cell::default() }
    }
}
