//! `outflank archive export`: games are taken home.

use std::{io::Write, path::PathBuf};

use outflank_rules::record::{Format, Unwritable};
use outflank_server::archive::{ArchiveError, Kept, Past};
use serde::Serialize;

use super::{super::convert, PlaceArgs, filters::FilterArgs};
use crate::{Verdict, choice::choice, error::Error, json, new_file, number::counted, tell};

/// Games that are read at a time.
const AT_A_TIME: usize = 500;

/// Formats that hold games.
const FORMATS: [Format; 6] = [Format::Transcript, Format::Ggf, Format::Sgf, Format::Pgn, Format::Wthor, Format::Json];

/// Write games to a file, in any format that holds games
///
/// Games that the format cannot hold are told and left out.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    filters: FilterArgs,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = choice(&FORMATS), default_value_t = Format::Ggf)]
    to: Format,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace output files that exist
    #[arg(long)]
    force: bool,

    /// Print a summary as JSON; needs --output
    #[arg(long, requires = "output")]
    json: bool,

    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Serialize)]
struct Summary {
    written: u64,
    skipped: u64,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let search = self.filters.search()?;
        let archive = self.place.open_existing()?;
        let target = convert::target(self.output.as_deref(), self.to, self.force)?;
        let mut summary = Summary { written: 0, skipped: 0 };
        let mut sink = convert::Sink::open(&target, self.to, out);
        for some in archive.ids(&search)?.chunks(AT_A_TIME) {
            let games = archive.games(some)?;
            for kept in &games {
                match put(&mut sink, &kept.past, self.to)? {
                    Ok(()) => summary.written += 1,
                    Err(cause) => {
                        summary.skipped += 1;
                        tell(format_args!("left out: game {}: {cause}", kept.id));
                    }
                }
            }
            for id in missing(some, &games) {
                summary.skipped += 1;
                tell(format_args!("left out: {}", ArchiveError::Damaged { id }));
            }
        }
        new_file::commit(sink.finish()?)?;
        self.report(&summary, out)
    }

    fn report(&self, summary: &Summary, out: &mut dyn Write) -> Result<Verdict, Error> {
        let Summary { written, skipped } = summary;
        if self.json {
            json::write(summary, out)?;
        } else if self.output.is_some() {
            tell(format_args!("{} written, {skipped} left out", counted(*written, "game")));
        }
        Ok(if *written == 0 { Verdict::Refused } else { Verdict::Fine })
    }
}

fn put(sink: &mut convert::Sink<'_>, past: &Past, format: Format) -> Result<Result<(), Unwritable>, Error> {
    if format != Format::Wthor {
        return sink.write(&past.record());
    }
    let mut written = Ok(());
    for record in past.records_for_base() {
        written = sink.write(&record)?;
        if written.is_ok() {
            break;
        }
    }
    Ok(written)
}

/// The numbers of games that were found and cannot be read.
fn missing(wanted: &[u32], games: &[Kept]) -> impl Iterator<Item = u32> {
    wanted.iter().copied().filter(|&id| games.iter().all(|kept| kept.id != id))
}
