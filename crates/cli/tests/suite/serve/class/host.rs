//! The teacher: creates the tournament, runs it and downloads the results.

use std::{cell::RefCell, io};

use outflank_arena::journal::GameLine;
use serde_json::Value;

use super::{restarts::RestartedServer, socket::Socket};
use crate::serve::connection::{Answer, Connection};

/// The secret of the host.
const SECRET: &str = "5ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e70000";

pub(super) struct Host {
    pub(super) id: String,
    pub(super) code: String,
    socket: RefCell<Option<Socket>>,
}

impl Host {
    pub(super) fn of(server: &str, request: &Value) -> Host {
        let mut connection = Connection::open(server).expect("it listens");
        let made = connection.post("/api/tournaments", Some(SECRET), request).expect("it answers").expect(201);
        let text = |field: &str| made[field].as_str().expect("a text").to_owned();
        Host { id: text("id"), code: text("code"), socket: RefCell::new(None) }
    }

    /// Waits until the state of the tournament satisfies a condition. Reconnects if the server was
    /// killed.
    pub(super) fn wait_for(&self, server: &RestartedServer, is_so: impl Fn(&Value) -> bool) -> Value {
        // A new WebSocket receives the state at once.
        self.socket.replace(None);
        loop {
            let Ok(text) = self.hear(server) else {
                self.socket.replace(None);
                continue;
            };
            let state: Value = serde_json::from_str(&text).expect("JSON");
            if state["type"] == "tournament" && is_so(&state) {
                return state;
            }
        }
    }

    fn hear(&self, server: &RestartedServer) -> io::Result<String> {
        let mut socket = self.socket.borrow_mut();
        if socket.is_none() {
            let server = server.host().expect("it is not over");
            *socket = Some(Socket::open(&server, &format!("/api/tournaments/{}/socket", self.id))?);
        }
        socket.as_mut().expect("it was opened").next()
    }

    /// Repeats a command until the server accepts it.
    pub(super) fn command(&self, server: &RestartedServer, command: &Value) {
        let path = format!("/api/tournaments/{}/commands", self.id);
        self.ask(server, |connection| connection.post(&path, Some(SECRET), command)).expect(200);
    }

    pub(super) fn get(&self, server: &RestartedServer, rest: &str) -> Value {
        let path = format!("/api/tournaments/{}{rest}", self.id);
        self.ask(server, |connection| connection.get(&path)).expect(200)
    }

    pub(super) fn game(&self, server: &RestartedServer, id: &str) -> Value {
        self.ask(server, |connection| connection.get(&format!("/api/games/{id}"))).expect(200)
    }

    /// The exported games.
    pub(super) fn lines(&self, server: &RestartedServer) -> Vec<GameLine> {
        let path = format!("/api/tournaments/{}/files/games.jsonl", self.id);
        let answer = self.ask(server, |connection| connection.get(&path));
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body.lines().map(|line| line.parse().unwrap_or_else(|bad| panic!("{bad}"))).collect()
    }

    fn ask(&self, server: &RestartedServer, ask: impl Fn(&mut Connection) -> io::Result<Answer>) -> Answer {
        loop {
            let server = server.host().expect("it is not over");
            if let Ok(answer) = Connection::open(&server).and_then(|mut connection| ask(&mut connection)) {
                return answer;
            }
        }
    }
}
