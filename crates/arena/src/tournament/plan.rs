//! What a tournament is to be.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Form;
use crate::schedule::{Gauntlet, KnockOut, RoundRobin, Schedule, Swiss};

/// What a tournament is to be: with the results, everything follows from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Who plays whom.
    pub form: Form,
    /// How many take part.
    pub entrants: usize,
    /// Rounds of a Swiss tournament; how often everybody meets in a round robin and a gauntlet; of no meaning in a knock-out.
    pub rounds: u32,
    /// Games of a meeting, colors alternating. Two share an opening, and the next two another.
    pub games: u32,
    /// How many of the list meet all others in a gauntlet.
    pub challengers: usize,
    /// Draws the order, the openings, and the seeds of the players.
    pub seed: u64,
}

/// The most games of a tournament.
const MOST_GAMES: u64 = 200_000;

impl Plan {
    /// A plan with the usual number of rounds, and two games a meeting.
    pub fn new(form: Form, entrants: usize, seed: u64) -> Plan {
        Plan { form, entrants, rounds: usual_rounds(form, entrants), games: 2, challengers: 1, seed }
    }

    /// Nothing if it can be played, or what is wrong with it.
    pub fn check(&self) -> Result<(), BadPlan> {
        match () {
            () if self.entrants < 2 => Err(BadPlan::TooFew(self.entrants)),
            () if self.games == 0 || self.rounds == 0 => {
                Err(BadPlan::NoGames { rounds: self.rounds, games: self.games })
            }
            () if self.form == Form::Gauntlet && !(1..self.entrants).contains(&self.challengers) => {
                Err(BadPlan::Challengers { challengers: self.challengers, entrants: self.entrants })
            }
            () if u64::from(self.total()) > MOST_GAMES => {
                Err(BadPlan::TooMany { meetings: self.meetings(), games: self.games })
            }
            () => Ok(()),
        }
    }

    /// How many games there will be in all.
    pub fn total(&self) -> u32 {
        u32::try_from(self.meetings()).unwrap_or(u32::MAX).saturating_mul(self.games)
    }

    fn meetings(&self) -> usize {
        let (all, rounds) = (self.entrants, self.rounds as usize);
        let others = all.saturating_sub(self.challengers);
        match self.form {
            Form::RoundRobin => (all.saturating_mul(all.saturating_sub(1)) / 2).saturating_mul(rounds),
            Form::Swiss => (all / 2).saturating_mul(rounds),
            Form::KnockOut => KnockOut { entrants: all, third_place: true }.meetings(),
            Form::Gauntlet => self.challengers.saturating_mul(others).saturating_mul(rounds),
        }
    }

    /// The schedule of its rounds.
    pub fn schedule(&self) -> Schedule {
        let Plan { entrants, rounds, seed, challengers, .. } = *self;
        match self.form {
            Form::RoundRobin => Schedule::RoundRobin(RoundRobin { entrants, cycles: rounds, seed }),
            Form::Swiss => Schedule::Swiss(Swiss { entrants, rounds, seed }),
            Form::KnockOut => Schedule::KnockOut(KnockOut { entrants, third_place: true }),
            Form::Gauntlet => Schedule::Gauntlet(Gauntlet { entrants, challengers, cycles: rounds }),
        }
    }
}

/// As many as find a winner in a Swiss tournament, and two more for the order behind; one cycle of everything else.
fn usual_rounds(form: Form, entrants: usize) -> u32 {
    match form {
        Form::Swiss => {
            let found = entrants.next_power_of_two().ilog2() + 2;
            found.min(u32::try_from(entrants.saturating_sub(1)).unwrap_or(u32::MAX)).max(1)
        }
        Form::RoundRobin | Form::KnockOut | Form::Gauntlet => 1,
    }
}

/// A plan that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadPlan {
    /// Nobody to play with.
    TooFew(usize),
    /// Nothing to play.
    NoGames {
        /// So many rounds were asked for.
        rounds: u32,
        /// So many games a meeting.
        games: u32,
    },
    /// Nobody for the challengers, or no challengers.
    Challengers {
        /// So many were asked for.
        challengers: usize,
        /// So many take part.
        entrants: usize,
    },
    /// More than anybody waits for.
    TooMany {
        /// So many meetings there would be.
        meetings: usize,
        /// So many games in each.
        games: u32,
    },
}

impl fmt::Display for BadPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPlan::TooFew(entrants) => write!(f, "{entrants} cannot play a tournament: name two entrants or more"),
            BadPlan::NoGames { rounds, games } => {
                write!(f, "{rounds} rounds with {games} games a meeting are no tournament: give at least one of each")
            }
            BadPlan::Challengers { challengers, entrants } => {
                let most = entrants.saturating_sub(1);
                write!(
                    f,
                    "{challengers} challengers of {entrants} entrants: there must be 1 to {most}, so that others are left"
                )
            }
            BadPlan::TooMany { meetings, games } => write!(
                f,
                "{meetings} meetings of {games} games are more than {MOST_GAMES}: give fewer rounds or fewer games a meeting"
            ),
        }
    }
}

impl std::error::Error for BadPlan {}
