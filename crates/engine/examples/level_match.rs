//! Plays two levels against each other: `cargo run --release -p outflank-engine --example level_match -- 5 3 100`.
//!
//! Games come in pairs from random openings of eight plies, each level once with each color. Prints the share of the points
//! of the first level with its 95 % interval, and the mean margin.

use std::env;
use std::error::Error;

use outflank_engine::{Clock, Level, Player, Settings};
use outflank_rules::{Color, Game, Position, Status, Variant};

const OPENING_PLIES: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let [one, other, games] = env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "LEVEL LEVEL GAMES")?;
    let (one, other): (Level, Level) = (one.parse()?, other.parse()?);
    let mut margins = Vec::new();
    for seed in 0..games.parse::<u64>()?.div_ceil(2) {
        let opening = opening(seed);
        margins.push(play(opening, one, other, seed));
        margins.push(-play(opening, other, one, seed));
    }
    report(one, other, &margins);
    Ok(())
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

fn report(one: Level, other: Level, margins: &[i32]) {
    let points: Vec<f64> = margins.iter().map(|margin| (f64::from(margin.signum()) + 1.0) / 2.0).collect();
    let count = points.len() as f64;
    let share = points.iter().sum::<f64>() / count;
    let variance = points.iter().map(|point| (point - share).powi(2)).sum::<f64>() / count;
    let interval = 196.0 * (variance / count).sqrt();
    let margin = f64::from(margins.iter().sum::<i32>()) / count;
    println!("{one} - {other}: {:.1} ± {interval:.1} % of {count} games, {margin:+.1} discs a game", 100.0 * share);
}
