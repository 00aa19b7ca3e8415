//! Stable discs on an edge of the board, looked up.

use outflank_rules::{Bitboard, Square, movegen};

/// The discs of `own` that lie on the edge and can never be flipped along it, however the edge is filled.
/// Across the edge nothing can be flipped, so these discs are stable.
#[inline(always)]
pub(super) fn stable(own: u64, opp: u64) -> u64 {
    let top = along(own as u8, opp as u8);
    let bottom = along((own >> 56) as u8, (opp >> 56) as u8);
    let left = along(column_a(own), column_a(opp));
    let right = along(column_a(own >> 7), column_a(opp >> 7));
    u64::from(top) | u64::from(bottom) << 56 | to_column_a(left) | to_column_a(right) << 7
}

/// The stable discs of an edge of eight squares.
#[inline(always)]
fn along(own: u8, opp: u8) -> u8 {
    let index = TERNARY[usize::from(own)] + 2 * TERNARY[usize::from(opp)];
    STABLE[usize::from(index) & (ROOM - 1)]
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// Column a as eight bits.
#[inline(always)]
fn column_a(discs: u64) -> u8 {
    #[cfg(target_feature = "bmi2")]
    // SAFETY: the CPU that this is built for has BMI2.
    let bits = unsafe { std::arch::x86_64::_pext_u64(discs, COLUMN_A) };
    #[cfg(not(target_feature = "bmi2"))]
    let bits = (discs & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    bits as u8
}

/// Eight bits as column a.
#[inline(always)]
fn to_column_a(bits: u8) -> u64 {
    let bits = u64::from(bits);
    #[cfg(target_feature = "bmi2")]
    // SAFETY: the CPU that this is built for has BMI2.
    let column = unsafe { std::arch::x86_64::_pdep_u64(bits, COLUMN_A) };
    #[cfg(not(target_feature = "bmi2"))]
    let column = {
        // Seven copies put each bit at its row, and the eighth cannot be had without overlap.
        let copies = (bits & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & COLUMN_A;
        copies | (bits >> 7) << 56
    };
    column
}

/// Ways to fill an edge: each of eight squares is empty or holds a disc of one side.
const EDGES: usize = 3usize.pow(8);

/// The length of the table: a power of two, so that no index has to be checked.
const ROOM: usize = EDGES.next_power_of_two();

/// Bits read as digits of base three. An edge is own discs as ones and opposing ones as twos.
static TERNARY: [u16; 256] = ternary();

const fn ternary() -> [u16; 256] {
    let mut table = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        table[bits] = 3 * table[bits / 2] + (bits % 2) as u16;
        bits += 1;
    }
    table
}

static STABLE: [u8; ROOM] = stable_edges();

/// Fuller edges come first, since the discs of an edge are stable that stay so whatever is placed next.
#[allow(long_running_const_eval)]
const fn stable_edges() -> [u8; ROOM] {
    let digits = ternary();
    let mut table = [0; ROOM];
    let mut occupied = 256;
    while occupied > 0 {
        occupied -= 1;
        let mut own = occupied;
        loop {
            let opp = occupied - own;
            let index = digits[own] + 2 * digits[opp];
            table[index as usize] = unshaken(own as u64, opp as u64, &digits, &table);
            if own == 0 {
                break;
            }
            own = (own - 1) & occupied;
        }
    }
    table
}

/// The discs of `own` that stay stable with either side's disc on any empty square of the edge.
const fn unshaken(own: u64, opp: u64, digits: &[u16; 256], table: &[u8; ROOM]) -> u8 {
    let mut stable = own as u8;
    let mut empty = !(own | opp) & 0xff;
    while empty != 0 {
        let square = empty.trailing_zeros() as u8;
        let (own_after, opp_after) = placed(square, own, opp);
        stable &= table[(digits[own_after] + 2 * digits[opp_after]) as usize];
        let (opp_after, own_after) = placed(square, opp, own);
        stable &= table[(digits[own_after] + 2 * digits[opp_after]) as usize];
        empty &= empty - 1;
    }
    stable
}

/// The edge with one more disc of `own`, which need not flip anything here.
const fn placed(square: u8, own: u64, opp: u64) -> (usize, usize) {
    let Some(at) = Square::from_index(square) else { panic!("an edge has eight squares") };
    let flips = movegen::flips(at, Bitboard(own), Bitboard(opp)).0;
    ((own | flips | 1 << square) as usize, (opp & !flips) as usize)
}
