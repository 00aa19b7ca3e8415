//! The messages of the protocol. `x` is a row and `y` a column, both from 0 at the top left.

use outflank_arena::Sides;
use outflank_rules::{Color, Position, Square};
use serde::{Deserialize, Serialize};

use super::lobby::{LobbySeat, LobbyView};

/// Most characters of a name.
pub(super) const MAX_NAME_LENGTH: usize = 16;

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum FromClient {
    Login {
        name: String,
        #[serde(default)]
        password: String,
        #[serde(default)]
        player_kind: Kind,
    },
    Sit {
        table: usize,
        seat: LobbySeat,
    },
    Stand,
    Ready {
        ready: bool,
    },
    Move(CourseAnswer),
}

/// An answer to a request for a move. The square (-1, -1) gives the turn away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct CourseAnswer {
    pub(super) request_id: u64,
    pub(super) x: i64,
    pub(super) y: i64,
}

/// The kind of player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    #[default]
    Ai,
    Human,
}

/// A line that is no message.
#[derive(Debug, thiserror::Error)]
#[error(
    "this is not a message: {0}; a message is one JSON object a line with a type: login, sit, stand, ready or move"
)]
pub(super) struct ParseMessageError(serde_json::Error);

impl FromClient {
    /// Parses a line. An answer may leave out its type, as the oldest players of the course do.
    pub(super) fn parse(line: &str) -> Result<FromClient, ParseMessageError> {
        serde_json::from_str(line)
            .or_else(|fault| serde_json::from_str(line).map(FromClient::Move).map_err(|_| ParseMessageError(fault)))
    }
}

impl CourseAnswer {
    /// The square, if it is on the board.
    pub(super) fn square(self) -> Option<Square> {
        let (row, column) = (u8::try_from(self.x).ok()?, u8::try_from(self.y).ok()?);
        Square::new(column, row)
    }
}

/// A message to a client.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ToClient<'a> {
    LoginOk { name: &'a str },
    LoginError { reason: String },
    Lobby(LobbyView<'a>),
    GameState(Box<GameState<'a>>),
    Error { reason: String },
}

/// The state of a game.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameState<'a> {
    pub(super) request_id: u64,
    pub(super) turn: i8,
    pub(super) board: [[i8; 8]; 8],
    pub(super) time_limit: Option<f64>,
    pub(super) game_over: bool,
    pub(super) names: Names<'a>,
    pub(super) log: &'a [String],
    pub(super) last_move: Option<[u8; 2]>,
    pub(super) flipped: Vec<[u8; 2]>,
    pub(super) white: u32,
    pub(super) black: u32,
    pub(super) winner: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Names<'a> {
    white: &'a str,
    black: &'a str,
    observer: Option<&'a str>,
}

impl<'a> Names<'a> {
    pub(super) fn of(players: &'a Sides<String>, observer: Option<&'a str>) -> Names<'a> {
        Names { white: &players.white, black: &players.black, observer }
    }
}

impl ToClient<'_> {
    /// The line without its line break.
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are JSON")
    }
}

/// White is 1, Black is -1.
pub(super) fn number(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Rows from the top.
pub(super) fn board(position: &Position) -> [[i8; 8]; 8] {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let square = Square::new(column as u8, row as u8).expect("eight rows and columns");
            position.at(square).map_or(0, number)
        })
    })
}

/// Row and column.
pub(super) fn place(square: Square) -> [u8; 2] {
    [square.row(), square.column()]
}

/// Is this a valid name?
pub(super) fn is_name(name: &str) -> bool {
    let is_fine = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    (1..=MAX_NAME_LENGTH).contains(&name.len()) && name.chars().all(is_fine)
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;

    fn parsed(line: &str) -> FromClient {
        FromClient::parse(line).unwrap_or_else(|fault| panic!("{line}: {fault}"))
    }

    #[test]
    fn messages_are_read_as_the_course_writes_them() {
        let login = FromClient::Login { name: "Ann".into(), password: "kite".into(), player_kind: Kind::Human };
        assert_eq!(parsed(r#"{"type":"login","name":"Ann","password":"kite","player_kind":"human"}"#), login);
        assert_eq!(
            parsed(r#"{"type": "sit", "table": 2, "seat": "observer"}"#),
            FromClient::Sit { table: 2, seat: LobbySeat::Observer }
        );
        assert_eq!(parsed(r#"{"type":"stand"}"#), FromClient::Stand);
        assert_eq!(parsed(r#"{"type":"ready","ready":true}"#), FromClient::Ready { ready: true });
        let answer = FromClient::Move(CourseAnswer { request_id: 7, x: 2, y: 4 });
        assert_eq!(parsed(r#"{"type":"move","request_id":7,"x":2,"y":4}"#), answer);
        assert_eq!(parsed(r#"{"request_id":7,"x":2,"y":4}"#), answer, "without a type");
    }

    #[test]
    fn an_unknown_message_has_an_error_with_the_known_types() {
        for wrong in [
            "",
            "[]",
            "{}",
            "null",
            r#"{"type":"dance"}"#,
            r#"{"type":"sit","table":-1,"seat":"white"}"#,
            "{\"type\":\"move\"}",
        ] {
            let message = FromClient::parse(wrong).expect_err(wrong).to_string();
            assert!(message.contains("login, sit, stand, ready or move"), "{message}");
        }
        assert!(FromClient::parse(&"[".repeat(60_000)).is_err(), "deep nesting");
    }

    #[test]
    fn x_is_the_row() {
        let square = |x, y| CourseAnswer { request_id: 1, x, y }.square().map(|square| square.to_string());
        assert_eq!(square(2, 4).as_deref(), Some("e3"));
        assert_eq!((square(-1, -1), square(8, 0), square(0, i64::MAX)), (None, None, None));
        let start = board(&Variant::STANDARD.start());
        assert_eq!((start[3][3], start[4][4], start[3][4], start[4][3], start[0][0]), (1, 1, -1, -1, 0));
    }

    #[test]
    fn names_are_short_and_plain() {
        assert!(is_name("Ann_2-b") && is_name(&"a".repeat(16)));
        for wrong in ["", "two words", "Zoë", "<b>", &"a".repeat(17)] {
            assert!(!is_name(wrong), "{wrong:?}");
        }
    }
}
