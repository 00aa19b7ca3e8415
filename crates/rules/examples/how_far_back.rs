//! How far the reachability judge reaches: positions after ever more random moves, and how many of
//! them it proves.
//!
//! `cargo run --release -p outflank-rules --example how_far_back -- [SAMPLES] [MOVES...]`

use std::{env, time::Instant};

use outflank_rules::{
    Move, Position, Setup, Variant,
    reach::{self, Budget, Reachability},
    rng::SplitMix64,
};

fn main() {
    let mut numbers = env::args().skip(1).map(|word| word.parse().expect("a number"));
    let samples = numbers.next().unwrap_or(20);
    let mut moves: Vec<u64> = numbers.collect();
    if moves.is_empty() {
        moves = vec![12, 16, 20, 24, 28, 32, 36];
    }
    println!("moves  discs  proven  refuted  undecided  mean s  worst s");
    let mut rng = SplitMix64::new(1);
    for moves in moves {
        measure(moves, samples, &mut rng);
    }
}

fn measure(moves: u64, samples: u64, rng: &mut SplitMix64) {
    let (mut proven, mut refuted, mut undecided) = (0, 0, 0);
    let mut seconds: Vec<f64> = Vec::new();
    for _ in 0..samples {
        let setup = Setup::from(random_position(rng, moves));
        let begin = Instant::now();
        match reach::judge(&setup, &Variant::STANDARD, Budget::default()) {
            Reachability::Possible(_) => proven += 1,
            Reachability::Impossible(_) => refuted += 1,
            Reachability::Undecided { .. } => undecided += 1,
        }
        seconds.push(begin.elapsed().as_secs_f64());
    }
    let mean = seconds.iter().sum::<f64>() / seconds.len() as f64;
    let worst = seconds.iter().copied().fold(0.0, f64::max);
    let discs = moves + 4;
    println!("{moves:5}  {discs:5}  {proven:6}  {refuted:7}  {undecided:9}  {mean:6.3}  {worst:7.3}");
}

/// Returns a position after `placed` discs placed at random. Games that end earlier are discarded.
fn random_position(rng: &mut SplitMix64, placed: u64) -> Position {
    let start = Variant::STANDARD.start();
    let (mut position, mut left) = (start, placed);
    while left > 0 {
        let moves = position.moves();
        if moves.is_empty() {
            (position, left) = (start, placed);
            continue;
        }
        let mv = moves[rng.below(moves.len())];
        left -= u64::from(mv != Move::Pass);
        position = position.play_unchecked(mv);
    }
    position
}
