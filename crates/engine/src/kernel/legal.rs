//! The squares where a disc may be placed, in one version per CPU level.

/// Any CPU.
pub(super) mod portable {
    use outflank_rules::{Bitboard, movegen};

    /// The empty squares where `own` outflanks at least one disc of `opp`.
    #[inline(always)]
    pub(crate) fn legal(own: u64, opp: u64) -> u64 {
        movegen::legal(Bitboard(own), Bitboard(opp)).0
    }
}

/// Four lines at once, a line a lane.
#[cfg(target_arch = "x86_64")]
pub(super) mod avx2 {
    use std::arch::x86_64::*;

    use crate::kernel::cpu::Avx2;

    /// Columns b to g: a run of opposing discs that is stepped sideways must not wrap around the
    /// edge.
    const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;

    /// As [`movegen::legal`](outflank_rules::movegen::legal): runs of opposing discs are filled by
    /// doubling.
    #[inline(always)]
    pub(crate) fn legal(avx2: Avx2, own: u64, opp: u64) -> u64 {
        let (step, double) = (avx2.steps(1), avx2.steps(2));
        // SAFETY: the CPU has AVX2.
        let reached = unsafe {
            let inner = _mm256_and_si256(avx2.spread(opp), _mm256_setr_epi64x(INNER, -1, INNER, INNER));
            let own = avx2.spread(own);
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
        avx2.union(reached) & !(own | opp)
    }
}
