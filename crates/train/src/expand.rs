//! Writes positions for a fitter: plain arrays and a description of the layout.
//!
//! Each numpy array has one number per position. `description.json` describes the arrays, patterns
//! and parameters, so that a fitter needs no pattern definitions.

mod description;
mod gather;
pub(crate) mod npy;
mod sample;
mod sets;
mod unique;

use std::{
    io::{self, Read},
    path::Path,
};

pub use description::{Check, Description, Feature, SetSummary};
pub use gather::Tally;
pub use sample::Sample;
pub use sets::{Set, SetError};

use outflank_rules::rng::SplitMix64;

use crate::{dataset::Reader, label::Labeling};

/// The settings of the expansion.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The labeling of positions.
    pub labeling: Labeling,
    /// The share of the games kept for validation.
    pub validation: f64,
    /// Merges equal positions, including rotated and mirrored ones.
    pub unique: bool,
    /// The number of threads.
    pub threads: usize,
}

/// The reason why games cannot be expanded.
#[derive(Debug, thiserror::Error)]
pub enum ExpandError {
    /// The files have different boards or goals.
    #[error("the files have games of different boards or goals; give files of one")]
    MixedBoards,
    /// No position has a label.
    #[error("the files have no position with a label")]
    Nothing,
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Plan {
    /// Expands the games of all readers into a folder. Skips and counts damaged parts.
    pub fn expand<R: Read + Send>(
        &self,
        readers: Vec<Reader<R>>,
        folder: &Path,
    ) -> Result<(Description, Tally), ExpandError> {
        let kind = readers.first().ok_or(ExpandError::Nothing)?.header().kind;
        if readers.iter().any(|reader| reader.header().kind != kind) {
            return Err(ExpandError::MixedBoards);
        }
        let mut writers = sets::Writers::create(folder)?;
        let tally = if self.unique {
            let mut all = unique::Buckets::new(kind);
            let tally = gather::gather(self, kind, readers, &mut |sample| {
                all.add(sample);
                Ok(())
            })?;
            all.merged(self.threads, &mut |sample| writers.push(sample))?;
            tally
        } else {
            gather::gather(self, kind, readers, &mut |sample| writers.push(sample))?
        };
        let (sets, checked) = writers.close()?;
        if sets.iter().all(|set| set.positions == 0) {
            return Err(ExpandError::Nothing);
        }
        let description = Description::new(kind, self, sets, Check::of(&checked, &kind.layout()));
        description.write(folder)?;
        Ok((description, tally))
    }
}

/// Whether this game is kept for validation. Depends only on the arguments, so that all commands
/// agree.
pub fn is_validation(seed: u64, number: u32, part: f64) -> bool {
    SplitMix64::of_part(seed ^ 0x76_616c, u64::from(number)).unit() < part
}

#[cfg(test)]
mod tests;
