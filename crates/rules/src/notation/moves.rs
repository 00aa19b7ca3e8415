//! Notations of squares and moves.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{Bitboard, Move, ParseMoveError, Position, Square, excerpt, record::LOST};

/// A way to write a move.
///
/// Each notation parses its own form. All of them accept `(2, 3)` and the words for a pass.
///
/// ```
/// use outflank_rules::{Move, notation::Notation};
///
/// let d3: Move = "d3".parse()?;
/// assert_eq!(Notation::RowLetter.write(d3), "C4");
/// assert_eq!(Notation::RowColumn.write(d3), "(2, 3)");
/// assert_eq!(Notation::RowLetter.parse("c4")?, d3);
/// # Ok::<(), outflank_rules::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Column letter, row digit from the top: `d3`.
    #[default]
    Standard,
    /// Row and column counted from 0: `(2, 3)`.
    RowColumn,
    /// Row letter, column digit: `C4` for the square that is `d3` in the standard notation.
    RowLetter,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 3] = [Notation::Standard, Notation::RowColumn, Notation::RowLetter];

    /// Writes a move; a pass is always `pass`.
    pub fn write(self, mv: Move) -> String {
        let Move::Place(square) = mv else {
            return "pass".to_owned();
        };
        match self {
            Notation::Standard => square.to_string(),
            Notation::RowColumn => format!("({}, {})", square.row(), square.column()),
            Notation::RowLetter => transposed(square).to_string().to_ascii_uppercase(),
        }
    }

    /// Writes a turn: the move made in a position, or the [marker](LOST) of a lost turn.
    pub fn write_turn(self, before: &Position, mv: Move) -> String {
        if before.loses_turn(mv) { LOST.to_owned() } else { self.write(mv) }
    }

    /// Writes the squares of a set row by row, separated by spaces.
    pub fn write_squares(self, squares: Bitboard) -> String {
        let names: Vec<String> = squares.into_iter().map(|square| self.write(Move::Place(square))).collect();
        names.join(" ")
    }

    /// Rewrites every square of a text in the standard notation. Other parts stay.
    ///
    /// ```
    /// use outflank_rules::notation::Notation;
    ///
    /// assert_eq!(Notation::RowLetter.to_standard("1. E6 F4 2. C3, pass"), "1. f5 d6 2. c3, pass");
    /// ```
    pub fn to_standard(self, text: &str) -> String {
        if self != Notation::RowLetter {
            return text.to_owned();
        }
        let mut rest = text;
        let mut standard = String::with_capacity(text.len());
        while let Some(c) = rest.chars().next() {
            let square = rest.get(..2).and_then(|name| name.parse::<Square>().ok());
            let taken = square.map_or(c.len_utf8(), |_| 2);
            match square {
                Some(square) => standard.push_str(&transposed(square).to_string()),
                None => standard.push(c),
            }
            rest = &rest[taken..];
        }
        standard
    }

    /// Reads a move, in any case.
    pub fn parse(self, text: &str) -> Result<Move, ParseMoveError> {
        let trimmed = text.trim();
        parse_pass(trimmed)
            .or_else(|| parse_row_column(trimmed))
            .or_else(|| {
                let square: Square = trimmed.parse().ok()?;
                Some(Move::Place(if self == Notation::RowLetter { transposed(square) } else { square }))
            })
            .ok_or_else(|| ParseMoveError { text: excerpt(text) })
    }
}

fn transposed(square: Square) -> Square {
    Square::new(square.row(), square.column()).expect("inside 8x8 either way")
}

fn parse_pass(text: &str) -> Option<Move> {
    const WORDS: [&str; 6] = ["pass", "pas", "pa", "ps", "--", "@@"];
    WORDS.iter().any(|word| text.eq_ignore_ascii_case(word)).then_some(Move::Pass)
}

/// Parses `(2, 3)`, with `(-1, -1)` for a pass. Brackets of any kind are optional; the comma is
/// required.
fn parse_row_column(text: &str) -> Option<Move> {
    let inner = match text.as_bytes() {
        [b'(', .., b')'] | [b'[', .., b']'] => &text[1..text.len() - 1],
        _ => text,
    };
    let (row, column) = inner.split_once(',')?;
    let (row, column): (i8, i8) = (row.trim().parse().ok()?, column.trim().parse().ok()?);
    match (row, column) {
        (-1, -1) => Some(Move::Pass),
        _ => Square::new(column.try_into().ok()?, row.try_into().ok()?).map(Move::Place),
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Notation::Standard => "standard",
            Notation::RowColumn => "row-column",
            Notation::RowLetter => "row-letter",
        })
    }
}

/// A text that is not a notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a notation: write standard, row-column or row-letter")]
pub struct ParseNotationError {
    text: String,
}

impl FromStr for Notation {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Notation, ParseNotationError> {
        Notation::ALL
            .into_iter()
            .find(|notation| text.trim().eq_ignore_ascii_case(&notation.to_string()))
            .ok_or_else(|| ParseNotationError { text: excerpt(text) })
    }
}
