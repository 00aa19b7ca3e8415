//! `outflank-train validate`: measures the error of weights.

use std::{fmt, path::PathBuf, sync::Arc};

use outflank_train::validate::{ErrorByEmpties, Evaluator, PhaseErrors};
use serde::Serialize;

use super::{Error, LOSS_HEADING, LossCells, open_all_games, parse_share, read_model};

/// Measure weights on games that they were not trained on
///
/// Compares evaluations with the exact scores in the files and, where there is none, with the
/// search scores. Games searched deeper than the training games give a better reference.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files written by outflank-train play, all for one board
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,

    /// Read the weights from FILE instead of using the embedded ones
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// Share of the games kept for validation, as given to expand
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = parse_share)]
    validation: f64,

    /// Measure all games; for files that were not used in training
    #[arg(long)]
    all: bool,

    /// Search N plies before evaluating
    #[arg(long, value_name = "N", default_value_t = 0)]
    depth: u32,
}

/// JSON printed by `outflank-train validate --json`.
#[derive(Serialize)]
pub(super) struct ValidateJson {
    model: String,
    games: u64,
    phases: Vec<PhaseErrors>,
    all: PhaseErrors,
}

impl Args {
    pub(super) fn run(&self) -> Result<ValidateJson, Error> {
        let (kind, readers) = open_all_games(&self.files)?;
        let model = read_model(self.model.as_deref(), kind)?;
        let (mut errors, mut games) = (ErrorByEmpties::new(kind), 0);
        let mut evaluator = Evaluator::new(Arc::clone(&model), self.depth);
        let share = if self.all { 1.0 } else { self.validation };
        for (reader, path) in readers.into_iter().zip(&self.files) {
            games += errors.add(&mut evaluator, reader, share).map_err(Error::content(path))?;
        }
        let (phases, all) = errors.phases(&model);
        Ok(ValidateJson { model: model.name().to_owned(), games, phases, all })
    }
}

impl fmt::Display for ValidateJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} on {} games", self.model, self.games)?;
        writeln!(f, "        {:^40}{:^40}", "exact scores", "search scores")?;
        write!(f, "empties {LOSS_HEADING}{LOSS_HEADING}")?;
        for PhaseErrors { empties: (min, max), exact, search } in self.phases.iter().chain([&self.all]) {
            write!(f, "\n{:>7} {}{}", format!("{max}-{min}"), LossCells(exact), LossCells(search))?;
        }
        Ok(())
    }
}
