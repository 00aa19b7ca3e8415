//! `outflank archive export`: writes games to a file.

use std::{io::Write, path::PathBuf};

use outflank_rules::record::{Format, Unwritable};
use outflank_server::archive::{ArchiveEntry, ArchiveError, ArchivedGame};
use serde::Serialize;

use super::{super::convert, DataArgs, filters::FilterArgs};
use crate::{CommandStatus, cli::choice, error::Error, json, new_file, number::counted, print_message};

/// Games read at a time.
const AT_A_TIME: usize = 500;

/// Formats that hold games.
const FORMATS: [Format; 6] = [Format::Transcript, Format::Ggf, Format::Sgf, Format::Pgn, Format::Wthor, Format::Json];

/// Write games to a file, in any format that holds games
///
/// Games that the format cannot hold are skipped and listed with the reason.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    filters: FilterArgs,

    /// Write this format
    #[arg(long, value_name = "FORMAT", value_parser = choice(&FORMATS), default_value_t = Format::Ggf, help_heading = "Output")]
    to: Format,

    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Replace existing files
    #[arg(long, help_heading = "Output")]
    force: bool,

    /// Print a summary as JSON; needs --output
    #[arg(long, requires = "output", help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    data: DataArgs,
}

/// JSON printed by `outflank archive export --json`.
#[derive(Serialize)]
struct ExportJson {
    written: u64,
    skipped: u64,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let search = self.filters.search()?;
        let archive = self.data.open_existing()?;
        let target = convert::target(self.output.as_deref(), self.to, self.force)?;
        let mut summary = ExportJson { written: 0, skipped: 0 };
        let mut sink = convert::Sink::open(&target, self.to, out);
        for some in archive.ids(&search)?.chunks(AT_A_TIME) {
            let games = archive.games(some)?;
            for entry in &games {
                match put(&mut sink, &entry.game, self.to)? {
                    Ok(()) => summary.written += 1,
                    Err(cause) => {
                        summary.skipped += 1;
                        let ArchivedGame { black, white, .. } = &entry.game;
                        print_message(format_args!("skipped: game {} ({black} - {white}): {cause}", entry.id));
                    }
                }
            }
            for id in missing(some, &games) {
                summary.skipped += 1;
                print_message(format_args!("skipped: {}", ArchiveError::Damaged { id }));
            }
        }
        new_file::commit(sink.finish()?)?;
        json::print(&summary, self.json, out, |ExportJson { written, skipped }, _| {
            if self.output.is_some() {
                print_message(format_args!("{} written, {skipped} skipped", counted(*written, "game")));
            }
            Ok(())
        })?;
        Ok(if summary.written == 0 { CommandStatus::Refused } else { CommandStatus::Fine })
    }
}

fn put(sink: &mut convert::Sink<'_>, game: &ArchivedGame, format: Format) -> Result<Result<(), Unwritable>, Error> {
    if format != Format::Wthor {
        return sink.write(&game.record());
    }
    let mut written = Ok(());
    for record in game.records_for_base() {
        written = sink.write(&record)?;
        if written.is_ok() {
            break;
        }
    }
    Ok(written)
}

/// The numbers of games that the search found and the archive cannot read.
fn missing(wanted: &[u32], games: &[ArchiveEntry]) -> impl Iterator<Item = u32> {
    wanted.iter().copied().filter(|&id| games.iter().all(|entry| entry.id != id))
}
