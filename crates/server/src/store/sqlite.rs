//! Logs in one SQLite file.
//!
//! One thread writes. It takes all appends that have come while it was busy into one transaction and answers them when that is on the disk:
//! the more wait, the more share the price of one sync. Other threads read, each with a connection of its own, and wait for nobody.

mod lock;
mod open;
mod open_error;
mod reader;
mod rows;
mod writer;

use std::path::Path;

use lock::FileLock;
pub use open_error::OpenError;
use reader::Readers;
use writer::Writer;

use super::{AnswerKey, AnswerStore, Append, EventStore, Listed, LogKind, Logged, Query, StoreError};
use crate::{Reply, id::GameId};

/// Connections that read.
const READERS: usize = 2;

/// Keeps games in a file, which no other server may use at the same time. Dropped, it finishes what it has been asked.
pub struct SqliteStore {
    // Dropped in this order: the file is given free last.
    readers: Readers,
    writer: Writer,
    _lock: FileLock,
}

impl SqliteStore {
    /// Opens the file, or makes it with the directories above it.
    pub fn open(path: impl AsRef<Path>) -> Result<SqliteStore, OpenError> {
        let path = path.as_ref();
        let lock = FileLock::of(path)?;
        let writer = Writer::start(open::for_writing(path)?);
        let readers = (0..READERS).map(|_| open::for_reading(path)).collect::<Result<Vec<_>, _>>()?;
        Ok(SqliteStore { readers: Readers::start(readers), writer, _lock: lock })
    }
}

impl EventStore for SqliteStore {
    fn append(&self, append: Append) -> Reply<Result<u64, StoreError>> {
        self.writer.append(append)
    }

    fn read(&self, game: GameId, after: u64) -> Reply<Result<Vec<Logged>, StoreError>> {
        self.readers.ask("read a game", move |connection| rows::events(connection, game, after))
    }

    fn list(&self, query: Query) -> Reply<Result<Vec<Listed>, StoreError>> {
        self.readers.ask("list games", move |connection| rows::list(connection, &query))
    }

    fn unfinished(&self, kind: LogKind) -> Reply<Result<Vec<GameId>, StoreError>> {
        self.readers.ask("find unfinished games", move |connection| rows::unfinished(connection, kind))
    }

    fn attach(&self, game: GameId, name: &'static str, bytes: Vec<u8>) -> Reply<Result<bool, StoreError>> {
        self.writer.attach(game, name, bytes)
    }

    fn attachment(&self, game: GameId, name: &'static str) -> Reply<Result<Option<Vec<u8>>, StoreError>> {
        self.readers.ask("read an attachment", move |connection| rows::attachment(connection, game, name))
    }

    fn is_well(&self) -> Reply<Result<(), StoreError>> {
        self.writer.check()
    }
}

impl AnswerStore for SqliteStore {
    fn answer(&self, key: AnswerKey) -> Reply<Result<Option<Vec<u8>>, StoreError>> {
        self.readers.ask("read an answer", move |connection| rows::answer(connection, &key))
    }

    fn keep_answer(&self, key: AnswerKey, bytes: Vec<u8>, most: usize) -> Reply<Result<(), StoreError>> {
        self.writer.keep_answer(key, bytes, most)
    }
}

fn failed(doing: &'static str, cause: rusqlite::Error) -> StoreError {
    StoreError::Failed { doing, cause: std::sync::Arc::new(cause) }
}
