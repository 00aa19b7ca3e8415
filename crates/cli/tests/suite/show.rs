//! `outflank show`.

use serde_json::json;

use crate::harness::{outflank, outflank_with_input};

#[test]
fn the_end_of_a_game_is_drawn_with_its_facts() {
    let shown = outflank(&["show", "f5d6c3d3c4"]).ok();
    assert!(shown.starts_with("  a b c d e f g h\n1 - - - - - - - -\n"), "{shown}");
    assert!(shown.contains("4 - - X X X - - -\n"), "{shown}");
    assert!(shown.contains("white to move\ndiscs: 6 black, 3 white, 55 empty\n"), "{shown}");
    assert!(shown.contains("ply: 5, last move c4\n"), "{shown}");
}

#[test]
fn output_of_show_can_be_read_as_input() {
    for options in
        [&["--layout", "standard"][..], &["--layout", "ruled", "--symbols", "12", "--legal"], &["--layout", "line"]]
    {
        for game in ["f5d6c3d3c4", "f5", "e6f4e3f6g5d6e7f5c5"] {
            let drawn = outflank(&[&["show", game], options].concat()).ok();
            let again = outflank_with_input(&["show", "-b"], &drawn).ok();
            assert_eq!(again, outflank(&["show", game, "-b"]).ok(), "{drawn}");
        }
    }
}

#[test]
fn the_tiny_board_shows_its_options_as_its_rules_print_them() {
    let drawn = outflank(&["show", "--size", "4", "--layout", "ruled", "--symbols", "12", "--legal", "-b"]).ok();
    let rows: Vec<String> = drawn.lines().filter(|line| line.contains('|')).map(|line| line.replace(' ', "")).collect();
    assert_eq!(rows, ["||X|||", "|X|2|1||", "||1|2|X|", "|||X||"]);
    let leftmost = outflank(&["show", "--size", "4", "--layout", "rows", "--symbols", "12", "-b", "a2"]).ok();
    assert_eq!(leftmost, "....\n111.\n.12.\n....\n");
}

#[test]
fn the_indexed_layout_counts_rows_and_columns_from_0() {
    let drawn = outflank(&["show", "--variant", "mirrored", "--layout", "indexed", "-b"]).ok();
    assert_eq!(drawn.lines().next(), Some(" | 0 1 2 3 4 5 6 7"));
    assert_eq!(drawn.lines().nth(4), Some("3| - - - X O - - -"));
    assert_eq!(drawn.lines().nth(5), Some("4| - - - O X - - -"));
}

#[test]
fn a_seed_decides_who_begins() {
    let first =
        |seed: &str| outflank(&["show", "--variant", "random-first", "--seed", seed, "--json"]).json()["turn"].clone();
    let drawn: Vec<_> = (0..20).map(|seed| first(&seed.to_string())).collect();
    assert!(drawn.contains(&json!("black")) && drawn.contains(&json!("white")), "{drawn:?}");
    assert_eq!(first("7"), first("7"));
}

#[test]
fn json_has_the_board_and_the_game() {
    let report = outflank(&["show", "f5d6c3", "--ply", "2", "--json"]).json();
    assert_eq!(report["board"][3], "---OX---");
    assert_eq!(report["board"][4], "---OXX--");
    assert_eq!((&report["ply"], &report["plies"]), (&json!(2), &json!(3)));
    assert_eq!(report["moves"], json!(["f5", "d6"]));
    assert_eq!(report["turn"], "black");
}

#[test]
fn a_mistyped_file_name_may_be_a_file_or_moves() {
    let message = outflank(&["show", "gmae.ggf"]).failed(1);
    assert!(
        message.contains("\"gmae.ggf\": no file has this name, and it is not a game or position: write moves such as"),
        "{message}"
    );
    let message = outflank(&["show", "f5a1"]).failed(1);
    assert!(
        message.contains("\"f5a1\": move 2 is illegal") && message.contains("(and no file has this name)"),
        "{message}"
    );
}

#[test]
fn impossible_requests_are_refused_with_a_reason() {
    assert!(outflank(&["show", "f5d6", "--ply", "3"]).failed(1).contains("the game has 2 moves"));
    assert!(outflank(&["show", "f5d6", "--to-move", "white"]).failed(2).contains("--to-move needs a board"));
    assert!(outflank(&["show", "f5a1"]).failed(1).contains("move 2 is illegal: a1 flips nothing for white"));
    assert!(outflank(&["show", "f5", "--record", "2"]).failed(1).contains("has no record 2: it holds 1"));
    assert!(outflank(&["show", "----/-OX-/-XO-/----", "--size", "6"]).failed(2).contains("the board is 4x4"));
    assert!(outflank(&["show", "f5", "--layout", "square"]).failed(2).contains("row-letter"));
}

#[test]
fn one_record_of_several_is_shown_with_a_note_about_the_others() {
    let run = outflank_with_input(&["show", "-b"], "f5d6\nc4\n");
    assert!(run.stderr.contains("--record N"), "{run:?}");
    assert_eq!(run.ok(), outflank(&["show", "f5d6", "-b"]).ok());
    assert_eq!(
        outflank_with_input(&["show", "-b", "--record", "2"], "f5d6\nc4\n").ok(),
        outflank(&["show", "c4", "-b"]).ok()
    );
}

#[test]
fn moves_after_a_position_are_played_from_it() {
    let board = outflank(&["show", "f5d6", "--layout", "line"]).ok();
    let played = outflank(&["show", "f5d6c3d3", "--layout", "line"]).ok();
    assert_eq!(outflank(&["show", board.trim(), "c3", "d3", "--layout", "line"]).ok(), played);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.sgf");
    std::fs::write(&file, "(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3];W[d3];B[c4])").unwrap();
    let file = file.to_str().unwrap();
    assert_eq!(outflank(&["show", file, "--ply", "2", "c3", "d3", "--layout", "line"]).ok(), played);
    let rows = outflank(&["show", board.trim(), "(2, 2)", "--notation", "row-column", "--layout", "line"]).ok();
    assert_eq!(rows, outflank(&["show", "f5d6c3", "--layout", "line"]).ok());
    let message = outflank(&["show", board.trim(), "c3", "a1"]).failed(1);
    assert!(message.contains("\"a1\" cannot be played: "), "{message}");
    // Moves alone are a game from the start.
    assert_eq!(outflank(&["show", "f5", "d6", "c3", "d3", "--layout", "line"]).ok(), played);
}
