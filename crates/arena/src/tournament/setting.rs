//! What is played: the board and the openings.

use super::{Due, Plan};
use crate::{hall::Fixture, opening::Starts, schedule::Pairs, seed};

/// The games of a tournament as they begin. All meetings of a round play the same openings, so that nobody is luckier with them than others.
#[derive(Clone, Debug)]
pub struct Setting {
    starts: Starts,
    pairs: Pairs,
    games: u32,
    seed: u64,
}

impl Setting {
    /// A setting with these openings, drawn by the seed of the plan.
    pub fn new(plan: &Plan, starts: Starts) -> Setting {
        let pairs = Pairs::new(starts.count(), plan.seed);
        Setting { starts, pairs, games: plan.games, seed: plan.seed }
    }

    /// A game as it is played.
    pub fn fixture(&self, due: &Due) -> Fixture {
        let pair = u64::from(due.round - 1) * u64::from(self.games.div_ceil(2)) + u64::from(due.game / 2);
        let plan = self.pairs.pair(pair);
        Fixture {
            number: due.number,
            name: format!("r{:02}-{:04}", due.round, due.number + 1),
            players: due.pairing,
            start: self.starts.game(plan.opening, plan.seeds[0]),
            seed: seed::told(seed::derived(self.seed, due.number.into())),
        }
    }
}
