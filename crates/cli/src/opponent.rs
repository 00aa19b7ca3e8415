//! The options of `gtp` and `nboard`, which run the engine for other programs.

use outflank_arena::{
    bot::{Budget, MAX_NODES},
    protocol::{Engine, EngineLimits},
};

use crate::{effort::EffortArgs, engine::EngineArgs, error::Error, start::drawn_seed};

#[derive(Debug, clap::Args)]
pub(crate) struct OpponentArgs {
    #[command(flatten)]
    effort: EffortArgs,

    /// Search N positions per move, without the book; with --threads 1 --hash 16M this is the bot nodes:N
    #[arg(long, value_name = "N", help_heading = "Engine", value_parser = clap::value_parser!(u64).range(1..=MAX_NODES), conflicts_with_all = ["level", "depth", "time"])]
    nodes: Option<u64>,

    /// Use no book and search the end no deeper than --depth; with --threads 1 --hash 16M this is the bot depth:N
    #[arg(long, help_heading = "Engine", requires = "depth", conflicts_with = "selectivity")]
    no_book: bool,

    #[command(flatten)]
    engine: EngineArgs,

    /// Seed the random generator, for openings and the mistakes of weak levels [default: random]
    #[arg(long, value_name = "N", help_heading = "Engine")]
    seed: Option<u64>,
}

impl OpponentArgs {
    pub(crate) fn engine(&self) -> Result<Engine, Error> {
        let settings = self.engine.settings()?;
        Ok(Engine::new(self.effort(), self.seed.unwrap_or_else(drawn_seed), &settings))
    }

    fn effort(&self) -> EngineLimits {
        match (self.nodes, self.effort.effort()) {
            (Some(nodes), _) => EngineLimits::Fixed(Budget::Nodes(nodes)),
            (None, EngineLimits::Depth { depth, .. }) if self.no_book => EngineLimits::Fixed(Budget::Depth(depth)),
            (None, effort) => effort,
        }
    }
}
