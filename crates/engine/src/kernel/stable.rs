//! Discs that can never be flipped again.

use outflank_rules::Direction;

use super::{edge, ray::ray};

/// Steps along the four lines through a square: its row, its column and the two diagonals.
const STEPS: [u32; 4] = [1, 8, 9, 7];

/// Discs of `own` that no sequence of moves can flip: a part of them, found cheaply. `walls` are the squares outside
/// the area, none on the whole 8x8 board.
///
/// A disc is safe along a line if nothing more can be placed on the line, or if on one side of it lies the border or a
/// stable disc of the same side, past which nothing reaches; a disc that is safe along all four lines is stable.
#[inline]
pub(crate) fn stable(own: u64, opp: u64, walls: u64) -> u64 {
    let mut safe = full_lines(own | opp | walls);
    for i in 0..4 {
        safe[i] |= BORDERS[i] | walls << STEPS[i] | walls >> STEPS[i];
    }
    let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
    if walls == 0 {
        stable |= edge::stable(own, opp);
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

/// For each of the four directions the squares of which the whole line is filled.
/// Each pass doubles the length of line that is known to be filled, upwards and downwards.
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

/// The squares with nothing one, two and four steps up along each line, and the same downwards.
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
