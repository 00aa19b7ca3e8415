//! A match of two: pairs of games from the same openings with the colors exchanged, until all are played or the answer is clear.
//!
//! A [`Duel`] is what was asked for, and the same duel is the same games. A [`Score`] is a fold of the games that were finished.
//!
//! ```
//! use std::{ops::ControlFlow, sync::atomic::AtomicBool};
//!
//! use outflank_arena::{duel::Duel, hall::Hall, journal::GameLine};
//!
//! let duel = Duel { pairs: 10, seed: 7, ..Duel::new("greedy".parse()?, "random".parse()?) };
//! let hall = Hall { concurrency: 2, ..duel.hall() };
//! let mut score = duel.score();
//! let _ = hall.play(duel.fixtures(&score), &AtomicBool::new(false), |finished| {
//!     score.count(GameLine::new(&finished));
//!     if score.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
//! });
//! assert!(score.is_over());
//! assert_eq!(score.games(), 20);
//! println!("Elo {}, LOS {}", score.evidence().elo(), score.evidence().superiority());
//! # Ok::<(), outflank_arena::UnknownEntrant>(())
//! ```

mod score;
mod side;
#[cfg(test)]
mod tests;

use outflank_rules::Variant;
use serde::{Deserialize, Serialize};

use crate::{
    Entrant, Sides, TimeControl,
    hall::{Fixture, Hall},
    journal::{GameLine, Misfit, Run},
    opening::Starts,
    protocol::json::text,
    roster::{Contestant, Roster},
    schedule::Pairs,
    seed,
    stat::Sprt,
};

pub use crate::opening::Beginnings;
pub use score::Score;
pub use side::{Counts, Fouls, Side};

/// What is to be played. How many games at a time is not part of it: it changes nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Duel {
    /// The two players.
    #[serde(with = "text::pair")]
    pub entrants: [Entrant; 2],
    /// The names that were given to them, if any were.
    #[serde(default)]
    pub given_names: [Option<String>; 2],
    /// How many pairs of games, at most 2^31.
    pub pairs: u32,
    /// The time of each side in each game.
    #[serde(default, with = "text::maybe")]
    pub time: Option<TimeControl>,
    /// The game.
    #[serde(with = "text")]
    pub variant: Variant,
    /// How the games begin.
    pub openings: Beginnings,
    /// What chance decides follows from this.
    pub seed: u64,
    /// When the answer is clear.
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// Do players begin anew for each game?
    #[serde(default)]
    pub fresh: bool,
}

impl Run for Duel {
    const KIND: &'static str = "match";

    fn entrants(&self) -> Vec<Entrant> {
        self.entrants.to_vec()
    }
}

impl Duel {
    /// A hundred games of the standard game from balanced openings, without a clock.
    pub fn new(first: Entrant, second: Entrant) -> Duel {
        Duel {
            entrants: [first, second],
            given_names: [None, None],
            pairs: 50,
            time: None,
            variant: Variant::STANDARD,
            openings: Beginnings::Balanced,
            seed: 0,
            sprt: None,
            fresh: false,
        }
    }

    /// What the two are called, as in a tournament: never the same, and never a command line.
    pub fn names(&self) -> [String; 2] {
        let roster = self.roster();
        [0, 1].map(|place| roster.names()[place].clone())
    }

    /// The two with their names.
    pub fn roster(&self) -> Roster {
        let contestants = self.entrants.iter().zip(&self.given_names);
        let contestants =
            contestants.map(|(entrant, name)| Contestant { name: name.clone(), entrant: entrant.clone() });
        Roster::new(contestants)
    }

    /// Where it is played, one game at a time. Results count in the order of the games, so no table runs far ahead of the others.
    pub fn hall(&self) -> Hall<'_> {
        let names = self.names().into();
        Hall { names, time: self.time, fresh: self.fresh, is_in_order: true, ..Hall::new(&self.entrants) }
    }

    /// Nothing played yet.
    pub fn score(&self) -> Score {
        Score::new(self.pairs, self.openings.starts(&self.variant).count(), self.sprt)
    }

    /// Says of a game whether it is one of this match: as it would be played now.
    pub fn fitting(&self) -> impl Fn(&GameLine) -> Result<(), Misfit> + use<'_> {
        let starts = self.openings.starts(&self.variant);
        let pairs = Pairs::new(starts.count(), self.seed);
        move |line| {
            let is_one = line.number < self.pairs.saturating_mul(2) && fixture(line.number, &pairs, &starts).fits(line);
            if is_one { Ok(()) } else { Err(Misfit { number: line.number }) }
        }
    }

    /// The games that are left, in their order. Pair k is the games 2k and 2k + 1: the first player has Black in the first of them.
    pub fn fixtures(&self, score: &Score) -> impl Iterator<Item = Fixture> + Send + use<'_> {
        let starts = self.openings.starts(&self.variant);
        let pairs = Pairs::new(starts.count(), self.seed);
        let played = score.numbers();
        let numbers = (0..self.pairs.saturating_mul(2)).filter(move |number| !played.contains(*number));
        numbers.map(move |number| fixture(number, &pairs, &starts))
    }
}

fn fixture(number: u32, pairs: &Pairs, starts: &Starts) -> Fixture {
    let plan = pairs.pair(u64::from(number / 2));
    let (players, seed) = if number.is_multiple_of(2) {
        (Sides { black: 0, white: 1 }, plan.seeds[0])
    } else {
        (Sides { black: 1, white: 0 }, plan.seeds[1])
    };
    let start = starts.game(plan.opening, plan.seeds[0]);
    Fixture { number, name: format!("g{}", number + 1), players, start, seed: seed::told(seed) }
}
