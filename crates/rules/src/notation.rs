//! How squares, moves and boards are written.
//!
//! A move has a [`Notation`]; a board has [`Symbols`] for its cells and a [`Layout`] around them, together a
//! [`BoardStyle`]. [`parse_board`] reads back every style, and the board strings of other programs, without being
//! told which it is.
//!
//! ```
//! use outflank_rules::{Variant, notation::{BoardStyle, parse_board}};
//!
//! let start = Variant::TINY.start();
//! let style: BoardStyle = "ruled,12,marks".parse()?;
//! let picture = "
//! -----------------
//! |   | X |   |   |
//! -----------------
//! | X | 2 | 1 |   |
//! -----------------
//! |   | 1 | 2 | X |
//! -----------------
//! |   |   | X |   |
//! -----------------
//! ";
//! assert_eq!(style.draw(&start), picture.trim_start());
//! assert_eq!(parse_board(picture)?.validate()?, start);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod layout;
mod moves;
mod parse;
mod symbols;

pub use board::BoardStyle;
pub use layout::Layout;
pub use moves::{Notation, ParseNotationError};
pub(crate) use parse::resembles_board;
pub use parse::{BoardText, ParseBoardError, parse_board, parse_board_as, read_board};
pub use symbols::Symbols;

use std::fmt;

/// A text that names no symbol set, layout or board style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseStyleError {
    text: String,
    /// What was looked for, and the names there are.
    expected: &'static str,
}

impl fmt::Display for ParseStyleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not {}", self.text, self.expected)
    }
}

impl std::error::Error for ParseStyleError {}
