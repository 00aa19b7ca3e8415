//! Evaluations and updates of features a second, on boards of random games.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use outflank_engine::Board;
use outflank_engine::eval::{Features, Layout, Model};

/// A board of a game and a move on it.
struct Turn {
    board: Board,
    features: Features,
    square: u32,
    flips: u64,
}

impl Turn {
    fn empties(&self) -> u32 {
        (self.board.own | self.board.opp).count_zeros()
    }
}

/// The turns of random games with this many empty squares.
fn turns(layout: &Layout, empties: std::ops::Range<u32>) -> Vec<Turn> {
    let mut state = 1;
    let games = (0..200).flat_map(|_| random_game(layout, &mut state));
    games.filter(|turn| empties.contains(&turn.empties())).collect()
}

fn random_game(layout: &Layout, state: &mut u64) -> Vec<Turn> {
    let mut board = Board { own: 0x0000_0008_1000_0000, opp: 0x0000_0010_0800_0000 };
    let mut turns = Vec::new();
    while board.legal() | board.passed().legal() != 0 {
        let mut legal = board.legal();
        if legal == 0 {
            board = board.passed();
            continue;
        }
        *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        for _ in 0..(*state >> 33) % u64::from(legal.count_ones()) {
            legal &= legal - 1;
        }
        let square = legal.trailing_zeros();
        let flips = board.flips(square);
        turns.push(Turn { board, features: Features::of(layout, board), square, flips });
        board = board.after(square, flips);
    }
    turns
}

fn bench(c: &mut Criterion) {
    let model = Model::standard();
    let layout = model.layout();
    let turns = turns(layout, 20..24);
    let mut group = c.benchmark_group("eval");
    group.throughput(Throughput::Elements(turns.len() as u64));
    group.bench_function("evaluate", |b| {
        b.iter(|| turns.iter().map(|turn| model.evaluate(turn.board, &turn.features, turn.empties())).sum::<i32>());
    });
    group.bench_function("update", |b| {
        b.iter(|| {
            for turn in &turns {
                black_box(turn.features.after(layout, turn.square, turn.flips));
            }
        });
    });
    group.bench_function("update and evaluate", |b| {
        let value = |turn: &Turn| {
            let features = turn.features.after(layout, turn.square, turn.flips);
            model.evaluate(turn.board.after(turn.square, turn.flips), &features, turn.empties() - 1)
        };
        b.iter(|| turns.iter().map(value).sum::<i32>());
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
