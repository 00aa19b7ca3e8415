//! `outflank-train fit`: fits weights to expanded games without a GPU.

use std::{fmt, path::PathBuf, time::Instant};

use outflank_train::{
    BoardKind,
    expand::{Description, Set},
    fit::{self, Options},
    loss::Losses,
    weights,
};
use serde::Serialize;

use super::{Error, LOSS_HEADING, LossCells, ThreadsArgs};

/// Fit weights to expanded games on the processors of this machine
///
/// Minimizes the squared error over all positions. Weights that few positions use are pulled
/// towards 0 and towards the same weight in the neighboring phases. `training/fit.py` does the same
/// on a GPU. `outflank-train pack` reads the results NAME.npy and NAME.json.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A folder written by outflank-train expand
    #[arg(value_name = "DIR")]
    data: PathBuf,

    /// Write the weights to NAME.npy and NAME.json
    #[arg(short, long, value_name = "NAME")]
    out: PathBuf,

    /// Pull every weight towards 0 as strongly as N positions would
    #[arg(long, value_name = "N", default_value_t = 30.0)]
    ridge: f32,

    /// Pull every weight towards the next phase's as strongly as N positions would
    #[arg(long, value_name = "N", default_value_t = 100.0)]
    smooth: f32,

    /// Make at most N passes over the data
    #[arg(long, value_name = "N", default_value_t = 60)]
    iterations: u32,

    /// Stop after N validations without gain; there is one every 5 passes
    #[arg(long, value_name = "N", default_value_t = 3)]
    patience: u32,

    #[command(flatten)]
    threads: ThreadsArgs,
}

/// JSON printed by `outflank-train fit --json`.
#[derive(Serialize)]
pub(super) struct FitJson {
    seconds: f64,
    clipped: u64,
    phases: Vec<PhaseJson>,
}

#[derive(Serialize)]
struct PhaseJson {
    phase: usize,
    train: Losses,
    validation: Losses,
}

impl Args {
    pub(super) fn run(&self) -> Result<FitJson, Error> {
        let started = Instant::now();
        let description = Description::read(&self.data).map_err(Error::content(&self.data))?;
        let kind =
            BoardKind::of_layout(&description.layout).ok_or_else(|| Error::content(&self.data)(LayoutMismatch))?;
        let layout = kind.layout();
        let read = |name| Set::read(&self.data, name).map_err(Error::content(&self.data));
        let (train, validation) = (read("train")?, read("validation")?);
        let fitted = fit::fit(&layout, &train, &validation, &self.options(), &mut |progress| {
            let fit::Progress { iteration, validation } = progress;
            eprintln!("iteration {iteration}: validation {validation:.4}, {:.0} s", started.elapsed().as_secs_f64());
        });
        let about = weights::write(&self.out, &layout, &fitted.weights).map_err(Error::write(&self.out))?;
        let phase = |(phase, &[train, validation]): (usize, &[Losses; 2])| PhaseJson { phase, train, validation };
        Ok(FitJson {
            seconds: started.elapsed().as_secs_f64(),
            clipped: about.clipped,
            phases: fitted.losses.iter().enumerate().map(phase).collect(),
        })
    }

    fn options(&self) -> Options {
        Options {
            ridge: self.ridge,
            smooth: self.smooth,
            iterations: self.iterations,
            measure: 5,
            patience: self.patience,
            threads: self.threads.count(),
        }
    }
}

impl fmt::Display for FitJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "      {:^40}{:^40}", "train", "validation")?;
        writeln!(f, "phase {LOSS_HEADING}{LOSS_HEADING}")?;
        for PhaseJson { phase, train, validation } in &self.phases {
            writeln!(f, "{phase:>5} {}{}", LossCells(train), LossCells(validation))?;
        }
        write!(f, "fitted in {:.1} s, {} weights clipped", self.seconds, self.clipped)
    }
}

#[derive(Debug, thiserror::Error)]
#[error("expanded for a different layout than this program has; expand the games again")]
struct LayoutMismatch;
