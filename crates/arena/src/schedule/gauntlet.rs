//! Some meet all others.

use super::{Entrant, Meeting, Round, number_after};

/// The challengers, first in the list, each meet everybody else, and not each other: new versions of a program against known opponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gauntlet {
    /// How many take part.
    pub entrants: usize,
    /// How many of them are challengers.
    pub challengers: usize,
    /// How often they meet the others.
    pub cycles: u32,
}

impl Gauntlet {
    /// How many rounds there are: one a cycle.
    pub fn rounds(&self) -> usize {
        if (1..self.entrants).contains(&self.challengers) { self.cycles as usize } else { 0 }
    }

    /// The round after so many others: all meetings of a cycle. A challenger has Black in every other meeting, and an opponent against every other
    /// challenger; the next cycle exchanges the colors.
    pub fn round(&self, after: usize) -> Option<Round> {
        (after < self.rounds()).then(|| {
            let meetings = (0..self.challengers).flat_map(|challenger| {
                (self.challengers..self.entrants).map(move |opponent| {
                    let [one, other] = [challenger, opponent].map(Entrant);
                    let is_black = (challenger + opponent - self.challengers + after).is_multiple_of(2);
                    if is_black { Meeting { first: one, second: other } } else { Meeting { first: other, second: one } }
                })
            });
            Round { number: number_after(after), meetings: meetings.collect(), byes: Vec::new() }
        })
    }
}
