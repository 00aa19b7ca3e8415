//! The default folder of a tournament.

use std::{fs, io, path::PathBuf};

use crate::error::Error;

/// Creates the first folder that does not exist. Creating it at once reserves the name.
pub(super) fn made() -> Result<PathBuf, Error> {
    let mut number = 1_u64;
    loop {
        let path = PathBuf::from(format!("tournament-{number}"));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(cause) => return Err(Error::File { doing: "make", path, cause }),
        }
    }
}
