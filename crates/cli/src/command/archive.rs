//! `outflank archive`: the finished games in the data directory of the server.

mod explore;
mod export;
mod filters;
mod import;
mod search;

use std::{io::Write, path::PathBuf};

use crate::play::Store;
use outflank_server::archive::{self, Archive};

use crate::{CommandStatus, error::Error};

/// Import, search, explore and export game collections
///
/// The archive is one file in the data directory of the server. The server shows these games on its
/// page and adds its own when they end. The commands work with and without a running server.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Import the WTHOR base with the name files beside it:
      outflank archive import wthor/*.wtb
  List what was played after these moves, and the results:
      outflank archive explore f5d6c3d3c4
  Find the games that a player won with white:
      outflank archive search --player tastet --color white --result white
  Export the games of a player:
      outflank archive export --player tastet --to pgn -o tastet.pgn")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Import(import::Args),
    Search(search::Args),
    Explore(explore::Args),
    Export(export::Args),
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        match &self.command {
            Command::Import(args) => args.run(out),
            Command::Search(args) => args.run(out),
            Command::Explore(args) => args.run(out),
            Command::Export(args) => args.run(out),
        }
    }
}

/// The option that locates the archive.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Archive")]
struct DataArgs {
    /// Use this data directory [default: OUTFLANK_DATA, or the user's state directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl DataArgs {
    /// Opens the archive; creates it if it does not exist.
    fn open(&self) -> Result<Archive, Error> {
        Archive::open(self.file()?).map_err(Error::OpenArchive)
    }

    /// Opens an existing archive read-only.
    fn open_existing(&self) -> Result<Archive, Error> {
        Archive::open_existing(self.file()?).map_err(Error::OpenArchive)
    }

    fn file(&self) -> Result<PathBuf, Error> {
        let folder = self.data.clone().or_else(Store::default_dir).ok_or(Error::NoDataFolder)?;
        Ok(folder.join(archive::FILE))
    }
}
