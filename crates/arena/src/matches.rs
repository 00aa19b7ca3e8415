//! A match of two players: pairs of games from the same opening with colors swapped, until all are
//! played or the test is decided.
//!
//! [`MatchSettings`] determine all games. [`MatchScore`] is a fold of the finished ones.
//!
//! ```
//! use std::{ops::ControlFlow, sync::atomic::AtomicBool};
//!
//! use outflank_arena::{matches::MatchSettings, runner::GameRunner, journal::GameLine};
//!
//! let settings = MatchSettings { pairs: 10, seed: 7, ..MatchSettings::new("greedy".parse()?, "random".parse()?) };
//! let runner = GameRunner { concurrency: 2, ..settings.runner() };
//! let mut score = settings.score();
//! let _ = runner.play(settings.fixtures(&score), &AtomicBool::new(false), |finished| {
//!     score.count(GameLine::new(&finished));
//!     if score.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
//! });
//! assert!(score.is_over());
//! assert_eq!(score.games(), 20);
//! println!("Elo {}, LOS {}", score.evidence().elo(), score.evidence().superiority());
//! # Ok::<(), outflank_arena::ParsePlayerError>(())
//! ```

mod score;
#[cfg(test)]
mod tests;

use outflank_rules::Variant;
use serde::{Deserialize, Serialize};

use crate::{
    PlayerSpec, Sides, TimeControl,
    journal::{GameLine, Run, RunMismatch},
    opening::OpeningSet,
    protocol::json::text,
    roster::{NamedPlayer, Roster},
    runner::{Fixture, GameRunner},
    schedule::Pairs,
    seed,
    stat::Sprt,
};

pub use crate::opening::OpeningSource;
pub use score::MatchScore;
pub use score::{Counts, Fouls, Side};

/// The settings of a match. The number of games at once is not part of them: it changes nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSettings {
    /// The two players.
    #[serde(with = "text::pair")]
    pub entrants: [PlayerSpec; 2],
    /// Names given by the user.
    #[serde(default)]
    pub given_names: [Option<String>; 2],
    /// The number of pairs of games, at most 2^31.
    pub pairs: u32,
    /// The time control.
    #[serde(default, with = "text::maybe")]
    pub time: Option<TimeControl>,
    /// The variant.
    #[serde(with = "text")]
    pub variant: Variant,
    /// The openings.
    pub openings: OpeningSource,
    /// Seed for all random choices.
    pub seed: u64,
    /// The sequential test that may end the match early.
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// Starts new players for each game.
    #[serde(default)]
    pub fresh: bool,
}

impl Run for MatchSettings {
    const KIND: &'static str = "match";

    fn entrants(&self) -> Vec<PlayerSpec> {
        self.entrants.to_vec()
    }
}

impl MatchSettings {
    /// One hundred games of the standard variant from balanced openings, without a clock.
    pub fn new(first: PlayerSpec, second: PlayerSpec) -> MatchSettings {
        MatchSettings {
            entrants: [first, second],
            given_names: [None, None],
            pairs: 50,
            time: None,
            variant: Variant::STANDARD,
            openings: OpeningSource::Balanced,
            seed: 0,
            sprt: None,
            fresh: false,
        }
    }

    /// The players' names, as in a tournament: distinct, and never a command line.
    pub fn names(&self) -> [String; 2] {
        let roster = self.roster();
        [0, 1].map(|place| roster.names()[place].clone())
    }

    /// The two players with their names.
    pub fn roster(&self) -> Roster {
        let contestants = self.entrants.iter().zip(&self.given_names);
        let contestants =
            contestants.map(|(entrant, name)| NamedPlayer { name: name.clone(), entrant: entrant.clone() });
        Roster::new(contestants)
    }

    /// A runner for the match, one game at a time. Results count in game order, so no worker runs
    /// far ahead.
    pub fn runner(&self) -> GameRunner<'_> {
        let names = self.names().into();
        GameRunner { names, time: self.time, fresh: self.fresh, is_in_order: true, ..GameRunner::new(&self.entrants) }
    }

    /// An empty score.
    pub fn score(&self) -> MatchScore {
        MatchScore::new(self.pairs, self.openings.starts(&self.variant).count(), self.sprt)
    }

    /// Returns a check whether a stored game belongs to this match.
    pub fn fitting(&self) -> impl Fn(&GameLine) -> Result<(), RunMismatch> + use<'_> {
        let starts = self.openings.starts(&self.variant);
        let pairs = Pairs::new(starts.count(), self.seed);
        move |line| {
            let is_one = line.number < self.pairs.saturating_mul(2) && fixture(line.number, &pairs, &starts).fits(line);
            if is_one { Ok(()) } else { Err(RunMismatch { number: line.number }) }
        }
    }

    /// The remaining games in order. Pair k consists of the games 2k and 2k + 1; the first player
    /// has Black in the first of them.
    pub fn fixtures(&self, score: &MatchScore) -> impl Iterator<Item = Fixture> + Send + use<'_> {
        let starts = self.openings.starts(&self.variant);
        let pairs = Pairs::new(starts.count(), self.seed);
        let played = score.numbers();
        let numbers = (0..self.pairs.saturating_mul(2)).filter(move |number| !played.contains(*number));
        numbers.map(move |number| fixture(number, &pairs, &starts))
    }
}

fn fixture(number: u32, pairs: &Pairs, starts: &OpeningSet) -> Fixture {
    let plan = pairs.pair(u64::from(number / 2));
    let (players, seed) = if number.is_multiple_of(2) {
        (Sides { black: 0, white: 1 }, plan.seeds[0])
    } else {
        (Sides { black: 1, white: 0 }, plan.seeds[1])
    };
    let start = starts.game(plan.opening, plan.seeds[0]);
    Fixture { number, name: format!("g{}", number + 1), players, start, seed: seed::for_bots(seed) }
}
