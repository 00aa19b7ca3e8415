//! Which game is played: `--variant`, `--size` and `--seed`.

use std::{
    hash::{BuildHasher, RandomState},
    sync::OnceLock,
};

use outflank_rules::{FirstMover, Position, Variant};

use crate::tell;

/// The game: a variant or a board size.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Game")]
pub(crate) struct StartArgs {
    /// Squares on a side of the board: 4, 6 or 8 [default: 8]
    #[arg(long, value_name = "N", value_parser = parse_size, conflicts_with = "variant")]
    size: Option<u8>,

    /// The board and rules by their code, for games and boards that do not say (see `outflank variants`)
    #[arg(long, value_name = "CODE")]
    variant: Option<Variant>,

    /// Seed for what chance decides: who begins in `random-first`, and the moves of players [default: drawn, and told]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl StartArgs {
    /// The variant that was asked for, if any was.
    pub(crate) fn chosen(&self) -> Option<Variant> {
        self.variant.or(self.size.map(Variant::of_size))
    }

    /// The variant that was asked for, or the standard game.
    pub(crate) fn variant(&self) -> Variant {
        self.chosen().unwrap_or_default()
    }

    /// The seed that was given, if any was.
    pub(crate) fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The starting position. A seed that had to be drawn is told, so that the run can be repeated.
    pub(crate) fn position(&self) -> Position {
        let variant = self.variant();
        if variant.first() != FirstMover::Drawn {
            return variant.start();
        }
        variant.start_from_seed(self.seed.unwrap_or_else(drawn_seed))
    }
}

fn parse_size(text: &str) -> Result<u8, &'static str> {
    match text {
        "4" | "4x4" => Ok(4),
        "6" | "6x6" => Ok(6),
        "8" | "8x8" => Ok(8),
        _ => Err("boards are 4, 6 or 8 squares a side"),
    }
}

/// A short number that differs from run to run, drawn once in each; the standard library seeds its hash maps from the
/// system.
pub(crate) fn drawn_seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| {
        let seed = RandomState::new().hash_one(0) >> 32;
        tell(format_args!("nobody gave a seed, so one was drawn: --seed {seed}"));
        seed
    })
}
