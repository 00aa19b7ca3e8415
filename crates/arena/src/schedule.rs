//! Pairings: who plays whom in which round.
//!
//! Each schedule is a small value (entrants, rounds, seed). It computes the next round from all
//! rounds played so far and always gives the same answer. There is no other state: an interrupted
//! tournament resumes by asking again with the stored results, and only the unplayed pairings of
//! the current round are played.
//!
//! ```
//! use outflank_arena::{schedule::{Played, PlayedRound, Schedule, Swiss}, stat::Points};
//!
//! let schedule = Schedule::Swiss(Swiss { entrants: 5, rounds: 3, seed: 7 });
//! let mut played: Vec<PlayedRound> = Vec::new();
//! while let Some(round) = schedule.next(&played) {
//!     assert_eq!((round.pairings.len(), round.byes.len()), (2, 1));
//!     let win = [Points::of_wins(1), Points::ZERO];
//!     let pairings = round.pairings.iter().map(|&pairing| Played { pairing, points: win, discs: [40, 24] }).collect();
//!     played.push(PlayedRound { games: 1, pairings, byes: round.byes });
//! }
//! assert_eq!(played.len(), 3);
//! assert_eq!(schedule.next(&played[..1]), schedule.next(&played[..1]));
//! ```
//!
//! Games are deliberately absent: a pairing consists of as many games as the organizer wants, with
//! alternating colors.

mod colors;
mod gauntlet;
mod knock_out;
mod matching;
mod pairs;
mod round_robin;
mod standings;
mod swiss;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::stat::Points;

pub use gauntlet::Gauntlet;
pub use knock_out::KnockOut;
pub use pairs::{PairPlan, Pairs};
pub use round_robin::RoundRobin;
pub use standings::{Brightwell, ParseTieBreakError, TieBreak};
pub use standings::{Standing, standings};
pub use swiss::Swiss;

/// A participant's index in the list of entrants. If strengths are known, the list starts with the
/// best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntrantId(pub usize);

impl fmt::Display for EntrantId {
    /// Counts from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0 + 1)
    }
}

/// Two entrants who play each other. The first has Black in the first game; colors then alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pairing {
    /// Has Black in the first game.
    pub first: EntrantId,
    /// Has White in the first game.
    pub second: EntrantId,
}

impl Pairing {
    /// Both entrants.
    pub const fn entrants(self) -> [EntrantId; 2] {
        [self.first, self.second]
    }

    /// The opponent of this entrant, if it takes part.
    pub fn opponent(self, entrant: EntrantId) -> Option<EntrantId> {
        match entrant {
            _ if entrant == self.first => Some(self.second),
            _ if entrant == self.second => Some(self.first),
            _ => None,
        }
    }
}

/// Pairings that can be played at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The number, from 1.
    pub number: u32,
    /// The pairings.
    pub pairings: Vec<Pairing>,
    /// Entrants with a bye.
    pub byes: Vec<EntrantId>,
}

/// A finished pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The pairing.
    pub pairing: Pairing,
    /// The points of the first and the second entrant.
    pub points: [Points; 2],
    /// Their discs over all games, with empty squares to the winner.
    pub discs: [u32; 2],
}

impl Played {
    /// Points and discs of an entrant.
    fn of(&self, entrant: EntrantId) -> Option<(Points, u32)> {
        let place = self.pairing.entrants().into_iter().position(|one| one == entrant)?;
        Some((self.points[place], self.discs[place]))
    }

    /// The winner if there must be one: more points, then more discs, then the lower index.
    pub fn winner(&self) -> EntrantId {
        let [first, second] = [0, 1].map(|place| (self.points[place], self.discs[place]));
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => self.pairing.first,
            std::cmp::Ordering::Less => self.pairing.second,
            std::cmp::Ordering::Equal => self.pairing.first.min(self.pairing.second),
        }
    }
}

/// A finished round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRound {
    /// Games per pairing; a bye counts as this many wins.
    pub games: u32,
    /// All pairings of the round.
    pub pairings: Vec<Played>,
    /// Entrants with a bye.
    pub byes: Vec<EntrantId>,
}

/// A tournament format with its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Every entrant meets every other.
    RoundRobin(RoundRobin),
    /// Entrants with similar scores meet, without rematches.
    Swiss(Swiss),
    /// The loser of each pairing is eliminated.
    KnockOut(KnockOut),
    /// Challengers meet all others.
    Gauntlet(Gauntlet),
}

impl Schedule {
    /// The round after those played, which must be the ones that this returned before; `None` when
    /// the tournament is over.
    pub fn next(&self, played: &[PlayedRound]) -> Option<Round> {
        match self {
            Schedule::RoundRobin(schedule) => schedule.round(played.len()),
            Schedule::Swiss(schedule) => schedule.next(played),
            Schedule::KnockOut(schedule) => schedule.next(played),
            Schedule::Gauntlet(schedule) => schedule.round(played.len()),
        }
    }

    /// The number of entrants.
    pub fn entrants(&self) -> usize {
        match self {
            Schedule::RoundRobin(schedule) => schedule.entrants,
            Schedule::Swiss(schedule) => schedule.entrants,
            Schedule::KnockOut(schedule) => schedule.entrants,
            Schedule::Gauntlet(schedule) => schedule.entrants,
        }
    }

    /// The number of rounds.
    pub fn rounds(&self) -> usize {
        match self {
            Schedule::RoundRobin(schedule) => schedule.rounds(),
            Schedule::Swiss(schedule) => {
                if schedule.entrants < 2 {
                    0
                } else {
                    schedule.rounds as usize
                }
            }
            Schedule::KnockOut(schedule) => schedule.rounds(),
            Schedule::Gauntlet(schedule) => schedule.rounds(),
        }
    }
}

/// The number of the round after this many.
fn number_after(played: usize) -> u32 {
    u32::try_from(played).unwrap_or(u32::MAX).saturating_add(1)
}
