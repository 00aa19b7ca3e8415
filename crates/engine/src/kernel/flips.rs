//! The discs that a move flips, in one version per CPU level.

/// Any CPU.
pub(super) mod portable {
    use outflank_rules::{Bitboard, Square, movegen};

    /// The discs of `opp` that a disc of `own` on the empty square flips.
    #[inline(always)]
    pub(crate) fn flips(square: u32, own: u64, opp: u64) -> u64 {
        let square = Square::from_index(square as u8 & 63).expect("below 64");
        movegen::flips(square, Bitboard(own), Bitboard(opp)).0
    }
}

/// Four directions at once by shifts.
#[cfg(target_arch = "x86_64")]
pub(super) mod avx2 {
    use std::arch::x86_64::*;

    use crate::kernel::{cpu::Avx2, lanes::rays_from};

    /// The discs of `opp` that a disc of `own` on the empty square flips.
    #[inline(always)]
    pub(crate) fn flips(avx2: Avx2, square: u32, own: u64, opp: u64) -> u64 {
        let rays = rays_from(square);
        let (own, opp) = (avx2.spread(own), avx2.spread(opp));
        let up = flips_up(avx2, avx2.lanes(&rays.up), own, opp);
        let down = flips_down(avx2, avx2.lanes(&rays.down), own, opp);
        // SAFETY: the CPU has AVX2.
        avx2.union(unsafe { _mm256_or_si256(up, down) })
    }

    /// Flips to higher squares. The lowest square of the ray that is not `opp` must be `own`; the
    /// run ends there.
    #[inline(always)]
    fn flips_up(_: Avx2, ray: __m256i, own: __m256i, opp: __m256i) -> __m256i {
        // SAFETY: the CPU has AVX2.
        unsafe {
            let others = _mm256_andnot_si256(opp, ray);
            let below = _mm256_add_epi64(others, _mm256_set1_epi64x(-1));
            let outflank = _mm256_and_si256(_mm256_andnot_si256(below, others), own);
            let run = _mm256_and_si256(_mm256_andnot_si256(others, below), ray);
            _mm256_andnot_si256(_mm256_cmpeq_epi64(outflank, _mm256_setzero_si256()), run)
        }
    }

    /// Flips to lower squares. The highest square of the ray that is not `opp` is the one not in
    /// the shadow of another.
    #[inline(always)]
    fn flips_down(avx2: Avx2, ray: __m256i, own: __m256i, opp: __m256i) -> __m256i {
        // SAFETY: the CPU has AVX2.
        unsafe {
            let others = _mm256_andnot_si256(opp, ray);
            let pair = _mm256_or_si256(others, _mm256_srlv_epi64(others, avx2.steps(1)));
            let near = _mm256_or_si256(_mm256_srlv_epi64(pair, avx2.steps(1)), _mm256_srlv_epi64(pair, avx2.steps(3)));
            let shadow = _mm256_or_si256(near, _mm256_srlv_epi64(pair, avx2.steps(5)));
            let outflank = _mm256_andnot_si256(shadow, _mm256_and_si256(others, own));
            let run = _mm256_andnot_si256(_mm256_or_si256(others, shadow), ray);
            _mm256_andnot_si256(_mm256_cmpeq_epi64(outflank, _mm256_setzero_si256()), run)
        }
    }
}

/// Four directions at once. It needs the count of leading zeros per lane, which AVX2 lacks.
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512 {
    use std::arch::x86_64::*;

    use crate::kernel::{
        cpu::{Avx2, V4},
        lanes::rays_from,
    };

    /// The discs of `opp` that a disc of `own` on the empty square flips.
    #[inline(always)]
    pub(crate) fn flips(v4: V4, avx2: Avx2, square: u32, own: u64, opp: u64) -> u64 {
        let rays = rays_from(square);
        let (own, opp) = (avx2.spread(own), avx2.spread(opp));
        let up = flips_up(v4, avx2.lanes(&rays.up), own, opp);
        let down = flips_down(v4, avx2.lanes(&rays.down), own, opp);
        // SAFETY: the CPU has AVX-512.
        avx2.union(unsafe { _mm256_or_si256(up, down) })
    }

    /// Flips to higher squares: a carry runs through the discs of `opp` to the first other square,
    /// which must be `own`.
    #[inline(always)]
    fn flips_up(_: V4, ray: __m256i, own: __m256i, opp: __m256i) -> __m256i {
        const OPP_OR_NOT_RAY: i32 = 0xf3;
        const ALL_THREE: i32 = 0x80;
        // SAFETY: the CPU has AVX-512.
        unsafe {
            let ones = _mm256_set1_epi64x(-1);
            let carried = _mm256_sub_epi64(_mm256_ternarylogic_epi64::<OPP_OR_NOT_RAY>(opp, ray, ray), ones);
            let outflank = _mm256_ternarylogic_epi64::<ALL_THREE>(carried, own, ray);
            // Where nothing outflanks, one less wraps to the largest number.
            let below = _mm256_min_epu64(outflank, _mm256_add_epi64(outflank, ones));
            _mm256_and_si256(below, ray)
        }
    }

    /// Flips to lower squares: the leading zeros lead to the first square that is not `opp`, which
    /// must be `own`.
    ///
    /// The square above it is found directly, by turning a 1 to the right, and compared with `own`
    /// shifted up. The ray never holds h8, so only an empty one turns by a multiple of 64: onto a1,
    /// where nothing is shifted to.
    #[inline(always)]
    fn flips_down(_: V4, ray: __m256i, own: __m256i, opp: __m256i) -> __m256i {
        // SAFETY: the CPU has AVX-512.
        unsafe {
            let zeros = _mm256_lzcnt_epi64(_mm256_andnot_si256(opp, ray));
            let above = _mm256_rorv_epi64(_mm256_set1_epi64x(1), zeros);
            let run_end = _mm256_and_si256(above, _mm256_add_epi64(own, own));
            _mm256_and_si256(_mm256_sub_epi64(_mm256_setzero_si256(), run_end), ray)
        }
    }
}

/// Each direction at once with its opposite, by the mirror image of the board.
#[cfg(target_arch = "aarch64")]
pub(super) mod neon {
    use std::arch::aarch64::*;

    use outflank_rules::Direction;

    use crate::kernel::{
        mirrored::{mirrored, union},
        ray,
    };

    /// The discs of `opp` that a disc of `own` on the empty square flips.
    #[inline(always)]
    pub(crate) fn flips(square: u32, own: u64, opp: u64) -> u64 {
        let rays = &RAYS[square as usize & 63].0;
        let (own, opp) = (mirrored(own), mirrored(opp));
        // SAFETY: every ARM64 CPU has NEON.
        union(unsafe {
            let straight = vorrq_u64(flips_up(&rays[0], own, opp), flips_up(&rays[1], own, opp));
            let diagonal = vorrq_u64(flips_up(&rays[2], own, opp), flips_up(&rays[3], own, opp));
            vorrq_u64(straight, diagonal)
        })
    }

    /// Flips to higher squares: a carry runs through the discs of `opp` to the first other square,
    /// which must be `own`.
    #[inline(always)]
    fn flips_up(ray: &[u64; 2], own: uint64x2_t, opp: uint64x2_t) -> uint64x2_t {
        // SAFETY: every ARM64 CPU has NEON; the array is as long as the load.
        unsafe {
            let ray = vld1q_u64(ray.as_ptr());
            let one = vdupq_n_u64(1);
            let carried = vaddq_u64(vornq_u64(opp, ray), one);
            let outflank = vandq_u64(vandq_u64(own, ray), carried);
            // Saturated: where nothing outflanks, one less is nothing.
            vandq_u64(vqsubq_u64(outflank, one), ray)
        }
    }

    /// The rays from a square to higher squares, each with the mirror image of the opposite one.
    #[derive(Clone, Copy)]
    #[repr(align(64))]
    struct Rays([[u64; 2]; 4]);

    static RAYS: [Rays; 64] = rays();

    const fn rays() -> [Rays; 64] {
        let mut rays = [Rays([[0; 2]; 4]); 64];
        let mut i = 0;
        while i < 256 {
            let (square, line) = (i / 4, i % 4);
            let opposite = ray(square, Direction::ALL[line + 4]);
            rays[square].0[line] = [ray(square, Direction::ALL[line]), opposite.reverse_bits()];
            i += 1;
        }
        rays
    }
}
