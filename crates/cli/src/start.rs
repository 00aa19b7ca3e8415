//! The options `--variant`, `--size` and `--seed`.

use std::{
    hash::{BuildHasher, RandomState},
    sync::OnceLock,
};

use outflank_rules::{FirstMover, Position, Variant};

use crate::{cli::whole_number, print_message};

/// The variant, the board size and the seed.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Game")]
pub(crate) struct StartArgs {
    /// Set the board size: 4, 6 or 8 squares a side [default: 8]
    #[arg(long, value_name = "N", value_parser = parse_size, conflicts_with = "variant")]
    size: Option<u8>,

    /// Set the variant, if the input does not name one (see `outflank variants`)
    #[arg(long, value_name = "CODE")]
    variant: Option<Variant>,

    /// Seed the random generator, for `random-first` and for bots [default: random, printed]
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(0..))]
    seed: Option<u64>,
}

impl StartArgs {
    /// The variant in the arguments, if any.
    pub(crate) fn chosen(&self) -> Option<Variant> {
        self.variant.or(self.size.map(Variant::of_size))
    }

    /// The variant in the arguments, or the standard game.
    pub(crate) fn variant(&self) -> Variant {
        self.chosen().unwrap_or_default()
    }

    /// The seed in the arguments, if any.
    pub(crate) fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The starting position. Prints a drawn seed, so that the run can be repeated.
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
        _ => Err("write 4, 6 or 8"),
    }
}

/// Draws a random seed once per process and prints it. The standard library's hash maps
/// are the source of randomness.
pub(crate) fn drawn_seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| {
        let seed = RandomState::new().hash_one(0) >> 32;
        print_message(format_args!("random seed: --seed {seed}"));
        seed
    })
}
