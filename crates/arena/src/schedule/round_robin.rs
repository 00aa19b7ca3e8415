//! Round robin: every entrant meets every other.

use super::{EntrantId, Pairing, Round, number_after};
use outflank_rules::rng::SplitMix64;

/// A round robin by the circle method. All but one stand in a circle; in each round those meet who
/// stand at the same distance on both sides of one place. The entrant at that place meets the last
/// one, or rests if the number is odd. (Johann Berger's tables have the same pairings.)
///
/// In a cycle everyone meets everyone once and has Black as often as White, except for one pairing;
/// the next cycle swaps the colors. A rest is not a bye: everyone rests equally often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRobin {
    /// The number of entrants.
    pub entrants: usize,
    /// How often each two meet.
    pub cycles: u32,
    /// Determines the order.
    pub seed: u64,
}

impl RoundRobin {
    /// The number of rounds.
    pub fn rounds(&self) -> usize {
        if self.entrants < 2 { 0 } else { self.circle() * self.cycles as usize }
    }

    /// The round after this many. Rounds do not depend on results: they can be played in any order,
    /// or all at once.
    pub fn round(&self, after: usize) -> Option<Round> {
        (after < self.rounds()).then(|| {
            let (cycle, centre) = (after / self.circle(), after % self.circle());
            let order = self.order();
            let pairings = self.places(centre).map(|(black, white)| {
                let (black, white) = (order[black], order[white]);
                if cycle % 2 == 0 {
                    Pairing { first: black, second: white }
                } else {
                    Pairing { first: white, second: black }
                }
            });
            Round { number: number_after(after), pairings: pairings.collect(), byes: Vec::new() }
        })
    }

    /// The size of the circle, always odd: all entrants, or all but the last.
    fn circle(&self) -> usize {
        self.entrants - (self.entrants + 1) % 2
    }

    fn order(&self) -> Vec<EntrantId> {
        let mut order: Vec<_> = (0..self.entrants).map(EntrantId).collect();
        SplitMix64::new(self.seed).shuffle(&mut order);
        order
    }

    /// The places that meet in a round, Black first. As the center moves, an entrant alternates
    /// between odd and even distances and therefore between colors.
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
