//! Games per second between built-in bots in one process, and the cost of the referee.

use std::{hint::black_box, ops::ControlFlow, sync::atomic::AtomicBool, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use outflank_arena::{
    PlayerSpec, Sides,
    bot::{Bot, BotKind},
    journal::GameLine,
    opening::Openings,
    runner::{Fixture, GameRunner},
};
use outflank_engine::Clock;
use outflank_rules::{Color, Game, Move, Status};

const GAMES: u32 = 2000;

fn fixtures() -> impl Iterator<Item = Fixture> + Send {
    let openings = Openings::embedded();
    (0..GAMES).map(move |number| Fixture {
        number,
        name: format!("g{number}"),
        players: if number % 2 == 0 { Sides { black: 0, white: 1 } } else { Sides { black: 1, white: 0 } },
        start: openings.opening(number as usize / 2 % openings.len()).expect("within the list").game(),
        seed: number.into(),
    })
}

/// Counts games as a match does: each becomes a line.
fn play(concurrency: usize) -> u32 {
    let entrants: Vec<PlayerSpec> = ["random", "greedy"].map(|name| name.parse().expect("a bot")).into();
    let runner = GameRunner { concurrency, ..GameRunner::new(&entrants) };
    let mut discs = 0;
    let ended = runner.play(fixtures(), &AtomicBool::new(false), |finished| {
        discs += GameLine::new(&finished).discs.black;
        ControlFlow::<()>::Continue(())
    });
    assert!(ended.is_ok_and(|ended| ended.is_continue()));
    discs
}

/// The same games without runner and referee: the bots and the rules alone.
fn play_bare() -> u32 {
    let unstopped = AtomicBool::new(false);
    let discs = |fixture: Fixture| bare_game(&fixture, &unstopped).position().score().discs(Color::Black);
    fixtures().map(|fixture| u32::from(discs(fixture))).sum()
}

fn bare_game(fixture: &Fixture, stop: &AtomicBool) -> Game {
    let mut bots: [Box<dyn Bot>; 2] = [BotKind::Random.bot(fixture.seed), BotKind::Greedy.bot(0)];
    let mut game = fixture.start.clone();
    loop {
        let position = game.position();
        let mv = match position.status() {
            Status::Over(_) => return game,
            Status::MustPass => Move::Pass,
            Status::ToPlace(_) => bots[fixture.players[position.turn()]].choose(&game, Clock::Unlimited, stop),
        };
        game.play(mv).expect("bots make legal moves");
    }
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("random against greedy");
    group.throughput(Throughput::Elements(GAMES.into()));
    group.bench_function("1 table", |b| b.iter(|| play(black_box(1))));
    group.bench_function("2 tables", |b| b.iter(|| play(black_box(2))));
    group.bench_function("without runner and referee", |b| b.iter(play_bare));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(5)).sample_size(20);
    targets = games
}
criterion_main!(benches);
