//! `outflank-train pack`, `rename`, `mean` and `round`: write weight files.

use std::{fmt, fs, path::PathBuf};

use outflank_engine::eval::Model;
use outflank_train::weights;
use serde::Serialize;

use super::Error;

/// Pack fitted weights into a weight file
#[derive(Debug, clap::Args)]
pub(crate) struct PackArgs {
    /// The weights that fit wrote; the extension may be left out
    #[arg(value_name = "NAME")]
    fitted: PathBuf,

    /// Write the weight file to FILE
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Store TEXT as the name of the weights
    #[arg(long, value_name = "TEXT", default_value = "trained by self-play")]
    name: String,
}

/// JSON printed by `outflank-train pack --json`.
#[derive(Serialize)]
pub(super) struct PackJson {
    bytes: usize,
    weights: usize,
    nonzero: usize,
    clipped: u64,
    digest: String,
}

impl PackArgs {
    pub(super) fn run(&self) -> Result<PackJson, Error> {
        let (model, about) = weights::pack(&self.fitted, &self.name).map_err(Error::content(&self.fitted))?;
        let bytes = model.to_bytes();
        fs::write(&self.out, &bytes).map_err(Error::write(&self.out))?;
        let phases = (0..about.phases).map(|phase| model.parameters(phase));
        Ok(PackJson {
            bytes: bytes.len(),
            weights: about.phases * about.parameters,
            nonzero: phases.map(|weights| weights.iter().filter(|&&weight| weight != 0).count()).sum(),
            clipped: about.clipped,
            digest: format!("{:016x}", weights::digest(&bytes)),
        })
    }
}

impl fmt::Display for PackJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PackJson { bytes, weights, nonzero, clipped, digest } = self;
        write!(f, "{bytes} bytes: {weights} weights, {nonzero} nonzero, {clipped} clipped; digest {digest}")
    }
}

/// Change the name stored in a weight file
#[derive(Debug, clap::Args)]
pub(crate) struct RenameArgs {
    /// The weight file
    #[arg(value_name = "FILE")]
    weights: PathBuf,

    /// Store TEXT as the name of the weights
    #[arg(long, value_name = "TEXT")]
    name: String,

    /// Write the new weight file to FILE, which may be the old one
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

/// JSON printed by `outflank-train rename --json`.
#[derive(Serialize)]
pub(super) struct RenameJson {
    before: String,
    name: String,
    bytes: usize,
    digest: String,
}

impl RenameArgs {
    pub(super) fn run(&self) -> Result<RenameJson, Error> {
        let path = &self.weights;
        let bytes = fs::read(path).map_err(Error::read(path))?;
        let model = Model::from_bytes(&bytes).map_err(Error::content(path))?;
        let before = model.name().to_owned();
        let model = model.with_name(&self.name);
        let bytes = model.to_bytes();
        fs::write(&self.out, &bytes).map_err(Error::write(&self.out))?;
        let digest = format!("{:016x}", weights::digest(&bytes));
        Ok(RenameJson { before, name: model.name().to_owned(), bytes: bytes.len(), digest })
    }
}

impl fmt::Display for RenameJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RenameJson { before, name, bytes, digest } = self;
        write!(f, "{before:?} is now {name:?}: {bytes} bytes, digest {digest}")
    }
}

/// Write the mean of several weight files
///
/// Two fits to different labels make different errors, and their mean has fewer. A file that is named
/// twice counts twice.
#[derive(Debug, clap::Args)]
pub(crate) struct MeanArgs {
    /// The weight files, all of one board and goal
    #[arg(value_name = "FILE", required = true)]
    weights: Vec<PathBuf>,

    /// Store TEXT as the name of the weights
    #[arg(long, value_name = "TEXT", default_value = "mean")]
    name: String,

    /// Write the new weight file to FILE
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

impl MeanArgs {
    pub(super) fn run(&self) -> Result<RenameJson, Error> {
        let models = self.weights.iter().map(|path| {
            let bytes = fs::read(path).map_err(Error::read(path))?;
            Model::from_bytes(&bytes).map_err(Error::content(path))
        });
        let models = models.collect::<Result<Vec<_>, _>>()?;
        let model = weights::mean(&models, &self.name).map_err(Error::content(&self.out))?;
        let bytes = model.to_bytes();
        fs::write(&self.out, &bytes).map_err(Error::write(&self.out))?;
        let before = models.iter().map(Model::name).collect::<Vec<_>>().join(", ");
        let digest = format!("{:016x}", weights::digest(&bytes));
        Ok(RenameJson { before, name: model.name().to_owned(), bytes: bytes.len(), digest })
    }
}

/// Round weights so that their file is smaller
///
/// All weights become multiples of the smallest step, in 1/64 of a disc, with which the file is small
/// enough. The page's engine has such weights.
#[derive(Debug, clap::Args)]
pub(crate) struct RoundArgs {
    /// The weight file
    #[arg(value_name = "FILE")]
    weights: PathBuf,

    /// Make the file at most N bytes long
    #[arg(long, value_name = "N")]
    bytes: usize,

    /// Write the new weight file to FILE
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

/// JSON printed by `outflank-train round --json`.
#[derive(Serialize)]
pub(super) struct RoundJson {
    name: String,
    step: i16,
    /// The root of the mean square of what rounding changed, in 1/64 of a disc.
    error: f64,
    bytes: usize,
    digest: String,
}

impl RoundArgs {
    pub(super) fn run(&self) -> Result<RoundJson, Error> {
        let path = &self.weights;
        let bytes = fs::read(path).map_err(Error::read(path))?;
        let model = Model::from_bytes(&bytes).map_err(Error::content(path))?;
        let (rounded, file) = weights::round(&model, self.bytes).map_err(Error::content(path))?;
        fs::write(&self.out, &file).map_err(Error::write(&self.out))?;
        Ok(RoundJson {
            name: rounded.model.name().to_owned(),
            step: rounded.step,
            error: rounded.error,
            bytes: file.len(),
            digest: format!("{:016x}", weights::digest(&file)),
        })
    }
}

impl fmt::Display for RoundJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RoundJson { name, step, error, bytes, digest } = self;
        write!(f, "{name:?}: multiples of {step}/64 disc, error {error:.2}/64; {bytes} bytes, digest {digest}")
    }
}
