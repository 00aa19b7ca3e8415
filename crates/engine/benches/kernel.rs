//! The kernels over the positions of random games, and perft through them.

use std::{hint::black_box, time::Duration};

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use outflank_engine::{Board, perft};
use outflank_rules::{Game, Variant};

/// Every board of twenty games, from the first move to the last: about 1,200.
fn boards() -> Vec<Board> {
    let mut seed = 1u64;
    (0..20).flat_map(|_| game(&mut seed)).collect()
}

/// The boards of a game of random moves.
fn game(seed: &mut u64) -> Vec<Board> {
    let mut game = Game::new(Variant::STANDARD.start());
    let mut boards = Vec::new();
    while let moves @ [_, ..] = &*game.position().moves() {
        boards.push(Board { own: game.position().own().0, opp: game.position().opp().0 });
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        game.play(moves[(*seed >> 33) as usize % moves.len()]).expect("one of the moves of the position");
    }
    boards
}

/// Boards with each of their legal squares.
fn placements() -> Vec<(Board, u32)> {
    let squares = |board: Board| (0..64).filter(move |square| board.legal() >> square & 1 == 1);
    boards().into_iter().flat_map(|board| squares(board).map(move |square| (board, square))).collect()
}

fn moves(c: &mut Criterion) {
    over(&mut c.benchmark_group("legal"), &boards(), |&board| board.legal());
    over(&mut c.benchmark_group("flips"), &placements(), |&(board, square)| board.flips(square));
}

fn ends(c: &mut Criterion) {
    over(&mut c.benchmark_group("last_flips"), &placements(), |&(board, square)| board.last_flips(square).into());
    over(&mut c.benchmark_group("stable"), &boards(), |&board| board.stable(0));
}

/// Measures a routine twice: on independent inputs, which the CPU overlaps, and on inputs that each
/// depend on the result before, as in a search.
fn over<T>(group: &mut BenchmarkGroup<'_, WallTime>, inputs: &[T], routine: fn(&T) -> u64) {
    group.throughput(Throughput::Elements(inputs.len() as u64));
    group.bench_function("side by side", |b| {
        b.iter(|| inputs.iter().fold(0, |all, input| all ^ routine(black_box(input))));
    });
    let none = black_box(0);
    group.bench_function("one after another", |b| {
        b.iter(|| (0..inputs.len()).fold(0, |last, index| routine(&inputs[index + (last as usize & none)])));
    });
}

fn lines(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    let start = Variant::STANDARD.start();
    group.throughput(Throughput::Elements(perft(&start, 9)));
    group.bench_function("8x8 depth 9", |b| b.iter(|| perft(black_box(&start), 9)));
}

fn settings() -> Criterion {
    Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3))
}

criterion_group! { name = benches; config = settings(); targets = moves, ends, lines }
criterion_main!(benches);
