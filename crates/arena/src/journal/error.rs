//! Why a run cannot be kept or gone on with.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

/// A failure of a [`Journal`](super::Journal).
#[derive(Debug)]
pub enum JournalError {
    /// A file or folder could not be used.
    File {
        /// What was to be done.
        doing: &'static str,
        /// With what.
        path: PathBuf,
        /// Why it could not.
        cause: io::Error,
    },
    /// A new run needs a folder of its own.
    NotEmpty {
        /// The folder.
        dir: PathBuf,
        /// Is there a run in it?
        is_run: bool,
    },
    /// There is no run in the folder.
    NoRun(PathBuf),
    /// Another kind of run is in the folder.
    OtherKind {
        /// The folder.
        dir: PathBuf,
        /// What is in it.
        found: String,
        /// What was looked for.
        wanted: &'static str,
    },
    /// Another version of the program made it, and this one does not know how to read it.
    Newer {
        /// The file.
        path: PathBuf,
        /// That version.
        version: String,
    },
    /// The folder in which it was begun is not there any more.
    FolderGone {
        /// The folder of the run.
        dir: PathBuf,
        /// The one in which it was begun.
        folder: PathBuf,
    },
    /// The run is going on in another process.
    Busy(PathBuf),
    /// A file says something that makes no sense.
    Damaged {
        /// The file.
        path: PathBuf,
        /// Its line, from 1.
        line: usize,
        /// What is wrong there.
        why: String,
    },
}

/// A game that does not belong to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Its number, from 0.
    pub number: u32,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = u64::from(self.number) + 1;
        write!(
            f,
            "game {number} is not one of those that were asked for: its players, its opening or its seed are others"
        )
    }
}

impl std::error::Error for Misfit {}

impl JournalError {
    pub(super) fn file(doing: &'static str, path: &Path, cause: io::Error) -> JournalError {
        JournalError::File { doing, path: path.to_owned(), cause }
    }

    pub(super) fn damaged(path: &Path, line: usize, why: String) -> JournalError {
        JournalError::Damaged { path: path.to_owned(), line, why }
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::File { doing, path, cause } => write!(f, "cannot {doing} {}: {cause}", path.display()),
            JournalError::NotEmpty { dir, is_run: true } => {
                let dir = dir.display();
                write!(f, "there is a run in {dir} already: go on with it by --resume {dir}, or give another folder")
            }
            JournalError::NotEmpty { dir, .. } => {
                write!(f, "the folder {} is not empty: give one that is, or a new one", dir.display())
            }
            JournalError::NoRun(dir) => {
                write!(f, "there is no run in {}: give the folder that holds run.json", dir.display())
            }
            JournalError::OtherKind { dir, found, wanted } => {
                let dir = dir.display();
                write!(f, "the run in {dir} is no {wanted}: go on with it by outflank {found} --resume {dir}")
            }
            JournalError::Newer { path, version } => {
                write!(f, "{} was written by Outflank {version}: use that version", path.display())
            }
            JournalError::FolderGone { dir, folder } => {
                let (dir, folder) = (dir.display(), folder.display());
                write!(
                    f,
                    "the run in {dir} was begun in {folder}, which is no folder now: put the programs there, or change the folder in run.json"
                )
            }
            JournalError::Busy(dir) => {
                write!(f, "the run in {} is going on in another process: wait for it, or end it", dir.display())
            }
            JournalError::Damaged { path, line, why } => {
                write!(
                    f,
                    "{}, line {line}: {why}; correct the line, or remove it: its game is then played again",
                    path.display()
                )
            }
        }
    }
}

impl std::error::Error for JournalError {}
