//! One server a file.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
};

use super::OpenError;

/// The lock on a file of games: an empty file beside it, locked as long as this lives. The system frees it however the process ends. It stays
/// there, so that no two servers ever lock different files of one name. SQLite's own locks do not serve: they would keep
/// out our readers, and backups.
pub(super) struct FileLock {
    _locked: File,
}

impl FileLock {
    pub(super) fn of(path: &Path) -> Result<FileLock, OpenError> {
        let failed = |cause| OpenError::Unusable { path: path.to_owned(), cause };
        let file = open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(FileLock { _locked: file }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(cause)) => Err(failed(cause)),
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    OpenOptions::new().write(true).create(true).truncate(false).open(beside(path))
}

fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".lock");
    PathBuf::from(name)
}
