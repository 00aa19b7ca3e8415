//! Why a person's move was not made.

use std::fmt;

use outflank_rules::{Color, IllegalMove};

use crate::{GameResult, Seat};

/// Why a person's move was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The rules forbid it.
    Illegal(IllegalMove),
    /// It is the turn of a computer.
    NotYourTurn(Color, Seat),
    /// The game is over.
    Over(GameResult),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Illegal(illegal) => illegal.fmt(f),
            Refused::NotYourTurn(color, seat) => write!(f, "{color} is played by {seat}: wait for its move"),
            Refused::Over(result) => write!(f, "the game is over: {result}"),
        }
    }
}

impl std::error::Error for Refused {}
