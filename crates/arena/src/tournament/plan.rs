//! The plan of a tournament and its format.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::schedule::{Gauntlet, KnockOut, RoundRobin, Schedule, Swiss};

/// The plan of a tournament: together with the results it determines everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The pairing system.
    #[serde(alias = "form")]
    pub format: TournamentFormat,
    /// The number of entrants.
    pub entrants: usize,
    /// Rounds of a Swiss tournament; cycles of a round robin and a gauntlet; ignored in a
    /// knockout.
    pub rounds: u32,
    /// Games per pairing, with alternating colors. Two share an opening, the next two another.
    pub games: u32,
    /// Number of challengers in a gauntlet.
    pub challengers: usize,
    /// Seed of the order, the openings, and the players' seeds.
    pub seed: u64,
}

/// Maximum number of games in a tournament.
const MAX_GAMES: u64 = 200_000;

impl Plan {
    /// A plan with the default number of rounds and two games per pairing.
    pub fn new(format: TournamentFormat, entrants: usize, seed: u64) -> Plan {
        Plan { format, entrants, rounds: usual_rounds(format, entrants), games: 2, challengers: 1, seed }
    }

    /// Checks that it can be played.
    pub fn check(&self) -> Result<(), PlanError> {
        match () {
            () if self.entrants < 2 => Err(PlanError::TooFew(self.entrants)),
            () if self.games == 0 || self.rounds == 0 => {
                Err(PlanError::NoGames { rounds: self.rounds, games: self.games })
            }
            () if self.format == TournamentFormat::Gauntlet && !(1..self.entrants).contains(&self.challengers) => {
                Err(PlanError::Challengers { challengers: self.challengers, entrants: self.entrants })
            }
            () if u64::from(self.total()) > MAX_GAMES => {
                Err(PlanError::TooMany { pairings: self.pairings(), games: self.games })
            }
            () => Ok(()),
        }
    }

    /// The total number of games.
    pub fn total(&self) -> u32 {
        u32::try_from(self.pairings()).unwrap_or(u32::MAX).saturating_mul(self.games)
    }

    fn pairings(&self) -> usize {
        let (all, rounds) = (self.entrants, self.rounds as usize);
        let others = all.saturating_sub(self.challengers);
        match self.format {
            TournamentFormat::RoundRobin => (all.saturating_mul(all.saturating_sub(1)) / 2).saturating_mul(rounds),
            TournamentFormat::Swiss => (all / 2).saturating_mul(rounds),
            TournamentFormat::KnockOut => KnockOut { entrants: all, third_place: true }.pairings(),
            TournamentFormat::Gauntlet => self.challengers.saturating_mul(others).saturating_mul(rounds),
        }
    }

    /// The schedule of its rounds.
    pub fn schedule(&self) -> Schedule {
        let Plan { entrants, rounds, seed, challengers, .. } = *self;
        match self.format {
            TournamentFormat::RoundRobin => Schedule::RoundRobin(RoundRobin { entrants, cycles: rounds, seed }),
            TournamentFormat::Swiss => Schedule::Swiss(Swiss { entrants, rounds, seed }),
            TournamentFormat::KnockOut => Schedule::KnockOut(KnockOut { entrants, third_place: true }),
            TournamentFormat::Gauntlet => Schedule::Gauntlet(Gauntlet { entrants, challengers, cycles: rounds }),
        }
    }
}

/// For Swiss: enough rounds to find a winner, and two more for the order behind. One cycle for all
/// others.
fn usual_rounds(format: TournamentFormat, entrants: usize) -> u32 {
    match format {
        TournamentFormat::Swiss => {
            let found = entrants.next_power_of_two().ilog2() + 2;
            found.min(u32::try_from(entrants.saturating_sub(1)).unwrap_or(u32::MAX)).max(1)
        }
        TournamentFormat::RoundRobin | TournamentFormat::KnockOut | TournamentFormat::Gauntlet => 1,
    }
}

/// A plan that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Fewer than two entrants.
    #[error("{0} cannot play a tournament: name two entrants or more")]
    TooFew(usize),
    /// No rounds or no games.
    #[error("{rounds} rounds with {games} games per pairing are not a tournament: give at least one of each")]
    NoGames {
        /// The number of rounds.
        rounds: u32,
        /// The number of games per pairing.
        games: u32,
    },
    /// No challengers, or no opponents for them.
    #[error("{challengers} challengers of {entrants} entrants: there must be 1 to {}, so that others are left", entrants.saturating_sub(1))]
    Challengers {
        /// The number of challengers.
        challengers: usize,
        /// The number of entrants.
        entrants: usize,
    },
    /// Too many games.
    #[error(
        "{pairings} pairings of {games} games are more than {MAX_GAMES}: give fewer rounds or fewer games per pairing"
    )]
    TooMany {
        /// The number of pairings.
        pairings: usize,
        /// The number of games per pairing.
        games: u32,
    },
}

/// The pairing system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Every entrant meets every other.
    #[default]
    RoundRobin,
    /// Entrants with similar scores meet, without rematches.
    Swiss,
    /// The loser of each pairing is eliminated.
    #[serde(rename = "knockout", alias = "knock-out")]
    KnockOut,
    /// The first entrants meet all others.
    Gauntlet,
}

impl TournamentFormat {
    /// All formats.
    pub const ALL: [TournamentFormat; 4] =
        [TournamentFormat::RoundRobin, TournamentFormat::Swiss, TournamentFormat::KnockOut, TournamentFormat::Gauntlet];

    /// The name in arguments and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            TournamentFormat::RoundRobin => "round-robin",
            TournamentFormat::Swiss => "swiss",
            TournamentFormat::KnockOut => "knockout",
            TournamentFormat::Gauntlet => "gauntlet",
        }
    }

    /// The name in text.
    pub const fn words(self) -> &'static str {
        match self {
            TournamentFormat::RoundRobin => "round robin",
            TournamentFormat::Swiss => "Swiss",
            TournamentFormat::KnockOut => "knockout",
            TournamentFormat::Gauntlet => "gauntlet",
        }
    }
}

impl fmt::Display for TournamentFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is not a tournament format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a tournament format: write {names}", names = TournamentFormat::ALL.map(TournamentFormat::name).join(", "))]
pub struct ParseTournamentFormatError(String);

impl FromStr for TournamentFormat {
    type Err = ParseTournamentFormatError;

    fn from_str(text: &str) -> Result<TournamentFormat, ParseTournamentFormatError> {
        // The old spelling is read until 0.3.
        let text = if text.eq_ignore_ascii_case("knock-out") { "knockout" } else { text };
        let found = TournamentFormat::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| ParseTournamentFormatError(text.to_owned()))
    }
}
