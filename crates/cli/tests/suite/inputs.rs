//! All kinds of input to `show` and `check`.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::harness::{outflank, outflank_with_input};

/// Writes a file and returns its path as an argument.
fn file(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The shortest game, which black wins 13-0, with a wrong result.
const WRONG_RESULT: &str = "(;GM[Othello]PC[x]PB[a]PW[b]RE[-20]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)\n";

#[test]
fn check_uses_the_given_side_and_board() {
    let dir = tempfile::tempdir().unwrap();
    let obf = file(dir.path(), "p.obf", &outflank(&["convert", "f5", "--to", "obf", "--end-position"]).ok());
    assert!(outflank(&["check", &obf]).ok().starts_with("possible with white to move, by "));
    let run = outflank(&["check", &obf, "--to-move", "black", "--json"]);
    let board =
        outflank(&["check", "--to-move", "black", "--json", &outflank(&["show", "f5", "--layout", "line"]).ok()]);
    let [run, board]: [Value; 2] = [run, board].map(|run| serde_json::from_str(&run.stdout).unwrap());
    assert_eq!((&run["verdict"], &run["reasons"]), (&board["verdict"], &board["reasons"]));
    assert_eq!(run["verdict"], "impossible");
    assert!(outflank(&["check", "f5d6", "--to-move", "white"]).failed(2).contains("--to-move needs a board"));

    let fen = file(dir.path(), "s.fen", &outflank(&["convert", "--to", "fen", "--end-position", "f5"]).ok());
    let message = outflank(&["check", &fen, "--size", "6"]).failed(2);
    assert!(message.contains("s.fen: the board is 8x8 (--------/--------/--------/---OX---/---XXX--/"), "{message}");
}

#[test]
fn an_empty_input_is_not_legal() {
    let dir = tempfile::tempdir().unwrap();
    let empty = file(dir.path(), "empty.pgn", "");
    let run = outflank(&["check", &empty]);
    assert_eq!((run.code, run.stdout.as_str()), (1, "empty: there is no record in it\n"));
    let report: Value = serde_json::from_str(&outflank(&["check", &empty, "--json"]).stdout).unwrap();
    assert_eq!((&report["verdict"], &report["records"]), (&json!("empty"), &json!(0)));
    let nameless = file(dir.path(), "nameless", "\n");
    assert!(outflank(&["check", &nameless]).failed(1).contains("nameless is empty: there is nothing to read"));
}

#[test]
fn an_empty_pipe_is_an_error_and_no_pipe_the_start() {
    for command in ["show", "moves", "check", "hint", "analyse", "eval", "solve"] {
        for (args, input) in
            [(&[command][..], ""), (&[command], " \n\n"), (&[command, "-"], ""), (&[command, "--size", "6"], "")]
        {
            let message = outflank_with_input(args, input).failed(1);
            assert_eq!(message, "outflank: standard input is empty: there is nothing to read\n", "{args:?}");
        }
        assert_eq!(outflank(&[command, "--size", "6", "--help"]).code, 0);
    }
    for args in [&["show"][..], &["check"], &["hint", "--level", "1"], &["analyse", "--level", "1"], &["eval"]] {
        assert_eq!(outflank(args).code, 0, "{args:?}");
    }
}

#[test]
fn an_empty_file_is_reported_as_empty() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["empty.obf", "empty.txt", "empty"] {
        let empty = file(dir.path(), name, "\n");
        for command in ["show", "hint", "analyse", "eval", "solve"] {
            let message = outflank(&[command, &empty]).failed(1);
            assert!(message.ends_with(&format!("{name} is empty: there is nothing to read\n")), "{command}: {message}");
        }
    }
}

#[test]
fn the_json_of_several_inputs_is_one_array_that_names_them() {
    let dir = tempfile::tempdir().unwrap();
    let games = file(dir.path(), "games.txt", "f5d6\nf5f5\n");
    let board = file(dir.path(), "board.txt", &outflank(&["show", "f5", "-b", "--layout", "line"]).ok());
    let run = outflank(&["check", &games, &board, "missing.txt", "--json"]);
    assert_eq!(run.code, 1);
    let reports: Value = serde_json::from_str(&run.stdout).unwrap();
    let message = |i: usize| [&reports[i]["source"], &reports[i]["kind"], &reports[i]["verdict"]];
    assert_eq!(message(0), [&json!(games), &json!("games"), &json!("illegal")]);
    assert_eq!(message(1), [&json!(board), &json!("board"), &json!("possible")]);
    assert_eq!(message(2), [&json!("missing.txt"), &json!("error"), &json!("unreadable")]);
    assert!(run.stderr.contains("\"missing.txt\": no file has this name"), "{run:?}");
}

#[test]
fn a_bad_file_does_not_stop_the_check_of_others() {
    let dir = tempfile::tempdir().unwrap();
    let good = file(dir.path(), "good.txt", "f5d6\n");
    let run = outflank(&["check", &good, "missing.txt", &good]);
    assert_eq!(run.code, 1);
    let line = format!("{good}: legal: 2 moves, not at the end; black to move\n");
    assert_eq!(run.stdout, line.repeat(2));
    assert!(run.stderr.contains("missing.txt"), "{run:?}");
}

#[test]
fn a_recorded_result_that_differs_from_the_board_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    let two = file(dir.path(), "two.ggf", &WRONG_RESULT.repeat(2));
    let listed = outflank(&["check", &two]).ok();
    assert!(listed.contains("record 2: the board says +64 for black, the record -20\n"), "{listed}");
    assert!(listed.ends_with("2 records, 2 legal, 0 bad, 2 with another result than the board\n"), "{listed}");
    let report = outflank(&["check", &two, "--json"]).json();
    assert_eq!(report["mismatched"], 2);
    assert_eq!(report["mismatches"][1], json!({ "record": 2, "recorded": -20, "played": 64 }));
}

#[test]
fn formats_are_detected_after_a_long_comment() {
    let text = format!("% {}\nf5d6c3\n", "remark ".repeat(1500));
    assert!(text.len() > 10_000);
    assert!(outflank_with_input(&["check"], text).ok().starts_with("legal: 3 moves"));
}

fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn games_and_boards_are_read_in_utf_16() {
    let dir = tempfile::tempdir().unwrap();
    let board = "- - - -\n- O X -\n- X O -\n- - - -\n";
    for (text, command) in [
        ("f5d6\r\n", "show"),
        ("(;GM[Othello]PB[山田]PW[Ångström]B[f5]W[d6];)", "show"),
        (board, "check"),
        ("f5d6c3\nf5d6\n", "check"),
        ("\r\nf5d6\r\n", "show"),
        ("# 山田 – 鈴木\nf5d6c3d3c4f4f6b4\n", "show"),
    ] {
        let plain = file(dir.path(), "games", text);
        let expected = outflank(&[command, &plain]);
        assert_eq!(expected.code, 0, "{command} {text}: {}", expected.stderr);
        for bytes in
            [[b"\xff\xfe", &utf_16(text)[..]].concat(), utf_16(text), [b"\xef\xbb\xbf", text.as_bytes()].concat()]
        {
            fs::write(&plain, bytes).unwrap();
            let run = outflank(&[command, &plain]);
            assert_eq!((run.code, &run.stdout), (0, &expected.stdout), "{command} {text}: {}", run.stderr);
        }
    }
}

#[test]
fn utf_16_that_ends_within_a_character_is_reported_with_its_place() {
    let dir = tempfile::tempdir().unwrap();
    let cut = dir.path().join("cut.txt");
    fs::write(&cut, [b"\xff\xfe", &utf_16("f5d6c3\nf5d6\n")[..], b"f"].concat()).unwrap();
    let message = outflank(&["convert", cut.to_str().unwrap(), "--to", "ggf"]).failed(1);
    assert!(
        message.contains("record 3, line 3: the last character of the text is cut in two: is the file whole?"),
        "{message}"
    );
}

#[test]
fn a_wrapped_transcript_is_one_game_and_a_list_is_many() {
    let dir = tempfile::tempdir().unwrap();
    let letter = file(dir.path(), "letter.txt", "f5 d6 c3 d3 c4 f4\nf6 b4 c2 f3 e3\ne2 c6 e6 d7\n\nf5d6\n");
    assert_eq!(outflank(&["convert", &letter, "--to", "transcript"]).ok(), "f5d6c3d3c4f4f6b4c2f3e3e2c6e6d7\nf5d6\n");
    let list = file(dir.path(), "list.txt", "f5d6c3\nc4c3d3\nf5f6\n");
    assert_eq!(outflank(&["convert", &list, "--to", "transcript"]).ok(), "f5d6c3\nc4c3d3\nf5f6\n");
}

#[cfg(unix)]
#[test]
fn pipes_are_files_among_several() {
    let binary = env!("CARGO_BIN_EXE_outflank");
    let line = format!("'{binary}' check <(echo f5d6) <(echo f5) - <<< c4");
    let Ok(run) = std::process::Command::new("bash").args(["-c", &line]).output() else { return };
    let answer = String::from_utf8(run.stdout).unwrap();
    assert_eq!(answer.matches("legal: ").count(), 3, "{answer}");
}

#[test]
fn boards_may_have_the_line_ends_of_any_system() {
    let board = outflank(&["show", "f5", "-b"]).ok();
    let boards = format!("{board}\n{board}").replace('\n', "\r\n");
    assert!(outflank_with_input(&["check"], &boards).ok().ends_with("2 records, 2 legal, 0 bad\n"));
    assert_eq!(outflank_with_input(&["show", "-b", "--record", "2"], &boards).ok(), board);
}

#[test]
fn a_random_first_mover_is_drawn_once_for_all_inputs() {
    let dir = tempfile::tempdir().unwrap();
    let game = file(dir.path(), "game.txt", "f5d6\n");
    let run = outflank(&["check", "--variant", "random-first", &game, &game, &game]);
    assert_eq!(run.stderr.matches("random seed: --seed").count(), 1, "{run:?}");
}

#[test]
fn an_incomplete_board_is_reported_with_its_number_of_cells() {
    let message = outflank(&["check", "------------------OXX------XOX X"]).failed(1);
    assert!(message.contains("it has 31 cells where a line has 16, 36 or 64"), "{message}");
}

#[test]
fn an_invalid_position_is_quoted_with_its_source() {
    let dir = tempfile::tempdir().unwrap();
    let board = file(dir.path(), "b.txt", "X-----\n------\n--OX--\n--XO--\n------\n------\n");
    let variant = "=#-----/------/--OX--/--XO--/------/------";
    let message = outflank(&["show", &board, "--variant", variant]).failed(1);
    assert!(message.contains("b.txt: not a position: discs outside the board on a1 (X-----/------/--OX"), "{message}");
}

#[test]
fn without_a_budget_there_is_no_search() {
    let board = outflank(&["show", "-b", "f5d6c3d3c4f4f6f3e6e7"]).ok();
    let report = outflank_with_input(&["check", "--budget", "0", "--json"], &board).json();
    assert_eq!((&report["verdict"], &report["examined"]), (&json!("undecided"), &json!(0)));
    let help = outflank(&["check", "--help"]).ok().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("earlier positions of a board; 0 for no search"), "{help}");
}

#[test]
fn reasons_use_the_given_notation() {
    let run = outflank(&["check", "---X/-OX-/-XO-/----", "--notation", "row-letter"]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("the disc on A4"), "{run:?}");
}
