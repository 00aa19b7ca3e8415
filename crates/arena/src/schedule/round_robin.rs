//! Everybody meets everybody.

use super::{Entrant, Meeting, Round, number_after};
use crate::chance::Chance;

/// A round robin by the circle method: all but one stand in a circle, and in each round those meet who stand at the same distance on both sides of one
/// place; whoever stands there meets the last one, or with an odd number has a rest (Johann Berger's tables have the same meetings).
///
/// In a cycle everybody meets everybody once, and has Black as often as White but for one meeting; the next cycle exchanges the colors. Resting is no
/// bye: everybody does it equally often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRobin {
    /// How many take part.
    pub entrants: usize,
    /// How often everybody meets everybody.
    pub cycles: u32,
    /// Draws the order.
    pub seed: u64,
}

impl RoundRobin {
    /// How many rounds there are.
    pub fn rounds(&self) -> usize {
        if self.entrants < 2 { 0 } else { self.circle() * self.cycles as usize }
    }

    /// The round after so many others. None depends on results: they can be played in any order, or all at once.
    pub fn round(&self, after: usize) -> Option<Round> {
        (after < self.rounds()).then(|| {
            let (cycle, centre) = (after / self.circle(), after % self.circle());
            let order = self.order();
            let meetings = self.places(centre).map(|(black, white)| {
                let (black, white) = (order[black], order[white]);
                if cycle % 2 == 0 {
                    Meeting { first: black, second: white }
                } else {
                    Meeting { first: white, second: black }
                }
            });
            Round { number: number_after(after), meetings: meetings.collect(), byes: Vec::new() }
        })
    }

    /// How many stand in the circle, always an odd number: all, or all but the last.
    fn circle(&self) -> usize {
        self.entrants - (self.entrants + 1) % 2
    }

    fn order(&self) -> Vec<Entrant> {
        let mut order: Vec<_> = (0..self.entrants).map(Entrant).collect();
        Chance::new(self.seed).shuffle(&mut order);
        order
    }

    /// The places that meet in a round, Black first. Whoever walks past the centre changes between odd and even distances every round, and so
    /// between the colors.
    fn places(&self, centre: usize) -> impl Iterator<Item = (usize, usize)> {
        let (circle, last) = (self.circle(), self.entrants - 1);
        let with_last =
            (last == circle).then(|| if centre.is_multiple_of(2) { (centre, last) } else { (last, centre) });
        let around = (1..=circle / 2).map(move |distance| {
            let (right, left) = ((centre + distance) % circle, (centre + circle - distance) % circle);
            if distance.is_multiple_of(2) { (left, right) } else { (right, left) }
        });
        with_last.into_iter().chain(around)
    }
}
