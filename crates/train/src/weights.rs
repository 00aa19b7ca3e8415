//! Weights between fitting and the weight file: whole numbers, a row a phase.
//!
//! A fitter writes `NAME.npy` (phases x parameters, 16 bits) and `NAME.json` that tells the layout they belong to;
//! [`pack`] makes a model of them.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

use outflank_engine::eval::{BadWeights, Layout, Model, UNIT};
use serde::{Deserialize, Serialize};

use crate::{Kind, dataset::checksum, expand::npy};

/// What `NAME.json` says; fitters may add more.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct About {
    /// Version of the format.
    pub format: u32,
    /// Digest of the layout, in hexadecimal.
    pub layout: String,
    /// Rows.
    pub phases: usize,
    /// Columns.
    pub parameters: usize,
    /// Weights are whole numbers of this fraction of a disc.
    pub unit: i32,
    /// Weights that were too large for 16 bits.
    pub clipped: u64,
}

const FORMAT: u32 = 1;

/// Why weights cannot be packed.
#[derive(Debug)]
pub enum CannotPack {
    /// A file cannot be read.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The weights are for other patterns than those of this program.
    OtherLayout(String),
    /// Another format or fraction of a disc.
    OtherFormat,
    /// There are not as many as the layout has.
    Weights(BadWeights),
}

impl fmt::Display for CannotPack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotPack::File { path, cause } => write!(f, "cannot read {}: {cause}", path.display()),
            CannotPack::OtherLayout(found) => {
                write!(f, "fitted for other patterns (layout {found}): expand the games and fit again")
            }
            CannotPack::OtherFormat => f.write_str("written by another version of the fitter: fit again"),
            CannotPack::Weights(cause) => cause.fmt(f),
        }
    }
}

impl std::error::Error for CannotPack {}

/// Writes fitted weights, in discs, as whole numbers; tells how many were too large and are clipped.
pub fn write(base: &Path, layout: &Layout, phases: &[Vec<f32>]) -> io::Result<About> {
    let whole: Vec<f32> = phases.iter().flatten().map(|weight| (weight * UNIT as f32).round()).collect();
    let fits = |weight: &&f32| (f32::from(i16::MIN)..=f32::from(i16::MAX)).contains(*weight);
    let about = About {
        format: FORMAT,
        layout: format!("{:016x}", layout.digest()),
        phases: layout.phases(),
        parameters: layout.parameters(),
        unit: UNIT,
        clipped: (whole.len() - whole.iter().filter(fits).count()) as u64,
    };
    // The conversion saturates.
    let whole: Vec<i16> = whole.into_iter().map(|weight| weight as i16).collect();
    npy::write(&base.with_extension("npy"), &[layout.phases(), layout.parameters()], &whole)?;
    fs::write(base.with_extension("json"), serde_json::to_vec_pretty(&about)?)?;
    Ok(about)
}

/// Makes a model of what a fitter wrote under this name.
pub fn pack(base: &Path, name: &str) -> Result<(Model, About), CannotPack> {
    let about = about(&base.with_extension("json"))?;
    let kind = Kind::of_layout(&about.layout).ok_or_else(|| CannotPack::OtherLayout(about.layout.clone()))?;
    let layout = kind.layout();
    let path = base.with_extension("npy");
    let weights: Vec<i16> = npy::read(&path).map_err(|cause| CannotPack::File { path, cause })?;
    let phases: Vec<Vec<i16>> = weights.chunks(layout.parameters()).map(<[i16]>::to_vec).collect();
    let model = Model::new(layout, name, &phases).map_err(CannotPack::Weights)?;
    Ok((model, about))
}

fn about(path: &Path) -> Result<About, CannotPack> {
    let bytes = fs::read(path).map_err(|cause| CannotPack::File { path: path.to_owned(), cause })?;
    let about: Result<About, _> = serde_json::from_slice(&bytes);
    let about = about.map_err(|cause| CannotPack::File { path: path.to_owned(), cause: cause.into() })?;
    if (about.format, about.unit) == (FORMAT, UNIT) { Ok(about) } else { Err(CannotPack::OtherFormat) }
}

/// A number that tells weight files apart, kept with the games they played.
pub fn digest(file: &[u8]) -> u64 {
    checksum(&[file])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_rounded_clipped_and_packed() {
        let dir = tempfile::tempdir().unwrap();
        let (base, layout) = (dir.path().join("w"), Kind::Six.layout());
        let mut phases = vec![vec![0.0; layout.parameters()]; layout.phases()];
        phases[3][..4].copy_from_slice(&[1.5, -0.26, 1000.0, -1000.0]);
        assert_eq!(write(&base, &layout, &phases).unwrap().clipped, 2);
        let (model, about) = pack(&base, "six").unwrap();
        assert_eq!(about.clipped, 2);
        assert_eq!(model.parameters(3)[..5], [96, -17, i16::MAX, i16::MIN, 0]);
        assert_eq!(model.name(), "six");
    }

    #[test]
    fn weights_of_other_layouts_and_sizes_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let (base, layout) = (dir.path().join("w"), Kind::Six.layout());
        let phases = vec![vec![0.0; layout.parameters()]; layout.phases()];
        write(&base, &layout, &phases).unwrap();
        npy::write(&base.with_extension("npy"), &[3], &[0i16; 3]).unwrap();
        assert!(matches!(pack(&base, ""), Err(CannotPack::Weights(_))));
        let json = fs::read_to_string(base.with_extension("json")).unwrap();
        let other = json.replace(&format!("{:016x}", layout.digest()), "0");
        fs::write(base.with_extension("json"), other).unwrap();
        assert!(matches!(pack(&base, ""), Err(CannotPack::OtherLayout(_))));
        fs::write(base.with_extension("json"), "{}").unwrap();
        assert!(matches!(pack(&base, ""), Err(CannotPack::File { .. })));
    }
}
