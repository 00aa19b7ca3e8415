//! `outflank train fit`: weights from expanded games, without a GPU.

use std::{io::Write, path::PathBuf, time::Instant};

use outflank_train::{
    Kind,
    expand::{Description, Set},
    fit::{self, Fitted, Options},
    loss::Losses,
    weights,
};
use serde::Serialize;

use super::{
    Threads, files,
    table::{Cells, HEADING},
};
use crate::{Verdict, error::Error, json, tell};

/// Fit weights to expanded games on the processors of this machine
///
/// Least squares over all positions, with weights that few positions use drawn to 0 and to those of the phases beside
/// them. `training/fit.py` does the same on a GPU. NAME.npy and NAME.json are for `outflank train pack`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A folder of outflank train expand
    #[arg(value_name = "DIR")]
    data: PathBuf,

    /// Where the weights go, without ending
    #[arg(short, long, value_name = "NAME")]
    out: PathBuf,

    /// As many positions say 0 for every weight
    #[arg(long, value_name = "N", default_value_t = 30.0)]
    ridge: f32,

    /// As many positions say for every weight: as in the next phase
    #[arg(long, value_name = "N", default_value_t = 100.0)]
    smooth: f32,

    /// Most passes over the data
    #[arg(long, value_name = "N", default_value_t = 60)]
    iterations: u32,

    /// Stop after so many measurements, five passes each, without gain
    #[arg(long, value_name = "N", default_value_t = 3)]
    patience: u32,

    #[command(flatten)]
    threads: Threads,

    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    seconds: f64,
    clipped: u64,
    phases: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    phase: usize,
    train: &'a Losses,
    validation: &'a Losses,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let begun = Instant::now();
        let description = Description::read(&self.data).map_err(|cause| files::failed(&self.data, cause))?;
        let kind = Kind::of_layout(&description.layout).ok_or_else(|| files::failed(&self.data, OtherLayout))?;
        let layout = kind.layout();
        let read = |name| Set::read(&self.data, name).map_err(|cause| files::failed(&self.data, cause));
        let (train, validation) = (read("train")?, read("validation")?);
        let fitted = fit::fit(&layout, &train, &validation, &self.options(), &mut |progress| {
            let fit::Progress { iteration, validation } = progress;
            tell(format_args!(
                "iteration {iteration}: validation {validation:.4}, {:.0} s",
                begun.elapsed().as_secs_f64()
            ));
        });
        let about = weights::write(&self.out, &layout, &fitted.weights).map_err(|cause| Error::File {
            doing: "write",
            path: self.out.clone(),
            cause,
        })?;
        self.report(&fitted, about.clipped, begun.elapsed().as_secs_f64(), out)?;
        Ok(Verdict::Fine)
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

    fn report<'a>(&self, fitted: &'a Fitted, clipped: u64, seconds: f64, out: &mut dyn Write) -> Result<(), Error> {
        let row = |(phase, [train, validation]): (usize, &'a [Losses; 2])| Row { phase, train, validation };
        let phases: Vec<Row<'_>> = fitted.losses.iter().enumerate().map(row).collect();
        if self.json {
            return json::write(&Report { seconds, clipped, phases }, out);
        }
        writeln!(out, "      {:^40}{:^40}", "train", "validation")?;
        writeln!(out, "phase {HEADING}{HEADING}")?;
        for Row { phase, train, validation } in phases {
            writeln!(out, "{phase:>5} {}{}", Cells(train), Cells(validation))?;
        }
        writeln!(out, "fitted in {seconds:.1} s, {clipped} weights clipped")?;
        Ok(())
    }
}

/// A folder that was expanded for other patterns.
#[derive(Debug)]
struct OtherLayout;

impl std::fmt::Display for OtherLayout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("expanded for other patterns than those of this program: expand the games again")
    }
}

impl std::error::Error for OtherLayout {}
