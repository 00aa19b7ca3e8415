//! Why a command is refused.

use std::{fmt, io};

use outflank_rules::{Color, IllegalMove};

/// A refusal. Its first words are those of the standard, where that has any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GtpError {
    /// No command has this name.
    UnknownCommand(String),
    /// A command whose arguments cannot be read.
    Syntax {
        /// What came.
        line: String,
        /// What would have been read.
        expected: &'static str,
    },
    /// A board that is not played on.
    Size(u8),
    /// Another game.
    UnknownGame(String),
    /// A move against the rules.
    Illegal(IllegalMove),
    /// The turn is that of this side, which need not pass.
    WrongColor(Color),
    /// There is nothing to take back.
    NothingToUndo,
    /// The game goes on.
    NotOver,
    /// A file without a game that can be read.
    Unloadable {
        /// The name of the file.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl GtpError {
    pub(super) fn unreadable(file: &str, cause: &io::Error) -> GtpError {
        GtpError::Unloadable { file: file.to_owned(), reason: cause.to_string() }
    }
}

impl From<IllegalMove> for GtpError {
    fn from(illegal: IllegalMove) -> GtpError {
        GtpError::Illegal(illegal)
    }
}

impl fmt::Display for GtpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GtpError::UnknownCommand(name) => write!(f, "unknown command {name:?}: list_commands names all there are"),
            GtpError::Syntax { line, expected } => write!(f, "syntax error in {line:?}: write {expected}"),
            GtpError::Size(size) => write!(f, "unacceptable size {size}: write boardsize 8, 6 or 4"),
            GtpError::UnknownGame(name) => write!(f, "unknown game {name:?}: write set_game Othello"),
            GtpError::Illegal(illegal) => write!(f, "illegal move: {illegal}"),
            GtpError::WrongColor(turn) => write!(f, "wrong color: it is the turn of {turn}, who can place a disc"),
            GtpError::NothingToUndo => f.write_str("cannot undo: no move has been made"),
            GtpError::NotOver => f.write_str("cannot score: the game is not over"),
            GtpError::Unloadable { file, reason } => write!(f, "cannot load file {file:?}: {reason}"),
        }
    }
}

impl std::error::Error for GtpError {}
