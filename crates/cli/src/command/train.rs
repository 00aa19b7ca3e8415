//! `outflank train`: everything that makes the weights of the evaluation, one step a command.

mod deviations;
mod duel;
mod expand;
mod files;
mod fit;
mod openings;
mod pack;
mod play;
mod rename;
mod selectivity;
mod table;
mod validate;

use std::{io::Write, num::NonZeroUsize, thread};

use outflank_train::Kind;

use crate::{Verdict, error::Error};

/// Train the evaluation: self-play, labels, fitting, validation, matches
///
/// `training/README.md` tells how a whole round goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Play(play::Args),
    Expand(expand::Args),
    Fit(fit::Args),
    Pack(pack::Args),
    Rename(rename::Args),
    Validate(validate::Args),
    Match(duel::Args),
    Deviations(deviations::Args),
    Selectivity(selectivity::Args),
    Openings(openings::Args),
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        match &self.command {
            Command::Play(args) => args.run(out),
            Command::Expand(args) => args.run(out),
            Command::Fit(args) => args.run(out),
            Command::Pack(args) => args.run(out),
            Command::Rename(args) => args.run(out),
            Command::Validate(args) => args.run(out),
            Command::Match(args) => args.run(out),
            Command::Deviations(args) => args.run(out),
            Command::Selectivity(args) => args.run(out),
            Command::Openings(args) => args.run(out),
        }
    }
}

/// `--size` or `--variant`: the board and what wins.
#[derive(Debug, clap::Args)]
struct Board {
    /// Squares on a side of the board: 8 or 6
    #[arg(long, value_name = "N", default_value = "8", conflicts_with = "variant")]
    size: Kind,

    /// The game by its code: standard, six, standard+anti or six+anti
    #[arg(long, value_name = "CODE")]
    variant: Option<Kind>,
}

impl Board {
    fn kind(&self) -> Kind {
        self.variant.unwrap_or(self.size)
    }
}

/// `--threads`: 0 for one a processor.
#[derive(Debug, clap::Args)]
struct Threads {
    /// Threads to work with; 0 for one a processor
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

impl Threads {
    fn count(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
            asked => asked.min(1024),
        }
    }
}
