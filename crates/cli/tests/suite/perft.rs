//! `outflank perft`.

use crate::harness::outflank;

#[test]
fn counts_every_depth_up_to_the_one_asked_for() {
    let table = outflank(&["perft", "--depth", "6"]).ok();
    let leaves: Vec<&str> = table.lines().skip(1).map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert_eq!(leaves, ["4", "12", "56", "244", "1,396", "8,200"]);
}

#[test]
fn the_4x4_board_has_60_060_games_with_any_number_of_threads() {
    for threads in ["0", "1", "3"] {
        let json = outflank(&["perft", "--size", "4", "--depth", "18", "--threads", threads, "--json"]).json();
        assert_eq!(json["variant"], "tiny");
        assert_eq!(json["depths"][17]["depth"], 18);
        assert_eq!(json["depths"][17]["leaves"], 60_060);
        assert!(json["depths"][17]["leaves_per_second"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn divided_counts_add_up() {
    let json = outflank(&["perft", "--depth", "7", "--divide", "--json"]).json();
    let parts = json["divide"].as_array().unwrap();
    assert_eq!(parts.len(), 4);
    assert_eq!(parts[0]["move"], "d3");
    assert_eq!(parts.iter().map(|part| part["leaves"].as_u64().unwrap()).sum::<u64>(), 55_092);
    assert_eq!(json["depths"][0]["leaves"], 55_092);
    assert!(outflank(&["perft", "--depth", "7", "--divide"]).ok().ends_with('\n'));
}

#[test]
fn a_seed_that_was_drawn_is_told_and_gives_the_same_again() {
    let run = outflank(&["perft", "--variant", "random-first", "--depth", "3"]);
    let seed = run.stderr.trim().strip_prefix("drawn with --seed ").expect("the seed is told").to_owned();
    let again = outflank(&["perft", "--variant", "random-first", "--depth", "3", "--seed", &seed]);
    assert_eq!(again.stderr, "");
    let leaves =
        |text: &str| text.lines().map(|line| line.split_whitespace().nth(1).map(str::to_owned)).collect::<Vec<_>>();
    assert_eq!(leaves(&run.stdout), leaves(&again.stdout));
}
