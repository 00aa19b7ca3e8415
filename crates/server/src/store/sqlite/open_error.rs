//! Why a file of games cannot be used.

use std::{error::Error, fmt, io, path::PathBuf};

/// Why a file of games cannot be used.
#[derive(Debug)]
pub enum OpenError {
    /// Another server uses it.
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It holds something else.
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It was written by a newer version of the program.
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of what is in it.
        found: i64,
        /// The latest that is understood.
        known: i64,
    },
    /// What is in it has been spoilt.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        found: String,
    },
    /// There is none.
    Absent {
        /// Where it would be.
        path: PathBuf,
    },
    /// It, or the directory, can not be read or written.
    Unusable {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// It lies where SQLite cannot keep a write-ahead log, as on some network disks.
    NoLog {
        /// The file.
        path: PathBuf,
    },
    /// SQLite refuses it for another reason.
    Refused {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: rusqlite::Error,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::InUse { path } => write!(
                f,
                "another server uses {}: stop that one, or give this one a directory of its own with --data",
                path.display()
            ),
            OpenError::Foreign { path } => write!(
                f,
                "{} is not a file of games: move it away, or choose another directory with --data",
                path.display()
            ),
            OpenError::Newer { path, found, known } => write!(
                f,
                "{} was written by a newer outflank (its form is {found}, this one knows up to {known}): use that one, or choose another \
                 directory with --data",
                path.display()
            ),
            OpenError::Damaged { path, found } => write!(
                f,
                "{} is damaged ({found}): put a copy back in its place, or move it away, with the files whose names begin the same, to begin \
                 without games",
                path.display()
            ),
            OpenError::Absent { path } => write!(
                f,
                "there is no archive in {}: `outflank archive import FILE` makes one",
                path.parent().unwrap_or(path).display()
            ),
            OpenError::Unusable { path, cause } => write!(
                f,
                "cannot use {}: {cause}. Check the rights to its directory, or choose another with --data",
                path.display()
            ),
            OpenError::NoLog { path } => write!(
                f,
                "{} lies on a disk that cannot keep games safe, perhaps one of the network: choose a directory on a local one with --data",
                path.display()
            ),
            OpenError::Refused { path, cause } => write!(
                f,
                "cannot use {}: {cause}. Check that its disk has room, or choose another directory with --data",
                path.display()
            ),
        }
    }
}

impl Error for OpenError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            OpenError::Unusable { cause, .. } => Some(cause),
            OpenError::Refused { cause, .. } => Some(cause),
            _ => None,
        }
    }
}
