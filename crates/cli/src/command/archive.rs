//! `outflank archive`: games that are over, on the file of a server.

mod explore;
mod export;
mod filters;
mod import;
mod search;

use std::{io::Write, path::PathBuf};

use outflank_play::Store;
use outflank_server::archive::{self, Archive};

use crate::{Verdict, error::Error};

/// Collections of games: bring them in, find games, see what was played, take them home
///
/// The archive is one file in the directory of the server, which shows the same games on its page and puts in its own as they end. All of this
/// works whether or not a server runs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  The tournament base, all years; names are taken from the name files beside them:
      outflank archive import wthor/*.wtb
  What was played after the first moves of the Tiger, and how it ended:
      outflank archive explore f5d6c3d3c4
  The games that somebody won with White:
      outflank archive search --player tastet --color white --result white
  All of them as a file:
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
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        match &self.command {
            Command::Import(args) => args.run(out),
            Command::Search(args) => args.run(out),
            Command::Explore(args) => args.run(out),
            Command::Export(args) => args.run(out),
        }
    }
}

/// Where the archive is.
#[derive(Debug, clap::Args)]
struct PlaceArgs {
    /// The directory of the server [default: the user's state directory, or OUTFLANK_DATA]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl PlaceArgs {
    /// The archive, which is made if there is none.
    fn open(&self) -> Result<Archive, Error> {
        Archive::open(self.file()?).map_err(Error::OpenArchive)
    }

    /// The archive that there is, only to read.
    fn open_existing(&self) -> Result<Archive, Error> {
        Archive::open_existing(self.file()?).map_err(Error::OpenArchive)
    }

    fn file(&self) -> Result<PathBuf, Error> {
        let folder = self.data.clone().or_else(Store::default_dir).ok_or(Error::NoDataFolder)?;
        Ok(folder.join(archive::FILE))
    }
}
