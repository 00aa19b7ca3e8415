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

/// The second player never answers; it is stopped with the series.
#[cfg(unix)]
#[test]
fn a_stop_reaches_players_that_think() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let silent = format!("gtp:sh -c 'exec sleep 1000 > \"{}\"'", pipe.display());
    let stop = AtomicBool::default();
    thread::scope(|scope| {
        let games = scope.spawn(|| series("random", &silent, 3).play(&stop).unwrap().games());
        // The pipe has a writer as soon as the engine runs, and none when it is gone.
        let mut held = std::fs::File::open(&pipe).unwrap();
        stop.store(true, SeqCst);
        std::io::copy(&mut held, &mut std::io::sink()).unwrap();
        assert_eq!(games.join().unwrap(), 0);
    });
}

/// An engine that gives up at once in its first game and breaks down in the second.
#[cfg(unix)]
#[test]
fn games_finished_before_a_fault_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("engine.sh");
    let text = r#"count=0
while read -r command rest; do
    if [ "$command" = genmove ]; then
        count=$((count + 1))
        [ $count = 2 ] && exit 1
        printf '= resign\n\n'
    else
        printf '=\n\n'
    fi
done
"#;
    std::fs::write(&script, text).unwrap();
    let engine = format!("gtp:sh '{}'", script.display());
    let Err(SeriesError::Player { finished, .. }) = series(&engine, "random", 5).play(&AtomicBool::default()) else {
        panic!()
    };
    assert_eq!((finished.games(), finished.player(0).losses), (1, 1));
}
