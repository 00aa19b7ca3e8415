//! A tournament that is killed and resumed ends with the same results.

use std::{fs, os::unix::process::ExitStatusExt, path::Path, process::Stdio};

use super::{files, games, standings};
use crate::harness::{BOT, command, wait_until};

/// A bot that answers with the first legal move. Its processes hold a file open.
fn bot() -> String {
    format!("exec 3>> held\nsetsid sleep 1000 &\n{}", BOT.replace("{}", "echo $legal"))
}

/// Runs the command and kills it when this many games are saved, or lets it finish. Returns whether
/// it was killed.
fn run(dir: &Path, line: &[&str], kill_after: Option<usize>) -> bool {
    let mut child = command(line).current_dir(dir).stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    if let Some(count) = kill_after {
        let kept = || {
            fs::read(dir.join("killed/games.jsonl")).unwrap_or_default().iter().filter(|byte| **byte == b'\n').count()
        };
        let mut has_ended = false;
        wait_until(|| {
            has_ended = child.try_wait().unwrap().is_some();
            has_ended || kept() >= count
        });
        let _ = child.kill();
    }
    let run = child.wait_with_output().unwrap();
    assert!(run.status.success() || run.status.signal() == Some(9), "{run:?}");
    !run.status.success()
}

#[test]
fn repeated_kills_do_not_change_the_result() {
    for form in ["round-robin", "swiss"] {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("first.sh"), bot()).unwrap();
        let entrants = ["mcts:100", "minimax:2", "mcts:40", "random", "greedy", "corners", "first=sh ./first.sh"];
        let line = |out: &'static str| {
            let mut line = vec![
                "tournament",
                "--format",
                form,
                "--seed",
                "4",
                "--time",
                "none",
                "--concurrency",
                "2",
                "--output",
                out,
            ];
            line.extend(entrants);
            line
        };
        run(dir.path(), &line("whole"), None);
        let mut kills = u32::from(run(dir.path(), &line("killed"), Some(2)));
        for count in [7, 12, 17] {
            kills +=
                u32::from(run(dir.path(), &["tournament", "--resume", "killed", "--concurrency", "3"], Some(count)));
        }
        run(dir.path(), &["tournament", "--resume", "killed"], None);
        #[cfg(target_os = "linux")]
        {
            let left = || crate::harness::holders(&dir.path().join("held"));
            wait_until(|| left().is_empty());
            assert_eq!(left(), Vec::<String>::new(), "no program of a runner that was killed is left");
        }
        assert!(kills > 0, "the first was killed after two games of many");
        let [whole, killed] = ["whole", "killed"].map(|name| dir.path().join(name));
        assert_eq!(games(&killed), games(&whole), "{form}");
        assert_eq!(standings(&killed), standings(&whole), "{form}");
        assert_eq!(files(&killed), files(&whole), "{form}");
    }
}

/// Command lines are relative to the folder where the tournament began, wherever it is resumed.
#[test]
fn a_tournament_is_resumed_from_any_working_directory() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("first.sh"), bot()).unwrap();
    let line =
        ["tournament", "--seed", "4", "--time", "none", "--output", "t", "greedy", "random", "ann=sh ./first.sh"];
    run(dir.path(), &line, None);
    let folder = dir.path().join("t");
    let (whole, table) = (games(&folder), standings(&folder));
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    fs::write(folder.join("games.jsonl"), text.lines().take(2).map(|line| format!("{line}\n")).collect::<String>())
        .unwrap();
    run(&folder, &["tournament", "--resume", "."], None);
    assert_eq!((games(&folder), standings(&folder)), (whole, table));
}

/// If the system runs out of file descriptors, the tournament stops and no player loses a game.
#[test]
fn a_game_that_lacks_resources_counts_for_no_player() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("first.sh"), bot()).unwrap();
    let binary = env!("CARGO_BIN_EXE_outflank");
    let script = format!(
        "ulimit -n 24; exec '{binary}' tournament 'a=sh ./first.sh' 'b=sh ./first.sh' --games 40 --concurrency 8 --seed 1 --output t"
    );
    let run = std::process::Command::new("sh").args(["-c", &script]).current_dir(dir.path()).output().unwrap();
    let message = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.code() == Some(1) && message.contains("Too many open files"), "{run:?}");
    assert!(games(&dir.path().join("t")).iter().all(|game| game["reason"] == "played"), "{message}");
    let resumed = command(&["tournament", "--resume", "t"]).current_dir(dir.path()).output().unwrap();
    assert!(resumed.status.success(), "{resumed:?}");
    let games = games(&dir.path().join("t"));
    assert!(games.len() == 40 && games.iter().all(|game| game["reason"] == "played"));
}
