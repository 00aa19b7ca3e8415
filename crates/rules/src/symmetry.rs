//! The eight ways to turn and mirror a board.

use crate::{Bitboard, BoardSpec, Color, Move, Position, Square};

/// A rotation or reflection of the board, as an optional transposition (a1-h8 diagonal) followed by
/// optional reversals of columns and rows.
///
/// ```
/// use outflank_rules::{Symmetry, Variant};
///
/// let start = Variant::STANDARD.start();
/// let (d3, c4) = (start.play("d3".parse()?)?, start.play("c4".parse()?)?);
/// assert_eq!(d3.transformed(Symmetry::TRANSPOSE), c4);
/// assert_eq!(d3.canonical().0, c4.canonical().0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    columns: bool,
    rows: bool,
}

impl Symmetry {
    /// Everything stays in place.
    pub const IDENTITY: Symmetry = Symmetry::new(false, false, false);
    /// Columns become rows: `d3` goes to `c4`.
    pub const TRANSPOSE: Symmetry = Symmetry::new(true, false, false);

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::IDENTITY,
        Symmetry::new(false, true, false),
        Symmetry::new(false, false, true),
        Symmetry::new(false, true, true),
        Symmetry::TRANSPOSE,
        Symmetry::new(true, true, false),
        Symmetry::new(true, false, true),
        Symmetry::new(true, true, true),
    ];

    const fn new(transpose: bool, columns: bool, rows: bool) -> Symmetry {
        Symmetry { transpose, columns, rows }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        if self.transpose { Symmetry::new(true, self.rows, self.columns) } else { self }
    }

    /// Maps a square of a board of this size. Squares outside the board stay.
    pub fn square(self, square: Square, size: u8) -> Square {
        let (mut column, mut row) = (square.column(), square.row());
        if column >= size || row >= size {
            return square;
        }
        if self.transpose {
            (column, row) = (row, column);
        }
        if self.columns {
            column = size - 1 - column;
        }
        if self.rows {
            row = size - 1 - row;
        }
        Square::new(column, row).unwrap_or(square)
    }

    /// Maps a set of squares of a board of this size (4, 6 or 8).
    pub const fn bitboard(self, set: Bitboard, size: u8) -> Bitboard {
        let margin = 8 - if size > 8 { 8 } else { size } as u32;
        let mut bits = set.0;
        if self.transpose {
            bits = transpose(bits);
        }
        if self.columns {
            bits = bits.swap_bytes().reverse_bits() >> margin;
        }
        if self.rows {
            bits = bits.swap_bytes() >> (8 * margin);
        }
        Bitboard(bits)
    }

    /// Maps a move on a board of this size. A pass stays a pass.
    pub fn mv(self, mv: Move, size: u8) -> Move {
        match mv {
            Move::Place(square) => Move::Place(self.square(square, size)),
            Move::Pass => Move::Pass,
        }
    }
}

/// Mirrors at the a1-h8 diagonal, swapping ever smaller blocks.
const fn transpose(mut bits: u64) -> u64 {
    let mut swap = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
    bits ^= swap ^ swap << 7;
    swap = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
    bits ^= swap ^ swap << 14;
    swap = (bits ^ bits >> 28) & 0x0000_0000_f0f0_f0f0;
    bits ^ swap ^ swap << 28
}

impl BoardSpec {
    /// Returns the board turned or mirrored.
    #[must_use]
    pub const fn transformed(self, symmetry: Symmetry) -> BoardSpec {
        let size = self.size();
        BoardSpec::new(symmetry.bitboard(self.area(), size))
            .with_size(size)
            .with_free(symmetry.bitboard(self.free(), size))
            .with_goal(self.goal())
    }
}

impl Position {
    /// Returns the position turned or mirrored. The side to move stays.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Position {
        let size = self.spec().size();
        let discs = |color| symmetry.bitboard(self.discs(color), size);
        Position::new_unchecked(
            discs(Color::Black),
            discs(Color::White),
            self.turn(),
            self.spec().transformed(symmetry),
        )
    }

    /// Returns the representative of all eight transformations of this position, and the symmetry
    /// that leads to it.
    pub fn canonical(&self) -> (Position, Symmetry) {
        Symmetry::ALL
            .into_iter()
            .map(|symmetry| (self.transformed(symmetry), symmetry))
            .min_by_key(|(position, _)| {
                (position.spec().area(), position.spec().free(), position.own(), position.opp())
            })
            .expect("eight symmetries")
    }
}
