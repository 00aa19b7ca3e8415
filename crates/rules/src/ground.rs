//! What stays fixed while a game is played: the playable squares, and what winning means.

use crate::{Bitboard, Goal, Square};

/// The playable squares of a board, with the goal and the squares that the opening fills freely.
///
/// A 4x4 or 6x6 board is the top left corner of the 64 squares; a board with holes leaves squares out.
/// Squares outside the area never hold a disc, so the move routines need not know of it.
///
/// ```
/// use outflank_rules::Ground;
///
/// assert_eq!(Ground::square(6).size(), 6);
/// assert_eq!(Ground::square(4).centre().to_string(), "b2 c2 b3 c3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    area: Bitboard,
    free: Bitboard,
    goal: Goal,
    size: u8,
}

impl Ground {
    /// The full 8x8 board on which most discs win.
    pub const STANDARD: Ground = Ground::new(Bitboard::ALL);

    /// A board with these playable squares on which most discs win: the smallest of 4x4, 6x6 and 8x8 that holds them.
    pub const fn new(area: Bitboard) -> Ground {
        Ground { area, free: Bitboard::EMPTY, goal: Goal::Most, size: smallest_size(area) }
    }

    /// The same squares as part of a larger board of 4, 6 or 8 squares a side, of which the rest are holes.
    /// A size that does not hold them changes nothing.
    #[must_use]
    pub const fn with_size(self, size: u8) -> Ground {
        let is_larger = size > self.size && (size == 6 || size == 8);
        Ground { size: if is_larger { size } else { self.size }, ..self }
    }

    /// A full square board: 4, 6 or 8 squares a side (any other number is taken as 8).
    pub const fn square(size: u8) -> Ground {
        Ground::new(corner(size))
    }

    /// The same board with another goal.
    #[must_use]
    pub const fn with_goal(self, goal: Goal) -> Ground {
        Ground { goal, ..self }
    }

    /// The same board where the first discs go freely, without flipping, on these squares (those outside the
    /// area are ignored).
    #[must_use]
    pub const fn with_free(self, free: Bitboard) -> Ground {
        Ground { free: Bitboard(free.0 & self.area.0), ..self }
    }

    /// The playable squares.
    pub const fn area(self) -> Bitboard {
        self.area
    }

    /// The squares on which the opening places discs without flipping; empty in all variants but the old rule.
    pub const fn free(self) -> Bitboard {
        self.free
    }

    /// Who wins: most discs or fewest.
    pub const fn goal(self) -> Goal {
        self.goal
    }

    /// The side of the board: 4, 6 or 8.
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

    /// Is the square playable?
    pub const fn contains(self, square: Square) -> bool {
        self.area.contains(square)
    }
}

impl Default for Ground {
    fn default() -> Ground {
        Ground::STANDARD
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
