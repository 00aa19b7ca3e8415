//! The first game in a text that somebody pasted.

use std::fmt;

use outflank_rules::{
    Game, Position,
    record::{Format, ReadError, Reader},
};

use super::{Code, Why};

/// Reads the first record in a text, whatever its format. `start` is that of moves that tell none.
pub(super) fn first_game(text: &str, start: Position) -> Result<Game, NoGame> {
    // WTHOR is no text.
    let format = Format::detect(text.as_bytes()).filter(|&format| format != Format::Wthor).ok_or(NoGame::Unlike)?;
    let record = Reader::new(format, text.as_bytes()).with_start(start).next().ok_or(NoGame::Empty)?;
    record.map(|record| record.game).map_err(NoGame::Bad)
}

/// A text without a game.
#[derive(Debug)]
pub(super) enum NoGame {
    Unlike,
    Empty,
    Bad(ReadError),
}

impl From<&NoGame> for Why {
    fn from(no_game: &NoGame) -> Why {
        match no_game {
            NoGame::Unlike => Why::new(Code::NoRecord),
            NoGame::Empty => Why::new(Code::Empty),
            NoGame::Bad(cause) => Why::from(cause),
        }
    }
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGame::Unlike => f.write_str("it looks like no position and no record of a game"),
            NoGame::Empty => f.write_str("there is no game in it"),
            NoGame::Bad(cause) => cause.fmt(f),
        }
    }
}
