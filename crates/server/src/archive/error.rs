//! Why the archive does not do what it is asked.

use std::{error::Error, fmt};

use rusqlite::ErrorCode;

/// Why the archive does not do what it is asked.
#[derive(Debug)]
pub enum ArchiveError {
    /// Another program has been writing to it for too long.
    Busy,
    /// There is no room for more games: 2^32 are the most.
    Full,
    /// A game in it cannot be read.
    Damaged {
        /// Its number.
        id: u32,
    },
    /// The disk, or what is on it, is at fault.
    Failed {
        /// What was tried.
        doing: &'static str,
        /// What came of it.
        cause: rusqlite::Error,
    },
}

impl ArchiveError {
    pub(super) fn failed(doing: &'static str) -> impl FnOnce(rusqlite::Error) -> ArchiveError {
        move |cause| match cause.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ArchiveError::Busy,
            _ => ArchiveError::Failed { doing, cause },
        }
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveError::Busy => {
                f.write_str("another program has been writing to the archive for too long: try again when it is done")
            }
            ArchiveError::Full => f.write_str("the archive is full: begin another one with --data"),
            ArchiveError::Damaged { id } => {
                write!(f, "game {id} of the archive cannot be read: put a copy of the file back in its place")
            }
            ArchiveError::Failed { doing, cause } => write!(f, "cannot {doing} the archive: {cause}"),
        }
    }
}

impl Error for ArchiveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ArchiveError::Failed { cause, .. } => Some(cause),
            _ => None,
        }
    }
}
