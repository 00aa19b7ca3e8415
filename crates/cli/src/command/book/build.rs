//! `outflank book build`: builds a book by search.

use std::{io::Write, path::PathBuf, time::Instant};

use outflank_engine::{Book, BookOptions, Searcher};
use outflank_rules::Variant;
use serde::Serialize;

use crate::{
    CommandStatus,
    cli::whole_number,
    engine::{SearchArgs, weights},
    error::Error,
    interrupt, json,
    new_file::{self, AtomicFile, refuse_existing},
    progress::Progress,
};

/// The empty squares of the start of the standard game.
const START_EMPTIES: u32 = 60;

/// The default level.
const LEVEL: u8 = 12;

/// Build an opening book by search
///
/// Starts at the first position, evaluates every legal move, and follows the good moves, best
/// first. Values of later positions update earlier ones. Ctrl-C stops and writes the book so far.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Build a book of 1,000 positions at level 12:
      outflank book build -o my.book
  Build a larger book at a higher level:
      outflank book build -o large.book --positions 20000 --plies 30 --level 18")]
pub(crate) struct Args {
    /// Write the book to FILE
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Replace FILE if it exists
    #[arg(long)]
    force: bool,

    /// Stop at N positions, mirror images counted once
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole_number::<u32>(1..=1_000_000))]
    positions: u32,

    /// Go at most N moves from the start
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole_number::<u32>(1..=60))]
    plies: u32,

    /// Follow moves that are at most DISCS behind the best
    #[arg(long, value_name = "DISCS", default_value_t = 2, value_parser = whole_number::<u8>(0..=64))]
    margin: u8,

    #[command(flatten)]
    search: SearchArgs,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// JSON printed by `outflank book build --json`.
#[derive(Serialize)]
struct BookBuildJson {
    output: String,
    positions: usize,
    bytes: usize,
    seconds: f64,
    interrupted: bool,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        if self.output.is_dir() {
            return Err(Error::IsDirectory(self.output.clone()));
        }
        if !self.force {
            refuse_existing(&self.output)?;
        }
        let begun = Instant::now();
        let book = self.build(&mut self.search.searcher()?);
        let bytes = book.to_bytes();
        new_file::commit(vec![AtomicFile::of_bytes(&self.output, &bytes)?])?;
        let report = BookBuildJson {
            output: self.output.display().to_string(),
            positions: book.len(),
            bytes: bytes.len(),
            seconds: begun.elapsed().as_secs_f64(),
            interrupted: interrupt::came(),
        };
        json::print(&report, self.json, out, BookBuildJson::write_text)?;
        Ok(interrupt::verdict())
    }

    fn build(&self, searcher: &mut Searcher) -> Book {
        weights(&Variant::STANDARD.start());
        let options = BookOptions {
            positions: self.positions as usize,
            plies: self.plies,
            margin: i32::from(self.margin),
            limits: self.search.limits(START_EMPTIES, LEVEL),
        };
        let progress = Progress::of_steps(u64::from(self.positions), "searching");
        Book::build(searcher, &options, &mut |_| progress.advance(1))
    }
}

impl BookBuildJson {
    fn write_text(&self, out: &mut dyn Write) -> Result<(), Error> {
        let BookBuildJson { output, positions, bytes, seconds, .. } = self;
        writeln!(out, "{output}: {positions} positions, {bytes} bytes, in {seconds:.1} s")?;
        Ok(())
    }
}
