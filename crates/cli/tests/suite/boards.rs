//! `outflank check` on boards: possible, impossible or undecided.

use serde_json::{Value, json};

use crate::harness::{Run, outflank, outflank_with_input};

/// The board of a formal course, with its underlined header. The arguments are its middle and last
/// rows.
fn formal(middle: [&str; 2], last: [&str; 2]) -> String {
    let header: String = " | 0 1 2 3 4 5 6 7".chars().flat_map(|character| [character, '\u{332}']).collect();
    let empty = "- - - - - - - -";
    let rows = [empty, empty, empty, middle[0], middle[1], empty, last[0], last[1]];
    let rows: String = rows.iter().enumerate().map(|(i, row)| format!("{i}| {row}  \n")).collect();
    format!("{header}\n{rows}")
}

const EMPTY: &str = "- - - - - - - -";
const START: [&str; 2] = ["- - - X O - - -", "- - - O X - - -"];

fn check(board: &str, options: &[&str]) -> Run {
    outflank_with_input(&[&["check"], options].concat(), board)
}

#[test]
fn the_start_of_the_formal_game_is_possible_in_its_own_variant() {
    let start = formal(START, [EMPTY, EMPTY]);
    assert_eq!(check(&start, &["--variant", "mirrored"]).ok(), "possible: it is the start of the game\n");
    let run = check(&start, &[]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("note: from another start it is possible: --variant mirrored"), "{run:?}");
}

#[test]
fn a_disc_far_from_all_others_is_impossible() {
    let run = check(&formal(START, [EMPTY, "x - - - - - - -"]), &["--variant", "mirrored"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert!(
        run.stdout.starts_with("impossible for either side to move: the disc on a8 touches no chain of discs"),
        "{run:?}"
    );
}

#[test]
fn a_board_without_the_starting_discs_lists_every_reason() {
    let run = check(&formal([EMPTY, EMPTY], ["X O - - - - - -", "O X - - - - - -"]), &["--json"]);
    assert_eq!(run.code, 1);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&report["verdict"], &report["variant"]), (&json!("impossible"), &json!("standard")));
    let reasons = report["reasons"].as_array().unwrap();
    assert!(reasons[0].as_str().unwrap().contains("no disc on d4 e4 d5 e5"), "{reasons:?}");
    assert!(reasons[1].as_str().unwrap().contains("a7 b7 a8 b8"), "{reasons:?}");
}

#[test]
fn a_board_from_a_game_is_possible_and_the_witness_leads_to_it() {
    for game in ["f5d6c3d3c4f4f6f3e6e7", "f5", "e6f4e3f6g5d6e7f5c5"] {
        let board = outflank(&["show", game]).ok();
        let report = check(&board, &["--json"]).json();
        assert_eq!(report["verdict"], "possible", "{board}");
        let witness: Vec<&str> = report["witness"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        let arrived = outflank(&["show", "-b", &witness.join(" ")]).ok();
        assert_eq!(arrived, outflank(&["show", "-b", game]).ok());
    }
}

#[test]
fn discs_off_the_board_of_the_variant_are_impossible() {
    let board = outflank(&["show", "-b"]).ok().replacen("1 -", "1 X", 1);
    let run = check(&board, &["--variant", "octagon"]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("discs outside the board on a1"), "{run:?}");
    let message = outflank_with_input(&["show", "--variant", "octagon"], &board).failed(1);
    assert!(message.contains("not a position: discs outside the board on a1"), "{message}");
}

#[test]
fn every_board_of_a_file_is_checked_and_can_be_shown() {
    let [good, bad] = [formal(["- - - O X - - -", "- - - X O - - -"], [EMPTY; 2]), formal([EMPTY; 2], [EMPTY; 2])];
    let boards = format!("{good}\n{bad}\n{good}");
    let run = check(&boards, &[]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("standard input: record 2: impossible: no disc on d4 e4 d5 e5"), "{run:?}");
    assert!(run.stdout.ends_with("standard input: 3 records, 2 legal, 1 bad\n"), "{run:?}");
    let shown = outflank_with_input(&["show", "--record", "2", "--json"], &boards).json();
    assert_eq!(shown["empty"], 64);
}

#[test]
fn an_undecided_board_is_reported_and_not_refused() {
    let board = outflank(&["show", "-b", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2"]).ok();
    let run = check(&board, &["--budget", "0"]);
    let answer = run.ok();
    assert!(answer.starts_with("undecided: ") && answer.contains("--budget"), "{answer}");
}

#[test]
fn a_whole_game_is_checked_or_a_move_in_the_middle_of_it() {
    assert!(outflank(&["check", "f5d6c3", "--ply", "1"]).failed(2).contains("--ply needs --move"));
    assert!(outflank(&["check", "f5d6c3", "--ply", "1", "--move", "f4"]).ok().starts_with("legal: f4 flips e4"));
}

#[test]
fn a_board_without_a_side_to_move_is_checked_for_both_sides() {
    // After a pass the disc count misleads: black is to move with 13 discs.
    let text = "OOO-\nXOOO\nXXOO\nX-X-\n";
    let run = check(text, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("possible with black to move, by "), "{run:?}");
    assert_eq!(check(text, &["--to-move", "white"]).code, 1);
}

#[test]
fn every_board_of_a_file_with_one_board_per_line_is_solved() {
    let start = "---------------------------OX------XO---------------------------";
    let lonely = format!("X{}", &start[1..]);
    let run = check(&format!("{start}\n{lonely}\n{start}\n"), &[]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("record 2: impossible: the disc on a1 touches no chain"), "{run:?}");
    assert!(run.stdout.ends_with("3 records, 2 legal, 1 bad\n"), "{run:?}");
}

/// Tries the board as an argument and in a file, on several lines and on one.
#[test]
fn boards_with_too_few_rows_have_one_error() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("board.txt");
    for (rows, row) in [(3, "-XO-"), (3, "--------"), (5, "--XO-"), (5, "XO---")] {
        for separator in ["\n", "/"] {
            let board = vec![row; rows - 1].join(separator) + separator + &row.replacen('-', "X", 1);
            let expected = format!("it looks like a board with {rows} rows; boards have 4, 6 or 8");
            let message = outflank(&["show", &board]).failed(1);
            assert!(message.contains(&expected), "{board:?}: {message}");
            std::fs::write(&file, format!("{board}\n")).unwrap();
            let message = outflank(&["show", file.to_str().unwrap()]).failed(1);
            assert!(message.contains(&expected), "{board:?} in a file: {message}");
        }
    }
}
