//! Logs in one SQLite file.
//!
//! One thread writes. It commits all requests that came while it was busy in one transaction, so
//! that they share one sync, and replies when they are on the disk. If the file is locked or the
//! disk is full, the whole batch fails at once. Other threads read, each with its own connection,
//! and never wait for the writer.

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
use crate::{Reply, log::id::GameId};

/// Reading threads, each with a connection.
const READERS: usize = 2;

/// Stores games in a file, which no other server may use at the same time. Dropping it finishes all
/// queued requests.
pub struct SqliteStore {
    // Dropped in this order: the lock on the file goes last.
    readers: Readers,
    writer: Writer,
    _lock: FileLock,
}

impl SqliteStore {
    /// Opens the file, or creates it with its parent directories.
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

    fn check_health(&self) -> Reply<Result<(), StoreError>> {
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
