//! `outflank train openings`: balanced beginnings for matches.

use std::{
    io::Write,
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

use outflank_arena::opening::{self, OpeningOptions, Openings};
use serde::Serialize;

use super::Threads;
use crate::{
    Verdict,
    error::Error,
    interrupt, json,
    new_file::{self, NewFile},
    progress::Progress,
};

/// Choose balanced openings for matches by search
///
/// Every position after eight plies of the standard game is searched to the same depth; those about even are kept, symmetric
/// ones once. The file inside the program is crates/arena/openings/balanced.bin.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  The openings inside the program:
      outflank train openings --out crates/arena/openings/balanced.bin")]
pub(super) struct Args {
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// How far each position is searched
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,

    /// At most so many discs from even
    #[arg(long, value_name = "DISCS", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=64))]
    margin: u8,

    #[command(flatten)]
    threads: Threads,

    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    candidates: usize,
    openings: usize,
    bytes: usize,
    seconds: f64,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let begun = Instant::now();
        let candidates = opening::positions();
        let stop = Arc::new(AtomicBool::new(false));
        interrupt::watch(Arc::clone(&stop));
        let options = OpeningOptions { depth: self.depth, margin: self.margin, threads: self.threads.count() };
        let progress = Progress::of_steps(candidates.len() as u64, "searching");
        let Some(openings) = Openings::build(&candidates, &options, &stop, &|| progress.advance(1)) else {
            return Ok(interrupt::verdict());
        };
        let bytes = openings.to_bytes();
        new_file::commit(vec![NewFile::of_bytes(&self.out, &bytes)?])?;
        let seconds = begun.elapsed().as_secs_f64();
        let report = Report { candidates: candidates.len(), openings: openings.len(), bytes: bytes.len(), seconds };
        self.tell(&report, out)?;
        Ok(Verdict::Fine)
    }

    fn tell(&self, report: &Report, out: &mut dyn Write) -> Result<(), Error> {
        if self.json {
            return json::write(report, out);
        }
        let Report { candidates, openings, bytes, seconds } = report;
        writeln!(out, "{openings} openings of {candidates} positions, {bytes} bytes, in {seconds:.1} s")?;
        Ok(())
    }
}
