//! Flips on any CPU.

use outflank_rules::{Bitboard, Square, movegen};

/// The discs of `opp` that a disc of `own` on the empty square flips.
#[inline(always)]
pub(crate) fn flips(square: u32, own: u64, opp: u64) -> u64 {
    let square = Square::from_index(square as u8 & 63).expect("below 64");
    movegen::flips(square, Bitboard(own), Bitboard(opp)).0
}
