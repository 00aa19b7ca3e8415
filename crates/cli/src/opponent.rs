//! The engine that other programs ask: behind `gtp` and `nboard`.

use outflank_arena::{
    bot::{Budget, MOST_NODES},
    protocol::{Effort, Engine},
};

use crate::{effort::EffortArgs, engine::EngineArgs, error::Error, start::drawn_seed};

#[derive(Debug, clap::Args)]
pub(crate) struct OpponentArgs {
    #[command(flatten)]
    effort: EffortArgs,

    /// Think about so many positions for each move, without the book: with --threads 1 --hash 16M as the bot nodes:N plays
    #[arg(long, value_name = "N", help_heading = "Engine", value_parser = clap::value_parser!(u64).range(1..=MOST_NODES), conflicts_with_all = ["level", "depth", "time"])]
    nodes: Option<u64>,

    /// Leave the book out, and look at the end no deeper than --depth: with --threads 1 --hash 16M as the bot depth:N plays
    #[arg(long, help_heading = "Engine", requires = "depth", conflicts_with = "selectivity")]
    no_book: bool,

    #[command(flatten)]
    engine: EngineArgs,

    /// Seed of what chance decides: openings, and the mistakes of weak levels [default: drawn]
    #[arg(long, value_name = "N", help_heading = "Engine")]
    seed: Option<u64>,
}

impl OpponentArgs {
    pub(crate) fn engine(&self) -> Result<Engine, Error> {
        let settings = self.engine.settings()?;
        Ok(Engine::new(self.effort(), self.seed.unwrap_or_else(drawn_seed), &settings))
    }

    fn effort(&self) -> Effort {
        match (self.nodes, self.effort.effort()) {
            (Some(nodes), _) => Effort::Fixed(Budget::Nodes(nodes)),
            (None, Effort::Depth { depth, .. }) if self.no_book => Effort::Fixed(Budget::Depth(depth)),
            (None, effort) => effort,
        }
    }
}
