//! Regions of empty squares: the four quadrants stand for them, which is cheap and nearly as good as true regions.

use outflank_rules::{Bitboard, Square};

/// The squares around each square.
pub(crate) static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::from_index(index as u8).expect("below 64");
        table[index] = Bitboard::of(square).dilated().0 & !(1 << index);
        index += 1;
    }
    table
};

const QUADRANTS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The number of the quadrant of a square, 0 to 3.
#[inline(always)]
pub(crate) fn quadrant(square: u32) -> u32 {
    square >> 2 & 1 | square >> 4 & 2
}

/// One bit for each quadrant with an odd number of empty squares.
#[inline(always)]
pub(crate) fn parity(empties: u64) -> u32 {
    let mut bits = 0;
    for (number, quadrant) in QUADRANTS.iter().enumerate() {
        bits |= ((empties & quadrant).count_ones() & 1) << number;
    }
    bits
}

/// The parity after a disc on the square.
#[inline(always)]
pub(crate) fn toggled(parity: u32, square: u32) -> u32 {
    parity ^ 1 << quadrant(square)
}

/// The squares of the quadrants whose bit is set.
#[inline(always)]
pub(crate) fn odd_squares(parity: u32) -> u64 {
    ODD_SQUARES[(parity & 15) as usize]
}

static ODD_SQUARES: [u64; 16] = {
    let mut table = [0; 16];
    let mut parity = 0;
    while parity < 16 {
        let mut number = 0;
        while number < 4 {
            if parity >> number & 1 != 0 {
                table[parity] |= QUADRANTS[number];
            }
            number += 1;
        }
        parity += 1;
    }
    table
};
