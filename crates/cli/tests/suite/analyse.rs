//! `outflank analyse`.

use std::process::Stdio;

use serde_json::json;

use crate::harness::{command, outflank};

/// A 4x4 game in which white gives away the win.
const GAME: [&str; 4] = ["analyse", "--size", "4", "d3d4c4d2a1b4d1c1"];

#[test]
fn every_move_of_a_position_has_its_value_best_first() {
    let json = outflank(&["analyse", "--size", "4", "--json"]).json();
    assert_eq!((&json["kind"], json["moves"].as_array().unwrap().len()), (&json!("position"), 4));
    for valued in json["moves"].as_array().unwrap() {
        assert_eq!((&valued["value"], &valued["exact"]), (&json!(-10), &json!(true)));
        assert_eq!(valued["line"][0], valued["move"]);
    }
    let table = outflank(&["analyse", "f5d6c3", "--all-moves", "--depth", "4"]).ok();
    assert!(table.starts_with("white to move, 57 empty\nmove    value   depth  line\n"), "{table}");
    assert_eq!(table.lines().filter(|line| line.contains("4@73%")).count(), 4, "{table}");
    assert!(outflank(&["analyse", "e6f4e3f6g5d6e7f5c5", "--all-moves"]).ok().starts_with("game over"));
}

#[test]
fn every_move_of_a_game_is_reviewed() {
    let json = outflank(&[&GAME[..], &["--json"]].concat()).json();
    let moves = json["moves"].as_array().unwrap();
    assert_eq!((&json["kind"], &json["plies"], moves.len()), (&json!("game"), &json!(8), 8));
    assert!(moves[..7].iter().all(|mv| mv["loss"] == 0 && mv["class"] == "best"), "{json}");
    let last = &moves[7];
    assert_eq!((&last["move"], &last["turn"], &last["bestValue"]), (&json!("c1"), &json!("white"), &json!(10)));
    let loss = last["bestValue"].as_i64().unwrap() - last["value"].as_i64().unwrap();
    assert!(loss > 0, "{json}");
    assert_eq!(
        (&last["loss"], &json["white"]["loss"], &json["black"]["loss"]),
        (&json!(loss), &json!(loss), &json!(0))
    );
}

#[test]
fn a_game_is_drawn_as_a_graph_with_the_turning_point_below() {
    for (locale, character) in [("C", '#'), ("C.UTF-8", '█')] {
        let run = command(&GAME).env("LC_ALL", locale).stdin(Stdio::null()).output().unwrap();
        let text = String::from_utf8(run.stdout).unwrap();
        assert!(text.contains(character) && text.contains("black is ahead by"), "{text}");
        assert_eq!(text.is_ascii(), locale == "C", "{text}");
        assert!(!text.contains('\x1b'), "{text}");
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(longest <= 100, "{text}");
    }
}

#[test]
fn the_loss_of_a_side_is_the_sum_of_its_column() {
    let game = "d3c5e6d2c6d6b5f5e7f6f4f3g4d7g3g5h6h5h4e8c7h3c3h7e3b6g6f7";
    let json = outflank(&["analyse", game, "--depth", "3", "--json"]).json();
    let text = outflank(&["analyse", game, "--depth", "3"]).ok();
    let moves = json["moves"].as_array().unwrap();
    assert!(moves.iter().any(|mv| mv["class"] == "good"), "a loss within the noise: {json}");
    for side in ["black", "white"] {
        let own = moves.iter().filter(|mv| mv["turn"] == side);
        let lost: i64 = own.map(|mv| mv["loss"].as_i64().unwrap()).sum();
        assert_eq!(json[side]["loss"], lost, "{json}");
        assert!(text.contains(&format!("{side} lost {lost} disc")), "{text}");
    }
}

#[test]
fn the_move_that_changed_the_result_is_named() {
    let json = outflank(&[&GAME[..], &["--json"]].concat()).json();
    let text = outflank(&GAME).ok();
    let last = &json["moves"][7];
    let is_lost = last["value"].as_i64().unwrap() <= 0;
    assert_eq!(last.get("changed").is_some(), is_lost);
    assert_eq!(text.contains("move 8, white c1, turned a win into a"), is_lost, "{text}");
}

#[test]
fn the_first_listed_move_is_the_best() {
    outflank(&["analyze", "d3", "--level", "1"]).ok();
    for first in ["d3", "c4", "f5", "e6"] {
        let json = outflank(&["analyse", first, "--level", "8", "--json"]).json();
        let reviewed = &json["moves"][0];
        assert_eq!((&reviewed["best"], &reviewed["class"]), (&json!(first), &json!("best")), "{json}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_review_interrupted_at_once_says_so() {
    use crate::harness::{catches_interrupts, wait_until};
    let child =
        command(&["analyse", "f5d6c3d3c4f4", "--depth", "50", "--hash", "1M"]).stdin(Stdio::null()).spawn().unwrap();
    wait_until(|| catches_interrupts(child.id()));
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let end = child.wait_with_output().unwrap();
    assert_eq!(
        (end.status.code(), end.stdout.as_slice()),
        (Some(130), &b"interrupted before any move was reviewed\n"[..])
    );
}

#[test]
fn the_help_states_the_limits_of_each_move_class() {
    use outflank_engine::MoveClass;
    let help = outflank(&["analyse", "--help"]).ok().split_whitespace().collect::<Vec<_>>().join(" ");
    for (class, from) in MoveClass::THRESHOLDS {
        assert!(help.contains(&format!("{class} ({}) at least {from}", class.mark())), "{help}");
    }
    assert!(help.contains(&format!("these limits are {} discs higher", MoveClass::NOISE)), "{help}");
}

#[test]
fn the_graph_has_the_marks_of_the_table() {
    let text = outflank(&["analyse", "--size", "4", "d3d4c4d2a1b4d1c1"]).ok();
    assert!(text.contains("c1? ") && text.contains("?! inaccuracy  ? mistake  ?? blunder"), "{text}");
    assert!(text.contains("black lost 0 discs: 4 best ("), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_prints_what_was_found_so_far() {
    use crate::harness::{catches_interrupts, wait_until};
    let child = command(&["analyse", "f5d6c3", "--all-moves", "--depth", "40", "--hash", "1M", "--json"])
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    wait_until(|| catches_interrupts(child.id()));
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let end = child.wait_with_output().unwrap();
    assert_eq!(end.status.code(), Some(130));
    let json: serde_json::Value = serde_json::from_slice(&end.stdout).unwrap();
    assert_eq!((&json["kind"], &json["interrupted"]), (&json!("position"), &json!(true)));
}
