//! The parts of the rules that stay fixed during a game: the playable squares and the goal.

use crate::{Bitboard, Goal, Square};

/// The playable squares of a board, with the goal and the squares that the opening fills freely.
///
/// A 4x4 or 6x6 board is the top left corner of the 64 squares. A board with holes leaves squares
/// out. Squares outside the area never hold a disc, so the move routines need not know the area.
///
/// ```
/// use outflank_rules::BoardSpec;
///
/// assert_eq!(BoardSpec::square(6).size(), 6);
/// assert_eq!(BoardSpec::square(4).centre().to_string(), "b2 c2 b3 c3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSpec {
    area: Bitboard,
    free: Bitboard,
    goal: Goal,
    size: u8,
}

impl BoardSpec {
    /// The full 8x8 board on which most discs win.
    pub const STANDARD: BoardSpec = BoardSpec::new(Bitboard::ALL);

    /// A board with these playable squares on which most discs win: the smallest of 4x4, 6x6 and
    /// 8x8 that holds them.
    pub const fn new(area: Bitboard) -> BoardSpec {
        BoardSpec { area, free: Bitboard::EMPTY, goal: Goal::Most, size: smallest_size(area) }
    }

    /// Returns the same squares as part of a larger board of 4, 6 or 8 rows, whose other squares
    /// are holes. A size that is too small changes nothing.
    #[must_use]
    pub const fn with_size(self, size: u8) -> BoardSpec {
        let is_larger = size > self.size && (size == 6 || size == 8);
        BoardSpec { size: if is_larger { size } else { self.size }, ..self }
    }

    /// Creates a full square board of 4, 6 or 8 rows. Any other number counts as 8.
    pub const fn square(size: u8) -> BoardSpec {
        BoardSpec::new(corner(size))
    }

    /// Sets the goal.
    #[must_use]
    pub const fn with_goal(self, goal: Goal) -> BoardSpec {
        BoardSpec { goal, ..self }
    }

    /// Sets the squares on which the first discs are placed freely, without flipping. Squares
    /// outside the area are ignored.
    #[must_use]
    pub const fn with_free(self, free: Bitboard) -> BoardSpec {
        BoardSpec { free: Bitboard(free.0 & self.area.0), ..self }
    }

    /// The playable squares.
    pub const fn area(self) -> Bitboard {
        self.area
    }

    /// The squares on which the opening places discs without flipping. Empty in all variants but
    /// the old rule.
    pub const fn free(self) -> Bitboard {
        self.free
    }

    /// The goal: most discs or fewest.
    pub const fn goal(self) -> Goal {
        self.goal
    }

    /// The number of rows: 4, 6 or 8.
    pub const fn size(self) -> u8 {
        self.size
    }

    /// All squares of the board, playable or not.
    pub const fn frame(self) -> Bitboard {
        corner(self.size())
    }

    /// The four squares in the middle.
    pub const fn centre(self) -> Bitboard {
        match self.size() {
            4 => Bitboard(0x06_06 << 8),
            6 => Bitboard(0x0c_0c << 16),
            _ => Bitboard(0x18_18 << 24),
        }
    }

    /// Whether the square is playable.
    pub const fn contains(self, square: Square) -> bool {
        self.area.contains(square)
    }
}

impl Default for BoardSpec {
    fn default() -> BoardSpec {
        BoardSpec::STANDARD
    }
}

/// The side of the smallest board that holds the squares.
const fn smallest_size(area: Bitboard) -> u8 {
    if corner(4).is_superset(area) {
        4
    } else if corner(6).is_superset(area) {
        6
    } else {
        8
    }
}

/// The top left square board of this size.
const fn corner(size: u8) -> Bitboard {
    match size {
        4 => Bitboard(0x0f0f_0f0f),
        6 => Bitboard(0x3f3f_3f3f_3f3f),
        _ => Bitboard::ALL,
    }
}
