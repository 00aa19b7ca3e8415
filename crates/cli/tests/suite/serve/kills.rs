//! The server is killed 50 times while 100 games run. Whatever it acknowledged or showed must be
//! there after the restart, and every game must reach its end.
//!
//! Each kill comes after a random number of acknowledged requests, drawn from a fixed seed. The
//! system still writes what a process handed over before `SIGKILL`, so this tests the order of our
//! writes and not the disk.

mod game;

use std::{
    io,
    path::Path,
    process::Stdio,
    sync::{
        Mutex,
        atomic::{AtomicI64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use super::{Server, connection::Connection};
use crate::harness::command;
use game::{Kind, Played};

const GAMES: usize = 100;

const KILLS: usize = 50;

/// Number of clients, each of which plays a share of the games.
const CLIENTS: usize = 4;

/// Maximum number of acknowledged requests between two kills.
const LONGEST_LIFE: usize = 60;

/// Timeout after which a game without moves is stuck.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A random generator that gives the same numbers in every run.
#[derive(Clone, Copy)]
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Kills a server after a number of acknowledgements.
struct Sentence {
    server: Mutex<Server>,
    left: AtomicI64,
}

impl Sentence {
    fn acknowledged(&self) {
        if self.left.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.server.lock().expect("no panic").child.kill().expect("it runs");
        }
    }

    fn is_carried_out(&self) -> bool {
        self.left.load(Ordering::SeqCst) <= 0
    }
}

#[test]
fn nothing_acknowledged_is_lost_and_no_game_is_stuck_however_often_the_server_is_killed() {
    let data = TempDir::new().expect("a folder");
    let mut chance = Chance(5);
    let mut server = start(data.path(), "127.0.0.1:0");
    let mut running = begin(&server.host, &mut chance);
    let mut finished = Vec::new();
    for _ in 0..KILLS {
        let (host, life) = (server.host.clone(), 1 + chance.below(LONGEST_LIFE) as i64);
        finished.extend(play_until_killed(server, life, &mut running, &mut chance));
        server = start(data.path(), &host);
        look_at_all(&server.host, &mut running);
    }
    play_to_the_end(&server.host, &mut running, &mut chance);
    let mut connection = Connection::open(&server.host).expect("it listens");
    for game in finished.iter().chain(&running) {
        game.is_recorded(&mut connection);
    }
    assert!(finished.len() > GAMES / 10, "only {} games ended between the kills", finished.len());
}

/// Starts a server on the same port, or on a free one if another program has taken it.
pub(super) fn start(data: &Path, host: &str) -> Server {
    let port = host.rsplit_once(':').expect("a port").1;
    let serve = |port: &str| {
        let mut command = command(&["serve", "--no-open", "--port", port, "--data"]);
        Server::try_start(command.arg(data).stderr(Stdio::inherit()))
    };
    serve(port).or_else(|| serve("0")).expect("it starts on what the one before left")
}

fn begin(host: &str, chance: &mut Chance) -> Vec<Played> {
    let mut connection = Connection::open(host).expect("it listens");
    let mut game = |number| Played::create(Kind::of(number), &mut connection, chance).expect("a game");
    (0..GAMES).map(&mut game).collect()
}

/// Returns the finished games. New games replace them, so that the number of running games stays
/// the same.
fn play_until_killed(server: Server, life: i64, games: &mut [Played], chance: &mut Chance) -> Vec<Played> {
    let host = server.host.clone();
    let sentence = Sentence { server: Mutex::new(server), left: AtomicI64::new(life) };
    let finished = Mutex::new(Vec::new());
    each_client(games, chance, |share, chance| {
        // Ends with an error when the server is killed.
        let _ = play_on(&host, share, chance, &sentence, &finished);
    });
    assert!(sentence.is_carried_out(), "the server ended by itself");
    finished.into_inner().expect("no panic")
}

fn play_on(
    host: &str,
    games: &mut [Played],
    chance: &mut Chance,
    sentence: &Sentence,
    finished: &Mutex<Vec<Played>>,
) -> io::Result<()> {
    let mut connection = Connection::open(host)?;
    loop {
        for game in games.iter_mut() {
            if game.is_over() {
                let next = Played::create(game.kind(), &mut connection, chance)?;
                sentence.acknowledged();
                finished.lock().expect("no panic").push(std::mem::replace(game, next));
            }
            if game.play(&mut connection, chance)? {
                sentence.acknowledged();
            }
        }
    }
}

fn look_at_all(host: &str, games: &mut [Played]) {
    each_client(games, &mut Chance(0), |share, _| {
        let mut connection = Connection::open(host).expect("it listens");
        for game in share {
            game.look(&mut connection).expect("nobody kills it");
        }
    });
}

fn play_to_the_end(host: &str, games: &mut [Played], chance: &mut Chance) {
    each_client(games, chance, |share, chance| {
        let mut connection = Connection::open(host).expect("it listens");
        let mut moved_at = Instant::now();
        while share.iter().any(|game| !game.is_over()) {
            let before: usize = share.iter().map(Played::turns).sum();
            for game in share.iter_mut().filter(|game| !game.is_over()) {
                game.play(&mut connection, chance).expect("nobody kills it");
            }
            if share.iter().map(Played::turns).sum::<usize>() > before {
                moved_at = Instant::now();
            }
            assert!(moved_at.elapsed() < TIMEOUT, "nothing happens in some games");
        }
    });
}

fn each_client(games: &mut [Played], chance: &mut Chance, play: impl Fn(&mut [Played], &mut Chance) + Sync) {
    let play = &play;
    thread::scope(|scope| {
        for share in games.chunks_mut(GAMES.div_ceil(CLIENTS)) {
            let mut chance = Chance(chance.below(usize::MAX) as u64);
            scope.spawn(move || play(share, &mut chance));
        }
    });
}
