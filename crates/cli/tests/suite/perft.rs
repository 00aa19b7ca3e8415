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
        assert_eq!(json["depths"][16]["depth"], 17);
        assert_eq!(json["depths"][16]["leaves"], 60_060);
        assert!(json["depths"][16]["leavesPerSecond"].as_f64().unwrap() > 0.0);
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
    let table = outflank(&["perft", "--depth", "7", "--divide"]).ok();
    let columns: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().take(2).collect()).collect();
    assert_eq!(columns[0], ["d3", "13,773"]);
    assert_eq!(columns[4], ["total", "55,092"]);
}

#[test]
fn a_random_seed_is_printed_and_repeats_the_match() {
    let run = outflank(&["show", "--variant", "random-first", "--json"]);
    let seed = run.stderr.trim().strip_prefix("random seed: --seed ").expect("the seed is printed").to_owned();
    let again = outflank(&["show", "--variant", "random-first", "--json", "--seed", &seed]);
    assert_eq!(again.stderr, "");
    assert_eq!(run.json()["turn"], again.json()["turn"]);
}

#[test]
fn counting_ends_when_every_game_is_over() {
    let table = outflank(&["perft", "--size", "4", "--depth", "4000000000"]).ok();
    assert_eq!(table.lines().last(), Some("every game is over by depth 17: deeper counts are the same"));
    let json = outflank(&["perft", "--size", "4", "--depth", "4000000000", "--json"]).json();
    assert_eq!((json["depths"].as_array().unwrap().len(), &json["complete"]), (17, &true.into()));
    assert_eq!(outflank(&["perft", "--depth", "3", "--json"]).json()["complete"], false);
}

#[test]
fn a_finished_game_is_one_leaf_also_when_divided() {
    for options in [&["--json"][..], &["--json", "--divide"]] {
        let json =
            outflank(&[&["perft", "--variant", "=XXXX/XXXX/XXXX/XXXX", "--depth", "3"], options].concat()).json();
        assert_eq!(json["depths"][0]["leaves"], 1, "{json}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_a_failure() {
    for args in [&["perft", "--depth", "2"][..], &["show"], &["check", "f5", "--json"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run = crate::harness::command(args).stdin(std::process::Stdio::null()).stdout(full).output().unwrap();
        assert_eq!(run.status.code(), Some(1), "{args:?}");
        assert!(String::from_utf8_lossy(&run.stderr).contains("cannot write the output"), "{run:?}");
    }
}
