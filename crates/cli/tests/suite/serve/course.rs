//! The server of a course as a process, and its players: Python with a real numpy.

use std::{
    env,
    io::{BufRead, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use super::Server;
use crate::harness::{command, outflank};

/// A Python that runs one of the scripts of the course; ended with its test.
struct Script(Child);

impl Script {
    fn start(python: &Path, script: &Path, args: &[&str]) -> Script {
        let mut command = Command::new(python);
        let command = command.args(["-B", "-W", "error"]).arg(script).args(args);
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        Script(child.unwrap_or_else(|error| panic!("OUTFLANK_NUMPY is set, but {}: {error}", python.display())))
    }

    /// What it prints, if it ends well.
    fn said(mut self) -> String {
        let (mut said, mut faults) = (String::new(), String::new());
        self.0.stdout.take().expect("a pipe").read_to_string(&mut said).expect("UTF-8");
        self.0.stderr.take().expect("a pipe").read_to_string(&mut faults).expect("UTF-8");
        assert!(self.0.wait().expect("it ends").success(), "{said}{faults}");
        said
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The Pythons with a numpy that `./test` makes, or none, and a word about it.
fn pythons() -> Vec<PathBuf> {
    let folders = env::var_os("OUTFLANK_NUMPY");
    if folders.is_none() {
        eprintln!("LEFT OUT: OUTFLANK_NUMPY names no environments of Python with numpy");
    }
    folders.iter().flat_map(env::split_paths).map(|folder| folder.join("bin/python")).collect()
}

impl Server {
    /// The next line that it prints.
    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.stdout.read_line(&mut line).expect("UTF-8") > 0, "it goes on");
        line.trim_end().to_owned()
    }

    /// The port of its door for a course, which it prints next.
    fn door(&mut self) -> String {
        let line = self.line();
        let port = line.strip_prefix("Players of the course connect to 127.0.0.1:");
        port.unwrap_or_else(|| panic!("{line:?} tells of a door")).to_owned()
    }

    /// Waits until the next player is here.
    fn came(&mut self) {
        while !self.line().contains(" is here, from ") {}
    }

    /// The game of which it tells next.
    fn game(&mut self) -> String {
        loop {
            if let Some((_, id)) = self.line().split_once("/watch/") {
                return id.split(' ').next().expect("a name").to_owned();
            }
        }
    }
}

fn course(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/course").join(name)
}

/// What a player says at the end: its color, its answers, the discs of white and of black.
fn told(said: &str) -> (String, [u32; 3]) {
    let words: Vec<&str> = said.split_whitespace().collect();
    let [color, answers, white, black, "numpy", _] = words[..] else { panic!("{said:?}") };
    (color.to_owned(), [answers, white, black].map(|number| number.parse().expect("a number")))
}

#[test]
fn players_of_the_course_play_whole_games_as_white_and_as_black_with_every_numpy() {
    let pythons = pythons();
    let mut server = Server::with(&["--memory", "--class-pickle=0", "--autostart"]);
    let (port, player) = (server.door(), course("player.py"));
    let ways = [("list", "2"), ("tuple", "3"), ("numpy", "4"), ("argwhere", "5")];
    for (number, white) in pythons.iter().enumerate() {
        for (way, protocol) in ways {
            // The other one has another numpy, if there is one.
            let black = &pythons[(number + 1) % pythons.len()];
            let first = Script::start(white, &player, &[&port, way, protocol]);
            // The first is here before the second comes.
            server.came();
            let second = Script::start(black, &player, &[&port, "list"]);
            let game = server.game();
            let ((color, one), (other_color, other)) = (told(&first.said()), told(&second.said()));
            assert_eq!((color.as_str(), other_color.as_str()), ("white", "black"));
            assert_eq!(one[1..], other[1..], "both saw the same end");
            let state = server.get(&format!("/api/games/{game}"));
            let result = format!("\"black\":{},\"white\":{}", one[2], one[1]);
            assert!(state.contains("\"status\":\"over\"") && state.contains(&result), "{result}: {state}");
        }
    }
}

#[test]
fn real_numpys_agree_with_the_golden_game() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/golden");
    for python in pythons() {
        let said = Script::start(
            &python,
            &golden.join("check.py"),
            &[golden.join("pickle_game.txt").to_str().expect("UTF-8")],
        );
        assert!(said.said().contains("agrees"));
    }
}

#[test]
fn a_hostile_pickle_leaves_a_clear_line_in_the_log_and_the_whole_log_can_be_read() {
    use std::{io::Write, net::TcpStream};

    let mut server = Server::with(&["--memory", "--class-pickle=0", "--autostart", "--log", "text"]);
    let address = format!("127.0.0.1:{}", server.door());
    let mut white = TcpStream::connect(&address).expect("it listens");
    server.came();
    let _black = TcpStream::connect(&address).expect("it listens");
    let game = server.game();
    white.write_all(b"cos\nsystem\n(S'true'\ntR.").expect("it reads");
    let over = server.line();
    assert_eq!(over, "Player 2 wins: Player 1 answered something that is no answer");
    let (mut last, mut chunk) = (Vec::new(), [0; 4096]);
    while let Ok(count @ 1..) = white.read(&mut chunk) {
        last.extend_from_slice(&chunk[..count]);
    }
    assert!(last.ends_with(b"e."), "the last word is a pickle");
    let health = server.get("/health");
    assert!(health.starts_with("HTTP/1.1 200"), "{health}");
    server.child.kill().expect("it runs");
    let log = server.stderr();
    let line = log.lines().find(|line| line.contains("has lost its game")).expect("a line");
    for part in [&game[..], "WARN", "Player 1", "127.0.0.1", "garbage", "it names \\\"os system\\\"", "nothing is run"]
    {
        assert!(line.contains(part), "{part:?} in {line}");
    }
}

#[test]
fn whoever_runs_the_class_reads_what_a_player_was_told_and_said() {
    use std::{io::Write, net::TcpStream};

    let mut command = command(&["serve", "--no-open", "--port", "0", "--memory", "--class-pickle=0", "--log", "json"]);
    let mut server = Server::start(&mut command);
    let address = format!("127.0.0.1:{}", server.door());
    let mut white = TcpStream::connect(&address).expect("it listens");
    server.came();
    let mut black = TcpStream::connect(&address).expect("it listens");
    let game = server.game();
    let mut log = std::io::BufReader::new(server.child.stderr.take().expect("a pipe"));
    let key = loop {
        let mut line = String::new();
        assert!(log.read_line(&mut line).expect("UTF-8") > 0, "it goes on");
        let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        if line["message"] == "a player of a class sits down" && line["color"] == "white" {
            break line["key"].as_str().expect("a key").to_owned();
        }
    };
    let answer = server.post(&format!("/api/games/{game}/commands"), "", r#"{"type":"start"}"#);
    assert_eq!(answer["type"], "ack", "{answer}");
    let mut question = [0; 4096];
    assert_eq!(white.read(&mut question).expect("a question"), 670, "as long as those of the old server");
    white.write_all(b"\x80\x04\x95\x09\0\0\0\0\0\0\0]\x94(K\x02K\x04e.").expect("it reads");
    assert_eq!(black.read(&mut question).expect("a question"), 673);
    drop(black);
    assert_eq!(server.line(), "Player 1 wins: Player 2 hung up");
    let traffic = server.ask(&format!(
        "GET /api/games/{game}/traffic HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\r\n",
        server.host
    ));
    let written = [" > b\"\\x80\\x04\\x95", " < b\"\\x80\\x04\\x95\\t", " ! over: Player 1 wins: Player 2 hung up"];
    for part in written {
        assert!(traffic.contains(part), "{part:?} in {traffic}");
    }
}

#[test]
fn clients_that_log_in_play_a_game_at_a_table() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|run| run.status.success()) {
        eprintln!("LEFT OUT: python3 cannot be run here");
        return;
    }
    let mut server = Server::with(&["--memory", "--class-json=0", "--class-password", "kite"]);
    let (port, client, python) = (server.door(), course("client.py"), Path::new("python3"));
    let first = Script::start(python, &client, &[&port, "kite", "Ann", "white"]);
    let second = Script::start(python, &client, &[&port, "kite", "Bob", "black"]);
    let game = server.game();
    let (one, other) = (first.said(), second.said());
    let (one, other) = (one.strip_prefix("white "), other.strip_prefix("black "));
    assert_eq!(one.expect("a result"), other.expect("a result"), "both saw the same end");
    assert!(one.is_some_and(|said| said.contains("Game over: ")), "{one:?}");
    let state = server.get(&format!("/api/games/{game}"));
    assert!(state.contains("\"status\":\"over\"") && state.contains("\"name\":\"Ann\""), "{state}");
}

#[test]
fn doors_that_cannot_be_opened_are_told_of() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let told =
        outflank(&["serve", "--memory", "--no-open", "--port", "0", &format!("--class-pickle={port}")]).failed(1);
    assert!(told.contains(&format!("port {port} is taken")) && told.contains("--class-pickle="), "{told}");
    let told = outflank(&["serve", "--memory", "--no-open", "--port", "0", "--class-time", "5"]).failed(2);
    assert!(told.contains("--class-pickle"), "{told}");
    let told = outflank(&["serve", "--memory", "--no-open", "--port", "0", "--class-json"]).failed(2);
    assert!(told.contains("--class-password"), "{told}");
}
