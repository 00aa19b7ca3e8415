//! Moves on bare sets of discs, as fast as the CPU allows.

use outflank_rules::{Bitboard, Square, movegen};

/// The empty squares where `own` outflanks at least one disc of `opp`.
#[inline(always)]
pub(crate) fn legal(own: u64, opp: u64) -> u64 {
    movegen::legal(Bitboard(own), Bitboard(opp)).0
}

/// The discs of `opp` that a disc of `own` on the square flips.
#[inline(always)]
pub(crate) fn flips(square: u32, own: u64, opp: u64) -> u64 {
    movegen::flips(Square::from_index(square as u8 & 63).expect("below 64"), Bitboard(own), Bitboard(opp)).0
}

/// How many discs a disc of `own` on the square flips when every other square of the 8x8 board holds a disc.
#[inline(always)]
pub(crate) fn last_flips(square: u32, own: u64) -> u32 {
    flips(square, own, !own & !(1 << square)).count_ones()
}

/// Discs of `own` that can never be flipped: a part of them, found cheaply. `walls` are the squares outside the area.
#[inline]
pub(crate) fn stable(_own: u64, _opp: u64, _walls: u64) -> u64 {
    0
}

/// Asks the memory for the cache line of a value that is needed soon.
#[inline(always)]
pub(crate) fn prefetch<T>(_value: &T) {}
