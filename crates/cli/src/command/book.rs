//! `outflank book`: opening books, made by the engine and looked into.

mod build;
mod show;

use std::io::Write;

use crate::{Verdict, error::Error};

/// Make opening books and look into them
///
/// A book has positions from the start of the standard game, each with its good moves and their values. A small one is
/// built in.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Build(build::Args),
    Show(show::Args),
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        match &self.command {
            Command::Build(args) => args.run(out),
            Command::Show(args) => args.run(out),
        }
    }
}
