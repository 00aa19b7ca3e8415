//! Legal squares along four lines at once, a line a lane.

use std::arch::x86_64::*;

use crate::kernel::lanes::{spread, steps, union};

/// Columns b to g: a run of opposing discs that is stepped sideways must not wrap around the edge.
const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;

/// As [`movegen::legal`](outflank_rules::movegen::legal): runs of opposing discs are filled by doubling.
#[inline(always)]
pub(crate) fn legal(own: u64, opp: u64) -> u64 {
    let (step, double) = (steps(1), steps(2));
    // SAFETY: the module is built only for CPUs that have AVX2.
    let reached = unsafe {
        let inner = _mm256_and_si256(spread(opp), _mm256_setr_epi64x(INNER, -1, INNER, INNER));
        let own = spread(own);
        let mut up = _mm256_and_si256(inner, _mm256_sllv_epi64(own, step));
        let mut down = _mm256_and_si256(inner, _mm256_srlv_epi64(own, step));
        up = _mm256_or_si256(up, _mm256_and_si256(inner, _mm256_sllv_epi64(up, step)));
        down = _mm256_or_si256(down, _mm256_and_si256(inner, _mm256_srlv_epi64(down, step)));
        let pairs_up = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, step));
        let pairs_down = _mm256_srlv_epi64(pairs_up, step);
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, double)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, double)));
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, double)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, double)));
        _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step))
    };
    union(reached) & !(own | opp)
}
