//! `outflank train deviations`: what multi-ProbCut has to know about searches of different depths.

mod fitted;

use std::{
    fs::File,
    io::{BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use outflank_train::deviations::{Choice, Measured, Plan, choose, measure};
use serde::Serialize;

use super::{Threads, files, play::parse_range};
use crate::{Verdict, error::Error, json, tell};

/// Measure how far shallow searches lie from deep ones, and describe it by a few numbers
///
/// Positions of games are searched to every depth without selectivity, and what was found goes to a file, one position a line.
/// `--fit` reads such a file and prints the coefficients of the engine's multi-ProbCut.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Two thousand positions to depth 10, then the coefficients:
      outflank train deviations games/round-4 --positions 2000 --depth 10 --out deviations.jsonl
      outflank train deviations --fit deviations.jsonl")]
pub(super) struct Args {
    /// Files of outflank train play, all of one board
    #[arg(required_unless_present = "fit", conflicts_with = "fit", value_name = "FILES")]
    files: Vec<PathBuf>,

    /// Fit what was measured instead of measuring
    #[arg(long, value_name = "FILE")]
    fit: Option<PathBuf>,

    /// The weight file, instead of the embedded weights
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 2000)]
    positions: usize,

    /// Empty squares of the positions, fewest and most
    #[arg(long, value_name = "MIN..MAX", default_value = "8..56", value_parser = parse_range)]
    empties: (u8, u8),

    /// The deepest search, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,

    /// Empty squares up to which the end is solved too
    #[arg(long, value_name = "N", default_value_t = 18, value_parser = clap::value_parser!(u32).range(0..=30))]
    exact_to: u32,

    /// Seed of all chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The file for what is measured
    #[arg(short, long, value_name = "FILE", required_unless_present = "fit")]
    out: Option<PathBuf>,

    #[command(flatten)]
    threads: Threads,

    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    positions: usize,
    seconds: f64,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        match (&self.fit, &self.out) {
            (Some(path), _) => fitted::report(&read(path)?, self.json, out)?,
            (None, Some(path)) => self.measure(path, out)?,
            (None, None) => return Err(Error::NoInput),
        }
        Ok(Verdict::Fine)
    }

    fn measure(&self, path: &Path, out: &mut dyn Write) -> Result<(), Error> {
        let readers = self.files.iter().map(|path| files::games(path)).collect::<Result<Vec<_>, _>>()?;
        let Some(kind) = readers.first().map(|reader| reader.header().kind) else { return Err(Error::NoInput) };
        let model = files::model(self.weights.as_deref(), kind)?;
        let choice = Choice { positions: self.positions, empties: self.empties, seed: self.seed };
        let positions = choose(readers, &choice).map_err(|cause| files::failed(&self.files[0], cause))?;
        let plan = Plan { depth: self.depth, exact_to: self.exact_to, threads: self.threads.count() };
        let begun = Instant::now();
        let failed = |cause| Error::File { doing: "write", path: path.to_owned(), cause };
        let mut file = BufWriter::new(File::create(path).map_err(failed)?);
        let mut teller = teller(positions.len());
        measure(&positions, &model, &plan, &mut |measured| {
            serde_json::to_writer(&mut file, &measured)?;
            teller();
            // Whoever stops a long run keeps what it found.
            writeln!(file).and_then(|()| file.flush())
        })
        .map_err(failed)?;
        self.report(&Report { positions: positions.len(), seconds: begun.elapsed().as_secs_f64() }, out)
    }

    fn report(&self, report: &Report, out: &mut dyn Write) -> Result<(), Error> {
        if self.json {
            return json::write(report, out);
        }
        writeln!(out, "{} positions in {:.1} s", report.positions, report.seconds)?;
        Ok(())
    }
}

fn read(path: &Path) -> Result<Vec<Measured>, Error> {
    let failed = |cause| Error::File { doing: "read", path: path.to_owned(), cause };
    let lines = BufReader::new(File::open(path).map_err(failed)?).lines();
    let measured = |line: Result<String, _>| {
        serde_json::from_str(&line.map_err(failed)?).map_err(|cause| files::failed(path, cause))
    };
    lines.map(measured).collect()
}

/// Tells how far it has come, every few seconds.
fn teller(all: usize) -> impl FnMut() {
    const PAUSE: Duration = Duration::from_secs(10);
    let (mut told, mut done) = (Instant::now(), 0);
    move || {
        done += 1;
        if told.elapsed() >= PAUSE {
            told = Instant::now();
            tell(format_args!("{done} of {all} positions"));
        }
    }
}
