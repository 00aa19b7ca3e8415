//! Games through a pipe.

use std::{fs, path::Path, process::Stdio, time::Duration};

use outflank_arena::Sides;
use outflank_cli::play::{Options, Session};
use outflank_rules::{Game, Move, Variant};

use super::driver::Driver;
use crate::harness::{Run, command};

/// Runs `outflank play` with these lines on standard input.
pub(super) fn play(args: &[&str], input: &str, data: &Path) -> Run {
    use std::io::Write;
    let all = [&["play"], args].concat();
    let mut child = command(&all).env("OUTFLANK_DATA", data).stdin(Stdio::piped()).spawn().expect("the binary runs");
    // The program does not read its input if the arguments are wrong.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    Run {
        code: output.status.code().expect("no signal"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// A whole game between these players, in which people always choose the last legal square.
pub(super) fn whole_game(variant: Variant, black: &str, white: &str, seed: u64) -> (Session, Vec<Move>) {
    let seats = Sides { black: black.parse().unwrap(), white: white.parse().unwrap() };
    let mut session = Session::new(Options { seats, seed, ..Options::new(Game::new(variant.start())) });
    let mut typed = Vec::new();
    while !session.is_over() {
        if session.awaits_human() {
            let mv = *session.position().moves().last().unwrap();
            session.play(mv).unwrap();
            typed.push(mv);
        } else {
            session.wait(Duration::from_secs(60));
        }
    }
    (session, typed)
}

#[track_caller]
fn plays_to_the_end(black: &str, white: &str) {
    let (session, typed) = whole_game(Variant::STANDARD, black, white, 8);
    let lines: String = typed.iter().map(|mv| format!("{mv}\n")).collect();
    let dir = tempfile::tempdir().unwrap();
    let run = play(&["--black", black, "--white", white, "--seed", "8"], &lines, dir.path());
    assert_eq!(run.code, 0, "{run:?}");
    let end = format!("The game is over: {}\n", session.result().unwrap());
    assert!(run.stdout.contains(&end), "{}", run.stdout);
    let passes = session.game().moves().filter(|&mv| mv == Move::Pass).count();
    assert_eq!(run.stdout.matches("has no legal square and passes").count(), passes);
    assert!(!fs::exists(dir.path().join("game-1.json")).unwrap(), "a finished game is not kept");
}

#[test]
fn two_humans_play_to_the_end() {
    plays_to_the_end("human", "human");
}

#[test]
fn a_human_and_a_computer_play_to_the_end() {
    plays_to_the_end("human", "greedy");
    plays_to_the_end("level:1", "human");
}

#[test]
fn two_computers_play_to_the_end() {
    plays_to_the_end("random", "greedy");
}

#[test]
fn the_end_of_the_input_ends_the_program_and_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let menu = play(&[], "", dir.path());
    assert!(menu.failed(1).contains("the input ended before a game was chosen"));
    let level = play(&[], "1\n", dir.path());
    assert!(level.failed(1).contains("the input ended before a game was chosen"));
    let start = play(&["--black", "human", "--white", "human"], "", dir.path());
    assert_eq!(start.failed(1), "outflank: the input ended before the game did\n", "there is nothing to save");
    let game = play(&["--black", "human", "--white", "human"], "d3\n", dir.path());
    let message =
        "outflank: the input ended before the game did\nThe game is saved; resume it with outflank play --resume\n";
    assert_eq!(game.failed(1), message);
}

#[test]
fn the_game_is_not_saved_with_no_save_or_without_a_directory() {
    let dir = tempfile::tempdir().unwrap();
    let unsaved = play(&["--black", "human", "--white", "human", "--no-save"], "d3\nquit\n", dir.path());
    assert_eq!((unsaved.code, unsaved.stderr.as_str()), (0, ""));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let impossible = play(&["--black", "human", "--white", "human"], "d3\nquit\n", &file);
    assert_eq!(impossible.code, 0);
    assert!(impossible.stderr.contains("the game is not saved: cannot save games in"), "{}", impossible.stderr);
}

#[test]
fn games_begin_from_positions_and_records() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.sgf");
    fs::write(&record, "(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3])").unwrap();
    let quit = |from: &str| play(&[from, "--black", "human", "--white", "human"], "quit\n", dir.path()).ok();
    assert!(quit(record.to_str().unwrap()).contains("white (O) to move> quit"));
    assert!(quit("f5d6").contains("black (X) 3, white (O) 3"));
    let nonsense = play(&["nonsense", "--black", "human"], "", dir.path());
    assert!(nonsense.failed(1).contains("\"nonsense\": no file has this name"));
    let pipe = play(&["-", "--black", "human"], "f5d6", dir.path());
    assert!(pipe.failed(2).contains("cannot be read from \"-\": give a file"));
}

#[test]
fn play_takes_a_record_number_and_a_format() {
    let dir = tempfile::tempdir().unwrap();
    let games = dir.path().join("games.txt");
    fs::write(&games, "f5d6c3\nf5f6\n").unwrap();
    let games = games.to_str().unwrap();
    let quit = |args: &[&str]| {
        let run = play(&[args, &["--black", "human", "--white", "human"]].concat(), "quit\n", dir.path());
        (run.stderr.clone(), run.ok())
    };
    let (message, text) = quit(&[games]);
    assert!(
        message.contains("--record N takes another") && text.contains("white (O) to move> quit"),
        "{message}{text}"
    );
    let (message, text) = quit(&[games, "--record", "2", "--input-format", "transcript"]);
    assert!(!message.contains("several records") && text.contains("black (X) to move> quit"), "{message}{text}");
    let past = play(&[games, "--record", "3", "--black", "human"], "", dir.path());
    assert!(past.failed(1).contains("has no record 3: it holds 2"));
    // The spelling of earlier versions.
    for old in [&["--from", games][..], &[&format!("--from={games}")]] {
        let (message, text) = quit(old);
        assert!(
            message.contains("write outflank play INPUT") && text.contains("white (O) to move> quit"),
            "{message}{text}"
        );
    }
}

#[test]
fn wrong_players_and_times_are_quoted() {
    let dir = tempfile::tempdir().unwrap();
    assert!(play(&["--black", "gredy"], "", dir.path()).failed(2).contains("\"gredy\" is not a player"));
    assert!(play(&["--time", "soon"], "", dir.path()).failed(2).contains("\"soon\" is not a time"));
    assert!(play(&["--first", "me"], "", dir.path()).failed(2).contains("black, white or random"));
    let engine = play(&["--black", "gtp:/no/such/engine"], "", dir.path());
    assert!(engine.failed(1).contains("the player gtp:/no/such/engine could not be started: there is no such program"));
    assert!(play(&["--resume"], "", dir.path()).failed(1).contains("no unfinished game in"));
}

/// Nothing is typed, so the clock ends the game.
#[test]
fn a_clock_that_runs_down_loses() {
    let args = ["play", "--black", "human", "--white", "greedy", "--time", "100ms", "--no-save", "--seed", "1"];
    let mut child = command(&args).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (text, code) = Driver::new(child, input, output).finish();
    assert!(text.contains("time left: black 0.") && text.contains("over: white wins: black's time ran out"), "{text}");
    assert_eq!(code, Some(0));
}

#[test]
fn quit_leaves_the_menu() {
    let dir = tempfile::tempdir().unwrap();
    for input in ["quit\n", "1\nQ\n", "1\n\nexit\n"] {
        let run = play(&[], input, dir.path());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{input:?}");
    }
}

#[test]
fn unreadable_games_and_missing_programs_are_reported_before_the_menu() {
    let dir = tempfile::tempdir().unwrap();
    let from = play(&["nosuchfile.sgf"], "", dir.path());
    assert!(!from.stdout.contains("Choose"), "{}", from.stdout);
    assert!(from.failed(1).contains("nosuchfile.sgf"));
    let engine = play(&["--black", "human", "--white", "gtp:/no/such/engine"], "d3\n", dir.path());
    assert_eq!(engine.stdout, "");
    assert!(engine.failed(1).contains("the player gtp:/no/such/engine could not be started"));
}

#[cfg(unix)]
#[test]
fn a_failed_engine_can_be_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let failed = play(&["--black", "human", "--white", "gtp:false"], "d3\n", dir.path());
    assert!(failed.stdout.contains("white (O) thinks: false"), "{}", failed.stdout);
    assert!(failed.failed(1).contains("--resume; --black or --white replaces a player"));
    let again = play(&["--resume", "--white", "greedy"], "quit\n", dir.path()).ok();
    assert!(again.contains("white (O) is Greedy") && again.contains("white (O) plays"), "{again}");
}

#[cfg(unix)]
#[test]
fn another_player_can_replace_a_failed_engine() {
    let dir = tempfile::tempdir().unwrap();
    let input = "d3\ngredy\n\ngreedy\nquit\n";
    let run = play(&["--black", "human", "--white", "gtp:false"], input, dir.path()).ok();
    let prompt = "Who replaces white (O), as in level:3? Enter retries, quit leaves> ";
    assert!(run.contains(&format!("{prompt}gredy\n\"gredy\" is not a player")), "{run}");
    assert_eq!(run.matches("the player gtp:false crashed").count(), 2, "it was asked again: {run}");
    assert!(run.contains(&format!("{prompt}greedy\nwhite (O) is Greedy from now on\nwhite (O) plays ")), "{run}");
}

#[test]
fn a_resumed_game_that_ends_in_a_draw_is_followed_by_the_same_kind_of_game() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["--black", "human", "--white", "human", "--size", "4", "--time", "1h"];
    play(&args, "d3\nd2\nd1\nb4\na2\nb1\na3\nd4\nc1\na1\nc4\n", dir.path()).failed(1);
    let run = play(&["--resume"], "a4\ny\nquit\n", dir.path()).ok();
    let (drawn, another) = run.split_once("Another game\n").unwrap();
    assert!(drawn.contains("draw 8-8"), "{drawn}");
    assert!(another.starts_with("The game is tiny: 4x4\n") && another.contains("time left: black "), "{another}");
}

#[test]
fn a_game_that_another_process_plays_is_reported_as_such() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["play", "--black", "human", "--white", "human"];
    let mut child = command(&args).env("OUTFLANK_DATA", dir.path()).stdin(Stdio::piped()).spawn().expect("it runs");
    let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut run = Driver::new(child, input, output);
    run.answer("d3");
    run.wait_for_prompt();
    let message = play(&["--resume"], "", dir.path()).failed(1);
    assert!(message.contains("game-1.json: close it, or start another game"), "{message}");
    run.answer("quit");
    assert_eq!(run.finish().1, Some(0));
}

#[test]
fn the_goal_of_the_anti_game_is_printed_at_start_and_end() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["--black", "greedy", "--white", "random", "--size", "4", "--seed", "1"];
    let anti = play(&[&args[..4], &["--variant", "anti", "--seed", "1"]].concat(), "", dir.path()).ok();
    assert_eq!(anti.matches("; the fewest discs win\n").count(), 2, "{anti}");
    assert!(!play(&args, "", dir.path()).ok().contains("the fewest discs win"));
}

#[test]
fn a_forced_pass_after_the_given_game_is_printed() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["--black", "human", "--white", "human", "--size", "4", "d3b4a2d2d4d1a3b1a1c4a4"];
    let run = play(&args, "quit\n", dir.path());
    assert!(run.stdout.contains("white (O) has no legal square and passes"), "{}", run.stdout);
}

#[test]
fn every_game_except_the_standard_one_is_described_at_the_start() {
    let dir = tempfile::tempdir().unwrap();
    let begun = |more: &[&str]| {
        let args = [&["--black", "human", "--white", "human"], more].concat();
        play(&args, "quit\n", dir.path()).ok()
    };
    assert!(begun(&[]).starts_with("black (X) is Guest"));
    let octagon = begun(&["--variant", "octagon+anti"]);
    assert!(octagon.starts_with("The game is octagon: 8x8 without 12 of its squares\n"), "{octagon}");
    assert!(octagon.contains("; the fewest discs win\n"), "{octagon}");
    let parallel = begun(&["--variant", "parallel", "--notation", "row-column"]);
    assert!(parallel.starts_with("The game is parallel: 8x8, black on (3, 3) (3, 4)\n"), "{parallel}");
}

#[test]
fn players_are_changed_in_the_middle_of_a_game() {
    let dir = tempfile::tempdir().unwrap();
    let input = "d3\nblack\nblack gredy\nblack gtp:/no/such/engine\nwhite greedy\nquit\n";
    let run = play(&["--black", "human", "--white", "human"], input, dir.path()).ok();
    for message in [
        "name a player: black PLAYER, as in black level:3\n",
        "\"gredy\" is not a player",
        "the player gtp:/no/such/engine could not be started",
        "white (O) is Greedy from now on\n",
        "white (O) plays ",
    ] {
        assert!(run.contains(message), "{message}: {run}");
    }
    let again = play(&["--resume"], "quit\n", dir.path()).ok();
    assert!(again.contains("black (X) is Guest, white (O) is Greedy"), "{again}");
}

#[test]
fn a_damaged_saved_game_is_reported_and_the_previous_one_is_resumed() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(play(&["--black", "human", "--white", "human"], "d3\n", dir.path()).code, 1);
    fs::write(dir.path().join("game-9.json"), "{garbage").unwrap();
    let resumed = play(&["--resume"], "quit\n", dir.path());
    assert!(resumed.stderr.contains("game-9.json is damaged"), "{}", resumed.stderr);
    assert!(resumed.stdout.starts_with("Resuming after move 1\n"), "{}", resumed.stdout);
}
