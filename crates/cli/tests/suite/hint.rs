//! `outflank hint`.

use serde_json::json;

use crate::harness::{outflank, outflank_with_input};

#[test]
fn the_best_move_comes_first_then_value_and_line() {
    let text = outflank(&["hint", "--size", "4", "d3d4c4d2a1b4d1"]).ok();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "a3");
    assert_eq!(lines[1], "value: +10 for white, with perfect play");
    assert!(lines[2].starts_with("line: a3") && lines[3].starts_with("nodes: "), "{text}");
}

#[test]
fn depth_level_and_time_limit_the_search() {
    for (options, depth) in [(["--depth", "3"], Some(3)), (["--level", "8"], Some(3)), (["--time", "20ms"], None)] {
        let json = outflank(&[&["hint", "f5d6c3", "--json"], &options[..]].concat()).json();
        assert!(json["legal"].as_array().unwrap().contains(&json["move"]), "{json}");
        assert!(json["depth"].as_u64().is_some_and(|found| depth.is_none_or(|depth| depth == found)), "{json}");
        assert_eq!(json["exact"], false);
    }
    let json = outflank(&["hint", "--size", "4", "--depth", "12", "--json"]).json();
    assert_eq!((&json["value"], &json["exact"]), (&json!(-10), &json!(true)), "a depth to the end proves");
}

#[test]
fn passes_and_finished_games_need_no_search() {
    assert!(outflank(&["hint", "XO--------------", "--to-move", "white"]).ok().starts_with("pass: white has no legal"));
    assert!(outflank(&["hint", "e6f4e3f6g5d6e7f5c5"]).ok().starts_with("game over: black wins 13-0"));
}

#[test]
fn a_finished_game_is_known_exactly() {
    for game in ["e6f4e3f6g5d6e7f5c5", "XXXXXXXXXXXXXXXX"] {
        let json = outflank(&["hint", game, "--json"]).json();
        assert_eq!((&json["exact"], &json["depth"], &json["selectivity"]), (&json!(true), &json!(0), &json!(100)));
    }
}

#[test]
fn a_free_opening_has_a_hint() {
    let json = outflank(&["hint", "--variant", "free-centre", "--level", "6", "--json"]).json();
    assert!(json["legal"].as_array().unwrap().contains(&json["move"]), "{json}");
    let text = outflank(&["hint", "--variant", "free-centre", "--level", "6"]).ok();
    assert!(["d4", "e4", "d5", "e5"].contains(&text.lines().next().unwrap()), "{text}");
}

#[test]
fn json_output_can_be_read_as_input() {
    for command in ["show", "moves", "hint", "eval"] {
        let printed = outflank(&[command, "f5d6c3d3", "--json"]).ok();
        let json = outflank_with_input(&["hint", "--level", "2", "--json"], &printed).json();
        let printed: serde_json::Value = serde_json::from_str(&printed).unwrap();
        assert_eq!((&json["board"], &json["turn"]), (&printed["board"], &printed["turn"]), "{command}");
    }
    let white = outflank(&["show", "f5", "--variant", "octagon", "--json"]).ok();
    let json = outflank_with_input(&["show", "--json"], &white).json();
    assert_eq!((&json["turn"], &json["board"][0]), (&json!("white"), &json!("##----##")), "{white}");
}

#[test]
fn wrong_search_limits_are_refused_with_advice() {
    for (options, what) in [
        (&["--level", "21"][..], "\"21\" is not a level that searches: use a number from 1 to 20"),
        (&["--level", "random"], "\"random\" is not a level that searches"),
        (&["--time", "2h"], "\"2h\" is not a time: write 2s"),
        (&["--depth", "0"], "0"),
        (&["--depth", "4", "--time", "1s"], "cannot be used with"),
        (&["--selectivity", "95", "--level", "6"], "'--selectivity <PERCENT>' cannot be used with '--level <N>'"),
        (&["--selectivity", "95", "--time", "1s"], "'--selectivity <PERCENT>' cannot be used with '--time <TIME>'"),
        (&["--selectivity", "95"], "--depth <PLIES>"),
    ] {
        let message = outflank(&[&["hint", "f5"], options].concat()).failed(2);
        assert!(message.contains(what), "{message}");
    }
    assert!(outflank_with_input(&["hint"], "nonsense").failed(1).contains("its format is unknown: give transcripts"));
}
