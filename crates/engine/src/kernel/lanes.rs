//! Four sets of squares in one AVX2 register, one for each line through a square, and the rays to
//! fill them with.

use std::arch::x86_64::*;

use outflank_rules::Direction;

use super::{cpu::Avx2, ray};

/// The step of each lane: along rows, columns and the two diagonals.
const STEPS: [i64; 4] = [1, 8, 9, 7];

impl Avx2 {
    /// Returns the step of each lane times `times`.
    #[inline(always)]
    pub(super) fn steps(self, times: i64) -> __m256i {
        let [a, b, c, d] = STEPS.map(|step| step * times);
        // SAFETY: the CPU has AVX2.
        unsafe { _mm256_setr_epi64x(a, b, c, d) }
    }

    /// The same value in all four lanes.
    #[inline(always)]
    pub(super) fn spread(self, value: u64) -> __m256i {
        // SAFETY: the CPU has AVX2.
        unsafe { _mm256_set1_epi64x(value as i64) }
    }

    /// One lane for each direction of a half of the rays.
    #[inline(always)]
    pub(super) fn lanes(self, rays: &[u64; 4]) -> __m256i {
        // SAFETY: the CPU has AVX2; the array is as long as the load.
        unsafe { _mm256_loadu_si256(rays.as_ptr().cast()) }
    }

    /// The union of the four lanes.
    #[inline(always)]
    pub(super) fn union(self, lanes: __m256i) -> u64 {
        // SAFETY: the CPU has AVX2.
        unsafe {
            let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
            _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64
        }
    }
}

/// The squares in the eight directions from a square, up to the edge of the 8x8 board.
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
pub(super) fn rays_from(square: u32) -> &'static Rays {
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
