//! `outflank-train selectivity`: measures the cost and the error of the selectivity levels.

use std::{fmt, path::PathBuf};

use outflank_engine::Selectivity;
use outflank_train::{
    deviations::{Choice, choose},
    selectivity::{LevelComparison, compare},
};
use serde::Serialize;

use super::{Error, open_all_games, parse_range, read_model};

/// Compare the selectivity levels: their cost, and how often they agree with a full search
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files written by outflank-train play, all for one board
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,

    /// Read the weights from FILE instead of using the embedded ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Search N positions
    #[arg(long, value_name = "N", default_value_t = 100)]
    positions: usize,

    /// Choose positions with MIN to MAX empty squares
    #[arg(long, value_name = "MIN..MAX", default_value = "20..56", value_parser = parse_range)]
    empties: (u8, u8),

    /// Search PLIES deep; to the end if there are fewer empty squares
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,

    /// Compare these levels; without 100, print only their cost
    #[arg(long, value_name = "PERCENT", value_delimiter = ',', default_value = "73,87,95,98,99,100")]
    levels: Vec<Selectivity>,

    /// Seed the random generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Set the size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,
}

/// JSON printed by `outflank-train selectivity --json`.
#[derive(Serialize)]
pub(super) struct SelectivityJson {
    positions: usize,
    depth: u32,
    levels: Vec<LevelComparison>,
}

impl Args {
    pub(super) fn run(&self) -> Result<SelectivityJson, Error> {
        let (kind, readers) = open_all_games(&self.files)?;
        let model = read_model(self.weights.as_deref(), kind)?;
        let choice = Choice { positions: self.positions, empties: self.empties, seed: self.seed };
        let positions = choose(readers, &choice).map_err(Error::content(&self.files[0]))?;
        let hash_bytes = (self.hash as usize) << 20;
        let levels = compare(&positions, &model, self.depth, &self.levels, hash_bytes, &mut |level| {
            eprintln!("{} %: {:.1} s", level.percent, level.seconds);
        });
        Ok(SelectivityJson { positions: positions.len(), depth: self.depth, levels })
    }
}

impl fmt::Display for SelectivityJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} positions to depth {}", self.positions, self.depth)?;
        write!(f, "level       nodes  seconds  same move  same score  within 1  within 2   mean  deviation")?;
        for LevelComparison { percent, nodes, seconds, agreement } in &self.levels {
            write!(f, "\n{percent:>4}%{nodes:>12}{seconds:>9.2}")?;
            if let Some(agreement) = agreement {
                for (share, width) in [
                    (agreement.same_move, 9),
                    (agreement.same_value, 10),
                    (agreement.within_1, 8),
                    (agreement.within_2, 8),
                ] {
                    write!(f, "{:>width$.1} %", share * 100.0)?;
                }
                write!(f, "{:>7.2}{:>11.2}", agreement.mean, agreement.deviation)?;
            }
        }
        Ok(())
    }
}
