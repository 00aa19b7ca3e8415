//! A bot as a stranger writes it: lines over a connection.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    time::timeout,
};

use super::{app::text, client::TIMEOUT};

/// A bot as a student writes it: a connection, and lines.
pub(super) struct TestBot {
    input: BufReader<OwnedReadHalf>,
    output: OwnedWriteHalf,
    pub(super) token: String,
}

impl TestBot {
    pub(super) async fn dial(address: SocketAddr) -> TestBot {
        let (input, output) = TcpStream::connect(address).await.expect("it listens").into_split();
        TestBot { input: BufReader::new(input), output, token: String::new() }
    }

    /// Connects and says who it is.
    pub(super) async fn join(address: SocketAddr, hello: Value) -> TestBot {
        let mut bot = TestBot::dial(address).await;
        let mut whole = json!({"type": "hello", "outflank": 1});
        whole.as_object_mut().expect("an object").extend(hello.as_object().expect("an object").clone());
        bot.say(&whole).await;
        let greeting = bot.hear().await;
        assert_eq!(greeting["type"], "hello", "{greeting}");
        let given = whole["token"].as_str().or(greeting["token"].as_str()).expect("a token");
        bot.token = given.to_owned();
        bot
    }

    pub(super) async fn say(&mut self, message: &Value) {
        self.write(&format!("{message}\n")).await;
    }

    pub(super) async fn write(&mut self, text: &str) {
        // A server that has hung up already is heard of when it is listened to.
        let _ = self.output.write_all(text.as_bytes()).await;
    }

    pub(super) async fn write_bytes(&mut self, bytes: &[u8]) {
        let _ = self.output.write_all(bytes).await;
    }

    pub(super) async fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = timeout(TIMEOUT, self.input.read_line(&mut line)).await.expect("something comes");
        read.ok().filter(|&count| count > 0).map(|_| line)
    }

    pub(super) async fn hear(&mut self) -> Value {
        let line = self.line().await.expect("a line");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?} is JSON"))
    }

    /// Waits for a message of this type, ignoring others.
    pub(super) async fn wait_for(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Answers a question with a square.
    pub(super) async fn answer(&mut self, question: &Value, square: &str) {
        self.say(&json!({"type": "move", "request": question["request"], "move": square})).await;
    }

    /// Plays the first legal move until a game is over, and returns how.
    pub(super) async fn play_on(&mut self) -> Value {
        loop {
            let message = self.hear().await;
            match message["type"].as_str() {
                Some("move") => {
                    let info = json!({"text": format!("ply {}", message["ply"]), "values": {"d3": 1}});
                    let square = &message["legal"][0];
                    let answer = json!({"type": "move", "request": message["request"], "move": square, "info": info});
                    self.say(&answer).await;
                }
                Some("over") => return message,
                Some("start") => {}
                _ => panic!("{message}"),
            }
        }
    }

    /// Plays the first legal move in every game, until the connection ends.
    pub(super) async fn play_all(&mut self) {
        while let Some(line) = self.line().await {
            let message: Value = serde_json::from_str(&line).expect("JSON");
            if message["type"] == "move" {
                let square = text(&message["legal"][0]);
                self.answer(&message, &square).await;
            }
        }
    }
}
