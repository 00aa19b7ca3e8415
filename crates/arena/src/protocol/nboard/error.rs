//! Why a line is not understood.

use std::fmt;

use outflank_rules::{IllegalMove, record::Fault};

/// A line that was not acted on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NboardError {
    /// No command; the protocol wants such lines to be ignored.
    Unknown(String),
    /// A command whose arguments cannot be read.
    Syntax {
        /// What came.
        line: String,
        /// What would have been read.
        expected: &'static str,
    },
    /// A game that cannot be read.
    Game {
        /// How it begins.
        line: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// A move against the rules.
    Illegal(IllegalMove),
}

impl fmt::Display for NboardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NboardError::Unknown(line) => {
                write!(
                    f,
                    "{line:?} is no command of the NBoard protocol and is ignored: write ping 1, hint 3, go or quit"
                )
            }
            NboardError::Syntax { line, expected } => write!(f, "cannot read {line:?}: write {expected}"),
            NboardError::Game { line, fault } => write!(f, "cannot read the game {line:?}: {fault}"),
            NboardError::Illegal(illegal) => write!(f, "illegal move: {illegal}; send the game again with set game"),
        }
    }
}

impl std::error::Error for NboardError {}
