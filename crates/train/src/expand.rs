//! Positions laid out for a fitter: plain arrays, and a description from which it learns the layout.
//!
//! The arrays are numpy's, one number a position each; `description.json` tells their meaning and everything about
//! patterns and parameters that a fitter needs, so that it has no pattern definitions of its own.

mod description;
mod gather;
pub(crate) mod npy;
mod sample;
mod sets;
mod unique;

use std::{
    fmt,
    io::{self, Read},
    path::Path,
};

pub use description::{Check, Description, Feature, SetSummary};
pub use gather::Tally;
pub use sample::Sample;
pub use sets::{BadSet, Set};

use crate::{dataset::Reader, label::Labelling};

/// What becomes of games.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How positions are labelled.
    pub labelling: Labelling,
    /// The part of the games that is kept for validation.
    pub validation: f64,
    /// Are equal positions, turned and mirrored ones too, made one?
    pub unique: bool,
    /// Threads to work with.
    pub threads: usize,
}

/// Why games cannot be expanded.
#[derive(Debug)]
pub enum CannotExpand {
    /// Files of different boards or goals.
    MixedBoards,
    /// Nothing can be learned from the files.
    Nothing,
    /// Reading or writing failed.
    Io(io::Error),
}

impl fmt::Display for CannotExpand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotExpand::MixedBoards => {
                f.write_str("the files hold games of different boards or goals: give those of one")
            }
            CannotExpand::Nothing => f.write_str("no position with a label is in the files"),
            CannotExpand::Io(cause) => cause.fmt(f),
        }
    }
}

impl std::error::Error for CannotExpand {}

impl From<io::Error> for CannotExpand {
    fn from(cause: io::Error) -> CannotExpand {
        CannotExpand::Io(cause)
    }
}

impl Plan {
    /// Expands the games of all readers into a folder. Damaged parts are left out and counted.
    pub fn expand<R: Read + Send>(
        &self,
        readers: Vec<Reader<R>>,
        folder: &Path,
    ) -> Result<(Description, Tally), CannotExpand> {
        let kind = readers.first().ok_or(CannotExpand::Nothing)?.header().kind;
        if readers.iter().any(|reader| reader.header().kind != kind) {
            return Err(CannotExpand::MixedBoards);
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
            return Err(CannotExpand::Nothing);
        }
        let description = Description::new(kind, self, sets, Check::of(&checked, &kind.layout()));
        description.write(folder)?;
        Ok((description, tally))
    }
}

/// Is the game of this number under this seed kept for validation? It depends on nothing else, so that every command
/// that asks gets the same answer.
pub fn is_validation(seed: u64, number: u32, part: f64) -> bool {
    crate::Chance::of_part(seed ^ 0x76_616c, u64::from(number)).happens(part)
}

#[cfg(test)]
mod tests;
