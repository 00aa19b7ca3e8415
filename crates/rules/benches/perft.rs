//! Perft: every line of play to a depth, without a hash table, on one thread.

use std::{hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use outflank_rules::{Variant, perft};

fn lines(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    for (name, variant, depth) in [("8x8 depth 8", Variant::STANDARD, 8), ("6x6 depth 8", Variant::SIX, 8)] {
        let start = variant.start();
        group.throughput(Throughput::Elements(perft::count(&start, depth)));
        group.bench_function(name, |b| b.iter(|| perft::count(black_box(&start), depth)));
    }
}

fn settings() -> Criterion {
    Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3))
}

criterion_group! { name = benches; config = settings(); targets = lines }
criterion_main!(benches);
