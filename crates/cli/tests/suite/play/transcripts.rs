//! Whole runs in a terminal, compared with the files in `tests/transcripts`.
//!
//! `OUTFLANK_BLESS=1 cargo test -p outflank transcripts` rewrites them. Check the difference before
//! you commit it.

use std::{env, fs, path::PathBuf};

use super::pty::at_terminal;

/// Runs a command line, types each line at a prompt, and compares the whole output.
#[track_caller]
fn transcript(name: &str, line: &str, typed: &[&str], code: i32) {
    let dir = tempfile::tempdir().unwrap();
    let args: Vec<&str> = line.split(' ').collect();
    let mut run = at_terminal(&args, dir.path());
    typed.iter().for_each(|text| run.answer(text));
    let (text, found) = run.finish();
    assert_eq!(found, Some(code), "{text}");
    compare(name, &format!("$ outflank {line}\n{text}"));
}

#[track_caller]
fn compare(name: &str, found: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(name).with_extension("txt");
    if env::var_os("OUTFLANK_BLESS").is_some() {
        fs::write(&path, found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let first = found.lines().zip(expected.lines()).position(|(found, expected)| found != expected);
    assert!(found == expected, "{} differs from line {:?} on:\n{found}", path.display(), first.map(|line| line + 1));
}

/// Two greedy players to the end without input; `1` is white and `-1` black.
#[test]
fn seed_000_two_greedy_players() {
    transcript("seed-000", "play --plain --black greedy --white greedy --symbols signed --seed 1", &[], 0);
}

/// 4x4 with players 1 and 2; legal squares are marked X as that game prints them.
#[test]
fn seed_001_tiny_with_options() {
    let typed = ["a2", "a3", "a4", "c1", "d2", "undo", "d1", "quit"];
    transcript("seed-001", "play --plain --size 4 --symbols 12 --black human --white human", &typed, 0);
}

#[test]
fn seed_002_human_against_computer() {
    let typed = ["0", "1", "gready", "greedy", "", "d3", "c3", "resign"];
    transcript("seed-002-human-computer", "play --plain --seed 4", &typed, 0);
}

#[test]
fn seed_002_two_humans() {
    transcript("seed-002-human-human", "play --plain --seed 3 --size 4", &["2", "random", "a3", "d3", "quit"], 0);
}

#[test]
fn seed_002_two_computers() {
    transcript("seed-002-computer-computer", "play --plain --seed 3 --size 4", &["3", "random", "r"], 0);
}

/// X on the main diagonal moves first; moves are (row, column) from 0.
#[test]
fn seed_003_rows_and_columns() {
    let typed = ["(2, 4)", "2 3", "(7, 0)", "(8, 8)", "4,5", "moves", "quit"];
    let line = "play --plain --variant mirrored --notation row-column --black human --white human";
    transcript("seed-003", line, &typed, 0);
}

/// Row letters and column numbers; a draw offers another game.
#[test]
fn seed_004_row_letters_and_a_draw() {
    let line = "play --plain --size 4 --notation row-letter --symbols bw --black human --white human";
    let game = ["C4", "b4", "J3", "A4", "D2", "B1", "A2", "C1", "D4", "A3", "A1", "D3", "D1"];
    transcript("seed-004", line, &[&game[..], &["perhaps", "y", "C4", "quit"]].concat(), 0);
}

#[test]
fn every_refusal_and_every_command() {
    let typed = [
        "a1",
        "b2",
        "e5",
        "i9",
        "(4, 4)",
        "pass",
        "hello there",
        "",
        "moves",
        "hint",
        "help",
        "undo",
        "redo",
        "a2",
        "undo",
        "redo",
        "save",
        "save game",
        "save game.sgf",
        "save game.sgf",
        "save game.wtb",
        "save game.fen",
        "save no/where.ggf",
        "resign",
    ];
    transcript("commands", "play --plain --size 4 --black human --white human --threads 1", &typed, 0);
}

#[test]
fn a_wipe_out_is_called_one() {
    let typed = ["c5"];
    transcript("wipe-out", "play --plain e6f4e3f6g5d6e7f5 --black human --white human", &typed, 0);
}

#[test]
fn several_games_change_colors_and_end_in_a_table() {
    transcript("games", "play --plain --size 4 --black random --white greedy --games 2 --seed 2", &[], 0);
}

/// The menu of the next run offers the unfinished game and resumes it.
#[test]
fn an_unfinished_game_is_offered() {
    let dir = tempfile::tempdir().unwrap();
    let mut first =
        at_terminal(&["play", "--plain", "--size", "4", "--white", "human", "--black", "human"], dir.path());
    first.answer("a2");
    first.wait_for_prompt();
    first.child.kill().unwrap();
    first.finish();
    let mut second = at_terminal(&["play", "--plain"], dir.path());
    ["4", "a3", "resign"].iter().for_each(|text| second.answer(text));
    let (text, code) = second.finish();
    assert_eq!(code, Some(0));
    compare("left", &text);
    let mut third = at_terminal(&["play", "--plain"], dir.path());
    third.wait_for_prompt();
    third.child.kill().unwrap();
    assert!(!third.finish().0.contains("4:"), "a finished game is not offered");
}
