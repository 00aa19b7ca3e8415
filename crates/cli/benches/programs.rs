//! Measures moves per second of `outflank bot random` as a process that speaks the JSON protocol.

use std::{ops::ControlFlow, sync::atomic::AtomicBool, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use outflank_arena::{PlayerSpec, journal::GameLine, matches::MatchSettings, runner::GameRunner};

/// Ten pairs of games between the program and the same bot in this process.
fn settings(time: Option<&str>) -> MatchSettings {
    let program = format!("json:'{}' bot random", env!("CARGO_BIN_EXE_outflank"));
    let [program, bot]: [PlayerSpec; 2] = [program.as_str(), "random"].map(|text| text.parse().expect("a player"));
    let time = time.map(|time| time.parse().expect("a time"));
    MatchSettings { pairs: 10, seed: 1, time, ..MatchSettings::new(program, bot) }
}

/// Plays all games and returns the number of moves of the program.
fn play(settings: &MatchSettings, concurrency: usize) -> u64 {
    let runner = GameRunner { concurrency, ..settings.runner() };
    let mut score = settings.score();
    let ended = runner.play(settings.fixtures(&score), &AtomicBool::new(false), |finished| {
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
        let settings = settings(time);
        group.throughput(Throughput::Elements(play(&settings, concurrency)));
        group.bench_function(name, |b| b.iter(|| play(&settings, concurrency)));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(5)).sample_size(20);
    targets = moves
}
criterion_main!(benches);
