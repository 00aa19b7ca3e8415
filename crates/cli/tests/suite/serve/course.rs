//! The course server as a process, with Python players that use a real numpy.

use std::{
    env,
    io::{BufRead, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use super::Server;
use crate::harness::{command, outflank};

/// A Python process that runs a script of the course, killed at the end of its test.
struct Script(Child);

impl Script {
    fn start(python: &Path, script: &Path, args: &[&str]) -> Script {
        let mut command = Command::new(python);
        let command = command.args(["-B", "-W", "error"]).arg(script).args(args);
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        Script(child.unwrap_or_else(|error| panic!("OUTFLANK_NUMPY is set, but {}: {error}", python.display())))
    }

    /// The output. Panics if the script failed.
    fn output(mut self) -> String {
        let (mut output, mut faults) = (String::new(), String::new());
        self.0.stdout.take().expect("a pipe").read_to_string(&mut output).expect("UTF-8");
        self.0.stderr.take().expect("a pipe").read_to_string(&mut faults).expect("UTF-8");
        assert!(self.0.wait().expect("it ends").success(), "{output}{faults}");
        output
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The Python environments with numpy that `./test` creates. Prints a message if there are none.
fn pythons() -> Vec<PathBuf> {
    let folders = env::var_os("OUTFLANK_NUMPY");
    if folders.is_none() {
        eprintln!("LEFT OUT: OUTFLANK_NUMPY names no environments of Python with numpy");
    }
    folders.iter().flat_map(env::split_paths).map(|folder| folder.join("bin/python")).collect()
}

impl Server {
    /// The next line that the server prints.
    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.stdout.read_line(&mut line).expect("UTF-8") > 0, "it goes on");
        line.trim_end().to_owned()
    }

    /// The port of the course listener, which the server prints next.
    fn course_port(&mut self) -> String {
        let line = self.line();
        let port = line.strip_prefix("Players of the course connect to 127.0.0.1:");
        port.unwrap_or_else(|| panic!("{line:?} names a port")).to_owned()
    }

    /// The operator's key, which the server prints after its listeners.
    fn key(&mut self) -> String {
        let line = self.line();
        let key = line.strip_prefix("Your key, for the API and to run tournaments: ");
        key.unwrap_or_else(|| panic!("{line:?} tells of a key")).to_owned()
    }

    /// Waits until the next player is connected.
    fn came(&mut self) {
        while !self.line().contains(" is here, from ") {}
    }

    /// The game that the server prints next.
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

/// Parses the last output of a player: its color, its number of answers, the discs of white and of
/// black.
fn parse_result(output: &str) -> (String, [u32; 3]) {
    let words: Vec<&str> = output.split_whitespace().collect();
    let [color, answers, white, black, "numpy", _] = words[..] else { panic!("{output:?}") };
    (color.to_owned(), [answers, white, black].map(|number| number.parse().expect("a number")))
}

#[test]
fn players_of_the_course_play_whole_games_as_white_and_as_black_with_every_numpy() {
    let pythons = pythons();
    let mut server = Server::with(&["--in-memory", "--course-pickle=0", "--autostart"]);
    let (port, player) = (server.course_port(), course("player.py"));
    let ways = [("list", "2"), ("tuple", "3"), ("numpy", "4"), ("argwhere", "5")];
    for (number, white) in pythons.iter().enumerate() {
        for (way, protocol) in ways {
            // The other player uses another numpy, if there is one.
            let black = &pythons[(number + 1) % pythons.len()];
            let first = Script::start(white, &player, &[&port, way, protocol]);
            // The first player must be connected before the second.
            server.came();
            let second = Script::start(black, &player, &[&port, "list"]);
            let game = server.game();
            let ((color, one), (other_color, other)) = (parse_result(&first.output()), parse_result(&second.output()));
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
        let output = Script::start(
            &python,
            &golden.join("check.py"),
            &[golden.join("pickle_game.txt").to_str().expect("UTF-8")],
        );
        assert!(output.output().contains("agrees"));
    }
}

#[test]
fn a_hostile_pickle_leaves_a_clear_line_in_the_log_and_the_whole_log_can_be_read() {
    use std::{io::Write, net::TcpStream};

    let mut server = Server::with(&["--in-memory", "--course-pickle=0", "--autostart", "--log", "text"]);
    let address = format!("127.0.0.1:{}", server.course_port());
    let mut white = TcpStream::connect(&address).expect("it listens");
    server.came();
    let _black = TcpStream::connect(&address).expect("it listens");
    let game = server.game();
    white.write_all(b"cos\nsystem\n(S'true'\ntR.").expect("it reads");
    let over = server.line();
    let why = "Player 2 wins: Player 1 sent something that is not a move: ";
    assert!(
        over.starts_with(why) && over.contains("it names \"os system\"") && over.ends_with(&format!(" (game {game})")),
        "{over}"
    );
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
fn the_operator_key_opens_the_traffic_of_a_player_and_is_not_logged() {
    use std::{io::Write, net::TcpStream};

    let options = [
        "serve",
        "--no-open",
        "--port",
        "0",
        "--in-memory",
        "--course-pickle=0",
        "--log",
        "json",
        "--log-level",
        "debug",
    ];
    let mut server = Server::start(&mut command(&options));
    let address = format!("127.0.0.1:{}", server.course_port());
    let key = server.key();
    let mut white = TcpStream::connect(&address).expect("it listens");
    server.came();
    let mut black = TcpStream::connect(&address).expect("it listens");
    let game = server.game();
    let answer = server.post(&format!("/api/games/{game}/commands"), "", r#"{"type":"start"}"#);
    assert_eq!(answer["type"], "ack", "{answer}");
    let mut question = [0; 4096];
    assert_eq!(white.read(&mut question).expect("a question"), 670, "as long as those of the old server");
    white.write_all(b"\x80\x04\x95\x09\0\0\0\0\0\0\0]\x94(K\x02K\x04e.").expect("it reads");
    assert_eq!(black.read(&mut question).expect("a question"), 673);
    drop(black);
    let over = format!("Player 1 wins: Player 2 disconnected: its connection ended (game {game})");
    assert_eq!(server.line(), over);
    let request = format!(
        "GET /api/games/{game}/traffic?color=white HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\r\n",
        server.host
    );
    // The seat that notices the end first prints it. The other may log it a moment later.
    let mut traffic = server.ask(&request);
    for _ in 0..100 {
        if traffic.contains(" ! over") {
            break;
        }
        traffic = server.ask(&request);
    }
    let written =
        [" > b\"\\x80\\x04\\x95", " < b\"\\x80\\x04\\x95\\t", " ! over: Player 1 wins: Player 2 disconnected"];
    for part in written {
        assert!(traffic.contains(part), "{part:?} in {traffic}");
    }
    // All other secrets: seats, invites, tournaments and their codes.
    let made = server.post("/api/games", "", r#"{"black":"human","white":"human","you":"black"}"#);
    let seat = made["secrets"]["white"].as_str().expect("a secret").to_owned();
    server.post(
        &format!("/api/games/{}/seats", made["id"].as_str().expect("an id")),
        "",
        &format!(r#"{{"secret":"{seat}"}}"#),
    );
    let tournament = server.post("/api/tournaments", "", r#"{"players":["greedy","random"]}"#);
    let (host, code) = (&tournament["secret"], tournament["code"].as_str().expect("a code").to_owned());
    let found = server.get(&format!("/api/tournaments/code/{code}"));
    assert!(found.starts_with("HTTP/1.1 200"), "{found}");
    server.get(&format!("/bot/{key}"));
    server.child.kill().expect("it runs");
    let log = server.stderr();
    assert!(log.contains("/api/tournaments/code/***") && log.contains("a course player sits down"), "{log}");
    for secret in [&key, &seat, &code, host.as_str().unwrap_or(&key)] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
    let is_hex = |word: &str| word.len() >= 64 && word.bytes().all(|digit| digit.is_ascii_hexdigit());
    let found = log.split(|c: char| !c.is_ascii_alphanumeric()).find(|word| is_hex(word));
    assert_eq!(found, None, "no secret at all");
}

#[test]
fn a_teacher_names_players_and_runs_a_round_robin_with_built_in_opponents() {
    use std::net::TcpStream;

    let folder = tempfile::TempDir::new().expect("a folder");
    let names = folder.path().join("names.txt");
    std::fs::write(&names, "# the class\nAnn\nBob\n").expect("a file");
    let names = names.to_str().expect("UTF-8");
    let options = [
        "--in-memory",
        "--course-pickle=0",
        "--course-names",
        names,
        "--course-opponent",
        "greedy",
        "--course-tournament",
    ];
    let mut server = Server::with(&options);
    let address = format!("127.0.0.1:{}", server.course_port());
    let key = server.key();
    let line = server.line();
    let link = line.strip_prefix("Players join a tournament. Start and run it at ").unwrap_or_else(|| panic!("{line}"));
    let (page, proof) = link.split_once("#key=").expect("a key");
    assert_eq!(proof, key);
    let id = page.rsplit('/').next().expect("an id");
    let _players = ["Ann", "Bob"].map(|name| {
        let player = TcpStream::connect(&address).expect("it listens");
        assert_eq!(server.line(), format!("{name} is here, from 127.0.0.1"));
        player
    });
    let shown = server.get(&format!("/api/tournaments/{id}"));
    for name in ["Greedy", "Ann", "Bob"] {
        assert!(shown.contains(&format!("\"name\":\"{name}\"")), "{shown}");
    }
    let header = format!("Authorization: Bearer {key}\r\n");
    let answer = server.post(&format!("/api/tournaments/{id}/commands"), &header, r#"{"type":"start"}"#);
    assert_eq!(answer["type"], "ack", "{answer}");
    assert!(server.line().contains("(white, 1) plays"), "games begin");
    // A late player is refused, and Python prints the reason.
    let late = "import pickle, socket, sys; pickle.loads(socket.create_connection(('127.0.0.1', int(sys.argv[1]))).recv(4096))";
    let port = address.rsplit(':').next().expect("a port");
    match Command::new("python3").args(["-c", late, port]).output() {
        Ok(run) => {
            let parse_result = String::from_utf8_lossy(&run.stderr).into_owned();
            let why = "ModuleNotFoundError: No module named 'Outflank refuses this player: the tournament has started";
            assert!(parse_result.contains(why), "{parse_result}");
        }
        Err(_) => eprintln!("LEFT OUT: python3 cannot be run here"),
    }
}

#[test]
fn wrong_settings_of_a_course_are_quoted() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let names = folder.path().join("names.txt");
    std::fs::write(&names, "Ann\n192.0.2.7\n").expect("a file");
    let serve = |more: &[&str]| {
        outflank(&[&["serve", "--in-memory", "--no-open", "--port", "0", "--course-pickle=0"], more].concat())
    };
    let parse_result = serve(&["--course-names", names.to_str().expect("UTF-8")]).failed(1);
    assert!(parse_result.contains("names.txt: line 2, \"192.0.2.7\": the name is missing"), "{parse_result}");
    let parse_result = serve(&["--course-names", "/nowhere/names.txt"]).failed(1);
    assert!(parse_result.contains("/nowhere/names.txt: "), "{parse_result}");
    let parse_result = serve(&["--course-opponent", "gredy"]).failed(2);
    assert!(parse_result.contains("\"gredy\" is not a built-in player"), "{parse_result}");
    let parse_result = serve(&["--course-tournament", "--course-time", "0"]).failed(1);
    assert!(parse_result.contains("--course-tournament needs a time limit"), "{parse_result}");
}

#[test]
fn clients_that_log_in_play_a_game() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|run| run.status.success()) {
        eprintln!("LEFT OUT: python3 cannot be run here");
        return;
    }
    let mut server = Server::with(&["--in-memory", "--course-json=0", "--course-password", "kite"]);
    let (port, client, python) = (server.course_port(), course("client.py"), Path::new("python3"));
    let first = Script::start(python, &client, &[&port, "kite", "Ann", "white"]);
    let second = Script::start(python, &client, &[&port, "kite", "Bob", "black"]);
    let game = server.game();
    let (one, other) = (first.output(), second.output());
    let (one, other) = (one.strip_prefix("white "), other.strip_prefix("black "));
    assert_eq!(one.expect("a result"), other.expect("a result"), "both saw the same end");
    assert!(one.is_some_and(|output| output.contains("Game over: ")), "{one:?}");
    let state = server.get(&format!("/api/games/{game}"));
    assert!(state.contains("\"status\":\"over\"") && state.contains("\"name\":\"Ann\""), "{state}");
}

#[test]
fn listeners_that_cannot_be_opened_are_reported() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let parse_result =
        outflank(&["serve", "--in-memory", "--no-open", "--port", "0", &format!("--course-pickle={port}")]).failed(1);
    assert!(
        parse_result.contains(&format!("port {port} is taken")) && parse_result.contains("--course-pickle="),
        "{parse_result}"
    );
    let parse_result = outflank(&["serve", "--in-memory", "--no-open", "--port", "0", "--course-time", "5"]).failed(2);
    assert!(parse_result.contains("--course-pickle"), "{parse_result}");
    let parse_result = outflank(&["serve", "--in-memory", "--no-open", "--port", "0", "--course-json"]).failed(2);
    assert!(parse_result.contains("--course-password"), "{parse_result}");
}
