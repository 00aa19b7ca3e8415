//! `outflank-train openings`: chooses balanced openings for matches.

use std::{
    fmt, fs,
    path::PathBuf,
    sync::{Mutex, PoisonError, atomic::AtomicBool},
    time::Instant,
};

use outflank_arena::opening::{self, OpeningOptions, Openings};
use serde::Serialize;

use super::{Error, ProgressPrinter, ThreadsArgs};

/// Choose balanced openings for matches by search
///
/// Searches every position after eight plies of the standard game to one depth and keeps the
/// balanced ones, symmetric positions once. Outflank embeds crates/arena/openings/balanced.bin.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  The openings that Outflank embeds:
      outflank-train openings --out crates/arena/openings/balanced.bin")]
pub(crate) struct Args {
    /// Write the openings to FILE
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Search each position PLIES deep
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,

    /// Keep positions with a score of at most DISCS for either side
    #[arg(long, value_name = "DISCS", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=64))]
    margin: u8,

    #[command(flatten)]
    threads: ThreadsArgs,
}

/// JSON printed by `outflank-train openings --json`.
#[derive(Serialize)]
pub(super) struct OpeningsJson {
    candidates: usize,
    openings: usize,
    bytes: usize,
    seconds: f64,
}

impl Args {
    pub(super) fn run(&self) -> Result<OpeningsJson, Error> {
        let started = Instant::now();
        let candidates = opening::positions();
        let options = OpeningOptions { depth: self.depth, margin: self.margin, threads: self.threads.count() };
        let progress = Mutex::new((0, ProgressPrinter::new()));
        let report = || {
            let (done, printer) = &mut *progress.lock().unwrap_or_else(PoisonError::into_inner);
            *done += 1;
            printer.print(format_args!("{done} of {} positions", candidates.len()));
        };
        let openings = Openings::build(&candidates, &options, &AtomicBool::new(false), &report)
            .expect("nothing sets the stop flag");
        let bytes = openings.to_bytes();
        fs::write(&self.out, &bytes).map_err(Error::write(&self.out))?;
        let seconds = started.elapsed().as_secs_f64();
        Ok(OpeningsJson { candidates: candidates.len(), openings: openings.len(), bytes: bytes.len(), seconds })
    }
}

impl fmt::Display for OpeningsJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OpeningsJson { candidates, openings, bytes, seconds } = self;
        write!(f, "{openings} openings of {candidates} positions, {bytes} bytes, in {seconds:.1} s")
    }
}
