//! `outflank serve` as a process: address, port and shutdown.

mod analyse;
mod bots;
mod class;
mod connection;
mod course;
mod kills;
mod older;
#[cfg(unix)]
mod players;
#[cfg(unix)]
mod scarce;

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

use tempfile::TempDir;

use crate::harness::command;

/// A server that is killed at the end of its test.
struct Server {
    child: Child,
    stdout: BufReader<ChildStdout>,
    /// As in `127.0.0.1:7654`.
    host: String,
}

impl Server {
    fn start(command: &mut Command) -> Server {
        Server::try_start(command).expect("it prints its address")
    }

    /// Starts a server. Returns `None` if it ends without printing its address.
    fn try_start(command: &mut Command) -> Option<Server> {
        let mut child = command.stdin(Stdio::null()).spawn().expect("the binary runs");
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("UTF-8");
        let host = line.trim_end().strip_prefix("Outflank is at http://").and_then(|rest| rest.strip_suffix('/'));
        let Some(host) = host.map(str::to_owned) else {
            child.wait().expect("it ends");
            return None;
        };
        Some(Server { child, stdout, host })
    }

    fn with(args: &[&str]) -> Server {
        Server::start(&mut command(&[&["serve", "--no-open", "--port", "0"], args].concat()))
    }

    fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.host))
    }

    /// Posts JSON and returns the JSON reply. `headers` must end with a line break.
    fn post(&self, path: &str, headers: &str, body: &str) -> serde_json::Value {
        let head = format!("POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}", self.host);
        let kind = format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len());
        let answer = self.ask(&(head + &kind + body));
        let (_, json) = answer.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(json).unwrap_or_else(|_| panic!("no JSON: {answer}"))
    }

    /// The status line of a request with this `Host` header.
    fn status_for(&self, host: &str) -> String {
        let answer = self.ask(&format!("GET /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        answer.lines().next().unwrap_or_default().to_owned()
    }

    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }

    fn stderr(&mut self) -> String {
        let mut text = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut text).expect("UTF-8");
        text
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_address_is_printed_and_answers() {
    let server = Server::with(&["--in-memory"]);
    let answer = server.get("/health");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn a_server_answers_to_the_names_that_it_was_given() {
    let server = Server::with(&["--in-memory", "--host", "Games.example"]);
    for (host, status) in [("games.example", 200), ("127.0.0.1", 200), ("192.0.2.7", 421), ("evil.example", 421)] {
        assert!(server.status_for(host).starts_with(&format!("HTTP/1.1 {status}")), "{host}");
    }
    let server = Server::with(&["--in-memory", "--public", "--host", "games.example"]);
    for (host, status) in [("games.example", 200), ("127.0.0.1", 200), ("192.0.2.7", 200), ("evil.example", 421)] {
        assert!(server.status_for(host).starts_with(&format!("HTTP/1.1 {status}")), "{host} in a network");
    }
}

#[test]
fn an_invalid_player_name_is_quoted() {
    for name in ["https://games.example", "games.example/", ""] {
        let message =
            crate::harness::outflank(&["serve", "--in-memory", "--no-open", "--port", "0", "--host", name]).failed(2);
        assert!(message.contains(&format!("{name:?} is not a host name")), "{message}");
    }
}

#[test]
fn a_page_from_a_folder_is_served_as_it_is_now() {
    let web = TempDir::new().expect("a folder");
    let server = Server::with(&["--in-memory", "--web", web.path().to_str().expect("UTF-8")]);
    std::fs::write(web.path().join("index.html"), "<p>now</p>").expect("a file");
    assert!(server.get("/").ends_with("<p>now</p>"));
}

#[test]
fn a_given_port_that_is_taken_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let run = crate::harness::outflank(&["serve", "--in-memory", "--no-open", "--port", &port]);
    let message = run.failed(1);
    assert!(message.contains(&format!("port {port} is taken")) && message.contains("--port"), "{message}");
}

/// The default port may be taken on the test machine. In both cases the second server prints its
/// address.
#[test]
fn a_taken_default_port_is_replaced_by_the_next() {
    let serve = |data: &Path| Server::start(command(&["serve", "--no-open"]).arg("--data").arg(data));
    let folders = [TempDir::new().expect("a folder"), TempDir::new().expect("a folder")];
    let first = serve(folders[0].path());
    let mut second = serve(folders[1].path());
    assert_ne!(first.host, second.host);
    assert!(second.get("/health").starts_with("HTTP/1.1 200"));
    second.child.kill().expect("it runs");
    let message = second.stderr();
    assert!(message.contains("port 7654 is taken"), "{message}");
}

#[test]
fn two_servers_do_not_share_one_folder() {
    let data = TempDir::new().expect("a folder");
    let folder = data.path().to_str().expect("UTF-8");
    let _first = Server::with(&["--data", folder]);
    let second = crate::harness::outflank(&["serve", "--no-open", "--port", "0", "--data", folder]);
    let message = second.failed(1);
    assert!(message.contains(folder), "{message}");
}

/// Kills the server with SIGKILL and starts it again.
#[test]
fn games_continue_after_a_kill() {
    let data = TempDir::new().expect("a folder");
    let folder = data.path().to_str().expect("UTF-8");
    let mut server = Server::with(&["--data", folder]);
    let created: serde_json::Value = server.post("/api/games", "", r#"{"black":"human","white":"human","you":"both"}"#);
    let (path, secret) =
        (format!("/api/games/{}", created["id"].as_str().expect("an id")), &created["secrets"]["black"]);
    let secret = format!("Authorization: Bearer {}\r\n", secret.as_str().expect("a secret"));
    server.post(&format!("{path}/commands"), &secret, r#"{"type":"move","ply":0,"square":"d3"}"#);
    server.child.kill().expect("it runs");
    server.child.wait().expect("it ends");
    let server = Server::with(&["--data", folder]);
    let answer = server.get(&path);
    assert!(answer.contains(r#""move":"d3""#) && answer.contains(r#""turn":"white""#), "{answer}");
}

#[cfg(unix)]
mod signals {
    use rustix::process::{Pid, Signal, kill_process};

    use super::*;

    #[test]
    fn ctrl_c_and_sigterm_end_the_server_cleanly() {
        for signal in [Signal::TERM, Signal::INT] {
            let mut server = Server::with(&["--in-memory"]);
            let process = Pid::from_child(&server.child);
            kill_process(process, signal).expect("it runs");
            assert_eq!(server.child.wait().expect("it ends").code(), Some(0), "{signal:?}");
        }
    }

    /// Shells start background processes with Ctrl-C ignored.
    #[test]
    fn a_server_that_ignores_ctrl_c_ends_cleanly_on_sigterm() {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg("trap '' INT; exec \"$0\" serve --in-memory --no-open --port 0");
        shell.arg(env!("CARGO_BIN_EXE_outflank")).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = Server::start(&mut shell);
        kill_process(Pid::from_child(&server.child), Signal::TERM).expect("it runs");
        assert_eq!(server.child.wait().expect("it ends").code(), Some(0));
    }

    #[test]
    fn a_request_in_progress_is_answered_at_shutdown() {
        let mut server = Server::with(&["--in-memory"]);
        let mut stream = TcpStream::connect(&server.host).expect("it listens");
        let kind = "Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue";
        write!(stream, "POST /api/games HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n\r\n").expect("it reads");
        // The server sends this when it has begun to handle the request.
        let go_on = b"HTTP/1.1 100 Continue\r\n\r\n";
        let mut received = vec![0; go_on.len()];
        stream.read_exact(&mut received).expect("it answers");
        assert_eq!(received, go_on);
        kill_process(Pid::from_child(&server.child), Signal::TERM).expect("it runs");
        // A server that is stopping accepts no connections.
        while TcpStream::connect(&server.host).is_ok() {}
        write!(stream, "{{}}").expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 201") && answer.contains("\"secrets\""), "{answer}");
        assert_eq!(server.child.wait().expect("it ends").code(), Some(0));
        let mut rest = String::new();
        server.stdout.read_to_string(&mut rest).expect("UTF-8");
        assert_eq!(rest, "", "nothing but the address is printed");
    }
}

#[test]
fn without_a_command_the_page_is_served() {
    let data = TempDir::new().expect("a folder");
    let mut command = command(&[]);
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] {
        command.env_remove(name);
    }
    let server = Server::start(command.env("OUTFLANK_DATA", data.path()));
    assert!(server.get("/health").starts_with("HTTP/1.1 200"));
}

#[test]
fn the_log_is_json_if_asked() {
    let mut server = Server::with(&["--in-memory", "--log", "json"]);
    server.get("/health");
    server.child.kill().expect("it runs");
    let log = server.stderr();
    let entries = log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")));
    let entries: Vec<serde_json::Value> = entries.collect();
    assert!(entries.iter().any(|entry| entry["path"] == "/health" && entry["status"] == 200), "{log}");
}
