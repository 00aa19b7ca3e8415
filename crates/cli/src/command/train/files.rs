//! The files of the training.

use std::{
    fs::{self, File},
    io::{self, BufReader},
    path::Path,
    sync::Arc,
};

use outflank_engine::eval::Model;
use outflank_train::dataset::Reader;

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

fn unreadable(path: &Path, cause: io::Error) -> Error {
    Error::File { doing: "read", path: path.to_owned(), cause }
}
