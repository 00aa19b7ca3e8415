//! Games that are over: those of this server, and collections that were imported.
//!
//! They lie in one SQLite file beside that of the running games. Each has a row, and for each position it went through a row that tells what was
//! played there, under a key that is the same however the board is turned: so games are found by position, and all moves that were ever played in
//! one are counted, without any game being replayed. Rows of positions come sixty a game and in random order, which a table would have to be
//! written anew for again and again; `place` tells how they are kept.
//!
//! The file is its own, so that nothing that is written here in bulk holds up a move in a running game. Several programs may use it at a time: each
//! writes in short transactions, of whole games.
//!
//! Everything here waits for the disk: servers call it from threads that may.

mod add;
mod day;
mod ended;
mod error;
mod explore;
mod find;
mod import;
mod key;
mod load;
mod name;
mod open;
mod past;
mod place;
mod row;
mod view;

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rusqlite::Connection;

pub use add::Added;
pub use day::{Day, NotADay};
pub(crate) use ended::{Noticing, follow, sweep};
pub use error::ArchiveError;
pub use explore::{Explored, Judge, Played, Worth};
pub use find::{Found, MOST, NotAPlace, Page, Place, Search};
pub use import::{Import, Imported, News, NotImported};
pub use key::Key;
pub use load::Kept;
pub use name::is_name;
pub use past::{Decision, Past, SERVER};
pub use place::Tally;
pub(crate) use view::moves;
pub use view::{entry, explored, page};

use crate::store::OpenError;

/// The file of the archive in the folder of a server.
pub const FILE: &str = "archive.sqlite";

/// Connections that are kept for those who will read.
const KEPT_OPEN: usize = 4;

/// The archive. A clone is the same.
#[derive(Clone)]
pub struct Archive {
    inner: Arc<Inner>,
}

struct Inner {
    /// `None` in memory, where there is one connection for all.
    path: Option<PathBuf>,
    readers: Mutex<Vec<Connection>>,
    /// Closed last: the connection that may write puts the log away.
    writer: Mutex<Connection>,
}

impl Archive {
    /// Opens the file, or makes it with the directories above it.
    pub fn open(path: impl AsRef<Path>) -> Result<Archive, OpenError> {
        let path = path.as_ref();
        Ok(Archive::with(open::for_writing(path)?, Some(path.to_owned())))
    }

    /// Opens a file that there is, only to read. Nothing is made or changed.
    pub fn open_existing(path: impl AsRef<Path>) -> Result<Archive, OpenError> {
        let path = path.as_ref();
        Ok(Archive::with(open::existing(path)?, Some(path.to_owned())))
    }

    /// An archive that is gone when the program ends.
    pub fn in_memory() -> Result<Archive, OpenError> {
        Ok(Archive::with(open::in_memory()?, None))
    }

    fn with(connection: Connection, path: Option<PathBuf>) -> Archive {
        Archive { inner: Arc::new(Inner { path, readers: Mutex::default(), writer: Mutex::new(connection) }) }
    }

    /// A panic elsewhere is taken back with its transaction, and none of our concern.
    fn writer(&self) -> MutexGuard<'_, Connection> {
        self.inner.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads, with a connection that nobody else uses meanwhile. What is read is of one moment.
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
        let kept = readers().pop();
        let whole = kept.map_or_else(|| open::for_reading(path), Ok).and_then(|mut connection| {
            let transaction = connection.transaction()?;
            let answer = read(&transaction)?;
            drop(transaction);
            Ok((connection, answer))
        });
        let (connection, answer) = whole.map_err(failed)?;
        let mut readers = readers();
        if readers.len() < KEPT_OPEN {
            readers.push(connection);
        }
        Ok(answer)
    }

    /// What was noted under a name.
    pub(crate) fn note(&self, name: &str) -> Result<Option<Vec<u8>>, ArchiveError> {
        self.read("read", |connection| add::note(connection, name))
    }

    /// Notes something under a name, in place of what was there.
    pub(crate) fn set_note(&self, name: &str, value: &[u8]) -> Result<(), ArchiveError> {
        add::set_note(&self.writer(), name, value).map_err(ArchiveError::failed("write to"))
    }
}
