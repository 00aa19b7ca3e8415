//! Flips in four directions at once by shifts.

use std::arch::x86_64::*;

use super::rays;
use crate::kernel::lanes::{lanes, spread, steps, union};

/// The discs of `opp` that a disc of `own` on the empty square flips.
#[inline(always)]
pub(crate) fn flips(square: u32, own: u64, opp: u64) -> u64 {
    let rays = rays::from(square);
    let (own, opp) = (spread(own), spread(opp));
    let (up, down) = (flips_up(lanes(&rays.up), own, opp), flips_down(lanes(&rays.down), own, opp));
    // SAFETY: the module is built only for CPUs that have AVX2.
    union(unsafe { _mm256_or_si256(up, down) })
}

/// Flips to higher squares. The lowest square of the ray that is not `opp` must be `own`; the run ends there.
#[inline(always)]
fn flips_up(ray: __m256i, own: __m256i, opp: __m256i) -> __m256i {
    // SAFETY: the module is built only for CPUs that have AVX2.
    unsafe {
        let others = _mm256_andnot_si256(opp, ray);
        let below = _mm256_add_epi64(others, _mm256_set1_epi64x(-1));
        let outflank = _mm256_and_si256(_mm256_andnot_si256(below, others), own);
        let run = _mm256_and_si256(_mm256_andnot_si256(others, below), ray);
        _mm256_andnot_si256(_mm256_cmpeq_epi64(outflank, _mm256_setzero_si256()), run)
    }
}

/// Flips to lower squares. The highest square of the ray that is not `opp` is the one not in the shadow of another.
#[inline(always)]
fn flips_down(ray: __m256i, own: __m256i, opp: __m256i) -> __m256i {
    // SAFETY: the module is built only for CPUs that have AVX2.
    unsafe {
        let others = _mm256_andnot_si256(opp, ray);
        let pair = _mm256_or_si256(others, _mm256_srlv_epi64(others, steps(1)));
        let near = _mm256_or_si256(_mm256_srlv_epi64(pair, steps(1)), _mm256_srlv_epi64(pair, steps(3)));
        let shadow = _mm256_or_si256(near, _mm256_srlv_epi64(pair, steps(5)));
        let outflank = _mm256_andnot_si256(shadow, _mm256_and_si256(others, own));
        let run = _mm256_andnot_si256(_mm256_or_si256(others, shadow), ray);
        _mm256_andnot_si256(_mm256_cmpeq_epi64(outflank, _mm256_setzero_si256()), run)
    }
}
