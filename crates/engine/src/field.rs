//! On what is played and for what: known to the compiler, so that the usual game pays nothing for the others.

use outflank_rules::{Goal, Ground};

use crate::params;

/// A kind of board and goal. The search is compiled once for each.
pub(crate) trait Field: Copy + Send + Sync {
    /// Whether all 64 squares are playable.
    const WHOLE: bool;

    /// Whether fewest discs win.
    const FEWEST: bool;

    /// The largest number of empty squares searched without evaluation.
    const SHALLOW_TO: u32 = if Self::FEWEST { params::SHALLOW_TO_FEWEST } else { params::SHALLOW_TO };

    /// The playable squares.
    fn area(self) -> u64;

    /// The corners of the board; holes aside.
    fn corners(self) -> u64;

    /// How much replies weigh when moves are sorted: corners count twice, unless fewest discs win.
    #[inline(always)]
    fn mobility(self, replies: u64) -> i32 {
        let corners = if Self::FEWEST { 0 } else { replies & self.corners() };
        (replies.count_ones() + corners.count_ones()) as i32
    }

    /// How many bits a square lies below its place if the board were in the middle of the 64 squares.
    fn shift(self) -> u32;

    /// The squares outside the area.
    #[inline(always)]
    fn walls(self) -> u64 {
        !self.area()
    }

    /// The number of playable squares: the largest score.
    #[inline(always)]
    fn size(self) -> i32 {
        if Self::WHOLE { 64 } else { self.area().count_ones() as i32 }
    }

    /// The empty squares.
    #[inline(always)]
    fn empties(self, own: u64, opp: u64) -> u64 {
        self.area() & !(own | opp)
    }

    /// What a finished game is worth to the side that holds `own` discs while `empties` squares are left: these go to the winner.
    #[inline(always)]
    fn final_score(self, own: u64, empties: i32) -> i32 {
        let held = own.count_ones() as i32;
        let others = self.size() - empties - held;
        let margin = held - others;
        let official = margin + empties * margin.signum();
        if Self::FEWEST { -official } else { official }
    }

    /// The score of a full board on which `own` discs are the mover's.
    #[inline(always)]
    fn full_score(self, own: i32) -> i32 {
        let margin = 2 * own - self.size();
        if Self::FEWEST { -margin } else { margin }
    }

    /// Sets the entries of different games apart in one transposition table.
    fn seed(self) -> u64;
}

/// The usual game on all 64 squares.
#[derive(Clone, Copy)]
pub(crate) struct Standard;

impl Field for Standard {
    const WHOLE: bool = true;
    const FEWEST: bool = false;

    #[inline(always)]
    fn area(self) -> u64 {
        !0
    }

    #[inline(always)]
    fn corners(self) -> u64 {
        corners(8)
    }

    #[inline(always)]
    fn shift(self) -> u32 {
        0
    }

    #[inline(always)]
    fn seed(self) -> u64 {
        0
    }
}

/// A smaller board, one with holes, or any on which fewest discs win.
#[derive(Clone, Copy)]
pub(crate) struct Other<const FEWEST: bool> {
    area: u64,
    corners: u64,
    shift: u32,
}

/// A smaller board or one with holes.
pub(crate) type Part = Other<false>;

/// Any board on which fewest discs win.
pub(crate) type Anti = Other<true>;

impl<const FEWEST: bool> Field for Other<FEWEST> {
    const WHOLE: bool = false;
    const FEWEST: bool = FEWEST;

    #[inline(always)]
    fn area(self) -> u64 {
        self.area
    }

    #[inline(always)]
    fn corners(self) -> u64 {
        self.corners
    }

    #[inline(always)]
    fn shift(self) -> u32 {
        self.shift
    }

    fn seed(self) -> u64 {
        let seed = self.area.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if FEWEST { !seed } else { seed }
    }
}

/// A field chosen at run time.
#[derive(Clone, Copy)]
pub(crate) enum AnyField {
    Standard(Standard),
    Part(Part),
    Anti(Anti),
}

impl From<Ground> for AnyField {
    fn from(ground: Ground) -> AnyField {
        let area = ground.area().0;
        let size = u32::from(ground.size());
        let (corners, shift) = (corners(size) & area, 9 * (8 - size) / 2);
        match ground.goal() {
            Goal::Fewest => AnyField::Anti(Other { area, corners, shift }),
            Goal::Most if area == !0 => AnyField::Standard(Standard),
            Goal::Most => AnyField::Part(Other { area, corners, shift }),
        }
    }
}

/// The corners of a board with so many squares a side.
const fn corners(size: u32) -> u64 {
    let last = size - 1;
    1 | 1 << last | 1 << (8 * last) | 1 << (9 * last)
}
