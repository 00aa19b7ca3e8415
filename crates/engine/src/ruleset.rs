//! Board, goal and CPU level as compile-time parameters, so that the standard game pays nothing for
//! the others.

use outflank_rules::{BoardSpec, Goal};

use crate::kernel::{Cpu, TwoMoves};
use crate::{Board, params};

/// A kind of board and goal on a CPU level. The search is compiled once for each.
pub(crate) trait Ruleset: Copy + Send + Sync {
    /// The CPU level.
    type Cpu: Cpu;

    /// Whether all 64 squares are playable.
    const WHOLE: bool;

    /// Whether fewest discs win.
    const FEWEST: bool;

    /// The largest number of empty squares searched without evaluation.
    const SHALLOW_TO: u32 = if Self::FEWEST { params::SHALLOW_TO_FEWEST } else { params::SHALLOW_TO };

    /// The kernels.
    fn cpu(self) -> Self::Cpu;

    /// Returns the squares where the side to move may place a disc.
    #[inline(always)]
    fn legal(self, board: Board) -> u64 {
        self.cpu().legal(board.own, board.opp) & self.area()
    }

    /// Returns the discs that a disc on the square flips.
    #[inline(always)]
    fn flips(self, board: Board, square: u32) -> u64 {
        self.cpu().flips(square, board.own, board.opp)
    }

    /// Returns the results of two moves on squares that may be the same.
    #[inline(always)]
    fn two_moves(self, board: Board, squares: [u32; 2]) -> TwoMoves {
        let moves = self.cpu().two_moves(squares, board.own, board.opp);
        TwoMoves { replies: moves.replies.map(|replies| replies & self.area()), ..moves }
    }

    /// The playable squares.
    fn area(self) -> u64;

    /// The corners of the board; holes aside.
    fn corners(self) -> u64;

    /// The squares beside the corners: those diagonally next to them are often the worst moves.
    fn beside_corners(self) -> u64;

    /// The squares in the order in which they are tried near the leaves of a search: corners first,
    /// squares beside them last. If fewest discs win, the other way round.
    #[inline(always)]
    fn tiers(self) -> [u64; 3] {
        let (corners, beside) = (self.corners(), self.beside_corners());
        let others = !(corners | beside);
        if Self::FEWEST { [beside, others, corners] } else { [corners, others, beside] }
    }

    /// Returns the weight of the replies when moves are sorted: corners count twice, unless fewest
    /// discs win.
    #[inline(always)]
    fn mobility(self, replies: u64) -> u32 {
        let corners = if Self::FEWEST { 0 } else { replies & self.corners() };
        replies.count_ones() + corners.count_ones()
    }

    /// Returns the offset, in bits, of this board from the middle of the 64 squares.
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

    /// Returns the score of a finished game for the side with the discs `own`. The `empties`
    /// squares left go to the winner.
    #[inline(always)]
    fn final_score(self, own: u64, empties: i32) -> i32 {
        let held = own.count_ones() as i32;
        let others = self.size() - empties - held;
        let margin = held - others;
        let official = margin + empties * margin.signum();
        if Self::FEWEST { -official } else { official }
    }

    /// Returns the score of a full board for the side with the discs `own`.
    #[inline(always)]
    fn full_score(self, own: i32) -> i32 {
        let margin = 2 * own - self.size();
        if Self::FEWEST { -margin } else { margin }
    }

    /// Keeps the entries of different games apart in one transposition table.
    fn seed(self) -> u64;
}

/// The standard game on all 64 squares.
#[derive(Clone, Copy)]
pub(crate) struct Standard<C>(pub(crate) C);

impl<C: Cpu> Ruleset for Standard<C> {
    type Cpu = C;
    const WHOLE: bool = true;
    const FEWEST: bool = false;

    #[inline(always)]
    fn cpu(self) -> C {
        self.0
    }

    #[inline(always)]
    fn area(self) -> u64 {
        !0
    }

    #[inline(always)]
    fn corners(self) -> u64 {
        corners(8)
    }

    #[inline(always)]
    fn beside_corners(self) -> u64 {
        beside_corners(8)
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

/// A smaller board, a board with holes, or any board on which fewest discs win.
#[derive(Clone, Copy)]
pub(crate) struct MaskedBoard<C, const FEWEST: bool> {
    cpu: C,
    area: u64,
    corners: u64,
    beside_corners: u64,
    shift: u32,
}

/// A smaller board or one with holes.
pub(crate) type Partial<C> = MaskedBoard<C, false>;

/// Any board on which fewest discs win.
pub(crate) type Anti<C> = MaskedBoard<C, true>;

impl<C: Cpu, const FEWEST: bool> Ruleset for MaskedBoard<C, FEWEST> {
    type Cpu = C;
    const WHOLE: bool = false;
    const FEWEST: bool = FEWEST;

    #[inline(always)]
    fn cpu(self) -> C {
        self.cpu
    }

    #[inline(always)]
    fn area(self) -> u64 {
        self.area
    }

    #[inline(always)]
    fn corners(self) -> u64 {
        self.corners
    }

    #[inline(always)]
    fn beside_corners(self) -> u64 {
        self.beside_corners
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

/// A ruleset chosen at run time.
#[derive(Clone, Copy)]
pub(crate) enum AnyRuleset<C> {
    Standard(Standard<C>),
    Partial(Partial<C>),
    Anti(Anti<C>),
}

impl<C: Cpu> AnyRuleset<C> {
    pub(crate) fn new(cpu: C, spec: BoardSpec) -> AnyRuleset<C> {
        let area = spec.area().0;
        let size = u32::from(spec.size());
        let (corners, beside_corners) = (corners(size) & area, beside_corners(size));
        let shift = 9 * (8 - size) / 2;
        match spec.goal() {
            Goal::Fewest => AnyRuleset::Anti(MaskedBoard { cpu, area, corners, beside_corners, shift }),
            Goal::Most if area == !0 => AnyRuleset::Standard(Standard(cpu)),
            Goal::Most => AnyRuleset::Partial(MaskedBoard { cpu, area, corners, beside_corners, shift }),
        }
    }
}

/// Returns the corners of a board with this many rows.
const fn corners(size: u32) -> u64 {
    let last = size - 1;
    1 | 1 << last | 1 << (8 * last) | 1 << (9 * last)
}

/// Returns the squares next to the corners of a board with this many rows.
const fn beside_corners(size: u32) -> u64 {
    let inner = size - 2;
    let ends = 0b11 | 0b11 << inner;
    (ends | ends << 8 | ends << (8 * inner) | ends << (8 * inner + 8)) & !corners(size)
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;
    use crate::kernel::Portable;

    /// Each square is tried once, and the tiers of the standard game are corners, other squares,
    /// and squares beside corners.
    #[test]
    fn tiers_part_the_board() {
        fn check(ruleset: impl Ruleset) {
            let tiers = ruleset.tiers();
            assert_eq!(tiers.iter().fold(0, |all, tier| all | tier), !0);
            assert!((0..3).all(|at| tiers[at] & tiers[(at + 1) % 3] == 0));
            let [best, worst] = if tiers[0] == ruleset.corners() { [0, 2] } else { [2, 0] };
            assert_eq!(tiers[best], ruleset.corners());
            assert_eq!((tiers[worst] & ruleset.area()).count_ones(), 12);
        }
        assert_eq!(Standard(Portable).tiers()[0], 0x8100_0000_0000_0081);
        assert_eq!(Standard(Portable).tiers()[2], 0x42c3_0000_0000_c342);
        for variant in [Variant::TINY, Variant::SIX, Variant::STANDARD] {
            match AnyRuleset::new(Portable, variant.start().spec()) {
                AnyRuleset::Standard(ruleset) => check(ruleset),
                AnyRuleset::Partial(ruleset) => check(ruleset),
                AnyRuleset::Anti(ruleset) => check(ruleset),
            }
        }
    }
}
