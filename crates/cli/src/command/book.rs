//! `outflank book`: builds and shows opening books.

mod build;
mod show;

use std::io::Write;

use crate::{CommandStatus, error::Error};

/// Build and show opening books
///
/// A book holds positions of the standard game, each with its good moves and their values. A small
/// book is built in.
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
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        match &self.command {
            Command::Build(args) => args.run(out),
            Command::Show(args) => args.run(out),
        }
    }
}
