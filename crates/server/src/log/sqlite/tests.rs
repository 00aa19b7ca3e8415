//! Locks of other programs.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};

use super::*;
use crate::log::{GameStatus, Summary};

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
fn a_lock_during_single_commits_costs_one_wait() {
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
async fn a_lock_of_another_program_costs_one_wait_per_batch() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.db");
    let mut connection = open::for_writing(&path).expect("a file");
    connection.busy_handler(Some(give_up)).expect("a handler");
    let (readers, lock) = (Readers::start(Vec::new()), FileLock::of(&path).expect("the only server"));
    let store = SqliteStore { readers, writer: Writer::start(connection), _lock: lock };
    let other = Connection::open(&path).expect("a file");
    other.execute_batch("BEGIN IMMEDIATE").expect("a lock");

    let first = store.append(created(GameId::random()));
    while BUSY.load(SeqCst) == 0 {
        thread::yield_now();
    }
    let appends: Vec<_> = (0..5).map(|_| store.append(created(GameId::random()))).collect();
    let attached = store.attach(GameId::random(), "black", vec![1]);
    let kept = store.keep_answer([1; 32], vec![1], 9);
    let checked = store.check_health();
    ALL_WAIT.store(true, SeqCst);

    assert!(first.await.is_err());
    for append in appends {
        assert!(append.await.is_err());
    }
    assert!(attached.await.is_err() && kept.await.is_err() && checked.await.is_err());
    assert_eq!(BUSY.load(SeqCst), 2, "once for the first append, once for all that came after it");
    other.execute_batch("ROLLBACK").expect("no lock");
    assert_eq!(store.append(created(GameId::random())).await.expect("it is written"), 1);
}
