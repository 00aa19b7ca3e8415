//! Fitted weights before packing: whole numbers, one row per phase.
//!
//! A fitter writes `NAME.npy` (phases x parameters, 16 bits) and `NAME.json`, which names the
//! layout. [`pack`] turns them into a model.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use outflank_engine::eval::{Layout, Model, UNIT, WeightsError};
use serde::{Deserialize, Serialize};

use crate::{BoardKind, dataset::checksum, expand::npy};

/// The contents of `NAME.json`; fitters may add more.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct About {
    /// Version of the format.
    pub format: u32,
    /// Digest of the layout, in hexadecimal.
    pub layout: String,
    /// Number of rows.
    pub phases: usize,
    /// Number of columns.
    pub parameters: usize,
    /// Weights are whole multiples of 1/`unit` disc.
    pub unit: i32,
    /// Number of weights that were too large for 16 bits.
    pub clipped: u64,
}

const FORMAT: u32 = 1;

/// The reason why weights cannot be packed.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// A file cannot be read.
    #[error("cannot read {}: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        cause: io::Error,
    },
    /// The weights are for other patterns than those of this program.
    #[error("fitted for other patterns (layout {0}); expand the games and fit again")]
    OtherLayout(String),
    /// The weights have another format or unit.
    #[error("written by another version of the fitter; fit again")]
    OtherFormat,
    /// The number of weights does not match the layout.
    #[error(transparent)]
    Weights(WeightsError),
}

/// Writes fitted weights, given in discs, as whole numbers. Clips weights that are too large and
/// counts them.
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

/// Reads the files of a fitter and creates a model.
pub fn pack(base: &Path, name: &str) -> Result<(Model, About), PackError> {
    let about = about(&base.with_extension("json"))?;
    let kind = BoardKind::of_layout(&about.layout).ok_or_else(|| PackError::OtherLayout(about.layout.clone()))?;
    let layout = kind.layout();
    let path = base.with_extension("npy");
    let weights: Vec<i16> = npy::read(&path).map_err(|cause| PackError::File { path, cause })?;
    let phases: Vec<Vec<i16>> = weights.chunks(layout.parameters()).map(<[i16]>::to_vec).collect();
    let model = Model::new(layout, name, &phases).map_err(PackError::Weights)?;
    Ok((model, about))
}

fn about(path: &Path) -> Result<About, PackError> {
    let bytes = fs::read(path).map_err(|cause| PackError::File { path: path.to_owned(), cause })?;
    let about: Result<About, _> = serde_json::from_slice(&bytes);
    let about = about.map_err(|cause| PackError::File { path: path.to_owned(), cause: cause.into() })?;
    if (about.format, about.unit) == (FORMAT, UNIT) { Ok(about) } else { Err(PackError::OtherFormat) }
}

/// Returns the means of the weights of models for the same board and goal, rounded.
pub fn mean(models: &[Model], name: &str) -> Result<Model, PackError> {
    let first = models.first().ok_or(PackError::Weights(WeightsError::WrongCount { found: 0, expected: 1 }))?;
    let layout = |model: &Model| format!("{:016x}", model.layout().digest());
    if let Some(other) = models.iter().find(|model| layout(model) != layout(first)) {
        return Err(PackError::OtherLayout(layout(other)));
    }
    let phases: Vec<Vec<i16>> = (0..first.layout().phases())
        .map(|phase| {
            let mut sums = vec![0; first.layout().parameters()];
            for model in models {
                sums.iter_mut().zip(model.parameters(phase)).for_each(|(sum, weight)| *sum += i32::from(weight));
            }
            sums.into_iter().map(|sum| (f64::from(sum) / models.len() as f64).round() as i16).collect()
        })
        .collect();
    let kind = BoardKind::of_layout(&layout(first)).ok_or_else(|| PackError::OtherLayout(layout(first)))?;
    Model::new(kind.layout(), name, &phases).map_err(PackError::Weights)
}

/// Weights that were rounded to multiples of a step.
pub struct Rounded {
    /// The weights.
    pub model: Model,
    /// The step, in 1/[`UNIT`] of a disc.
    pub step: i16,
    /// The root of the mean square of what rounding changed, over the weights that were not zero.
    pub error: f64,
}

/// The weights cannot be rounded to a file as small.
#[derive(Debug, thiserror::Error)]
#[error("no rounding makes the file smaller than {0} bytes; give a larger size")]
pub struct TooSmall(usize);

/// The largest step: a disc. Weights rounded further say little.
const LARGEST_STEP: i16 = UNIT as i16;

/// Rounds weights to multiples of the smallest step with which their file has at most this many
/// bytes. Returns the file too.
pub fn round(model: &Model, bytes: usize) -> Result<(Rounded, Vec<u8>), TooSmall> {
    (1..=LARGEST_STEP)
        .map(|step| rounded(model, step))
        .map(|rounded| (rounded.model.to_bytes(), rounded))
        .find(|(file, _)| file.len() <= bytes)
        .map(|(file, rounded)| (rounded, file))
        .ok_or(TooSmall(bytes))
}

fn rounded(model: &Model, step: i16) -> Rounded {
    let digest = format!("{:016x}", model.layout().digest());
    let layout = BoardKind::of_layout(&digest).expect("the layout of a model is known").layout();
    let before: Vec<Vec<i16>> = (0..layout.phases()).map(|phase| model.parameters(phase)).collect();
    let nearest = |weight: &i16| {
        let steps = (f32::from(*weight) / f32::from(step)).round();
        (steps * f32::from(step)) as i16
    };
    let after: Vec<Vec<i16>> = before.iter().map(|phase| phase.iter().map(nearest).collect()).collect();
    let pairs = before.iter().flatten().zip(after.iter().flatten()).filter(|(before, _)| **before != 0);
    let squares = pairs.map(|(before, after)| f64::from(after - before).powi(2));
    let (sum, count) = squares.fold((0.0, 0.0), |(sum, count), square| (sum + square, count + 1.0_f64));
    let name = match step {
        1 => model.name().to_owned(),
        _ => format!("{}, rounded to {step}/{UNIT}", model.name()),
    };
    let model = Model::new(layout, &name, &after).expect("as many weights as before");
    Rounded { model, step, error: (sum / count.max(1.0)).sqrt() }
}

/// A digest of a weight file, stored with the games that it played.
pub fn digest(file: &[u8]) -> u64 {
    checksum(&[file])
}

#[cfg(test)]
mod tests {
    use outflank_rules::rng::SplitMix64;

    use super::*;

    #[test]
    fn weights_are_rounded_clipped_and_packed() {
        let dir = tempfile::tempdir().unwrap();
        let (base, layout) = (dir.path().join("w"), BoardKind::Six.layout());
        let mut phases = vec![vec![0.0; layout.parameters()]; layout.phases()];
        phases[3][..4].copy_from_slice(&[1.5, -0.26, 1000.0, -1000.0]);
        assert_eq!(write(&base, &layout, &phases).unwrap().clipped, 2);
        let (model, about) = pack(&base, "six").unwrap();
        assert_eq!(about.clipped, 2);
        assert_eq!(model.parameters(3)[..5], [96, -17, i16::MAX, i16::MIN, 0]);
        assert_eq!(model.name(), "six");
    }

    #[test]
    fn rounding_takes_the_smallest_step_that_is_small_enough() {
        let mut rng = SplitMix64::new(1);
        let layout = BoardKind::Six.layout();
        let mut phase = || (0..layout.parameters()).map(|_| rng.below(200) as i16 - 100).collect::<Vec<_>>();
        let phases: Vec<Vec<i16>> = (0..layout.phases()).map(|_| phase()).collect();
        let model = Model::new(BoardKind::Six.layout(), "six", &phases).unwrap();
        let whole = model.to_bytes().len();
        let (same, file) = round(&model, whole).unwrap();
        assert_eq!((same.step, same.error, file.len(), same.model.name()), (1, 0.0, whole, "six"));
        let (rounded, file) = round(&model, whole * 3 / 4).unwrap();
        assert!(file.len() <= whole * 3 / 4 && rounded.step > 1 && rounded.error <= f64::from(rounded.step) / 2.0);
        let weights = rounded.model.parameters(3);
        assert!(weights.iter().all(|weight| weight % rounded.step == 0));
        assert!(weights.iter().zip(&phases[3]).all(|(after, before)| 2 * (after - before).abs() <= rounded.step));
        assert!(round(&model, 100).is_err());
    }

    #[test]
    fn a_mean_counts_each_file_and_refuses_other_boards() {
        let model = |kind: BoardKind, weight: i16| {
            let layout = kind.layout();
            let phases = vec![vec![weight; layout.parameters()]; layout.phases()];
            Model::new(layout, "", &phases).unwrap()
        };
        let six = |weight| model(BoardKind::Six, weight);
        let found = mean(&[six(10), six(10), six(-3)], "mean").unwrap();
        assert_eq!((found.name(), &found.parameters(3)[..2]), ("mean", &[6, 6][..]));
        assert!(matches!(mean(&[six(1), model(BoardKind::Standard, 1)], ""), Err(PackError::OtherLayout(_))));
        assert!(mean(&[], "").is_err());
    }

    #[test]
    fn weights_of_other_layouts_and_sizes_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let (base, layout) = (dir.path().join("w"), BoardKind::Six.layout());
        let phases = vec![vec![0.0; layout.parameters()]; layout.phases()];
        write(&base, &layout, &phases).unwrap();
        npy::write(&base.with_extension("npy"), &[3], &[0i16; 3]).unwrap();
        assert!(matches!(pack(&base, ""), Err(PackError::Weights(_))));
        let json = fs::read_to_string(base.with_extension("json")).unwrap();
        let other = json.replace(&format!("{:016x}", layout.digest()), "0");
        fs::write(base.with_extension("json"), other).unwrap();
        assert!(matches!(pack(&base, ""), Err(PackError::OtherLayout(_))));
        fs::write(base.with_extension("json"), "{}").unwrap();
        assert!(matches!(pack(&base, ""), Err(PackError::File { .. })));
    }
}
