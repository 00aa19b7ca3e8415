//! Errors that are sent to the other side.

use outflank_rules::{IllegalMove, Move};
use serde::{Deserialize, Serialize};

/// Maximum number of bytes quoted from a bad line.
const MAX_QUOTE_BYTES: usize = 200;

/// Maximum length of a message in bytes; it may contain quotes too.
const MAX_MESSAGE_BYTES: usize = 1000;

/// Error code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The line is neither JSON nor a move.
    NotJson,
    /// It is JSON but not an object.
    NotAnObject,
    /// The object has no `type`, or one that is not a string.
    NoType,
    /// No message has this type.
    UnknownType,
    /// A field is missing or invalid.
    BadField,
    /// The line is longer than [`MAX_LINE`](super::MAX_LINE).
    TooLong,
    /// The line has no line end. Versions before 0.2.0 say `half-line`.
    #[serde(alias = "half-line")]
    UnterminatedLine,
    /// The line is not UTF-8.
    NotUtf8,
    /// The other side speaks another version.
    WrongVersion,
    /// The board is not a valid position, or no disc can be placed.
    BadPosition,
    /// The move is illegal.
    IllegalMove,
    /// A pass although a disc can be placed.
    IllegalPass,
    /// The answer is to another request than the last one.
    WrongRequest,
    /// The answer came too late.
    TimeOut,
    /// Any other error.
    #[serde(other)]
    Other,
}

/// An error: its code, the input, a message, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{got:?}: {message}")]
pub struct Fault {
    /// The code.
    pub code: Code,
    /// The input; cut if it is long.
    #[serde(default)]
    pub got: String,
    /// A short message.
    #[serde(default)]
    pub message: String,
    /// Valid input: the legal moves, or the known types.
    #[serde(default)]
    pub expected: Vec<String>,
}

impl Fault {
    /// An error about a line or a part of it. Long texts are cut.
    pub fn new(code: Code, got: &str, message: impl Into<String>) -> Fault {
        let (got, message) = (cut(got, MAX_QUOTE_BYTES), cut(&message.into(), MAX_MESSAGE_BYTES));
        Fault { code, got, message, expected: Vec::new() }
    }

    /// Adds what would have been valid.
    #[must_use]
    pub fn with_expected<T: ToString>(self, expected: impl IntoIterator<Item = T>) -> Fault {
        Fault { expected: expected.into_iter().map(|item| item.to_string()).collect(), ..self }
    }
}

/// The error that a bot receives for an illegal move.
impl From<&IllegalMove> for Fault {
    fn from(refused: &IllegalMove) -> Fault {
        let code = if refused.mv == Move::Pass { Code::IllegalPass } else { Code::IllegalMove };
        Fault::new(code, &refused.mv.to_string(), refused.to_string()).with_expected(refused.legal)
    }
}

/// Cuts a text to this many bytes.
fn cut(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(longest);
    format!("{}…", &text[..end])
}
