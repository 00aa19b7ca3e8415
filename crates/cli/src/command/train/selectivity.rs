//! `outflank train selectivity`: what the selectivity levels save and cost.

use std::{io::Write, path::PathBuf};

use outflank_engine::Selectivity;
use outflank_train::{
    deviations::{Choice, choose},
    selectivity::{Row, compare},
};
use serde::Serialize;

use super::{files, play::parse_range};
use crate::{Verdict, error::Error, json, tell};

/// Compare the selectivity levels: their cost, and how often they find what a search finds that leaves nothing out
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of outflank train play, all of one board
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,

    /// The weight file, instead of the embedded weights
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 100)]
    positions: usize,

    /// Empty squares of the positions, fewest and most
    #[arg(long, value_name = "MIN..MAX", default_value = "20..56", value_parser = parse_range)]
    empties: (u8, u8),

    /// Search depth in plies; as many as there are empty squares for the end
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,

    /// The levels; without 100 only their cost is told
    #[arg(long, value_name = "PERCENT", value_delimiter = ',', default_value = "73,87,95,98,99,100")]
    levels: Vec<Selectivity>,

    /// Seed of all chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Megabytes of the transposition table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,

    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    positions: usize,
    depth: u32,
    levels: Vec<Row>,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let readers = self.files.iter().map(|path| files::games(path)).collect::<Result<Vec<_>, _>>()?;
        let Some(kind) = readers.first().map(|reader| reader.header().kind) else { return Err(Error::NoInput) };
        let model = files::model(self.weights.as_deref(), kind)?;
        let choice = Choice { positions: self.positions, empties: self.empties, seed: self.seed };
        let positions = choose(readers, &choice).map_err(|cause| files::failed(&self.files[0], cause))?;
        let hash_bytes = (self.hash as usize) << 20;
        let levels = compare(&positions, &model, self.depth, &self.levels, hash_bytes, &mut |row| {
            tell(format_args!("{} %: {:.1} s", row.percent, row.seconds));
        });
        self.report(&Report { positions: positions.len(), depth: self.depth, levels }, out)?;
        Ok(Verdict::Fine)
    }

    fn report(&self, report: &Report, out: &mut dyn Write) -> Result<(), Error> {
        if self.json {
            return json::write(report, out);
        }
        writeln!(out, "{} positions to depth {}", report.positions, report.depth)?;
        writeln!(out, "level       nodes  seconds  same move  same value  within 1  within 2   mean  deviation")?;
        for Row { percent, nodes, seconds, agreement } in &report.levels {
            write!(out, "{percent:>4}%{nodes:>12}{seconds:>9.2}")?;
            if let Some(agreement) = agreement {
                for (part, width) in [
                    (agreement.same_move, 9),
                    (agreement.same_value, 10),
                    (agreement.within_1, 8),
                    (agreement.within_2, 8),
                ] {
                    write!(out, "{:>width$.1} %", part * 100.0)?;
                }
                write!(out, "{:>7.2}{:>11.2}", agreement.mean, agreement.deviation)?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
