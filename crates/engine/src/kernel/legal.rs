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

/// Each direction at once with its opposite, by the mirror image of the board.
#[cfg(target_arch = "aarch64")]
pub(super) mod neon {
    use std::arch::aarch64::*;

    use crate::kernel::mirrored::{mirrored, union};

    /// Columns b to g, as above.
    const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

    /// The empty squares where `own` outflanks at least one disc of `opp`.
    #[inline(always)]
    pub(crate) fn legal(own: u64, opp: u64) -> u64 {
        let filled = own | opp;
        let (own, opp) = (mirrored(own), mirrored(opp));
        // SAFETY: every ARM64 CPU has NEON.
        let reached = unsafe {
            let inner = vandq_u64(opp, vdupq_n_u64(INNER));
            let straight = vorrq_u64(beyond_on_row(own, inner), beyond::<8, 16>(own, opp));
            let diagonal = vorrq_u64(beyond::<7, 14>(own, inner), beyond::<9, 18>(own, inner));
            vorrq_u64(straight, diagonal)
        };
        union(reached) & !filled
    }

    /// The squares just past each run of `opp` that starts next to `own`, towards higher squares.
    /// Runs are filled by doubling.
    #[inline(always)]
    fn beyond<const STEP: i32, const DOUBLE: i32>(own: uint64x2_t, opp: uint64x2_t) -> uint64x2_t {
        // SAFETY: every ARM64 CPU has NEON.
        unsafe {
            let mut run = vandq_u64(opp, vshlq_n_u64::<STEP>(own));
            run = vorrq_u64(run, vandq_u64(opp, vshlq_n_u64::<STEP>(run)));
            let pairs = vandq_u64(opp, vshlq_n_u64::<STEP>(opp));
            run = vorrq_u64(run, vandq_u64(pairs, vshlq_n_u64::<DOUBLE>(run)));
            run = vorrq_u64(run, vandq_u64(pairs, vshlq_n_u64::<DOUBLE>(run)));
            vshlq_n_u64::<STEP>(run)
        }
    }

    /// The same along rows: a carry runs through the discs of `opp`. Discs that it does not reach
    /// stay in the result.
    #[inline(always)]
    fn beyond_on_row(own: uint64x2_t, opp: uint64x2_t) -> uint64x2_t {
        // SAFETY: every ARM64 CPU has NEON.
        unsafe { vaddq_u64(opp, vandq_u64(opp, vaddq_u64(own, own))) }
    }
}
