//! A player as students write them, in another language: it reads once a question, and answers with
//! the bytes that Python would write.

use std::net::SocketAddr;

use outflank_rules::{Bitboard, BoardSpec, Color, Position, Setup, Square, Variant};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use super::super::client::TIMEOUT;

/// What stands before the numbers of a board: 512 bytes follow.
const NUMBERS: &[u8] = b"B\0\x02\0\0";

pub(super) struct TestPlayer {
    stream: TcpStream,
}

/// A game from the view of a player.
pub(super) struct Played {
    pub(super) color: Option<Color>,
    pub(super) answers: usize,
    pub(super) last: Position,
}

/// A message: the side to move, unless the game is over, and the board.
#[derive(Debug)]
pub(super) struct CourseMessage {
    pub(super) turn: Option<Color>,
    pub(super) position: Position,
    pub(super) bytes: Vec<u8>,
}

impl TestPlayer {
    pub(super) async fn connect(address: SocketAddr) -> TestPlayer {
        TestPlayer { stream: TcpStream::connect(address).await.expect("it listens") }
    }

    /// One read of 4096 bytes is one message, as all these players take it; nothing if the
    /// connection has ended.
    pub(super) async fn read(&mut self) -> Option<CourseMessage> {
        let mut bytes = vec![0; 4096];
        let count = timeout(TIMEOUT, self.stream.read(&mut bytes)).await.expect("something comes").unwrap_or(0);
        bytes.truncate(count);
        (count > 0).then(|| parse(bytes))
    }

    /// Waits until it is asked.
    pub(super) async fn asked(&mut self) -> CourseMessage {
        let message = self.read().await.expect("a question");
        assert!(message.turn.is_some(), "the game goes on");
        message
    }

    /// Waits for the end of the game, and of the connection.
    pub(super) async fn receives_the_end(&mut self) {
        let message = self.read().await.expect("the end");
        assert_eq!(message.turn, None);
        self.is_ended().await;
    }

    /// The reason for which the server refuses it, as Python shows it: a module that does not
    /// exist.
    pub(super) async fn refused(&mut self) -> String {
        let mut bytes = Vec::new();
        timeout(TIMEOUT, self.stream.read_to_end(&mut bytes)).await.expect("the end").expect("a message");
        let text = String::from_utf8(bytes).expect("text");
        let module = text.strip_prefix('c').and_then(|text| text.strip_suffix("\nx\n."));
        module.unwrap_or_else(|| panic!("{text:?} is no refusal")).to_owned()
    }

    /// Plays the first legal square in every game, until the server says that all is over. Returns
    /// the colors of its questions.
    pub(super) async fn compete(&mut self) -> Vec<Color> {
        let mut colors = Vec::new();
        while let CourseMessage { turn: Some(color), position, .. } = self.read().await.expect("a message") {
            colors.push(color);
            self.answer(&first(&position)).await;
        }
        colors
    }

    pub(super) async fn is_ended(&mut self) {
        assert!(self.read().await.is_none(), "the connection is closed");
    }

    /// Sends bytes. False if the server has closed the connection, which most tests notice when
    /// they read.
    pub(super) async fn write(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).await.is_ok()
    }

    pub(super) async fn answer(&mut self, square: &str) {
        self.write(&pickle(square)).await;
    }

    /// Plays the first legal square until the end.
    pub(super) async fn play_on(&mut self) -> Played {
        let (mut color, mut answers) = (None, 0);
        loop {
            let message = self.read().await.expect("a message");
            if message.turn.is_none() {
                return Played { color, answers, last: message.position };
            }
            assert!(color.is_none() || color == message.turn, "a player is asked for its own color alone");
            (color, answers) = (message.turn, answers + 1);
            self.answer(&first(&message.position)).await;
        }
    }
}

/// The first legal square, column by column, as `for x: for y:` finds it.
pub(super) fn first(position: &Position) -> String {
    let squares = (0..8).flat_map(|x| (0..8).filter_map(move |y| Square::new(x, y)));
    let legal = squares.into_iter().find(|&square| position.is_legal(outflank_rules::Move::Place(square)));
    legal.expect("who is asked can move").to_string()
}

/// What `pickle.dumps([x, y])` gives.
pub(super) fn pickle(square: &str) -> Vec<u8> {
    let square: Square = square.parse().expect("a square");
    numbers(square.column(), square.row())
}

/// The same for any two numbers of a byte.
pub(super) fn numbers(x: u8, y: u8) -> Vec<u8> {
    [b"\x80\x04\x95\x09\0\0\0\0\0\0\0]\x94(K", &[x][..], b"K", &[y], b"e."].concat()
}

/// What `pickle.dumps([-1, -1])` gives.
pub(super) const PASS: &[u8] = b"\x80\x04\x95\x0f\0\0\0\0\0\0\0]\x94(J\xff\xff\xff\xffJ\xff\xff\xff\xffe.";

fn parse(bytes: Vec<u8>) -> CourseMessage {
    let turn = match &bytes[14..16] {
        b"K\x01" => Some(Color::White),
        b"J\xff" => Some(Color::Black),
        b"K\0" => None,
        _ => panic!("no turn: {}", bytes.escape_ascii()),
    };
    let at = bytes.windows(NUMBERS.len()).position(|window| window == NUMBERS).expect("a board") + NUMBERS.len();
    let mut sides = [Bitboard::EMPTY; 2];
    for (index, number) in bytes[at..at + 512].chunks(8).enumerate() {
        let square = Square::new(index as u8 / 8, index as u8 % 8).expect("64 squares");
        match f64::from_le_bytes(number.try_into().expect("8 bytes")) {
            -1.0 => sides[0] = sides[0].with(square),
            1.0 => sides[1] = sides[1].with(square),
            0.0 => {}
            other => panic!("{other} is no disc"),
        }
    }
    let [black, white] = sides;
    let setup = Setup { black, white, turn: turn.unwrap_or(Color::White), spec: BoardSpec::square(8) };
    CourseMessage { turn, position: setup.validate().expect("a position"), bytes }
}

/// How the course begins.
pub(super) fn start() -> Position {
    Variant::STANDARD.start().with_turn(Color::White)
}
