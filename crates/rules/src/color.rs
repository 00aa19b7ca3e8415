//! The two sides of the game.

use std::{fmt, ops::Not, str::FromStr};

use thiserror::Error;

use crate::excerpt;

/// A side. There is no "empty" color: a square without a disc is `None`.
///
/// ```
/// use outflank_rules::Color;
///
/// assert_eq!(!Color::Black, Color::White);
/// assert_eq!("white".parse(), Ok(Color::White));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The dark discs; moves first in the standard game.
    Black,
    /// The light discs.
    White,
}

impl Color {
    /// Both colors, black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// `'B'` or `'W'`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// A text that names neither side.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a color: write black or white (b, w, x and o are understood)")]
pub struct ParseColorError {
    text: String,
}

impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        match text.trim().to_ascii_lowercase().as_str() {
            "black" | "b" | "x" | "*" | "dark" => Ok(Color::Black),
            "white" | "w" | "o" | "light" => Ok(Color::White),
            _ => Err(ParseColorError { text: excerpt(text) }),
        }
    }
}
