//! The squares in line with each square, four directions a register.

use outflank_rules::Direction;

use crate::kernel::ray::ray;

/// What lies in the eight directions from a square, up to the edge of the 8x8 board.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Rays {
    /// East, south, south-east and south-west: squares of a higher index.
    pub(super) up: [u64; 4],
    /// The four opposite directions, in the same order: squares of a lower index.
    pub(super) down: [u64; 4],
}

/// The rays from a square of 0 to 63.
#[inline(always)]
pub(super) fn from(square: u32) -> &'static Rays {
    &RAYS[square as usize & 63]
}

static RAYS: [Rays; 64] = rays();

const fn rays() -> [Rays; 64] {
    let mut rays = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            rays[square].up[i] = ray(square, Direction::ALL[i]);
            rays[square].down[i] = ray(square, Direction::ALL[i + 4]);
            i += 1;
        }
        square += 1;
    }
    rays
}
