//! `outflank moves`.

use serde_json::json;

use crate::harness::{outflank, outflank_with_input};

#[test]
fn the_start_has_four_moves_each_flipping_one_disc() {
    let table = outflank(&["moves"]).ok();
    assert_eq!(table, "d3  flips  1: d4\nc4  flips  1: d4\nf5  flips  1: e5\ne6  flips  1: e5\n");
}

#[test]
fn games_are_read_from_one_or_several_arguments_files_and_pipes() {
    let expected = outflank(&["moves", "f5d6c3"]).ok();
    assert!(expected.contains("d3"));
    assert_eq!(outflank(&["moves", "F5", "d6", "C3"]).ok(), expected);
    assert_eq!(outflank_with_input(&["moves"], "f5 d6 c3\n").ok(), expected);
    assert_eq!(outflank_with_input(&["moves", "-"], "1. f5 d6 2. c3").ok(), expected);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game");
    std::fs::write(&file, "f5d6c3\n").unwrap();
    assert_eq!(outflank(&["moves", file.to_str().unwrap()]).ok(), expected);
    assert_eq!(outflank(&["moves", "f5d6c3d3c4", "--ply", "3"]).ok(), expected);
}

#[test]
fn a_board_that_starts_with_dashes_is_not_an_option() {
    let board = "---------------------------OX------XO---------------------------X";
    assert_eq!(outflank(&["moves", board]).ok(), outflank(&["moves"]).ok());
    assert!(outflank(&["moves", board, "--jsn"]).failed(2).contains("--json"));
}

#[test]
fn json_has_the_moves_their_flips_and_the_position() {
    let report = outflank(&["moves", "f5", "--json", "--notation", "row-column"]).json();
    assert_eq!(report["turn"], "white");
    assert_eq!(report["status"], "place");
    assert_eq!((&report["black"], &report["white"], &report["empty"]), (&json!(4), &json!(1), &json!(59)));
    assert_eq!(report["moves"][0], json!({ "move": "(3, 5)", "flips": ["(3, 4)"] }));
    assert_eq!(report["legal"], json!(["(3, 5)", "(5, 3)", "(5, 5)"]));
}

#[test]
fn passes_and_the_end_of_the_game_are_printed() {
    let wipe_out = "e6f4e3f6g5d6e7f5c5";
    assert!(outflank(&["moves", wipe_out]).ok().starts_with("game over: black wins 13-0"));
    let report = outflank(&["moves", wipe_out, "--json"]).json();
    assert_eq!((&report["status"], &report["moves"]), (&json!("over"), &json!([])));
    assert_eq!(report["result"], json!({ "winner": "black", "margin": 13, "officialMargin": 64 }));

    assert_eq!(
        outflank(&["moves", "XO--------------", "--to-move", "white"]).ok(),
        "pass  white has no legal square\n"
    );
    assert_eq!(
        outflank(&["moves", "XO--------------", "--to-move", "white", "--json"]).json()["moves"][0]["move"],
        "pass"
    );
}

#[test]
fn the_row_letter_manual_captures_in_one_direction_and_not_over_a_gap() {
    // Rows A to D, columns 1 to 4: black B1, white B2, white C4, black D4. B4 flips C4 and not B2.
    let board = "----/BW--/---W/---B";
    let table = outflank(&["moves", board, "--to-move", "black", "--notation", "row-letter"]).ok();
    assert!(table.lines().any(|line| line == "B4  flips  1: C4"), "{table}");
    // The first capture of that manual, with its 3x3 board in the corner of a 4x4 board.
    let table = outflank(&["moves", "----/-WB-/----/----", "--to-move", "black", "--notation", "row-letter"]).ok();
    assert_eq!(table, "B1  flips  1: B2\n");
    let after = outflank(&[
        "show",
        "--variant",
        "=----/-OX-/----/----",
        "--notation",
        "row-letter",
        "B1",
        "--layout",
        "row-letter",
        "--symbols",
        "bw",
        "-b",
    ])
    .ok();
    assert_eq!(after.lines().nth(3), Some("B  B | B | B |"));
}

#[test]
fn row_letter_transcripts_are_read_as_such() {
    let standard = outflank(&["show", "f5d6c3", "-b"]).ok();
    assert_eq!(outflank(&["show", "E6F4C3", "-b", "--notation", "row-letter"]).ok(), standard);
    assert_eq!(outflank(&["show", "(4, 5) (5, 3) (2, 2)", "-b", "--notation", "row-column"]).ok(), standard);
}

#[test]
fn the_old_opening_places_without_flipping() {
    assert!(outflank(&["moves", "--variant", "free-centre"]).ok().starts_with("d4  flips nothing\n"));
}
