//! The engine that other programs ask: behind `gtp` and `nboard`.

use outflank_arena::protocol::Engine;

use crate::{effort::EffortArgs, engine::EngineArgs, error::Error, start::drawn_seed};

#[derive(Debug, clap::Args)]
pub(crate) struct OpponentArgs {
    #[command(flatten)]
    effort: EffortArgs,

    #[command(flatten)]
    engine: EngineArgs,

    /// Seed of what chance decides: openings, and the mistakes of weak levels [default: drawn]
    #[arg(long, value_name = "N", help_heading = "Engine")]
    seed: Option<u64>,
}

impl OpponentArgs {
    pub(crate) fn engine(&self) -> Result<Engine, Error> {
        let settings = self.engine.settings()?;
        Ok(Engine::new(self.effort.effort(), self.seed.unwrap_or_else(drawn_seed), &settings))
    }
}
