//! Games against other programs, most of them faulty.

use std::{fs, io::Read, path::Path, process::Command};

use rustix::process::{Pid, Signal, kill_process};

use super::{pipes::play, pty::at_terminal};
use crate::harness::{BOT, outflank};

/// Writes a script and returns it as a player.
fn engine(dir: &Path, script: &str) -> String {
    let path = dir.join("engine.sh");
    fs::write(&path, script).unwrap();
    format!("gtp:sh '{}'", path.display())
}

/// A player that accepts every command but never moves, and a child process. Both hold a pipe open,
/// which ends when both have ended. The game waits 5 minutes for it, so that no test depends on the
/// speed of the machine.
fn slow_engine(dir: &Path) -> String {
    assert!(Command::new("mkfifo").arg(dir.join("pipe")).status().unwrap().success());
    let script = r#"exec 3> "$(dirname "$0")/pipe"; sleep 1000 & echo started >&3
while read -r command rest; do
    [ "$command" = genmove ] || printf '=\n\n'
done
wait
"#;
    engine(dir, script)
}

/// A second Ctrl-C may arrive before the first is handled, as from `timeout` or at a logout. The
/// program is stopped meanwhile, so that it gets both signals together.
#[test]
fn two_signals_at_once_leave_no_engine_behind() {
    for mode in [&["--plain"][..], &["--quiet"]] {
        let dir = tempfile::tempdir().unwrap();
        let player = slow_engine(dir.path());
        let args = [&["play", "--black", &player, "--white", "random", "--seed", "1"], mode].concat();
        let run = at_terminal(&args, dir.path());
        let mut pipe = fs::File::open(dir.path().join("pipe")).unwrap();
        let mut started = [0; 8];
        pipe.read_exact(&mut started).unwrap();
        let process = Pid::from_child(&run.child);
        for signal in [Signal::STOP, Signal::TERM, Signal::INT, Signal::CONT] {
            kill_process(process, signal).unwrap();
        }
        let (text, code) = run.finish();
        assert_eq!(code, Some(130), "{text}");
        assert_eq!(pipe.read_to_end(&mut Vec::new()).unwrap(), 0, "nobody is left");
    }
}

#[test]
fn quit_works_while_an_engine_thinks() {
    let dir = tempfile::tempdir().unwrap();
    let player = slow_engine(dir.path());
    let mut run = at_terminal(&["play", "--plain", "--black", "human", "--white", &player], dir.path());
    // Opening the pipe blocks until the other side opens it too.
    let pipe = std::thread::spawn({
        let path = dir.path().join("pipe");
        move || fs::read_to_string(path).unwrap()
    });
    run.answer("d3");
    // The number of seconds depends on the machine.
    run.wait_until("word of the wait", |text| {
        text.contains("white (O) has not moved for ") && text.contains(" s; it has 4:")
    });
    run.press("quit\n");
    let (text, code) = run.finish();
    assert_eq!(code, Some(0), "{text}");
    assert!(text.ends_with("The game is saved; resume it with outflank play --resume\n"), "{text}");
    assert_eq!(pipe.join().unwrap(), "started\n", "the engine has ended");
}

/// The engine resigns at once in its first game and crashes in the second.
#[test]
fn games_finished_before_an_engine_failed_are_in_the_table() {
    let script = r#"games=0
while read -r command rest; do
    if [ "$command" = genmove ]; then
        games=$((games + 1))
        [ $games = 2 ] && exit 1
        printf '= resign\n\n'
    else
        printf '=\n\n'
    fi
done
"#;
    let dir = tempfile::tempdir().unwrap();
    let player = engine(dir.path(), script);
    let args = ["play", "--black", &player, "--white", "random", "--seed", "1", "--games", "4", "--quiet"];
    let table = outflank(&[&args[..], &["--threads", "1"]].concat());
    let row = table.stdout.lines().find(|line| line.starts_with("Random") && line.contains(" both ")).unwrap();
    assert_eq!(row.split_whitespace().skip(2).take(4).collect::<Vec<_>>(), ["1", "1", "0", "0"], "{row}");
    assert!(table.failed(1).contains("crashed: it ended (exit status: 1); does it speak GTP?"));
    let json = outflank(&[&args[..], &["--threads", "1", "--json"]].concat());
    assert_eq!((json.code, json.stdout.contains("\"games\": 1,")), (1, true), "{}", json.stdout);
}

#[test]
fn a_game_is_not_resumed_without_its_engine() {
    let dir = tempfile::tempdir().unwrap();
    let player = dir.path().join("player");
    fs::copy("/bin/sh", &player).unwrap();
    let engine = format!("gtp:{} -c false", player.display());
    play(&["--black", "human", "--white", &engine], "d3\n", dir.path()).failed(1);
    fs::remove_file(&player).unwrap();
    let gone = play(&["--resume"], "", dir.path());
    assert_eq!(gone.stdout, "");
    let message = gone.failed(1);
    assert!(
        message.contains("could not be started") && message.contains("outflank play --resume --white level:6"),
        "{message}"
    );
    let other = play(&["--resume", "--white", "greedy"], "quit\n", dir.path()).ok();
    assert!(other.contains("white (O) is Greedy"), "{other}");
}

/// A bot of the JSON protocol as a bare command line. `what` is its action at each request.
fn bot(dir: &Path, what: &str) -> String {
    let path = dir.join("bot.sh");
    fs::write(&path, BOT.replace("{}", what)).unwrap();
    format!("sh '{}'", path.display())
}

/// Answers with the first legal move.
const FIRST: &str = r#"echo "{\"type\":\"move\",\"request\":$number,\"move\":\"$legal\"}""#;

#[test]
fn a_command_line_without_prefix_uses_the_json_protocol_and_supports_undo() {
    let dir = tempfile::tempdir().unwrap();
    let player = bot(dir.path(), FIRST);
    let run = play(&["--white", &player], "d3\nundo\nc4\nquit\n", dir.path());
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.stdout.matches("white (O) plays ").count(), 2, "{}", run.stdout);
}

#[test]
fn every_player_of_a_match_plays_here() {
    for player in ["corners", "positional", "minimax:2", "mcts:30", "depth:3", "nodes:1000", "level:2", "2", "random"] {
        let dir = tempfile::tempdir().unwrap();
        let run = play(&["--white", player, "--size", "4", "--seed", "1"], "a2\nquit\n", dir.path());
        assert_eq!(run.code, 0, "{player}: {run:?}");
        assert!(run.stdout.contains("white (O) plays "), "{player}: {}", run.stdout);
    }
    let shown =
        outflank(&["play", "--black", "mcts:20", "--white", "minimax:2", "--games", "2", "--quiet", "--seed", "1"]);
    assert!(shown.ok().contains("2 games in "));
}

/// The message says what the bot did wrong: a crash, an illegal move or nonsense. Then the person
/// chooses a replacement.
#[test]
fn fouls_of_a_bot_are_described() {
    let cases = [
        ("echo 'ZeroDivisionError: division by zero' >&2; exit 1", "crashed", "ZeroDivisionError: division by zero"),
        (
            r#"echo "{\"type\":\"move\",\"request\":$number,\"move\":\"a1\"}""#,
            "made an illegal move: a1 flips nothing",
            "a1",
        ),
        ("echo hello", "sent something that is not a move", "hello"),
        ("echo '? unknown command'", "sent something that is not a move", "unknown command"),
    ];
    for (what, verdict, proof) in cases {
        let dir = tempfile::tempdir().unwrap();
        let player = bot(dir.path(), what);
        let run = play(&["--white", &player], "d3\ngreedy\nquit\n", dir.path());
        let message =
            run.stdout.lines().find(|line| line.starts_with("the player sh ")).unwrap_or_else(|| panic!("{run:?}"));
        assert!(message.contains(verdict) && message.contains(proof), "{message}");
        assert!(message.contains("outflank bot check"), "{message}");
        assert_eq!(message.contains("if it speaks GTP, write gtp:"), what.contains('?'), "{message}");
        assert!(run.stdout.contains("from now on") && run.stdout.contains("white (O) plays "), "{}", run.stdout);
    }
}
