//! `outflank train validate`: how far weights are off.

use std::{io::Write, path::PathBuf, sync::Arc};

use outflank_train::validate::{Judge, Row, Survey};
use serde::Serialize;

use super::{
    files,
    play::parse_part,
    table::{Cells, HEADING},
};
use crate::{Verdict, error::Error, json};

/// Measure weights on games that they were not trained on
///
/// Values are compared with the exact values in the files, and where there are none with what the search of the games
/// said. Games of a deeper search than the training's make the better judge.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of outflank train play, all of one board
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,

    /// The weight file, instead of the embedded weights
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// Part of the games that is kept for validation, as it was for expand
    #[arg(long, value_name = "PART", default_value_t = 0.02, value_parser = parse_part)]
    validation: f64,

    /// Measure all games: for files that nothing was trained on
    #[arg(long)]
    all: bool,

    /// Plies of search before the evaluation
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    depth: u32,

    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    model: &'a str,
    games: u64,
    phases: &'a [Row],
    all: &'a Row,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let readers = self.files.iter().map(|path| files::games(path)).collect::<Result<Vec<_>, _>>()?;
        let Some(kind) = readers.first().map(|reader| reader.header().kind) else { return Err(Error::NoInput) };
        let model = files::model(self.model.as_deref(), kind)?;
        let (mut survey, mut games) = (Survey::new(kind), 0);
        let mut judge = Judge::new(Arc::clone(&model), self.depth);
        let part = if self.all { 1.0 } else { self.validation };
        for (reader, path) in readers.into_iter().zip(&self.files) {
            if reader.header().kind != kind {
                return Err(files::failed(path, files::OtherBoard));
            }
            games += survey.add(&mut judge, reader, part).map_err(|cause| files::failed(path, cause))?;
        }
        let rows = survey.rows(&model);
        if let Some((all, phases)) = rows.split_last() {
            self.report(&Report { model: model.name(), games, phases, all }, out)?;
        }
        Ok(Verdict::Fine)
    }

    fn report(&self, report: &Report<'_>, out: &mut dyn Write) -> Result<(), Error> {
        if self.json {
            return json::write(report, out);
        }
        writeln!(out, "{} on {} games", report.model, report.games)?;
        writeln!(out, "        {:^40}{:^40}", "exact values", "search values")?;
        writeln!(out, "empties {HEADING}{HEADING}")?;
        for Row { empties: (fewest, most), exact, search } in report.phases.iter().chain([report.all]) {
            writeln!(out, "{:>7} {}{}", format!("{most}-{fewest}"), Cells(exact), Cells(search))?;
        }
        Ok(())
    }
}
