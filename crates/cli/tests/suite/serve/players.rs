//! `outflank serve --player`.

use std::{fs, io::Read, process::Command};

use rustix::process::{Pid, Signal, kill_process};

use super::Server;
use crate::harness::outflank;

/// The program and its child hold a pipe open, which ends when both have ended.
#[test]
fn a_server_that_stops_leaves_no_program_behind() {
    let dir = tempfile::tempdir().unwrap();
    assert!(Command::new("mkfifo").arg(dir.path().join("pipe")).status().unwrap().success());
    let script = r#"exec 3> "$(dirname "$0")/pipe"; sleep 1000 & echo started >&3
while read -r line; do :; done
wait
"#;
    fs::write(dir.path().join("bot.sh"), script).unwrap();
    let player = format!("Ann=sh '{}'", dir.path().join("bot.sh").display());
    let mut server = Server::with(&["--in-memory", "--player", &player]);
    let created = server.post("/api/games", "", r#"{"black":"player:Ann","white":"greedy","you":"none"}"#);
    assert_eq!(created["state"]["seats"]["black"]["title"], "Ann", "{created}");
    let mut pipe = fs::File::open(dir.path().join("pipe")).unwrap();
    let mut started = [0; 8];
    pipe.read_exact(&mut started).unwrap();
    kill_process(Pid::from_child(&server.child), Signal::TERM).unwrap();
    assert!(server.child.wait().unwrap().success());
    assert_eq!(pipe.read_to_end(&mut Vec::new()).unwrap(), 0, "nobody is left");
}

#[test]
fn a_missing_program_is_refused_at_the_start() {
    for (player, message) in [
        ("Ann=/no/such/bot x", "the player /no/such/bot x could not be started: there is no such program"),
        ("Ann=gredy", "\"gredy\" is not a player"),
    ] {
        let run = outflank(&["serve", "--in-memory", "--no-open", "--port", "0", "--player", player]);
        assert!(run.code != 0 && run.stderr.contains(message), "{run:?}");
    }
}
