//! Discs that can never be flipped again.

use outflank_rules::{Bitboard, Direction, Square, movegen};

use super::{cpu::Cpu, ray};

/// Steps along the four lines through a square: its row, its column and the two diagonals.
const STEPS: [u32; 4] = [1, 8, 9, 7];

/// Returns discs of `own` that no sequence of moves can flip: a subset that is cheap to find.
/// `walls` are the squares outside the area, none on the full 8x8 board.
///
/// A disc is safe along a line if the line is full, or if on one side it has the border or a stable
/// disc of the same color. A disc that is safe along all four lines is stable.
#[inline(always)]
pub(super) fn stable<C: Cpu>(cpu: C, own: u64, opp: u64, walls: u64) -> u64 {
    let mut safe = full_lines(own | opp | walls);
    for i in 0..4 {
        safe[i] |= BORDERS[i] | walls << STEPS[i] | walls >> STEPS[i];
    }
    let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
    if walls == 0 {
        stable |= stable_on_edges(cpu, own, opp);
    }
    spread(stable, own, &safe)
}

/// Adds the discs that border on stable ones along every line that is not safe by itself.
/// Steps that wrap around the edge arrive at squares which are safe along that line anyway.
#[inline(always)]
fn spread(mut stable: u64, own: u64, safe: &[u64; 4]) -> u64 {
    loop {
        let mut all = own;
        for i in 0..4 {
            all &= safe[i] | stable << STEPS[i] | stable >> STEPS[i];
        }
        if all & !stable == 0 {
            return stable;
        }
        stable |= all;
    }
}

/// Returns, for each of the four directions, the squares whose whole line is filled. Each pass
/// doubles the checked length, upwards and downwards.
#[inline(always)]
fn full_lines(filled: u64) -> [u64; 4] {
    let (mut up, mut down) = ([filled; 4], [filled; 4]);
    for pass in 0..3 {
        for i in 0..4 {
            up[i] &= up[i] >> (STEPS[i] << pass) | ENDS_UP[pass][i];
            down[i] &= down[i] << (STEPS[i] << pass) | ENDS_DOWN[pass][i];
        }
    }
    [up[0] & down[0], up[1] & down[1], up[2] & down[2], up[3] & down[3]]
}

/// The squares without one, two and four more squares up along each line, and the same downwards.
static ENDS_UP: [[u64; 4]; 3] = ends(0);
static ENDS_DOWN: [[u64; 4]; 3] = ends(4);

/// The squares at which each of the four lines ends.
static BORDERS: [u64; 4] = borders();

const fn ends(first: usize) -> [[u64; 4]; 3] {
    let mut ends = [[0; 4]; 3];
    let mut i = 0;
    while i < 12 {
        let (pass, line) = (i / 4, i % 4);
        let mut square = 0;
        while square < 64 {
            let room = ray(square, Direction::ALL[first + line]).count_ones();
            ends[pass][line] |= ((room < 1 << pass) as u64) << square;
            square += 1;
        }
        i += 1;
    }
    ends
}

const fn borders() -> [u64; 4] {
    let (up, down) = (ends(0)[0], ends(4)[0]);
    [up[0] | down[0], up[1] | down[1], up[2] | down[2], up[3] | down[3]]
}

/// Returns the discs of `own` on the edges that can never be flipped along the edge, however it is
/// filled. Nothing flips them across the edge, so they are stable.
#[inline(always)]
pub(super) fn stable_on_edges<C: Cpu>(cpu: C, own: u64, opp: u64) -> u64 {
    let top = stable_on_edge(own as u8, opp as u8);
    let bottom = stable_on_edge((own >> 56) as u8, (opp >> 56) as u8);
    let left = stable_on_edge(column_a(cpu, own), column_a(cpu, opp));
    let right = stable_on_edge(column_a(cpu, own >> 7), column_a(cpu, opp >> 7));
    u64::from(top) | u64::from(bottom) << 56 | to_column_a(cpu, left) | to_column_a(cpu, right) << 7
}

/// The stable discs of an edge of eight squares.
#[inline(always)]
fn stable_on_edge(own: u8, opp: u8) -> u8 {
    let index = TERNARY[usize::from(own)] + 2 * TERNARY[usize::from(opp)];
    STABLE_EDGES[usize::from(index) & (ROOM - 1)]
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// Column a as eight bits.
#[inline(always)]
fn column_a<C: Cpu>(cpu: C, discs: u64) -> u8 {
    if C::HAS_PEXT {
        cpu.pext(discs, COLUMN_A) as u8
    } else {
        ((discs & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }
}

/// Eight bits as column a.
#[inline(always)]
fn to_column_a<C: Cpu>(cpu: C, bits: u8) -> u64 {
    let bits = u64::from(bits);
    if C::HAS_PEXT {
        return cpu.pdep(bits, COLUMN_A);
    }
    // Seven copies put seven bits at their rows. An eighth copy would overlap.
    let copies = (bits & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & COLUMN_A;
    copies | (bits >> 7) << 56
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

static STABLE_EDGES: [u8; ROOM] = stable_edges();

/// Fills the table from full edges down: the stable discs of an edge are those that stay stable
/// whatever is placed next.
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

/// Returns the discs of `own` that stay stable with a disc of either side on any empty square of
/// the edge.
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

/// Returns the edge after a disc of `own`, which need not flip anything.
const fn placed(square: u8, own: u64, opp: u64) -> (usize, usize) {
    let Some(at) = Square::from_index(square) else { panic!("an edge has eight squares") };
    let flips = movegen::flips(at, Bitboard(own), Bitboard(opp)).0;
    ((own | flips | 1 << square) as usize, (opp & !flips) as usize)
}
