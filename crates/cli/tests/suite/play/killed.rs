//! A process that is killed after any move loses nothing.

use std::{
    path::Path,
    process::{Child, Stdio},
};

use outflank_rules::{
    Game, Move, Variant,
    record::{Format, Reader},
};

use super::{
    driver::Driver,
    pipes::{play, whole_game},
    pty::at_terminal,
};
use crate::harness::command;

/// Plays these moves, kills the process when it prints the last one, and returns the output.
fn killed_after(moves: &[&str], args: &[&str], data: &Path) -> String {
    let args = [&["play"], args].concat();
    let mut child = command(&args).env("OUTFLANK_DATA", data).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut run = Driver::new(child, input, output);
    for mv in moves {
        run.answer(mv);
        run.wait_until("the move", |text| text.contains("captures"));
    }
    run.child.kill().expect("it runs");
    run.finish().0
}

/// The moves in the saved file.
fn saved_moves(data: &Path) -> Vec<Move> {
    let file = std::fs::read(data.join("game-1.json")).expect("a saved game");
    let record = Reader::new(Format::Json, file.as_slice()).next().unwrap().unwrap();
    record.game.moves().collect()
}

const MOVES: [&str; 9] = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];

#[test]
fn two_humans_lose_no_move_when_the_program_is_killed() {
    for count in 1..=MOVES.len() {
        let dir = tempfile::tempdir().unwrap();
        let text = killed_after(&MOVES[..count], &["--black", "human", "--white", "human"], dir.path());
        if text.contains("The game is over") {
            // The last move ends the game. After that the game need not be saved.
            assert_eq!(count, MOVES.len());
            continue;
        }
        let expected: Vec<Move> = MOVES[..count].iter().map(|mv| mv.parse().unwrap()).collect();
        assert_eq!(saved_moves(dir.path()), expected);
        let rest: String = MOVES[count..].iter().map(|mv| format!("{mv}\n")).collect();
        let resumed = play(&["--resume"], &rest, dir.path()).ok();
        assert!(resumed.contains("The game is over: a wipe-out: black wins 13-0"), "{resumed}");
        assert!(play(&["--resume"], "", dir.path()).failed(1).contains("no unfinished game"));
    }
}

/// Every printed move is saved, the computer's too, and the game resumes with the same players.
#[test]
fn a_game_against_the_computer_is_resumed() {
    for count in [1, 2, 3] {
        let dir = tempfile::tempdir().unwrap();
        let typed: Vec<String> =
            whole_game(Variant::STANDARD, "human", "greedy", 6).1.iter().map(Move::to_string).collect();
        let typed: Vec<&str> = typed.iter().take(count).map(String::as_str).collect();
        let args = ["--black", "human", "--white", "greedy", "--seed", "6"];
        let text = killed_after(&typed, &args, dir.path());
        let announced = text.matches(" plays ").count();
        let moves = saved_moves(dir.path());
        assert!(moves.len() >= announced && announced >= count, "{announced} of {moves:?}");
        Game::replay(Variant::STANDARD.start(), moves.iter().copied()).expect("a legal game");
        let resumed = play(&["--resume"], "quit\n", dir.path()).ok();
        assert!(resumed.starts_with(&format!("Resuming after move {}\n", moves.len())), "{resumed}");
        assert!(resumed.contains("black (X) is Guest, white (O) is Greedy"), "{resumed}");
    }
}

fn interrupt(child: &Child) {
    let process = rustix::process::Pid::from_child(child);
    rustix::process::kill_process(process, rustix::process::Signal::INT).expect("it runs");
}

/// Ctrl-C while the program waits for a move: the game is saved and the exit code is 130.
#[test]
fn an_interrupt_keeps_the_game() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["play", "--plain", "--black", "human", "--white", "human"];
    let mut run = at_terminal(&args, dir.path());
    run.answer("d3");
    run.wait_for_prompt();
    interrupt(&run.child);
    let (text, code) = run.finish();
    assert_eq!(code, Some(130), "{text}");
    assert!(text.contains("The game is saved") && text.ends_with("outflank: interrupted\n"), "{text}");
    assert_eq!(saved_moves(&dir.path().join("data")).len(), 1);
}

/// Ctrl-C at the question after a draw is an interrupt and not an answer.
#[test]
fn an_interrupt_at_the_question_after_a_draw_ends_the_program() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["play", "--plain", "--size", "4", "--black", "human", "--white", "human"];
    let mut run = at_terminal(&args, dir.path());
    for mv in ["d3", "d2", "d1", "b4", "a2", "b1", "a3", "d4", "c1", "a1", "c4", "a4"] {
        run.answer(mv);
    }
    run.wait_until("the question", |text| text.ends_with("y or n> "));
    interrupt(&run.child);
    let (text, code) = run.finish();
    assert_eq!(code, Some(130), "{text}");
    assert!(text.ends_with("outflank: interrupted\n"), "{text}");
}
