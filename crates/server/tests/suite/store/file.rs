//! The store that keeps games in a file, and the file.

use std::{
    fs::{self, OpenOptions},
    io::{Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use outflank_server::log::{
    AnswerStore, Append, EventStore, LogKind, OpenError, SqliteStore, StoreError, id::GameId, secret::Secret,
};
use rusqlite::Connection;
use tempfile::TempDir;

use super::sample::{With, created, everything, found, held_by, listed, next};

fn place() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("deep/down/games.db");
    (directory, path)
}

/// Opens what should not open, and returns why it does not.
fn refusal(path: &Path) -> OpenError {
    match SqliteStore::open(path) {
        Ok(_) => panic!("{} was opened", path.display()),
        Err(error) => error,
    }
}

async fn fill(path: &Path, games: u64) {
    let store = SqliteStore::open(path).unwrap();
    for time in 0..games {
        store.append(created(GameId::random(), time)).await.unwrap();
    }
}

#[tokio::test]
async fn acknowledged_events_survive_a_reopen() {
    let (_directory, path) = place();
    let ann = Secret::random().hash();
    let game = GameId::random();
    let store = SqliteStore::open(&path).unwrap();
    store.append(created(game, 7).with(|summary| summary.holders = vec![ann])).await.unwrap();
    store.append(next(game, 1)).await.unwrap();
    let before = (store.read(game, 0).await.unwrap(), listed(&store, everything()).await);
    drop(store);

    let store = SqliteStore::open(&path).unwrap();
    assert_eq!((store.read(game, 0).await.unwrap(), listed(&store, everything()).await), before);
    assert_eq!(store.unfinished(LogKind::Game).await.unwrap(), [game]);
    assert!(found(&store, held_by(ann)).await.is_empty(), "the second append named no holders");
    assert_eq!(store.append(next(game, 2)).await.unwrap(), 3);
}

#[cfg(unix)]
#[tokio::test]
async fn only_their_owner_can_read_the_games() {
    use std::os::unix::fs::PermissionsExt;

    let (directory, path) = place();
    let store = SqliteStore::open(&path).unwrap();
    store.append(created(GameId::random(), 1)).await.unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for folder in ["deep", "deep/down"] {
        assert_eq!(mode(&directory.path().join(folder)), 0o700, "{folder}");
    }
    for ending in ["", "-wal", "-shm", ".lock"] {
        let file = format!("{}{ending}", path.display());
        assert_eq!(mode(Path::new(&file)), 0o600, "{file}");
    }
}

#[tokio::test]
async fn a_dropped_store_finishes_its_queue() {
    let (_directory, path) = place();
    let game = GameId::random();
    let store = SqliteStore::open(&path).unwrap();
    let replies: Vec<_> = (0..300).map(|expected| store.append(next(game, expected))).collect();
    drop(store);
    for reply in replies {
        reply.await.unwrap();
    }
    assert_eq!(SqliteStore::open(&path).unwrap().read(game, 0).await.unwrap().len(), 300);
}

#[tokio::test]
async fn two_servers_cannot_use_one_file() {
    let (_directory, path) = place();
    let first = SqliteStore::open(&path).unwrap();
    let error = refusal(&path);
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    assert!(error.to_string().contains("another server uses") && error.to_string().contains("--data"), "{error}");
    first.append(created(GameId::random(), 1)).await.unwrap();
    drop(first);
    SqliteStore::open(&path).unwrap();
}

#[tokio::test]
async fn an_append_that_the_database_refuses_fails_alone() {
    let (_directory, path) = place();
    let store = SqliteStore::open(&path).unwrap();
    Connection::open(&path)
        .unwrap()
        .execute_batch(
            "CREATE TRIGGER refuse BEFORE INSERT ON events WHEN new.event = '\"bad\"'
             BEGIN SELECT RAISE(ABORT, 'refused by the trigger'); END",
        )
        .unwrap();
    let games: Vec<GameId> = (0..100).map(|_| GameId::random()).collect();
    let append = |number: usize| {
        let second = if number == 50 { "\"bad\"" } else { "\"good\"" };
        Append { events: vec!["\"good\"".to_owned(), second.to_owned()], ..created(games[number], 1) }
    };
    let replies: Vec<_> = (0..games.len()).map(|number| store.append(append(number))).collect();
    for (number, reply) in replies.into_iter().enumerate() {
        let events = match reply.await {
            Ok(version) => version,
            Err(error @ StoreError::Failed { .. }) if number == 50 => {
                assert_eq!(error.to_string(), "cannot write to the games: refused by the trigger");
                0
            }
            Err(error) => panic!("append {number}: {error}"),
        };
        assert_eq!(store.read(games[number], 0).await.unwrap().len() as u64, events);
    }
    assert_eq!(found(&store, everything()).await.len(), 99);
    store.check_health().await.unwrap();
}

#[tokio::test]
async fn a_file_of_something_else_is_left_alone() {
    let (_directory, path) = place();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let text = "Dear diary, ".repeat(1000);
    fs::write(&path, &text).unwrap();
    let error = refusal(&path);
    assert!(matches!(error, OpenError::Foreign { .. }), "{error}");
    assert!(error.to_string().contains("games.db is not a file of games; move it away"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[tokio::test]
async fn a_database_of_another_program_is_left_alone() {
    let (_directory, path) = place();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    let before = fs::read(&path).unwrap();
    let error = refusal(&path);
    assert!(matches!(error, OpenError::Foreign { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[tokio::test]
async fn a_file_of_a_newer_version_is_left_alone() {
    let (_directory, path) = place();
    fill(&path, 1).await;
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let error = refusal(&path);
    assert!(matches!(error, OpenError::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("upgrade outflank"), "{error}");
}

/// The tables as the first version made them: this text is never to be changed.
const FIRST_FORM: &str = "
    CREATE TABLE games (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL,
        status INTEGER NOT NULL, listed INTEGER NOT NULL, updated INTEGER NOT NULL, holders TEXT NOT NULL, data TEXT NOT NULL);
    CREATE INDEX games_by_status ON games (status, updated, id);
    CREATE TABLE events (game INTEGER NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL,
        PRIMARY KEY (game, version)) WITHOUT ROWID;
    CREATE TABLE holders (holder TEXT NOT NULL, game INTEGER NOT NULL, PRIMARY KEY (holder, game)) WITHOUT ROWID;
    INSERT INTO games VALUES (1, 'abcdefghijkm', 1, 1, 1, 5, '', '[5]');
    INSERT INTO events VALUES (1, 1, 5, '\"created\"');
    PRAGMA application_id = 1333097574;
    PRAGMA user_version = 1;";

#[tokio::test]
async fn a_file_of_the_first_version_is_migrated() {
    let (_directory, path) = place();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    Connection::open(&path).unwrap().execute_batch(FIRST_FORM).unwrap();
    let game: GameId = "abcdefghijkm".parse().unwrap();
    for expected in 1..3 {
        let store = SqliteStore::open(&path).unwrap();
        assert_eq!(store.unfinished(LogKind::Game).await.unwrap(), [game]);
        assert_eq!(store.append(next(game, expected)).await.unwrap(), expected + 1);
        assert!(store.attach(game, "black", vec![1]).await.unwrap());
        store.keep_answer([1; 32], vec![1], 9).await.unwrap();
        assert_eq!(found(&store, everything()).await, [game]);
    }
}

/// What makes room fails here: then nothing is kept either.
#[tokio::test]
async fn an_answer_is_stored_with_its_eviction_or_not_at_all() {
    let (_directory, path) = place();
    fill(&path, 1).await;
    let trigger = "CREATE TRIGGER full BEFORE DELETE ON answers BEGIN SELECT RAISE(ABORT, 'no'); END";
    Connection::open(&path).unwrap().execute_batch(trigger).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    store.keep_answer([1; 32], vec![1], 1).await.unwrap();
    assert!(store.keep_answer([2; 32], vec![2], 1).await.is_err());
    assert_eq!(store.answer([1; 32]).await.unwrap(), Some(vec![1]));
    assert_eq!(store.answer([2; 32]).await.unwrap(), None);
    store.keep_answer([3; 32], vec![3], 2).await.unwrap();
}

#[tokio::test]
async fn a_damaged_file_is_recognised() {
    let (_directory, path) = place();
    fill(&path, 500).await;
    let pages = fs::metadata(&path).unwrap().len() / 4096;
    assert!(pages > 10, "{pages} pages");
    let mut file = OpenOptions::new().write(true).open(&path).unwrap();
    for page in 2..pages {
        file.seek(SeekFrom::Start(page * 4096)).unwrap();
        file.write_all(&[0xa5; 512]).unwrap();
    }
    drop(file);
    let error = refusal(&path);
    assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("restore a backup, or move it"), "{error}");
}

#[tokio::test]
async fn a_file_cut_short_is_recognised() {
    let (_directory, path) = place();
    fill(&path, 500).await;
    let length = fs::metadata(&path).unwrap().len();
    OpenOptions::new().write(true).open(&path).unwrap().set_len(length / 2).unwrap();
    let error = refusal(&path);
    assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
}

#[tokio::test]
async fn an_impossible_path_is_named() {
    let (directory, _) = place();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let error = refusal(&file.join("games.db"));
    assert!(matches!(error, OpenError::Unusable { .. }), "{error}");
    assert!(error.to_string().contains("games.db") && error.to_string().contains("--data"), "{error}");
}

#[tokio::test]
async fn a_copy_made_while_it_is_used_can_be_opened() {
    let (directory, path) = place();
    let store = SqliteStore::open(&path).unwrap();
    let game = GameId::random();
    store.append(created(game, 1)).await.unwrap();
    let copy = directory.path().join("copy.db");
    Connection::open(&path).unwrap().execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
    store.append(next(game, 1)).await.unwrap();
    let copied = SqliteStore::open(&copy).unwrap();
    assert_eq!(copied.read(game, 0).await.unwrap().len(), 1);
}
