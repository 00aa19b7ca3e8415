//! Measures how many moves per second the server acknowledges, and the latency.
//!
//! The server is a separate process (this program, started with another argument) and stores its
//! games on the disk. 1,000 games run at once, with both players of each on WebSockets over
//! loopback. A player moves when it has received the move before. Clients and server share the
//! machine. There are two runs: as fast as possible, which shows the throughput, and at a fixed
//! pace, which shows the latency of a server that is not overloaded.
//!
//! Then 200 bots play tournaments over TCP, in the same two ways.
//!
//! `cargo bench -p outflank-server --bench load` measures both; add `-- games` or `-- bots` for one
//! of them. `cargo test` runs a few short games the same way.

mod bots;
mod player;
mod report;
mod server;

use std::{
    env, io,
    net::SocketAddr,
    time::{Duration, Instant},
};

use outflank_rules::Variant;
use tokio::task::JoinSet;

use bots::Crowd;
use player::{Match, Pace, Player};
use report::Report;
use server::Server;

/// The size of the measurement.
struct Load {
    games: usize,
    variant: &'static str,
    /// The time between the moves of a game, in the run at a fixed pace.
    interval: Duration,
}

impl Load {
    const LONG: Load = Load { games: 1000, variant: "standard", interval: Duration::from_millis(160) };

    const SHORT: Load = Load { games: 8, variant: "tiny", interval: Duration::from_millis(1) };
}

/// Connections that are opened at a time. More would overflow the server's accept queue.
const CONNECTING: usize = 64;

fn main() -> io::Result<()> {
    allow_many_connections();
    if let Some(folder) = env::args().skip_while(|argument| argument != server::ARGUMENT).nth(1) {
        return server::serve(&folder);
    }
    // `cargo bench` passes `--bench`; `cargo test` does not.
    let is_asked_for = |word: &str| env::args().any(|argument| argument == word);
    let is_bench = is_asked_for("--bench");
    let runtime = tokio::runtime::Runtime::new()?;
    if !is_asked_for("bots") {
        let load = if is_bench { Load::LONG } else { Load::SHORT };
        for pace in [Pace::Free, Pace::Every(load.interval)] {
            println!("{}", runtime.block_on(measure(&load, pace))?);
        }
    }
    if !is_asked_for("games") {
        let crowd = if is_bench { Crowd::LARGE } else { Crowd::SMALL };
        for thinks in [Duration::ZERO, crowd.thinks] {
            println!("{}", runtime.block_on(bots::measure(Crowd { thinks, ..crowd }))?);
        }
    }
    Ok(())
}

/// Plays all games on a new server.
async fn measure(load: &Load, pace: Pace) -> io::Result<Report> {
    let server = Server::start()?;
    let bytes_before = server.memory()?;
    let players = seat_all(load, server.address).await?;
    let (began, processor_before) = (Instant::now(), server.processor_time()?);
    let mut playing: JoinSet<_> = players.into_iter().map(|player| player.play(pace, began)).collect();
    let (mut latencies, mut players) = (Vec::new(), Vec::new());
    while let Some(played) = playing.join_next().await {
        let (player, of_one) = played.map_err(io::Error::other)??;
        latencies.extend(of_one);
        // The sockets stay open until the memory has been measured.
        players.push(player);
    }
    let time = began.elapsed();
    let bytes = server.memory()?.saturating_sub(bytes_before);
    let processor = server.processor_time()? - processor_before;
    Ok(Report { games: load.games, pace, time, latencies, bytes, processor })
}

/// Creates all games and connects both players of each.
async fn seat_all(load: &Load, address: SocketAddr) -> io::Result<Vec<Player>> {
    let variant: Variant = load.variant.parse().map_err(io::Error::other)?;
    let mut making = JoinSet::new();
    let mut players = Vec::with_capacity(2 * load.games);
    for number in 0..load.games {
        if making.len() >= CONNECTING {
            players.extend(next(&mut making).await?);
        }
        let game = Match::random(load.variant, variant.start(), number, load.games);
        making.spawn(async move { game.players(address).await });
    }
    while !making.is_empty() {
        players.extend(next(&mut making).await?);
    }
    Ok(players)
}

async fn next(making: &mut JoinSet<io::Result<[Player; 2]>>) -> io::Result<[Player; 2]> {
    making.join_next().await.expect("some are being made").map_err(io::Error::other)?
}

/// Raises the limit of open files: two sockets per game exceed the default of many systems.
#[cfg(unix)]
fn allow_many_connections() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

#[cfg(not(unix))]
fn allow_many_connections() {}
