//! Plays two levels against each other: `cargo run --release -p outflank-engine --example
//! level_match -- 5 3 100`.
//!
//! Games come in pairs from random openings of eight plies, each level once with each color, on all
//! cores. Prints the share of the points of the first level with its 95 % interval, and the mean
//! margin.

use std::env;
use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use outflank_engine::{Clock, Level, Player, Settings};
use outflank_rules::{Color, Game, Position, Status, Variant};

const OPENING_PLIES: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let [one, other, games] = env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "LEVEL LEVEL GAMES")?;
    let (one, other): (Level, Level) = (one.parse()?, other.parse()?);
    let pairs = pairs(one, other, games.parse::<u64>()?.div_ceil(2));
    report(one, other, &pairs);
    Ok(())
}

/// The margins of the first level in both games of each opening.
fn pairs(one: Level, other: Level, count: u64) -> Vec<[i32; 2]> {
    let (next, pairs) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= count {
                        break;
                    }
                    let opening = opening(seed);
                    let pair = [play(opening, one, other, seed), -play(opening, other, one, seed)];
                    pairs.lock().expect("no game panics").push(pair);
                }
            });
        }
    });
    pairs.into_inner().expect("no game panics")
}

fn opening(seed: u64) -> Position {
    let mut random = Player::new(Level::RANDOM, seed, &Settings::default());
    let mut game = Game::new(Variant::STANDARD.start());
    while game.ply() < OPENING_PLIES {
        let Some(choice) = random.choose(&game.position(), Clock::Unlimited) else { break };
        let _ = game.play(choice.mv);
    }
    game.position()
}

/// Black's margin.
fn play(opening: Position, black: Level, white: Level, seed: u64) -> i32 {
    let settings = Settings { hash_bytes: 16 << 20, threads: 1 };
    let [mut black, mut white] = [black, white].map(|level| Player::new(level, seed, &settings).with_book(None));
    let mut position = opening;
    loop {
        let side = if position.turn() == Color::Black { &mut black } else { &mut white };
        match side.choose(&position, Clock::Unlimited) {
            Some(choice) => position = position.play_unchecked(choice.mv),
            None => break,
        }
    }
    match position.status() {
        Status::Over(score) => i32::from(score.official_margin().discs()),
        _ => 0,
    }
}

fn report(one: Level, other: Level, pairs: &[[i32; 2]]) {
    let points = |margin: i32| (f64::from(margin.signum()) + 1.0) / 2.0;
    let shares: Vec<f64> = pairs.iter().map(|pair| (points(pair[0]) + points(pair[1])) / 2.0).collect();
    let count = shares.len() as f64;
    let share = shares.iter().sum::<f64>() / count;
    let variance = shares.iter().map(|pair| (pair - share).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let interval = 196.0 * (variance / count).sqrt();
    let margin = f64::from(pairs.iter().flatten().sum::<i32>()) / (2.0 * count);
    let games = 2 * pairs.len();
    println!("{one} - {other}: {:.1} ± {interval:.1} % of {games} games, {margin:+.1} discs a game", 100.0 * share);
}
