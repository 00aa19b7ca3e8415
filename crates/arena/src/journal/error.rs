//! Errors of runs.

use std::{
    io,
    path::{Path, PathBuf},
};

/// An error of a [`Journal`](super::Journal).
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A file operation failed.
    #[error("cannot {doing} {path}: {cause}", path = path.display())]
    File {
        /// The operation.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
    /// A new run needs an empty folder.
    #[error("{}", not_empty(dir, *is_run))]
    NotEmpty {
        /// The folder.
        dir: PathBuf,
        /// True if it contains a run.
        is_run: bool,
    },
    /// The folder contains no run.
    #[error("there is no run in {}: give the folder that holds run.json", .0.display())]
    NoRun(PathBuf),
    /// The folder contains another kind of run.
    #[error("the run in {dir} is not a {wanted}: resume it with outflank {found} --resume {dir}", dir = dir.display())]
    OtherKind {
        /// The folder.
        dir: PathBuf,
        /// The kind found.
        found: String,
        /// The kind expected.
        wanted: &'static str,
    },
    /// The run was written by another version in a format that is unknown here.
    #[error("{} was written by Outflank {version}: use that version", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// That version.
        version: String,
    },
    /// The folder where the run was started no longer exists.
    #[error("the run in {} was started in {}, which is not a folder now: put the programs there, or change the folder in run.json", dir.display(), folder.display())]
    FolderGone {
        /// The folder of the run.
        dir: PathBuf,
        /// The folder where it was started.
        folder: PathBuf,
    },
    /// Another process is writing the run.
    #[error("the run in {} is active in another process: wait for its end, or stop it", .0.display())]
    Busy(PathBuf),
    /// A file is damaged.
    #[error("{}, line {line}: {why}; correct the line, or remove it: its game is then played again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
}

/// A stored game that does not fit the settings of its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {} does not fit the settings: its players, opening or seed differ", u64::from(*number) + 1)]
pub struct RunMismatch {
    /// Its number, from 0.
    pub number: u32,
}

impl JournalError {
    pub(super) fn file(doing: &'static str, path: &Path, cause: io::Error) -> JournalError {
        JournalError::File { doing, path: path.to_owned(), cause }
    }

    pub(super) fn damaged(path: &Path, line: usize, why: String) -> JournalError {
        JournalError::Damaged { path: path.to_owned(), line, why }
    }
}

fn not_empty(dir: &Path, is_run: bool) -> String {
    let dir = dir.display();
    if is_run {
        format!("there is a run in {dir} already: resume it with --resume {dir}, or give another folder")
    } else {
        format!("the folder {dir} is not empty: give an empty or a new one")
    }
}
