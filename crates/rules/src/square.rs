//! A square of the board and its name.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::excerpt;

/// One of the 64 squares, `a1` (top left) to `h8` (bottom right).
///
/// Columns are lettered from left to right, rows are numbered from top to bottom. Smaller boards
/// are the top left corner of the same 64 squares, so `d4` is the bottom right square of a 4x4
/// board.
///
/// ```
/// use outflank_rules::Square;
///
/// assert_eq!("d3".parse(), Ok(Square::D3));
/// assert_eq!((Square::D3.column(), Square::D3.row()), (3, 2));
/// assert_eq!(Square::D3.to_string(), "d3");
/// assert_eq!(Square::try_from(63), Ok(Square::H8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in a column and a row, both counted from 0 at the top left, or `None` outside
    /// 8x8.
    pub const fn new(column: u8, row: u8) -> Option<Square> {
        if column < 8 && row < 8 { Some(Square(row * 8 + column)) } else { None }
    }

    /// The square with this index, counted row by row from `a1` = 0 to `h8` = 63.
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// As [`Square::from_index`], taking only the low six bits of the index.
    pub(crate) const fn from_low_bits(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// Row by row from `a1` = 0 to `h8` = 63.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for column a, 7 for column h.
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// 0 for the top row, 7 for the bottom row.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// All 64 squares, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64).map(Square)
    }

    /// The neighbour this many columns to the right and rows down, or `None` outside 8x8.
    pub const fn offset(self, columns: i8, rows: i8) -> Option<Square> {
        let (column, row) = (self.column() as i8 + columns, self.row() as i8 + rows);
        if column < 0 || row < 0 { None } else { Square::new(column as u8, row as u8) }
    }
}

/// Defines `Square::A1` to `Square::H8`. The names must be in the order of the indices.
macro_rules! squares {
    ($($name:ident)*) => {
        const _: () = {
            enum Index { $($name),* }

            #[expect(missing_docs, reason = "the names say it")]
            impl Square {
                $(pub const $name: Square = Square(Index::$name as u8);)*
            }
        };
    };
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

/// A number above 63, which is the index of no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} is not the index of a square: indices are 0 to 63")]
pub struct SquareIndexError(u8);

/// Converts an index as [`Square::from_index`] does.
impl TryFrom<u8> for Square {
    type Error = SquareIndexError;

    fn try_from(index: u8) -> Result<Square, SquareIndexError> {
        Square::from_index(index).ok_or(SquareIndexError(index))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.column(), b'1' + self.row()];
        f.pad(str::from_utf8(&name).expect("ASCII"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a square: write a column letter a to h and a row digit 1 to 8, as in d3")]
pub struct ParseSquareError {
    text: String,
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let square = match text.as_bytes() {
            &[letter, digit] => Square::new(letter.to_ascii_lowercase().wrapping_sub(b'a'), digit.wrapping_sub(b'1')),
            _ => None,
        };
        square.ok_or_else(|| ParseSquareError { text: excerpt(text) })
    }
}
