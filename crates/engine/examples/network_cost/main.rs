//! Measures the cost of an evaluation, and of a small network over the same features.
//!
//! `cargo run --release -p outflank-engine --example network_cost` evaluates boards of random games
//! with 20 to 23 empty squares, in turns with one and with the other, and prints the fastest pass
//! of each, which a busy machine affects little.

mod net;

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use outflank_engine::Board;
use outflank_engine::eval::{Features, Model};

use net::Net;

const GAMES: usize = 200;
const PASSES: usize = 20_000;

struct Sample {
    board: Board,
    features: Features,
    empties: u32,
}

fn main() {
    let model = Model::standard();
    let layout = model.layout();
    let net = Net::random(layout);
    let samples: Vec<Sample> =
        boards().map(|(board, empties)| Sample { board, features: Features::of(layout, board), empties }).collect();
    let linear = |at: &Sample| model.evaluate_counted(at.board, &at.features, at.empties, 9, 9);
    let network = |at: &Sample| net.evaluate(&at.features, layout.phase(at.empties));
    let mut best = [Duration::MAX; 2];
    for _ in 0..PASSES {
        best[0] = best[0].min(pass(&samples, linear));
        best[1] = best[1].min(pass(&samples, network));
    }
    for (name, time) in ["linear", "network"].into_iter().zip(best) {
        let each = time.as_secs_f64() / samples.len() as f64;
        println!("{name:8} {:6.1} ns, {:5.1} million a second", each * 1e9, 1e-6 / each);
    }
}

fn pass(samples: &[Sample], value: impl Fn(&Sample) -> i32) -> Duration {
    let begun = Instant::now();
    black_box(samples.iter().map(value).sum::<i32>());
    begun.elapsed()
}

/// Boards of random games, with the numbers of their empty squares.
fn boards() -> impl Iterator<Item = (Board, u32)> {
    let mut state = 1;
    let games = (0..GAMES).flat_map(move |_| random_game(&mut state));
    games.map(|board| (board, (board.own | board.opp).count_zeros())).filter(|(_, empties)| (20..24).contains(empties))
}

fn random_game(state: &mut u64) -> Vec<Board> {
    let mut board = Board { own: 0x0000_0008_1000_0000, opp: 0x0000_0010_0800_0000 };
    let mut boards = Vec::new();
    while board.legal() | board.passed().legal() != 0 {
        let mut legal = board.legal();
        if legal == 0 {
            board = board.passed();
            continue;
        }
        boards.push(board);
        for _ in 0..u32::from(net::random(state).unsigned_abs()) % legal.count_ones() {
            legal &= legal - 1;
        }
        let square = legal.trailing_zeros();
        board = board.after(square, board.flips(square));
    }
    boards
}
