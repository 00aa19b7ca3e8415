//! Logs in one SQLite file.
//!
//! One thread writes. It commits all requests that came while it was busy in one transaction, so
//! that they share one sync, and replies after the commit, which returns after the sync: `open`
//! sets `synchronous=full`. If the file is locked or the
//! disk is full, the whole batch fails at once. Other threads read, each with its own connection,
//! and never wait for the writer.

mod lock;
mod open;
mod open_error;
mod reader;
mod rows;
#[cfg(test)]
mod tests;

use std::{
    path::Path,
    slice,
    sync::{
        Arc,
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
};

use rusqlite::{Connection, ErrorCode, TransactionBehavior};
use tokio::sync::oneshot;

use lock::FileLock;
pub use open_error::OpenError;
use reader::Readers;

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
        self.writer.ask(move |connection| rows::add(connection, &append))
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
        self.writer.ask(move |connection| rows::attach(connection, game, name, &bytes).map(Ok))
    }

    fn attachment(&self, game: GameId, name: &'static str) -> Reply<Result<Option<Vec<u8>>, StoreError>> {
        self.readers.ask("read an attachment", move |connection| rows::attachment(connection, game, name))
    }

    fn check_health(&self) -> Reply<Result<(), StoreError>> {
        self.writer.ask(|connection| rows::check(connection).map(Ok))
    }
}

impl AnswerStore for SqliteStore {
    fn answer(&self, key: AnswerKey) -> Reply<Result<Option<Vec<u8>>, StoreError>> {
        self.readers.ask("read an answer", move |connection| rows::answer(connection, &key))
    }

    fn keep_answer(&self, key: AnswerKey, bytes: Vec<u8>, most: usize) -> Reply<Result<(), StoreError>> {
        self.writer.ask(move |connection| rows::keep_answer(connection, &key, &bytes, most).map(Ok))
    }
}

fn failed(doing: &'static str, cause: rusqlite::Error) -> StoreError {
    StoreError::Failed { doing, cause: Arc::new(cause) }
}

/// The most requests in one transaction. It bounds how long the first of them waits for the commit.
const LARGEST_BATCH: usize = 1024;

/// A handle on the writer thread. Dropping it waits until everything is written. Each game waits
/// for at most one append, which bounds the queue.
struct Writer {
    /// `None` only during the drop.
    requests: Option<Sender<Box<dyn Request>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    fn start(connection: Connection) -> Writer {
        let (requests, inbox) = mpsc::channel();
        let thread = thread::spawn(move || work(connection, &inbox));
        Writer { requests: Some(requests), thread: Some(thread) }
    }

    fn ask<T: Send + 'static>(
        &self,
        write: impl Fn(&Connection) -> rusqlite::Result<Result<T, StoreError>> + Send + 'static,
    ) -> Reply<Result<T, StoreError>> {
        let (reply, coming) = oneshot::channel();
        if let Some(requests) = &self.requests {
            let _ = requests.send(Box::new(Pending { write, outcome: Err(StoreError::Closed), reply }));
        }
        Box::pin(async { coming.await.unwrap_or(Err(StoreError::Closed)) })
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What the writer thread does for a request of any kind.
trait Request: Send {
    /// Writes its rows inside the transaction of the batch. A refusal writes nothing and is no
    /// error.
    fn write(&mut self, connection: &Connection) -> rusqlite::Result<()>;

    /// Replies after the commit, or with the error that undid the transaction.
    fn reply(self: Box<Self>, committed: Result<(), StoreError>);
}

struct Pending<T, W> {
    write: W,
    /// The result of the last call of `write`.
    outcome: Result<T, StoreError>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, W> Request for Pending<T, W>
where
    T: Send,
    W: Fn(&Connection) -> rusqlite::Result<Result<T, StoreError>> + Send,
{
    fn write(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        self.outcome = (self.write)(connection)?;
        Ok(())
    }

    fn reply(self: Box<Self>, committed: Result<(), StoreError>) {
        let Pending { outcome, reply, .. } = *self;
        let _ = reply.send(committed.and(outcome));
    }
}

fn work(mut connection: Connection, inbox: &Receiver<Box<dyn Request>>) {
    while let Ok(first) = inbox.recv() {
        commit(&mut connection, std::iter::once(first).chain(inbox.try_iter()).take(LARGEST_BATCH).collect());
    }
}

/// Commits a batch and replies to all of it. If a single request may be the cause of an error, each
/// is committed alone. Any other error, such as a lock or a full disk, fails all remaining requests
/// at once: another attempt would only delay them.
fn commit(connection: &mut Connection, mut batch: Vec<Box<dyn Request>>) {
    let together = commit_together(connection, &mut batch);
    let mut requests = batch.into_iter();
    let done = match together {
        Err(cause) if requests.len() > 1 && one_is_to_blame(&cause) => commit_each(connection, &mut requests),
        together => together.map_err(|cause| failed("write to the games", cause)),
    };
    requests.for_each(|request| request.reply(done.clone()));
}

/// Commits each request alone and replies to it, until an error concerns the rest too.
fn commit_each(
    connection: &mut Connection,
    requests: &mut impl Iterator<Item = Box<dyn Request>>,
) -> Result<(), StoreError> {
    for mut request in requests {
        let alone = commit_together(connection, slice::from_mut(&mut request));
        let concerns_all = alone.as_ref().is_err_and(|cause| !one_is_to_blame(cause));
        let done = alone.map_err(|cause| failed("write to the games", cause));
        request.reply(done.clone());
        if concerns_all {
            return done;
        }
    }
    Ok(())
}

/// Commits all in one transaction. Any error undoes all of it.
fn commit_together(connection: &mut Connection, batch: &mut [Box<dyn Request>]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    batch.iter_mut().try_for_each(|request| request.write(&transaction))?;
    transaction.commit()
}

/// Can the rows of a single request cause this error? Others, such as a lock or a full disk,
/// concern all requests.
fn one_is_to_blame(cause: &rusqlite::Error) -> bool {
    match cause.sqlite_error_code() {
        Some(code) => matches!(
            code,
            ErrorCode::ConstraintViolation | ErrorCode::TooBig | ErrorCode::TypeMismatch | ErrorCode::DatabaseCorrupt
        ),
        // A value that could not be converted.
        None => true,
    }
}
