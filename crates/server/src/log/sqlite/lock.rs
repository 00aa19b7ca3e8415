//! A lock that lets only one server use a file.

use std::{
    ffi::OsString,
    fs::{File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use outflank_arena::private;

use super::OpenError;

/// The lock on a file of games: an empty file next to it, locked while this lives. The system
/// releases the lock however the process ends. The lock file stays, so that two servers never lock
/// different files with the same name. SQLite's own locks do not fit: they would exclude our
/// readers, and backups.
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
        private::folder().recursive(true).create(directory)?;
    }
    private::file().write(true).create(true).truncate(false).open(beside(path))
}

fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".lock");
    PathBuf::from(name)
}
