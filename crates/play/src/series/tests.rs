use outflank_rules::{FirstMover, Variant};

use super::*;

fn series(first: &str, second: &str, games: u64) -> Series {
    Series { seed: 9, ..Series::new(first.parse().unwrap(), second.parse().unwrap(), games) }
}

#[test]
fn the_seed_decides_and_threads_do_not() {
    let one = series("random", "greedy", 40);
    let tally = one.play(&AtomicBool::default()).unwrap();
    assert_eq!(tally.games(), 40);
    assert_eq!(Series { threads: 3, ..one.clone() }.play(&AtomicBool::default()).unwrap(), tally);
    assert_ne!(Series { seed: 10, ..one }.play(&AtomicBool::default()).unwrap(), tally);
}

#[test]
fn levels_that_search_repeat_too() {
    let six = Series { variant: Variant::SIX.with_first(FirstMover::Drawn), ..series("2", "random", 6) };
    let tally = six.play(&AtomicBool::default()).unwrap();
    assert_eq!(Series { threads: 2, ..six }.play(&AtomicBool::default()).unwrap(), tally);
}

#[test]
fn seats_are_exchanged_and_both_see_the_same_games() {
    let tally = series("3", "random", 11).play(&AtomicBool::default()).unwrap();
    assert_eq!(tally.player_as(0, Color::Black).games(), 6);
    assert_eq!(tally.player_as(1, Color::Black).games(), 5);
    assert_eq!(tally.player(0), tally.player(1).reversed());
    assert!(tally.player(0).wins >= 9, "a level beats chance: {tally:?}");
    assert!(tally.player(0).average_margin() > 0.0);
}

#[test]
fn a_person_and_a_broken_engine_are_refused_and_a_stop_is_obeyed() {
    assert!(matches!(series("human", "random", 1).play(&AtomicBool::default()), Err(SeriesError::Human)));
    let error = series("gtp:/no/such/engine", "random", 5).play(&AtomicBool::default()).unwrap_err();
    assert!(error.to_string().contains("/no/such/engine cannot be started"), "{error}");
    assert_eq!(series("random", "random", 1000).play(&AtomicBool::new(true)).unwrap().games(), 0);
}
