//! A square of the board and its name.

use std::{fmt, str::FromStr};

/// One of the 64 squares, `a1` (top left) to `h8` (bottom right).
///
/// Columns are lettered from left to right, rows are numbered from top to bottom. Smaller boards are the
/// top left corner of the same 64 squares, so `d4` is the bottom right square of a 4x4 board.
///
/// ```
/// use outflank_rules::Square;
///
/// let d3: Square = "d3".parse()?;
/// assert_eq!((d3.column(), d3.row()), (3, 2));
/// assert_eq!(d3.to_string(), "d3");
/// assert_eq!("D3".parse(), Ok(d3));
/// # Ok::<(), outflank_rules::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in a column and a row, both counted from 0 at the top left, or `None` outside 8x8.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSquareError {
    text: String,
}

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a square: write a column letter a to h and a row digit 1 to 8, as in d3", self.text)
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let square = match text.as_bytes() {
            &[letter, digit] => Square::new(letter.to_ascii_lowercase().wrapping_sub(b'a'), digit.wrapping_sub(b'1')),
            _ => None,
        };
        square.ok_or_else(|| ParseSquareError { text: text.to_owned() })
    }
}
