//! The files of the training.

use std::{
    fs::{self, File},
    io::{self, BufReader},
    path::Path,
    sync::Arc,
};

use outflank_engine::eval::Model;
use outflank_train::{Kind, dataset::Reader};

use crate::error::Error;

/// A failure over a file or folder.
pub(super) fn failed(path: &Path, cause: impl std::error::Error + 'static) -> Error {
    Error::Training { path: path.to_owned(), cause: Box::new(cause) }
}

/// The games of a file.
pub(super) fn games(path: &Path) -> Result<Reader<BufReader<File>>, Error> {
    let file = File::open(path).map_err(|cause| unreadable(path, cause))?;
    Reader::new(BufReader::with_capacity(1 << 20, file)).map_err(|cause| failed(path, cause))
}

/// A weight file, read.
pub(super) struct Weights {
    pub(super) model: Arc<Model>,
    pub(super) digest: u64,
}

pub(super) fn weights(path: &Path) -> Result<Weights, Error> {
    let bytes = fs::read(path).map_err(|cause| unreadable(path, cause))?;
    let model = Model::from_bytes(&bytes).map_err(|cause| failed(path, cause))?;
    Ok(Weights { model: Arc::new(model), digest: outflank_train::weights::digest(&bytes) })
}

/// The weights of a file, which must be for this board and goal, or else the embedded ones.
pub(super) fn model(path: Option<&Path>, kind: Kind) -> Result<Arc<Model>, Error> {
    let Some(path) = path else {
        return Ok(Model::of_ground(kind.variant().ground()));
    };
    let model = weights(path)?.model;
    if model.layout().digest() == kind.layout().digest() { Ok(model) } else { Err(failed(path, OtherBoard)) }
}

fn unreadable(path: &Path, cause: io::Error) -> Error {
    Error::File { doing: "read", path: path.to_owned(), cause }
}

/// Weights or games of another board or goal.
#[derive(Debug)]
pub(super) struct OtherBoard;

impl std::fmt::Display for OtherBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("this belongs to another board or goal than the games: give files of one")
    }
}

impl std::error::Error for OtherBoard {}
