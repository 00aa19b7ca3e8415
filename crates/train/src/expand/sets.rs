//! Reads and writes a set of positions, one file per column.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use outflank_engine::Board;

use super::{
    Sample, SetSummary,
    npy::{self, ArrayWriter, Number},
};
use crate::flat_layout::Extras;

/// The writers of one set, one per column.
struct Columns {
    name: &'static str,
    own: ArrayWriter<u64>,
    opp: ArrayWriter<u64>,
    label: ArrayWriter<f32>,
    weight: ArrayWriter<f32>,
    value: ArrayWriter<i8>,
    exact: ArrayWriter<u8>,
    phase: ArrayWriter<u8>,
    own_moves: ArrayWriter<u8>,
    opp_moves: ArrayWriter<u8>,
    parity: ArrayWriter<u8>,
    positions: u64,
}

impl Columns {
    fn create(folder: &Path, name: &'static str) -> io::Result<Columns> {
        let folder = folder.join(name);
        fs::create_dir_all(&folder)?;
        let path = |column| path(&folder, column);
        Ok(Columns {
            name,
            own: ArrayWriter::create(&path("own"))?,
            opp: ArrayWriter::create(&path("opp"))?,
            label: ArrayWriter::create(&path("label"))?,
            weight: ArrayWriter::create(&path("weight"))?,
            value: ArrayWriter::create(&path("value"))?,
            exact: ArrayWriter::create(&path("exact"))?,
            phase: ArrayWriter::create(&path("phase"))?,
            own_moves: ArrayWriter::create(&path("own_moves"))?,
            opp_moves: ArrayWriter::create(&path("opp_moves"))?,
            parity: ArrayWriter::create(&path("parity"))?,
            positions: 0,
        })
    }

    fn push(&mut self, sample: &Sample) -> io::Result<()> {
        self.positions += 1;
        self.own.push(sample.board.own)?;
        self.opp.push(sample.board.opp)?;
        self.label.push(sample.label)?;
        self.weight.push(sample.weight)?;
        self.value.push(sample.value)?;
        self.exact.push(u8::from(sample.is_exact))?;
        self.phase.push(sample.phase)?;
        self.own_moves.push(sample.extras.own_moves)?;
        self.opp_moves.push(sample.extras.opp_moves)?;
        self.parity.push(sample.extras.parity)
    }

    fn close(self) -> io::Result<SetSummary> {
        self.own.close()?;
        self.opp.close()?;
        self.label.close()?;
        self.weight.close()?;
        self.value.close()?;
        self.exact.close()?;
        self.phase.close()?;
        self.own_moves.close()?;
        self.opp_moves.close()?;
        self.parity.close()?;
        Ok(SetSummary { name: self.name.to_owned(), positions: self.positions })
    }
}

/// The number of positions in the checksum.
const CHECKED: usize = 1000;

/// The writers of both sets.
pub(super) struct Writers {
    train: Columns,
    validation: Columns,
    checked: Vec<Sample>,
}

impl Writers {
    pub(super) fn create(folder: &Path) -> io::Result<Writers> {
        let [train, validation] = ["train", "validation"].map(|name| Columns::create(folder, name));
        Ok(Writers { train: train?, validation: validation?, checked: Vec::new() })
    }

    pub(super) fn push(&mut self, sample: &Sample) -> io::Result<()> {
        if sample.is_validation {
            return self.validation.push(sample);
        }
        if self.checked.len() < CHECKED {
            self.checked.push(*sample);
        }
        self.train.push(sample)
    }

    /// Closes the files. Returns summaries of the sets and the first training positions.
    pub(super) fn close(self) -> io::Result<(Vec<SetSummary>, Vec<Sample>)> {
        Ok((vec![self.train.close()?, self.validation.close()?], self.checked))
    }
}

/// A set of positions.
#[derive(Clone, Debug, Default)]
pub struct Set {
    /// The positions in the order of the files.
    pub samples: Vec<Sample>,
}

/// The reason why a set could not be read.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    /// A column cannot be read.
    #[error("cannot read {}: {cause}", path.display())]
    Column {
        /// The file.
        path: PathBuf,
        /// The reason.
        cause: io::Error,
    },
    /// The columns have different lengths or invalid values.
    #[error("the columns of {} do not match; expand the games again", .0.display())]
    Unequal(PathBuf),
}

impl Set {
    /// Reads the set of this name (`train` or `validation`) from a folder.
    pub fn read(folder: &Path, name: &str) -> Result<Set, SetError> {
        let folder = folder.join(name);
        let (own, opp): (Vec<u64>, Vec<u64>) = (column(&folder, "own")?, column(&folder, "opp")?);
        let (label, weight): (Vec<f32>, Vec<f32>) = (column(&folder, "label")?, column(&folder, "weight")?);
        let value: Vec<i8> = column(&folder, "value")?;
        let names = ["exact", "phase", "own_moves", "opp_moves", "parity"];
        let bytes = names.into_iter().map(|name| column::<u8>(&folder, name)).collect::<Result<Vec<_>, _>>()?;
        let lengths = [own.len(), opp.len(), label.len(), weight.len(), value.len()];
        let mut lengths = lengths.into_iter().chain(bytes.iter().map(Vec::len));
        if !lengths.all(|len| len == own.len()) {
            return Err(SetError::Unequal(folder));
        }
        let sample = |i: usize| Sample {
            board: Board { own: own[i], opp: opp[i] },
            label: label[i],
            weight: weight[i],
            value: value[i],
            is_exact: bytes[0][i] != 0,
            is_validation: name == "validation",
            phase: bytes[1][i],
            extras: Extras { own_moves: bytes[2][i], opp_moves: bytes[3][i], parity: bytes[4][i] },
        };
        Ok(Set { samples: (0..own.len()).map(sample).collect() })
    }
}

fn column<T: Number>(folder: &Path, name: &str) -> Result<Vec<T>, SetError> {
    let path = path(folder, name);
    npy::read(&path).map_err(|cause| SetError::Column { path, cause })
}

fn path(folder: &Path, column: &str) -> PathBuf {
    folder.join(format!("{column}.npy"))
}
