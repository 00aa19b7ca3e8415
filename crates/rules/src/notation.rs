//! How squares, moves and boards are written.
//!
//! A move has a [`Notation`]; a board has [`Symbols`] for its cells and a [`Layout`] around them,
//! together a [`BoardStyle`]. `text.parse::<`[`Setup`](crate::Setup)`>()` reads back every style,
//! and the board strings of other programs, and finds out which it is.
//!
//! ```
//! use outflank_rules::{Position, Variant, notation::BoardStyle};
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
//! assert_eq!(picture.parse::<Position>()?, start);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod moves;
mod parse;
mod style;

pub use moves::{Notation, ParseNotationError};
pub(crate) use parse::resembles_board;
pub use parse::{BoardText, ParseBoardError, parse_board_as, read_board};
pub use style::{BoardStyle, Layout, Symbols};

use thiserror::Error;

/// A text that names no symbol set, layout or board style.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not {expected}")]
pub struct ParseStyleError {
    text: String,
    /// The kind of name, and the valid names.
    expected: &'static str,
}
