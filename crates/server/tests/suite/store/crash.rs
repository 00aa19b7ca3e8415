//! A process that keeps games is killed at any moment, again and again, and nothing that it
//! acknowledged is lost.
//!
//! The process is this test binary, which runs one test that only writes. `SIGKILL` leaves no time
//! for anything; what the system has taken over is written, so this is a test of our order of
//! things and not of the disk.

use std::{
    collections::HashMap,
    env,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
};

use outflank_server::log::{EventStore, SqliteStore, id::GameId};

use super::sample::next;

/// Says to the process where to write.
const PLACE: &str = "OUTFLANK_TEST_STORE";

const ROUNDS: u64 = 12;

/// Games that are written to at the same time.
const WRITERS: usize = 8;

/// Not a test by itself: it writes until it is killed, and tells of every append that was
/// acknowledged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "writes until it is killed"]
async fn writes_until_it_is_killed() {
    let path = env::var_os(PLACE).expect("only run by the test below");
    let store = Arc::new(SqliteStore::open(path).unwrap());
    let writers: Vec<_> = (0..WRITERS).map(|_| tokio::spawn(write_on(Arc::clone(&store)))).collect();
    for writer in writers {
        writer.await.unwrap();
    }
}

async fn write_on(store: Arc<SqliteStore>) {
    let game = GameId::random();
    for expected in 0.. {
        let version = store.append(next(game, expected)).await.unwrap();
        println!("acknowledged {game} {version}");
    }
}

#[tokio::test]
async fn acknowledged_events_survive_a_kill() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let mut acknowledged = HashMap::new();
    for round in 0..ROUNDS {
        // Some are killed while they make the file, some in the middle of much writing.
        kill_after(start(&path), round * round * 7 % 401, &mut acknowledged);
        let store = SqliteStore::open(&path).unwrap();
        for (&game, &version) in &acknowledged {
            let log = store.read(game, 0).await.unwrap();
            assert!(log.len() as u64 >= version, "game {game} has {} events of {version}", log.len());
            assert!((1..).zip(&log).all(|(number, logged)| logged.version == number), "game {game} has gaps");
        }
    }
    assert!(acknowledged.len() >= WRITERS, "only {} games were written to", acknowledged.len());
}

fn start(path: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["store::crash::writes_until_it_is_killed", "--exact", "--ignored", "--nocapture"])
        .env(PLACE, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Kills the process after `count` acknowledgements, and records also those that it still wrote.
fn kill_after(mut process: Child, count: u64, acknowledged: &mut HashMap<GameId, u64>) {
    let lines = BufReader::new(process.stdout.take().unwrap()).lines();
    if count == 0 {
        process.kill().unwrap();
    }
    let mut heard = 0;
    for line in lines.map_while(Result::ok) {
        let Some((game, version)) = read(&line) else { continue };
        acknowledged.insert(game, version);
        heard += 1;
        if heard == count {
            process.kill().unwrap();
        }
    }
    process.wait().unwrap();
    assert!(heard >= count, "the process ended by itself");
}

/// The last line may be cut off.
fn read(line: &str) -> Option<(GameId, u64)> {
    let (game, version) = line.rsplit_once("acknowledged ")?.1.split_once(' ')?;
    Some((game.parse().ok()?, version.parse().ok()?))
}
