//! What was wrong, as the other side is told.

use std::fmt;

use outflank_rules::{IllegalMove, Move};
use serde::{Deserialize, Serialize};

/// The most bytes of a bad line that are quoted.
const LONGEST_QUOTE: usize = 200;

/// The most bytes of what is said about it: some of that is quoted too.
const LONGEST_MESSAGE: usize = 1000;

/// The kind of an error, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The line is neither JSON nor a move.
    NotJson,
    /// It is JSON, and no object.
    NotAnObject,
    /// The object has no `type`, or one that is no text.
    NoType,
    /// No message has this type.
    UnknownType,
    /// A field is missing or is not what it should be.
    BadField,
    /// The line is longer than [`MAX_LINE`](super::MAX_LINE).
    TooLong,
    /// The line has no end.
    HalfLine,
    /// The line is not UTF-8.
    NotUtf8,
    /// The other side speaks another version.
    WrongVersion,
    /// The board that was sent is no position, or nothing can be placed on it.
    BadPosition,
    /// The move is not legal.
    IllegalMove,
    /// A pass while a disc can be placed.
    IllegalPass,
    /// The answer is to another question than the last one.
    WrongRequest,
    /// The answer came too late.
    TimeOut,
    /// Any other.
    #[serde(other)]
    Other,
}

/// An error: a code, what came, what is wrong with it, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The kind.
    pub code: Code,
    /// What came; a long line is cut.
    #[serde(default)]
    pub got: String,
    /// What is wrong, in words, not many.
    #[serde(default)]
    pub message: String,
    /// What would have been right: the legal moves, or the known types.
    #[serde(default)]
    pub expected: Vec<String>,
}

impl Fault {
    /// An error about a line or a part of it. Whatever is too long to be sent back is cut.
    pub fn new(code: Code, got: &str, message: impl Into<String>) -> Fault {
        let (got, message) = (cut(got, LONGEST_QUOTE), cut(&message.into(), LONGEST_MESSAGE));
        Fault { code, got, message, expected: Vec::new() }
    }

    /// The same, with what would have been right.
    #[must_use]
    pub fn with_expected<T: ToString>(self, expected: impl IntoIterator<Item = T>) -> Fault {
        Fault { expected: expected.into_iter().map(|item| item.to_string()).collect(), ..self }
    }
}

/// What a bot is told about a move that is refused.
impl From<&IllegalMove> for Fault {
    fn from(refused: &IllegalMove) -> Fault {
        let code = if refused.mv == Move::Pass { Code::IllegalPass } else { Code::IllegalMove };
        Fault::new(code, &refused.mv.to_string(), refused.to_string()).with_expected(refused.legal)
    }
}

/// The beginning of a text that is too long to be sent back.
fn cut(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(longest);
    format!("{}…", &text[..end])
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.got, self.message)
    }
}

impl std::error::Error for Fault {}
