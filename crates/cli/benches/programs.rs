//! Moves a second through a program that speaks our protocol: the real `outflank bot random` at the other end of two pipes.

use std::{ops::ControlFlow, sync::atomic::AtomicBool, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use outflank_arena::{Entrant, duel::Duel, hall::Hall, journal::GameLine};

/// Ten pairs between the program and the same bot inside this process, with a clock or without.
fn duel(time: Option<&str>) -> Duel {
    let program = format!("json:'{}' bot random", env!("CARGO_BIN_EXE_outflank"));
    let [program, bot]: [Entrant; 2] = [program.as_str(), "random"].map(|text| text.parse().expect("a player"));
    let time = time.map(|time| time.parse().expect("a time"));
    Duel { pairs: 10, seed: 1, time, ..Duel::new(program, bot) }
}

/// Plays all games; how many moves the program was asked for.
fn play(duel: &Duel, concurrency: usize) -> u64 {
    let hall = Hall { concurrency, ..duel.hall() };
    let mut score = duel.score();
    let ended = hall.play(duel.fixtures(&score), &AtomicBool::new(false), |finished| {
        score.count(GameLine::new(&finished));
        ControlFlow::<()>::Continue(())
    });
    assert!(ended.is_ok_and(|ended| ended.is_continue()) && score.is_over());
    score.sides()[0].moves
}

fn moves(c: &mut Criterion) {
    let mut group = c.benchmark_group("outflank bot random");
    for (name, time, concurrency) in
        [("1 game at a time", None, 1), ("with a clock", Some("5m"), 1), ("2 games at a time", None, 2)]
    {
        let duel = duel(time);
        group.throughput(Throughput::Elements(play(&duel, concurrency)));
        group.bench_function(name, |b| b.iter(|| play(&duel, concurrency)));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(5)).sample_size(20);
    targets = moves
}
criterion_main!(benches);
