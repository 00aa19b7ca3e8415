//! Legal moves and flips, the fast routines beside their readable twins, over the positions of
//! random games.

use std::{hint::black_box, time::Duration};

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use outflank_rules::{Bitboard, Position, Square, movegen, reference};

#[path = "play/random.rs"]
mod random;

type Discs = (Bitboard, Bitboard);

/// Every position of twenty games, from the first move to the last: about 1,200.
fn positions() -> Vec<Position> {
    random::games(20).iter().flat_map(|game| game.turns().map(|(position, _)| position).collect::<Vec<_>>()).collect()
}

fn legal(c: &mut Criterion) {
    let boards: Vec<Discs> = positions().iter().map(|position| (position.own(), position.opp())).collect();
    let mut group = c.benchmark_group("legal");
    group.throughput(Throughput::Elements(boards.len() as u64));
    over(&mut group, "fast", &boards, |&(own, opp)| movegen::legal(own, opp));
    over(&mut group, "reference", &boards, |&(own, opp)| reference::legal(own, opp));
}

fn flips(c: &mut Criterion) {
    let placements: Vec<(Square, Discs)> = positions()
        .iter()
        .flat_map(|position| position.legal().into_iter().map(|square| (square, (position.own(), position.opp()))))
        .collect();
    let mut group = c.benchmark_group("flips");
    group.throughput(Throughput::Elements(placements.len() as u64));
    over(&mut group, "fast", &placements, |&(square, (own, opp))| movegen::flips(square, own, opp));
    over(&mut group, "reference", &placements, |&(square, (own, opp))| reference::flips(square, own, opp));
}

fn over<T>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, inputs: &[T], routine: fn(&T) -> Bitboard) {
    group.bench_function(name, |b| {
        b.iter(|| inputs.iter().fold(Bitboard::EMPTY, |all, input| all ^ routine(black_box(input))));
    });
}

fn settings() -> Criterion {
    Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3))
}

criterion_group! { name = benches; config = settings(); targets = legal, flips }
criterion_main!(benches);
