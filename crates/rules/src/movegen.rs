//! The fast move routines on bare sets of discs: which squares are legal, and what a disc flips.
//!
//! They know neither turn nor area: `own` are the mover's discs, `opp` the other's, on a board
//! whose unplayable squares are empty. Callers mask the legal squares by the area. The readable
//! twin is [`reference`](crate::reference); property tests hold the two together.

use crate::{Bitboard, Direction, Square};

/// Columns b to g: a run of opposing discs that is stepped sideways must not wrap around the edge.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares where `own` would outflank at least one disc of `opp`.
///
/// ```
/// use outflank_rules::{movegen, Variant};
///
/// let start = Variant::STANDARD.start();
/// assert_eq!(movegen::legal(start.own(), start.opp()).to_string(), "d3 c4 f5 e6");
/// ```
#[inline]
pub const fn legal(own: Bitboard, opp: Bitboard) -> Bitboard {
    let (own, opp) = (own.0, opp.0);
    let inner = opp & INNER;
    let reached = beyond::<1>(own, inner) | beyond::<8>(own, opp) | beyond::<7>(own, inner) | beyond::<9>(own, inner);
    Bitboard(reached & !(own | opp))
}

/// The squares just past each run of `opp` that starts next to `own`, both ways along one line.
/// Runs are filled by doubling: one step, two, then four. The longest run on eight squares has six.
#[inline(always)]
const fn beyond<const STEP: u32>(own: u64, opp: u64) -> u64 {
    let mut up = opp & own << STEP;
    let mut down = opp & own >> STEP;
    up |= opp & up << STEP;
    down |= opp & down >> STEP;
    let pairs_up = opp & opp << STEP;
    let pairs_down = pairs_up >> STEP;
    up |= pairs_up & up << (2 * STEP);
    down |= pairs_down & down >> (2 * STEP);
    up |= pairs_up & up << (2 * STEP);
    down |= pairs_down & down >> (2 * STEP);
    up << STEP | down >> STEP
}

/// The discs of `opp` that a disc of `own` placed on an empty square flips; empty if the move is
/// illegal.
///
/// ```
/// use outflank_rules::{movegen, Variant};
///
/// let start = Variant::STANDARD.start();
/// assert_eq!(movegen::flips("d3".parse()?, start.own(), start.opp()).to_string(), "d4");
/// # Ok::<(), outflank_rules::ParseSquareError>(())
/// ```
#[inline]
pub const fn flips(square: Square, own: Bitboard, opp: Bitboard) -> Bitboard {
    let rays = &RAYS[square.index()];
    let (own, opp) = (own.0, opp.0);
    Bitboard(
        ascending(rays[0], own, opp)
            | ascending(rays[1], own, opp)
            | ascending(rays[2], own, opp)
            | ascending(rays[3], own, opp)
            | descending(rays[4], own, opp)
            | descending(rays[5], own, opp)
            | descending(rays[6], own, opp)
            | descending(rays[7], own, opp),
    )
}

/// Flips along a ray to higher squares: a carry runs through the discs of `opp` to the first other
/// square.
#[inline(always)]
const fn ascending(ray: u64, own: u64, opp: u64) -> u64 {
    let outflank = (opp | !ray).wrapping_add(1) & own & ray;
    outflank.wrapping_sub((outflank != 0) as u64) & ray
}

/// Flips along a ray to lower squares: the first other square is the highest bit that is not `opp`.
#[inline(always)]
const fn descending(ray: u64, own: u64, opp: u64) -> u64 {
    let outflank = (1 << 63) >> (ray & !opp | 1).leading_zeros() & own & ray;
    (outflank.wrapping_neg() << 1) & ray
}

/// For each square the rest of the board in each direction, in the order of [`Direction::ALL`].
static RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    let mut rays = [[0; 8]; 64];
    let mut index = 0;
    while index < 64 {
        let mut d = 0;
        while d < 8 {
            let (columns, rows) = Direction::ALL[d].step();
            let mut at = Square::from_low_bits(index as u32).offset(columns, rows);
            while let Some(square) = at {
                rays[index][d] |= 1 << square.index();
                at = square.offset(columns, rows);
            }
            d += 1;
        }
        index += 1;
    }
    rays
}
