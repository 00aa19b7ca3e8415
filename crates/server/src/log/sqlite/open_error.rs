//! Why a file of games cannot be used.

use std::{
    error::Error,
    fmt, io,
    path::{Path, PathBuf},
};

use rusqlite::ErrorCode;

/// Why a file of games cannot be used.
#[derive(Debug)]
pub enum OpenError {
    /// Another server uses it.
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It is another kind of file.
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A newer version of the program wrote it.
    Newer {
        /// The file.
        path: PathBuf,
        /// The schema version of the file.
        found: i64,
        /// The newest schema version that this program supports.
        known: i64,
    },
    /// Its content is damaged.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The result of the check.
        found: String,
    },
    /// It does not exist.
    Absent {
        /// The expected path.
        path: PathBuf,
    },
    /// The file or its directory cannot be read or written.
    Unusable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// It is on a disk where SQLite cannot use a write-ahead log, such as some network disks.
    NoLog {
        /// The file.
        path: PathBuf,
    },
    /// SQLite refused it for another reason.
    Refused {
        /// The file.
        path: PathBuf,
        /// The error of SQLite.
        cause: rusqlite::Error,
    },
}

impl OpenError {
    pub(crate) fn of_sqlite(path: &Path, cause: rusqlite::Error) -> OpenError {
        let path = path.to_owned();
        match cause.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => OpenError::Foreign { path },
            Some(ErrorCode::DatabaseCorrupt) => OpenError::Damaged { path, found: cause.to_string() },
            _ => OpenError::Refused { path, cause },
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::InUse { path } => {
                write!(f, "another server uses {}; stop it, or choose another directory with --data", path.display())
            }
            OpenError::Foreign { path } => write!(
                f,
                "{} is not a file of games; move it away, or choose another directory with --data",
                path.display()
            ),
            OpenError::Newer { path, found, known } => write!(
                f,
                "{} has schema version {found}, and this outflank supports up to {known}; upgrade outflank, or choose another \
                 directory with --data",
                path.display()
            ),
            OpenError::Damaged { path, found } => write!(
                f,
                "{} is damaged ({found}); restore a backup, or move it and the files with the same prefix away to start \
                 without games",
                path.display()
            ),
            OpenError::Absent { path } => write!(
                f,
                "there is no archive in {}; create one with `outflank archive import FILE`",
                path.parent().unwrap_or(path).display()
            ),
            OpenError::Unusable { path, cause } => write!(
                f,
                "cannot use {}: {cause}. Check the permissions of its directory, or choose another with --data",
                path.display()
            ),
            OpenError::NoLog { path } => write!(
                f,
                "{} is on a disk that does not support a write-ahead log, such as a network disk; choose a local directory with --data",
                path.display()
            ),
            OpenError::Refused { path, cause } => write!(
                f,
                "cannot use {}: {cause}. Check that the disk is not full, or choose another directory with --data",
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
