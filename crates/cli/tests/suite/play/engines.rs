//! Games against other programs, badly behaved ones above all.

use std::{fs, io::Read, path::Path, process::Command};

use rustix::process::{Pid, Signal, kill_process};

use super::{pipes::play, pty::at_terminal};
use crate::harness::outflank;

/// Writes a script and returns it as a player.
fn engine(dir: &Path, script: &str) -> String {
    let path = dir.join("engine.sh");
    fs::write(&path, script).unwrap();
    format!("gtp:sh '{}'", path.display())
}

/// A player that agrees to everything but never moves, and a child of it, which both hold a pipe open: it comes to its end when both
/// have ended. It is waited for 5 minutes, so that no test depends on how fast it is.
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

/// Ctrl-C may come again before the first was obeyed, as from `timeout` or at the end of a login. Both signals wait while the program is
/// stopped, so that it finds them together.
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
fn a_game_is_left_by_quit_while_an_engine_thinks() {
    let dir = tempfile::tempdir().unwrap();
    let player = slow_engine(dir.path());
    let mut run = at_terminal(&["play", "--plain", "--black", "human", "--white", &player], dir.path());
    // Whoever opens the pipe waits for the other.
    let pipe = std::thread::spawn({
        let path = dir.path().join("pipe");
        move || fs::read_to_string(path).unwrap()
    });
    run.answer("d3");
    // How many seconds have passed depends on the machine.
    run.wait_until("word of the wait", |text| {
        text.contains("white (O) has not moved for ") && text.contains(" s, and is waited for 4:")
    });
    run.press("quit\n");
    let (text, code) = run.finish();
    assert_eq!(code, Some(0), "{text}");
    assert!(text.ends_with("The game is saved: outflank play --resume goes on with it\n"), "{text}");
    assert_eq!(pipe.join().unwrap(), "started\n", "the engine has ended");
}

/// The engine gives up at once in its first game and breaks down in the second.
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
    let row = table.stdout.lines().find(|line| line.starts_with("random") && line.contains(" both ")).unwrap();
    assert_eq!(row.split_whitespace().skip(2).take(4).collect::<Vec<_>>(), ["1", "1", "0", "0"], "{row}");
    assert!(table.failed(1).contains("ended by itself (exit status: 1): does it speak GTP?"));
    let json = outflank(&[&args[..], &["--threads", "1", "--json"]].concat());
    assert_eq!((json.code, json.stdout.contains("\"games\": 1,")), (1, true), "{}", json.stdout);
}

#[test]
fn a_game_whose_engine_is_gone_is_not_begun_without_it() {
    let dir = tempfile::tempdir().unwrap();
    let player = dir.path().join("player");
    fs::copy("/bin/sh", &player).unwrap();
    let engine = format!("gtp:{} -c false", player.display());
    play(&["--black", "human", "--white", &engine], "d3\n", dir.path()).failed(1);
    fs::remove_file(&player).unwrap();
    let gone = play(&["--resume"], "", dir.path());
    assert_eq!(gone.stdout, "");
    let told = gone.failed(1);
    assert!(told.contains("cannot be started") && told.contains("outflank play --resume --white level:6"), "{told}");
    let other = play(&["--resume", "--white", "greedy"], "quit\n", dir.path()).ok();
    assert!(other.contains("white (O) is greedy"), "{other}");
}
