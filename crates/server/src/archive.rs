//! The archive: finished games of this server and imported collections.
//!
//! Games are rows in an SQLite file beside the log of running games, so that bulk writes never
//! delay a move. For each position of a game, `position_index` stores the move played there, under
//! a key that is the same for all symmetric images. Searches by position and the opening explorer
//! therefore replay no games.
//!
//! A game is stored once: `rows` gives all records of one game the same hash and skips duplicates.
//!
//! Several programs may use the file at a time; each writes whole games in short transactions. All
//! functions block on the disk, so servers call them from blocking threads.

mod day;
mod ended_games;
mod explore;
mod game;
pub(crate) mod http;
mod import;
mod name;
mod open;
mod position_index;
mod rows;
mod search;
mod view;

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rusqlite::{Connection, ErrorCode};
use thiserror::Error;

pub use day::{Day, ParseDayError};
pub(crate) use ended_games::{archive_ended, backfill};
pub use explore::{Explored, ExploredMove, ExploredValue, ValueSource};
pub use game::{ArchivedGame, Decision, SERVER};
pub use import::{Import, ImportError, ImportEvent, Imported};
pub use name::is_name;
pub use position_index::{Key, Tally};
pub use rows::{Added, ArchiveEntry};
pub use search::{GameFilter, MAX_PAGE_GAMES, Page, ParseCursorError, SearchCursor, SearchPage};
pub use view::{entry, explored, page};

use crate::log::OpenError;

/// The name of the archive file in a data folder.
pub const FILE: &str = "archive.sqlite";

/// The most idle connections for readers.
const MAX_IDLE_READERS: usize = 4;

/// The archive. Cheap to clone; clones share state.
#[derive(Clone)]
pub struct Archive {
    inner: Arc<ArchiveInner>,
}

struct ArchiveInner {
    /// `None` in memory, where readers use the writer's connection.
    path: Option<PathBuf>,
    readers: Mutex<Vec<Connection>>,
    /// Closed last, because this connection can remove the write-ahead log.
    writer: Mutex<Connection>,
}

impl Archive {
    /// Opens the file. Creates it and its directories if needed.
    pub fn open(path: impl AsRef<Path>) -> Result<Archive, OpenError> {
        let path = path.as_ref();
        Ok(Archive::with(open::for_writing(path)?, Some(path.to_owned())))
    }

    /// Opens an existing file for reading only.
    pub fn open_existing(path: impl AsRef<Path>) -> Result<Archive, OpenError> {
        let path = path.as_ref();
        Ok(Archive::with(open::existing(path)?, Some(path.to_owned())))
    }

    /// Opens an archive in memory.
    pub fn in_memory() -> Result<Archive, OpenError> {
        Ok(Archive::with(open::in_memory()?, None))
    }

    fn with(connection: Connection, path: Option<PathBuf>) -> Archive {
        Archive { inner: Arc::new(ArchiveInner { path, readers: Mutex::default(), writer: Mutex::new(connection) }) }
    }

    /// A panic rolls its transaction back, so a poisoned lock is safe to use.
    fn writer(&self) -> MutexGuard<'_, Connection> {
        self.inner.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a consistent snapshot on a separate connection.
    fn read<T>(
        &self,
        doing: &'static str,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ArchiveError> {
        let failed = ArchiveError::failed(doing);
        let Some(path) = &self.inner.path else {
            return read(&self.writer()).map_err(failed);
        };
        let readers = || self.inner.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = readers().pop();
        let done = idle.map_or_else(|| open::for_reading(path), Ok).and_then(|mut connection| {
            let transaction = connection.transaction()?;
            let result = read(&transaction)?;
            drop(transaction);
            Ok((connection, result))
        });
        let (connection, result) = done.map_err(failed)?;
        let mut readers = readers();
        if readers.len() < MAX_IDLE_READERS {
            readers.push(connection);
        }
        Ok(result)
    }

    /// The value of a note.
    pub(crate) fn note(&self, name: &str) -> Result<Option<Vec<u8>>, ArchiveError> {
        self.read("read", |connection| rows::note(connection, name))
    }

    /// The highest number of a player whose name is this prefix and a number; 0 if there is none.
    pub(crate) fn highest_number(&self, prefix: &str) -> Result<u64, ArchiveError> {
        self.read("read", |connection| rows::highest_number(connection, prefix))
    }

    /// Sets the value of a note.
    pub(crate) fn set_note(&self, name: &str, value: &[u8]) -> Result<(), ArchiveError> {
        rows::set_note(&self.writer(), name, value).map_err(ArchiveError::failed("write to"))
    }
}

/// Why an operation on the archive failed.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// Another program held the write lock too long.
    #[error("another program has been writing to the archive for too long; try again when it is done")]
    Busy,
    /// The archive has 2^32 games.
    #[error("the archive is full; start another one with --data")]
    Full,
    /// A game in the archive cannot be read.
    #[error("game {id} of the archive cannot be read; restore the file from a backup")]
    Damaged {
        /// Its number.
        id: u32,
    },
    /// SQLite reported an error.
    #[error("cannot {doing} the archive: {cause}")]
    Failed {
        /// The operation.
        doing: &'static str,
        /// The error.
        #[source]
        cause: rusqlite::Error,
    },
}

impl ArchiveError {
    fn failed(doing: &'static str) -> impl FnOnce(rusqlite::Error) -> ArchiveError {
        move |cause| match cause.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ArchiveError::Busy,
            _ => ArchiveError::Failed { doing, cause },
        }
    }
}
