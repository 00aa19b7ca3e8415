use std::collections::BTreeMap;

use outflank_rules::Variant;

use super::*;

fn entrants(names: &[&str]) -> Vec<PlayerSpec> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

fn fixtures(count: u32) -> impl Iterator<Item = Fixture> + Send {
    (0..count).map(|number| Fixture {
        number,
        name: format!("g{number}"),
        players: if number % 2 == 0 { Sides { black: 0, white: 1 } } else { Sides { black: 1, white: 0 } },
        start: Game::new(Variant::SIX.start()),
        seed: u64::from(number / 2),
    })
}

fn runner(entrants: &[PlayerSpec], concurrency: usize) -> GameRunner<'_> {
    GameRunner { concurrency, ..GameRunner::new(entrants) }
}

fn games(entrants: &[PlayerSpec], concurrency: usize) -> BTreeMap<u32, Game> {
    let mut games = BTreeMap::new();
    let ended = runner(entrants, concurrency).play(fixtures(30), &AtomicBool::default(), |finished| {
        games.insert(finished.fixture.number, finished.report.game);
        ControlFlow::<()>::Continue(())
    });
    assert!(ended.unwrap().is_continue());
    games
}

#[test]
fn games_are_the_same_at_any_concurrency() {
    let players = entrants(&["random", "mcts:10"]);
    let alone = games(&players, 1);
    assert_eq!(alone.len(), 30);
    for tables in [0, 2, 5] {
        assert_eq!(games(&players, tables), alone);
    }
}

#[test]
fn a_caller_that_breaks_gets_no_more_games() {
    let players = entrants(&["random", "greedy"]);
    let mut seen = 0;
    let ended = runner(&players, 3).play(fixtures(u32::MAX), &AtomicBool::default(), |finished| {
        seen += 1;
        if seen == 7 { ControlFlow::Break(finished.fixture.name) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(ended, Ok(ControlFlow::Break(name)) if name.starts_with('g')));
    assert_eq!(seen, 7);
}

#[test]
fn the_stop_flag_ends_endless_games() {
    let players = entrants(&["random", "greedy"]);
    let stop = AtomicBool::default();
    let mut seen = 0;
    let ended = runner(&players, 2).play(fixtures(u32::MAX), &stop, |_| {
        seen += 1;
        stop.store(seen >= 20, SeqCst);
        ControlFlow::<()>::Continue(())
    });
    assert!(ended.unwrap().is_continue() && seen >= 20);
    let none = runner(&players, 2).play(fixtures(9), &AtomicBool::new(true), |_| ControlFlow::Break(()));
    assert!(none.unwrap().is_continue(), "nothing is played once it is set");
}

#[test]
fn an_entrant_can_play_itself() {
    let players = entrants(&["random"]);
    let with_itself = fixtures(4).map(|fixture| Fixture { players: Sides { black: 0, white: 0 }, ..fixture });
    let mut seen = 0;
    let ended = runner(&players, 2).play(with_itself, &AtomicBool::default(), |finished| {
        assert!(finished.report.game.is_over());
        seen += 1;
        ControlFlow::<()>::Continue(())
    });
    assert!(ended.unwrap().is_continue() && seen == 4);
}

#[test]
fn no_worker_runs_far_ahead_of_a_long_game() {
    let queue = Queue::new(fixtures(100), Some(4));
    let halt = AtomicBool::new(true);
    let turns: Vec<usize> = std::iter::from_fn(|| queue.next(&halt)).map(|(turn, _)| turn).collect();
    assert_eq!(turns, [0, 1, 2, 3]);
    [1, 3].into_iter().for_each(|turn| queue.done(turn));
    assert!(queue.next(&halt).is_none(), "the first is not finished");
    queue.done(0);
    let turns: Vec<usize> = std::iter::from_fn(|| queue.next(&halt)).map(|(turn, _)| turn).collect();
    assert_eq!(turns, [4, 5], "the third is not finished");
}

#[test]
fn concurrency_is_limited_to_the_number_of_games() {
    let players = entrants(&["random", "greedy"]);
    let mut seen = 0;
    let ended = runner(&players, usize::MAX).play(fixtures(3), &AtomicBool::default(), |_| {
        seen += 1;
        ControlFlow::<()>::Continue(())
    });
    assert!(ended.unwrap().is_continue() && seen == 3);
}
