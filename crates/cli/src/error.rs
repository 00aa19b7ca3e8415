//! Why a command failed, as the person who typed it is told.

use std::{fmt, io, path::PathBuf};

/// A failure. Its message quotes what was given and says what to do.
#[derive(Debug)]
pub(crate) enum Error {
    /// Standard output took no more.
    Output(io::Error),
    /// A file could not be read or written.
    File { doing: &'static str, path: PathBuf, cause: io::Error },
    /// No command has this name.
    NoSuchCommand { name: String, known: Vec<String> },
}

impl Error {
    /// 2 for arguments that make no sense, 1 for everything that went wrong later.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Error::NoSuchCommand { .. } => 2,
            Error::Output(_) | Error::File { .. } => 1,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Output(cause) => write!(f, "cannot write the output: {cause}"),
            Error::File { doing, path, cause } => write!(f, "cannot {doing} {}: {cause}", path.display()),
            Error::NoSuchCommand { name, known } => {
                write!(f, "{name:?} is not a command: write one of {}", known.join(", "))
            }
        }
    }
}

impl std::error::Error for Error {}

/// Only standard output is written without a path at hand, so a bare I/O error is its.
impl From<io::Error> for Error {
    fn from(cause: io::Error) -> Error {
        Error::Output(cause)
    }
}

/// `serde_json` only fails here when the output does.
impl From<serde_json::Error> for Error {
    fn from(cause: serde_json::Error) -> Error {
        Error::Output(cause.into())
    }
}
