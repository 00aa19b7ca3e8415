//! `outflank train pack`: a weight file from fitted weights.

use std::{fs, io::Write, path::PathBuf};

use outflank_train::weights;
use serde::Serialize;

use super::files;
use crate::{Verdict, error::Error, json};

/// Make a weight file of fitted weights
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What fit wrote, without ending or with
    #[arg(value_name = "NAME")]
    fitted: PathBuf,

    /// The weight file
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// What the weights are called, for those who look into the file
    #[arg(long, value_name = "TEXT", default_value = "trained by self-play")]
    name: String,

    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    bytes: usize,
    weights: usize,
    nonzero: usize,
    clipped: u64,
    digest: String,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let (model, about) =
            weights::pack(&self.fitted, &self.name).map_err(|cause| files::failed(&self.fitted, cause))?;
        let bytes = model.to_bytes();
        fs::write(&self.out, &bytes).map_err(|cause| Error::File { doing: "write", path: self.out.clone(), cause })?;
        let phases = (0..about.phases).map(|phase| model.parameters(phase));
        let report = Report {
            bytes: bytes.len(),
            weights: about.phases * about.parameters,
            nonzero: phases.map(|weights| weights.iter().filter(|&&weight| weight != 0).count()).sum(),
            clipped: about.clipped,
            digest: format!("{:016x}", weights::digest(&bytes)),
        };
        if self.json {
            json::write(&report, out)?;
        } else {
            let Report { bytes, weights, nonzero, clipped, digest } = report;
            writeln!(
                out,
                "{bytes} bytes: {weights} weights, {nonzero} of them not 0, {clipped} clipped; digest {digest}"
            )?;
        }
        Ok(Verdict::Fine)
    }
}
