//! Sets of squares, one bit a square.

use std::{
    fmt,
    iter::FusedIterator,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign},
};

use crate::Square;

/// A set of squares: bit 0 is `a1`, bit 7 `h1`, bit 63 `h8`.
///
/// It behaves as a set: `|`, `&`, `^`, `-` and `!` are union, intersection, symmetric difference,
/// difference and complement (in 64 squares), and iteration goes row by row.
///
/// ```
/// use outflank_rules::{Bitboard, Square};
///
/// let centre: Bitboard = ["d4", "e4", "d5", "e5"].iter().map(|s| s.parse::<Square>().unwrap()).collect();
/// assert_eq!(centre.len(), 4);
/// assert_eq!(centre.to_string(), "d4 e4 d5 e5");
/// assert!((centre - Bitboard::row(3)).contains("d5".parse().unwrap()));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const ALL: Bitboard = Bitboard(!0);

    /// The set of one square.
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The eight squares of a row, counted from 0 at the top.
    pub const fn row(row: u8) -> Bitboard {
        Bitboard(0xff << ((row & 7) * 8))
    }

    /// The eight squares of a column, counted from 0 at the left.
    pub const fn column(column: u8) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << (column & 7))
    }

    /// Parses a picture row by row from `a1`: every `X` is in the set, every `.` is not, other
    /// characters are ignored. Missing squares are not in the set. The macro
    /// [`bitboard!`](crate::bitboard) calls this.
    pub const fn from_picture(picture: &str) -> Bitboard {
        let bytes = picture.as_bytes();
        let (mut set, mut square, mut i) = (0u64, 0, 0);
        while i < bytes.len() && square < 64 {
            match bytes[i] {
                b'X' => {
                    set |= 1 << square;
                    square += 1;
                }
                b'.' => square += 1,
                _ => {}
            }
            i += 1;
        }
        Bitboard(set)
    }

    /// The number of squares in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether every square of the other set is in this one.
    pub const fn is_superset(self, other: Bitboard) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether the sets have no square in common.
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// The set with a square added.
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.index())
    }

    /// The set with a square left out.
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.index()))
    }

    /// The first square, row by row.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_low_bits(self.0.trailing_zeros())) }
    }

    /// Returns the squares of the set and all their neighbors in the eight directions.
    #[must_use]
    pub const fn dilated(self) -> Bitboard {
        const NOT_A: u64 = !Bitboard::column(0).0;
        const NOT_H: u64 = !Bitboard::column(7).0;
        let sideways = self.0 | (self.0 & NOT_H) << 1 | (self.0 & NOT_A) >> 1;
        Bitboard(sideways | sideways << 8 | sideways >> 8)
    }

    /// Returns the squares of `within` that are connected to this set by steps to neighboring
    /// squares inside `within`.
    #[must_use]
    pub fn flooded(self, within: Bitboard) -> Bitboard {
        let mut reached = self & within;
        loop {
            let next = reached.dilated() & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Sub for Bitboard {
    type Output = Bitboard;
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

impl SubAssign for Bitboard {
    fn sub_assign(&mut self, other: Bitboard) {
        self.0 &= !other.0;
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a [`Bitboard`], row by row.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

/// Prints the names of the squares, separated by spaces.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.into_iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}

/// A picture of eight rows, as [`bitboard!`](crate::bitboard) reads it.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            f.write_str(if self.contains(square) { "X" } else { "." })?;
            f.write_str(if square.column() == 7 { "\n" } else { " " })?;
        }
        Ok(())
    }
}

/// A set of squares from a picture, `X` for a square in the set and `.` for one that is not.
///
/// ```
/// use outflank_rules::bitboard;
///
/// let set = bitboard! {
///     . . . X . . . .
///     . . . . . . . .
///     X . . . . . . .
/// };
/// assert_eq!(set.to_string(), "d1 a3");
/// ```
#[macro_export]
macro_rules! bitboard {
    ($($picture:tt)*) => {
        $crate::Bitboard::from_picture(stringify!($($picture)*))
    };
}
