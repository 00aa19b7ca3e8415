//! A client as the course has it: lines, a lobby, and answers to the newest question.

use std::net::SocketAddr;

use outflank_rules::{Bitboard, BoardSpec, Color, Move, Position, Setup, Square};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    time::timeout,
};

use super::super::client::TIMEOUT;

pub(super) struct Client {
    input: BufReader<OwnedReadHalf>,
    output: OwnedWriteHalf,
}

impl Client {
    pub(super) async fn dial(address: SocketAddr) -> Client {
        let (input, output) = TcpStream::connect(address).await.expect("it listens").into_split();
        Client { input: BufReader::new(input), output }
    }

    pub(super) async fn login(&mut self, name: &str, password: &str, kind: &str) {
        self.say(&json!({"type": "login", "name": name, "password": password, "player_kind": kind})).await;
    }

    pub(super) async fn sit_ready(&mut self, table: usize, seat: &str) {
        self.say(&json!({"type": "sit", "table": table, "seat": seat})).await;
        self.say(&json!({"type": "ready", "ready": true})).await;
    }

    pub(super) async fn say(&mut self, message: &Value) {
        self.write(format!("{message}\n").as_bytes()).await;
    }

    pub(super) async fn write(&mut self, bytes: &[u8]) {
        // A server that has hung up already is heard of when it is listened to.
        let _ = self.output.write_all(bytes).await;
    }

    /// The next message; nothing if the connection has ended.
    pub(super) async fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = timeout(TIMEOUT, self.input.read_line(&mut line)).await.expect("something comes");
        let count = read.unwrap_or(0);
        assert!(count <= 65_536, "no line is longer");
        (count > 0).then(|| serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?} is JSON")))
    }

    /// The next message of this type.
    pub(super) async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("it ended before {kind:?} came"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The next lobby message that matches.
    pub(super) async fn lobby(&mut self, is_so: impl Fn(&Value) -> bool) -> Value {
        loop {
            let lobby = self.hear("lobby").await;
            if is_so(&lobby) {
                return lobby;
            }
        }
    }

    /// The next state of a game.
    pub(super) async fn state(&mut self) -> Value {
        self.hear("game_state").await
    }

    /// Waits until it is the turn of this number.
    pub(super) async fn turn(&mut self, number: i8) -> Value {
        loop {
            let state = self.state().await;
            assert_eq!(state["game_over"], false, "{state}");
            if state["turn"] == number {
                return state;
            }
        }
    }

    pub(super) async fn answer(&mut self, state: &Value, x: i64, y: i64) {
        self.say(&json!({"type": "move", "request_id": state["request_id"], "x": x, "y": y})).await;
    }

    /// Answers whenever it is the turn of this number, until the end.
    pub(super) async fn play_on(&mut self, number: i8) -> Value {
        loop {
            let state = self.state().await;
            if state["game_over"] == true {
                return state;
            }
            if state["turn"] == number {
                let square = first(&position(&state));
                self.answer(&state, square.row().into(), square.column().into()).await;
            }
        }
    }

    pub(super) async fn is_ended(&mut self) {
        while self.next().await.is_some() {}
    }
}

/// The board of a state.
pub(super) fn position(state: &Value) -> Position {
    let discs = |number: i64| -> Bitboard {
        let is_one =
            |square: &Square| state["board"][usize::from(square.row())][usize::from(square.column())] == number;
        Square::all().filter(is_one).collect()
    };
    let turn = if state["turn"] == 1 { Color::White } else { Color::Black };
    let setup = Setup { black: discs(-1), white: discs(1), turn, spec: BoardSpec::square(8) };
    setup.validate().expect("a position")
}

pub(super) fn first(position: &Position) -> Square {
    let legal = Square::all().find(|&square| position.is_legal(Move::Place(square)));
    legal.expect("who is asked can move")
}
