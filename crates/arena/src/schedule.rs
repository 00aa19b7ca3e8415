//! Who plays whom, and when.
//!
//! A tournament is a fold of its results. Each schedule is a small value (how many take part, how many rounds, a seed) that is asked for
//! the next round with all rounds that were played, and answers the same every time. There is no other state: a tournament that was
//! interrupted goes on by asking again with the results that were kept, and of the round that was under way only the meetings without a
//! result are played.
//!
//! ```
//! use outflank_arena::{schedule::{Played, PlayedRound, Schedule, Swiss}, stat::Points};
//!
//! let schedule = Schedule::Swiss(Swiss { entrants: 5, rounds: 3, seed: 7 });
//! let mut played: Vec<PlayedRound> = Vec::new();
//! while let Some(round) = schedule.next(&played) {
//!     assert_eq!((round.meetings.len(), round.byes.len()), (2, 1));
//!     let win = [Points::of_wins(1), Points::ZERO];
//!     let meetings = round.meetings.iter().map(|&meeting| Played { meeting, points: win, discs: [40, 24] }).collect();
//!     played.push(PlayedRound { games: 1, meetings, byes: round.byes });
//! }
//! assert_eq!(played.len(), 3);
//! assert_eq!(schedule.next(&played[..1]), schedule.next(&played[..1]));
//! ```
//!
//! Games are deliberately absent: a meeting is as many games as the organiser wants, and colors alternate in it.

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
mod tie_break;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::stat::Points;

pub use gauntlet::Gauntlet;
pub use knock_out::KnockOut;
pub use pairs::{PairPlan, Pairs};
pub use round_robin::RoundRobin;
pub use standings::{Standing, standings};
pub use swiss::Swiss;
pub use tie_break::{Brightwell, TieBreak, UnknownTieBreak};

/// Somebody who takes part, by the place in the list of all, from 0. Where strengths are known the list begins with the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Entrant(pub usize);

impl fmt::Display for Entrant {
    /// Counted from 1, as people do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0 + 1)
    }
}

/// Two who play each other. The first has Black in the first game, and colors alternate after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Meeting {
    /// Begins with Black.
    pub first: Entrant,
    /// Begins with White.
    pub second: Entrant,
}

impl Meeting {
    /// Both.
    pub const fn entrants(self) -> [Entrant; 2] {
        [self.first, self.second]
    }

    /// The one whom this one meets, if this one takes part.
    pub fn opponent(self, entrant: Entrant) -> Option<Entrant> {
        match entrant {
            _ if entrant == self.first => Some(self.second),
            _ if entrant == self.second => Some(self.first),
            _ => None,
        }
    }
}

/// What can be played at the same time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// From 1.
    pub number: u32,
    /// Who plays.
    pub meetings: Vec<Meeting>,
    /// Who is given the round without playing.
    pub byes: Vec<Entrant>,
}

/// A meeting that has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Who played.
    pub meeting: Meeting,
    /// The points of the first and of the second.
    pub points: [Points; 2],
    /// Their discs over all games, empty squares to the winner.
    pub discs: [u32; 2],
}

impl Played {
    /// Points and discs of one who took part.
    fn of(&self, entrant: Entrant) -> Option<(Points, u32)> {
        let place = self.meeting.entrants().into_iter().position(|one| one == entrant)?;
        Some((self.points[place], self.discs[place]))
    }

    /// Who goes on where one of the two must: more points, then more discs, then the one listed earlier.
    pub fn winner(&self) -> Entrant {
        let [first, second] = [0, 1].map(|place| (self.points[place], self.discs[place]));
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => self.meeting.first,
            std::cmp::Ordering::Less => self.meeting.second,
            std::cmp::Ordering::Equal => self.meeting.first.min(self.meeting.second),
        }
    }
}

/// A round that has been played to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedRound {
    /// Games of each meeting; a bye counts as so many wins.
    pub games: u32,
    /// All meetings of the round.
    pub meetings: Vec<Played>,
    /// Who was given the round.
    pub byes: Vec<Entrant>,
}

/// The forms of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Everybody meets everybody.
    RoundRobin(RoundRobin),
    /// Equals meet, nobody twice.
    Swiss(Swiss),
    /// Who loses is out.
    KnockOut(KnockOut),
    /// Some meet all others.
    Gauntlet(Gauntlet),
}

impl Schedule {
    /// The round after those that were played, which must be the ones that this gave before; `None` when the tournament is over.
    pub fn next(&self, played: &[PlayedRound]) -> Option<Round> {
        match self {
            Schedule::RoundRobin(schedule) => schedule.round(played.len()),
            Schedule::Swiss(schedule) => schedule.next(played),
            Schedule::KnockOut(schedule) => schedule.next(played),
            Schedule::Gauntlet(schedule) => schedule.round(played.len()),
        }
    }

    /// How many take part.
    pub fn entrants(&self) -> usize {
        match self {
            Schedule::RoundRobin(schedule) => schedule.entrants,
            Schedule::Swiss(schedule) => schedule.entrants,
            Schedule::KnockOut(schedule) => schedule.entrants,
            Schedule::Gauntlet(schedule) => schedule.entrants,
        }
    }

    /// How many rounds there will be.
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

/// The number that a round after so many has.
fn number_after(played: usize) -> u32 {
    u32::try_from(played).unwrap_or(u32::MAX).saturating_add(1)
}
