//! What is played: the board and the openings.

use outflank_rules::{Game, Variant};

use super::{Due, Plan};
use crate::{hall::Fixture, opening::Openings, schedule::Pairs, seed};

/// The games of a tournament as they begin. All meetings of a round play the same openings, so that nobody is luckier with them than others.
#[derive(Clone, Debug)]
pub struct Setting {
    variant: Variant,
    starts: Vec<Game>,
    pairs: Pairs,
    games: u32,
    seed: u64,
}

impl Setting {
    /// A setting of a variant with these beginnings, drawn by the seed of the plan; without any, games begin at the start.
    pub fn new(plan: &Plan, variant: Variant, starts: Vec<Game>) -> Setting {
        let pairs = Pairs::new(starts.len(), plan.seed);
        Setting { variant, starts, pairs, games: plan.games, seed: plan.seed }
    }

    /// The beginnings inside the program, where they fit the variant.
    pub fn balanced(variant: &Variant) -> Vec<Game> {
        let is_usual = variant.start_from_seed(0) == Variant::STANDARD.start();
        if is_usual { Openings::embedded().iter().map(|opening| opening.game()).collect() } else { Vec::new() }
    }

    /// A game as it is played.
    pub fn fixture(&self, due: &Due) -> Fixture {
        let pair = u64::from(due.round - 1) * u64::from(self.games.div_ceil(2)) + u64::from(due.game / 2);
        let plan = self.pairs.pair(pair);
        let start = self.starts.get(plan.opening).cloned();
        Fixture {
            number: due.number,
            name: format!("r{:02}-{:04}", due.round, due.number + 1),
            players: due.pairing,
            start: start.unwrap_or_else(|| Game::new(self.variant.start_from_seed(plan.seeds[0]))),
            seed: seed::derived(self.seed, due.number.into()),
        }
    }
}
