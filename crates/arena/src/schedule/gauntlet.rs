//! Gauntlet: challengers meet all others.

use super::{EntrantId, Pairing, Round, number_after};

/// The challengers, first in the list, each meet everyone else but not each other: new versions of
/// a program against known opponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gauntlet {
    /// The number of entrants.
    pub entrants: usize,
    /// The number of challengers.
    pub challengers: usize,
    /// How often they meet the others.
    pub cycles: u32,
}

impl Gauntlet {
    /// The number of rounds: one per cycle.
    pub fn rounds(&self) -> usize {
        if (1..self.entrants).contains(&self.challengers) { self.cycles as usize } else { 0 }
    }

    /// The round after this many: all pairings of a cycle. A challenger has Black in every other
    /// pairing, and an opponent against every other challenger. The next cycle swaps the colors.
    pub fn round(&self, after: usize) -> Option<Round> {
        (after < self.rounds()).then(|| {
            let pairings = (0..self.challengers).flat_map(|challenger| {
                (self.challengers..self.entrants).map(move |opponent| {
                    let [one, other] = [challenger, opponent].map(EntrantId);
                    let is_black = (challenger + opponent - self.challengers + after).is_multiple_of(2);
                    if is_black { Pairing { first: one, second: other } } else { Pairing { first: other, second: one } }
                })
            });
            Round { number: number_after(after), pairings: pairings.collect(), byes: Vec::new() }
        })
    }
}
