//! The writer thread. It commits all queued requests in one transaction and replies after the
//! commit, which returns after the sync: `open` sets `synchronous=full`.

use std::{
    slice,
    sync::mpsc::{self, Receiver, Sender},
    thread::{self, JoinHandle},
};

use rusqlite::{Connection, ErrorCode, TransactionBehavior};
use tokio::sync::oneshot;

use super::{failed, rows};
use crate::{
    Reply,
    log::{AnswerKey, Append, StoreError, id::GameId},
};

/// The most requests in one transaction. It bounds how long the first of them waits for the commit.
const LARGEST_BATCH: usize = 1024;

/// A handle on the writer thread. Dropping it waits until everything is written. Each game waits
/// for at most one append, which bounds the queue.
pub(super) struct Writer {
    /// `None` only during the drop.
    requests: Option<Sender<Box<dyn Request>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(connection: Connection) -> Writer {
        let (requests, inbox) = mpsc::channel();
        let thread = thread::spawn(move || work(connection, &inbox));
        Writer { requests: Some(requests), thread: Some(thread) }
    }

    pub(super) fn append(&self, append: Append) -> Reply<Result<u64, StoreError>> {
        self.ask(move |connection| rows::add(connection, &append))
    }

    pub(super) fn attach(&self, game: GameId, name: &'static str, bytes: Vec<u8>) -> Reply<Result<bool, StoreError>> {
        self.ask(move |connection| rows::attach(connection, game, name, &bytes).map(Ok))
    }

    pub(super) fn keep_answer(&self, key: AnswerKey, bytes: Vec<u8>, most: usize) -> Reply<Result<(), StoreError>> {
        self.ask(move |connection| rows::keep_answer(connection, &key, &bytes, most).map(Ok))
    }

    pub(super) fn check(&self) -> Reply<Result<(), StoreError>> {
        self.ask(|connection| rows::check(connection).map(Ok))
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
    /// Writes its rows inside the transaction of the batch. A refusal writes nothing and is no error.
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

/// Can the rows of a single request cause this error? Others, such as a lock or a full disk, concern all requests.
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};

    use super::*;
    use crate::log::{GameStatus, LogKind, Summary, sqlite::open};

    static BUSY: AtomicU32 = AtomicU32::new(0);
    static ALL_WAIT: AtomicBool = AtomicBool::new(false);

    /// Gives up at once. The first time it waits until all other requests are queued behind the
    /// batch.
    fn give_up(_: i32) -> bool {
        BUSY.fetch_add(1, SeqCst);
        while !ALL_WAIT.load(SeqCst) {
            thread::yield_now();
        }
        false
    }

    static BUSY_ALONE: AtomicU32 = AtomicU32::new(0);

    /// A request that cannot be written. Before it replies, another program locks the file.
    struct Locking(Connection);

    impl Request for Locking {
        fn write(&mut self, connection: &Connection) -> rusqlite::Result<()> {
            connection.execute_batch("INSERT INTO games (id) VALUES (NULL)")
        }

        fn reply(self: Box<Self>, committed: Result<(), StoreError>) {
            assert!(committed.is_err(), "a game without a name");
            self.0.execute_batch("BEGIN IMMEDIATE").expect("a lock");
            // The lock lasts longer than the batch.
            std::mem::forget(self);
        }
    }

    #[test]
    fn a_lock_that_comes_while_each_is_written_alone_is_waited_for_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.db");
        let mut connection = open::for_writing(&path).expect("a file");
        let give_up = |_| {
            BUSY_ALONE.fetch_add(1, SeqCst);
            false
        };
        connection.busy_handler(Some(give_up)).expect("a handler");
        let mut batch: Vec<Box<dyn Request>> = vec![Box::new(Locking(Connection::open(&path).expect("a file")))];
        let (write, mut replies) = (|connection: &Connection| rows::check(connection).map(Ok), Vec::new());
        for _ in 0..4 {
            let (reply, coming) = oneshot::channel();
            batch.push(Box::new(Pending { write, outcome: Err(StoreError::Closed), reply }));
            replies.push(coming);
        }

        commit(&mut connection, batch);
        assert!(replies.iter_mut().all(|reply| reply.try_recv().expect("a reply").is_err()));
        assert_eq!(BUSY_ALONE.load(SeqCst), 1, "the first waits, and the others fail with it");
    }

    fn created(game: GameId) -> Append {
        let (kind, status, holders) = (LogKind::Game, GameStatus::Playing, Vec::new());
        let summary = Summary { kind, status, listed: true, updated: 1, holders, data: "{}".to_owned() };
        Append { game, expected: 0, at: 1, events: vec!["{}".to_owned()], summary }
    }

    #[tokio::test]
    async fn a_lock_of_another_program_is_waited_for_once_a_batch() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.db");
        let mut connection = open::for_writing(&path).expect("a file");
        connection.busy_handler(Some(give_up)).expect("a handler");
        let writer = Writer::start(connection);
        let other = Connection::open(&path).expect("a file");
        other.execute_batch("BEGIN IMMEDIATE").expect("a lock");

        let first = writer.append(created(GameId::random()));
        while BUSY.load(SeqCst) == 0 {
            thread::yield_now();
        }
        let appends: Vec<_> = (0..5).map(|_| writer.append(created(GameId::random()))).collect();
        let attached = writer.attach(GameId::random(), "black", vec![1]);
        let kept = writer.keep_answer([1; 32], vec![1], 9);
        let checked = writer.check();
        ALL_WAIT.store(true, SeqCst);

        assert!(first.await.is_err());
        for append in appends {
            assert!(append.await.is_err());
        }
        assert!(attached.await.is_err() && kept.await.is_err() && checked.await.is_err());
        assert_eq!(BUSY.load(SeqCst), 2, "once for the first append, once for all that came after it");
        other.execute_batch("ROLLBACK").expect("no lock");
        assert_eq!(writer.append(created(GameId::random())).await.expect("it is written"), 1);
    }
}
