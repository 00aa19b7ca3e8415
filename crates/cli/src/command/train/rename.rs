//! `outflank train rename`: a weight file with another name in it.

use std::{fs, io::Write, path::PathBuf};

use outflank_engine::eval::Model;
use outflank_train::weights;
use serde::Serialize;

use super::files;
use crate::{Verdict, error::Error, json};

/// Give a weight file another name; the weights stay what they are
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The weight file
    #[arg(value_name = "FILE")]
    weights: PathBuf,

    /// What the weights are called, for those who look into the file
    #[arg(long, value_name = "TEXT")]
    name: String,

    /// The new weight file, which may be the old one
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    before: &'a str,
    name: &'a str,
    bytes: usize,
    digest: String,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let model = self.model()?;
        let before = model.name().to_owned();
        let model = model.with_name(&self.name);
        let bytes = model.to_bytes();
        fs::write(&self.out, &bytes).map_err(|cause| Error::File { doing: "write", path: self.out.clone(), cause })?;
        let digest = format!("{:016x}", weights::digest(&bytes));
        let report = Report { before: &before, name: model.name(), bytes: bytes.len(), digest };
        if self.json {
            json::write(&report, out)?;
        } else {
            let Report { before, name, bytes, digest } = report;
            writeln!(out, "{before:?} is now {name:?}: {bytes} bytes, digest {digest}")?;
        }
        Ok(Verdict::Fine)
    }

    fn model(&self) -> Result<Model, Error> {
        let path = &self.weights;
        let bytes = fs::read(path).map_err(|cause| Error::File { doing: "read", path: path.clone(), cause })?;
        Model::from_bytes(&bytes).map_err(|cause| files::failed(path, cause))
    }
}
