//! Measures durable appends per second, for several numbers of writers. Each writer waits for the
//! reply before it writes again.
//!
//! `cargo bench -p outflank-server --bench store` measures the disk of the system's directory for
//! temporary files. Add `-- DIRECTORY` to measure another disk.

use std::{
    env,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use outflank_server::log::{Append, EventStore, GameStatus, LogKind, SqliteStore, Summary, id::GameId, secret::Secret};

const LENGTH: Duration = Duration::from_secs(5);

fn main() {
    let directory = env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let directory = directory.map_or_else(env::temp_dir, PathBuf::from);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads can be started");
    for writers in [1, 10, 100, 1000] {
        let place = tempfile::tempdir_in(&directory).expect("the directory can be written to");
        let store = Arc::new(SqliteStore::open(place.path().join("games.db")).expect("a new file"));
        let mut waits = runtime.block_on(measure(&store, writers));
        waits.sort_unstable();
        let at = |part: f64| waits[((waits.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
        println!(
            "{writers:>5} writers: {:>7.0} appends/s, waits {:.1} ms in the median, {:.1} at 99 %, {:.1} at most",
            waits.len() as f64 / LENGTH.as_secs_f64(),
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}

async fn measure(store: &Arc<SqliteStore>, writers: usize) -> Vec<Duration> {
    let end = Instant::now() + LENGTH;
    let writers: Vec<_> = (0..writers).map(|_| tokio::spawn(write_until(Arc::clone(store), end))).collect();
    let mut waits = Vec::new();
    for writer in writers {
        waits.extend(writer.await.expect("no writer panics"));
    }
    waits
}

/// Appends as a room does: each move with a summary for lists, in games of 60 moves.
async fn write_until(store: Arc<SqliteStore>, end: Instant) -> Vec<Duration> {
    let holders = vec![Secret::random().hash(), Secret::random().hash()];
    let (mut game, mut expected, mut waits) = (GameId::random(), 0, Vec::new());
    while Instant::now() < end {
        if expected == 60 {
            (game, expected) = (GameId::random(), 0);
        }
        let begun = Instant::now();
        store.append(played(game, expected, holders.clone())).await.expect("nobody else writes to this game");
        waits.push(begun.elapsed());
        expected += 1;
    }
    waits
}

fn played(game: GameId, expected: u64, holders: Vec<outflank_server::log::secret::SecretHash>) -> Append {
    let at = 1_763_200_000_000 + expected;
    let event = format!("{{\"kind\":\"moved\",\"color\":\"black\",\"ply\":{expected},\"move\":\"d3\",\"ms\":1234}}");
    let data = format!("{{\"board\":\"{}\",\"counts\":[2,2],\"seats\":[\"human\",\"human\"]}}", "-".repeat(64));
    let status = if expected == 59 { GameStatus::Over } else { GameStatus::Playing };
    Append {
        game,
        expected,
        at,
        events: vec![event],
        summary: Summary { kind: LogKind::Game, status, listed: true, updated: at, holders, data },
    }
}
