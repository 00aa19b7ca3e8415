//! Bots that connect to a server, each as a process.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, ChildStdout, Command, Stdio},
};

use tempfile::TempDir;

use super::Server;
use crate::harness::{command, outflank};

/// A running bot, killed at the end of its test.
struct Bot {
    child: Child,
    stdout: BufReader<ChildStdout>,
}

impl Bot {
    fn start(command: &mut Command) -> Bot {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("it runs");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        Bot { child, stdout }
    }

    /// Plays the next bot that seeks an opponent.
    fn seek(who: &str, server: &Server) -> Bot {
        Bot::start(&mut command(&["bot", who, "--connect", &server.host, "--seek"]))
    }

    /// The game that it prints next.
    fn game(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(self.stdout.read_line(&mut line).expect("UTF-8") > 0, "it goes on");
            if let Some((_, id)) = line.trim_end().split_once("/watch/") {
                return id.to_owned();
            }
        }
    }

    /// The rest of its output. Panics if it failed.
    fn rest(&mut self) -> String {
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).expect("UTF-8");
        assert!(self.child.wait().expect("it ends").success(), "{rest}");
        rest
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn click(server: &Server, game: &str) {
    let answer = server.post(&format!("/api/games/{game}/commands"), "", r#"{"type":"start"}"#);
    assert_eq!(answer["type"], "ack", "{answer}");
}

/// Checks that one bot won and the other lost, or that both drew.
fn agree(one: &str, other: &str) {
    let outcome = |text: &str| ["won", "lost", "drawn"].into_iter().position(|word| text.contains(word));
    match (outcome(one), outcome(other)) {
        (Some(2), Some(2)) | (Some(0), Some(1)) | (Some(1), Some(0)) => {}
        _ => panic!("{one:?} and {other:?} agree"),
    }
}

#[test]
fn two_bots_of_the_same_name_play_after_a_click_and_disconnect() {
    let server = Server::with(&["--in-memory"]);
    let (mut one, mut other) = (Bot::seek("greedy", &server), Bot::seek("greedy", &server));
    let game = one.game();
    assert_eq!(other.game(), game);
    click(&server, &game);
    agree(&one.rest(), &other.rest());
}

#[test]
fn without_a_click_with_autostart() {
    let server = Server::with(&["--in-memory", "--autostart"]);
    let (mut one, mut other) = (Bot::seek("random", &server), Bot::seek("corners", &server));
    agree(&one.rest(), &other.rest());
}

/// White is 1 and black is -1, as in the Python course.
#[test]
fn a_bot_prints_its_side_in_the_symbols_of_the_course() {
    let server = Server::with(&["--in-memory", "--autostart"]);
    let signed =
        |who| Bot::start(&mut command(&["bot", who, "--connect", &server.host, "--seek", "--symbols", "signed"]));
    let (mut one, mut other) = (signed("random"), signed("corners"));
    let message = one.rest() + &other.rest();
    assert!(message.contains("black (-1) against ") && message.contains("white (1) against "), "{message}");
}

#[test]
fn a_program_plays_on_a_server_and_ends_with_its_game() {
    let server = Server::with(&["--in-memory", "--autostart"]);
    let program = format!("{} bot greedy", env!("CARGO_BIN_EXE_outflank"));
    let mut one = Bot::start(&mut command(&[
        "bot",
        &program,
        "--connect",
        &format!("http://{}/", server.host),
        "--seek",
        "--name",
        "My own",
    ]));
    let mut other = Bot::seek("random", &server);
    let mine = one.rest();
    assert!(mine.contains("My own is connected") && mine.contains("against Random"), "{mine}");
    assert!(mine.contains("/bot#"), "its owner gets the address of its page: {mine}");
    agree(&mine, &other.rest());
}

#[test]
fn a_bot_of_the_python_package_plays_on_a_server() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|run| run.status.success()) {
        eprintln!("LEFT OUT: python3 cannot be run here");
        return;
    }
    let server = Server::with(&["--in-memory", "--autostart"]);
    let (host, port) = server.host.rsplit_once(':').expect("a port");
    let script = format!(
        "from outflank_bot import Bot\n\
         class First(Bot):\n\
        \x20   def choose(self, state): return state.legal[0]\n\
        \x20   def over(self, message): print('over', message['result']['reason'])\n\
         First().connect({host:?}, {port}, seek=True)\n"
    );
    let folder = TempDir::new().expect("a folder");
    let package = folder.path().join("bot");
    outflank(&["bot", "new", "--lang", "python", "--package", package.to_str().expect("UTF-8")]).ok();
    let mut python = Command::new("python3");
    let mut one = Bot::start(python.args(["-B", "-c", &script]).env("PYTHONPATH", package));
    let mut other = Bot::seek("random", &server);
    let (mine, other) = (one.rest(), other.rest());
    assert!(mine.contains("over played") || mine.contains("over wipe-out"), "{mine}");
    assert!(other.contains("against My bot"), "{other}");
}

#[test]
fn bots_find_a_server_again_that_was_killed() {
    let data = TempDir::new().expect("a folder");
    let serve = |port: &str| {
        let args = ["serve", "--no-open", "--port", port];
        Server::start(command(&args).arg("--data").arg(data.path()))
    };
    let server = serve("0");
    let port = server.host.rsplit_once(':').expect("a port").1.to_owned();
    let (mut one, mut other) = (Bot::seek("greedy", &server), Bot::seek("random", &server));
    let game = one.game();
    assert_eq!(other.game(), game);
    // Dropping the server kills it.
    drop(server);
    let server = serve(&port);
    assert_eq!((one.game(), other.game()), (game.clone(), game.clone()), "both bots get the game again");
    click(&server, &game);
    agree(&one.rest(), &other.rest());
}

#[test]
fn a_bot_that_answers_a_program_prints_no_side() {
    let message = outflank(&["bot", "greedy", "--symbols", "signed"]).failed(2);
    assert!(message.contains("--symbols") && message.contains("add --connect HOST"), "{message}");
    assert!(outflank(&["bot", "greedy", "--symbols", "signed", "--listen", "0"]).failed(2).contains("--listen"));
}

#[test]
fn without_a_server_the_error_has_advice() {
    let message = outflank(&["bot", "greedy", "--connect", "127.0.0.1:1"]).failed(1);
    assert!(message.contains("no server at 127.0.0.1:1") && message.contains("outflank serve"), "{message}");
    let message = outflank(&["bot", "./mine", "--seed", "1"]).failed(1);
    assert!(message.contains("\"./mine\" is not a built-in bot") && message.contains("--connect"), "{message}");
    let server = Server::with(&["--in-memory"]);
    let message = outflank(&["bot", "greedy", "--connect", &server.host, "--join", "KITE-42"]).failed(1);
    assert!(message.contains("no tournament has the code \"KITE-42\""), "{message}");
}

#[cfg(unix)]
#[test]
fn a_program_that_exits_is_reported_and_not_restarted_forever() {
    let server = Server::with(&["--in-memory"]);
    let message = outflank(&["bot", "sh -c 'read hello; exit 3'", "--connect", &server.host]).failed(1);
    assert!(message.contains("the program has ended") && message.contains('3'), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn daemons_end_with_a_program_that_plays_on_a_server() {
    use crate::harness::{holders, wait_until};
    let (server, dir) = (Server::with(&["--in-memory"]), TempDir::new().unwrap());
    let held = dir.path().join("held");
    std::fs::write(&held, "").unwrap();
    let daemon = "(env -i setsid sh -c \"(exec sleep 1000 < /dev/null > /dev/null 2>&1) & exit\" &)";
    let bot = format!("sh -c 'exec 3>> {}; {daemon}; echo begun >&3; read hello; exit 3'", held.display());
    outflank(&["bot", &bot, "--connect", &server.host]).failed(1);
    assert_eq!(std::fs::read_to_string(&held).unwrap(), "begun\n");
    wait_until(|| holders(&held).is_empty());
    assert_eq!(holders(&held), Vec::<String>::new());
}
