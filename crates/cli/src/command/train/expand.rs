//! `outflank train expand`: games as arrays of labelled positions.

use std::{io::Write, path::PathBuf};

use outflank_train::{expand::Plan, label::Labelling};
use serde::Serialize;

use super::{Threads, files, play::parse_part};
use crate::{Verdict, error::Error, json};

/// Label the positions of games and lay them out for a fitter
///
/// A position that was solved has its exact value for a label. Any other has a mean of what the search said and of what
/// play came to, up to the next random move. Whole games are kept for validation, never single positions.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of outflank train play
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,

    /// The folder for the arrays
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    /// Weight of what play came to; the rest is that of the search's value
    #[arg(long, value_name = "PART", default_value_t = 0.5, value_parser = parse_part)]
    lambda: f64,

    /// Part of the games that is kept for validation
    #[arg(long, value_name = "PART", default_value_t = 0.02, value_parser = parse_part)]
    validation: f64,

    /// Make equal positions one, mirror images too; validation then has no position of training
    #[arg(long)]
    unique: bool,

    #[command(flatten)]
    threads: Threads,

    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    games: u64,
    illegal_games: u64,
    damaged_parts: u64,
    train: u64,
    validation: u64,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let games = self.files.iter().map(|path| files::games(path)).collect::<Result<Vec<_>, _>>()?;
        let plan = Plan {
            labelling: Labelling { lambda: self.lambda as f32 },
            validation: self.validation,
            unique: self.unique,
            threads: self.threads.count(),
        };
        let (description, tally) = plan.expand(games, &self.out).map_err(|cause| files::failed(&self.out, cause))?;
        let report = Report {
            games: tally.games,
            illegal_games: tally.illegal,
            damaged_parts: tally.damaged,
            train: description.sets[0].positions,
            validation: description.sets[1].positions,
        };
        self.write(&report, out)?;
        Ok(Verdict::Fine)
    }

    fn write(&self, report: &Report, out: &mut dyn Write) -> Result<(), Error> {
        if self.json {
            return json::write(report, out);
        }
        let Report { games, illegal_games, damaged_parts, train, validation } = report;
        writeln!(out, "{games} games: {train} positions to train on, {validation} to validate")?;
        if illegal_games + damaged_parts > 0 {
            writeln!(out, "left out: {illegal_games} illegal games, {damaged_parts} damaged parts")?;
        }
        Ok(())
    }
}
