//! Two moves of one position at once: the discs that they flip, and the replies that they leave.

use super::Cpu;

/// For each of two moves the discs that it flips, and the squares of the replies.
pub(crate) struct TwoMoves {
    pub(crate) flips: [u64; 2],
    pub(crate) replies: [u64; 2],
}

impl TwoMoves {
    /// The moves one after another, on CPUs without wider registers.
    #[inline(always)]
    pub(super) fn one_by_one<C: Cpu>(cpu: C, [a, b]: [u32; 2], own: u64, opp: u64) -> TwoMoves {
        let first = one_move(cpu, a, own, opp);
        let second = if a == b { first } else { one_move(cpu, b, own, opp) };
        TwoMoves { flips: [first.0, second.0], replies: [first.1, second.1] }
    }
}

#[inline(always)]
fn one_move<C: Cpu>(cpu: C, square: u32, own: u64, opp: u64) -> (u64, u64) {
    let flips = cpu.flips(square, own, opp);
    (flips, cpu.legal(opp ^ flips, own ^ flips | 1 << square))
}

/// Each move in one half of the registers, by the methods of the single routines.
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512 {
    use std::arch::x86_64::*;

    use super::TwoMoves;
    use crate::kernel::{cpu::V4, lanes::rays_from};

    /// The flips of two moves.
    #[inline(always)]
    pub(crate) fn two_flips(v4: V4, squares: [u32; 2], own: u64, opp: u64) -> [u64; 2] {
        // SAFETY: the CPU has AVX-512.
        let (own, opp) = unsafe { (_mm512_set1_epi64(own as i64), _mm512_set1_epi64(opp as i64)) };
        both(v4, flips(v4, squares, own, opp))
    }

    /// The results of two moves.
    #[inline(always)]
    pub(crate) fn two_moves(v4: V4, [a, b]: [u32; 2], own: u64, opp: u64) -> TwoMoves {
        // SAFETY: the CPU has AVX-512.
        unsafe {
            let squares = _mm512_mask_set1_epi64(_mm512_set1_epi64(1 << a), 0xf0, 1 << b);
            let (own, opp) = (_mm512_set1_epi64(own as i64), _mm512_set1_epi64(opp as i64));
            let flips = flips(v4, [a, b], own, opp);
            let mover = _mm512_xor_si512(opp, flips);
            const FIRST_XOR_SECOND_OR_THIRD: i32 = 0xbe;
            let other = _mm512_ternarylogic_epi64::<FIRST_XOR_SECOND_OR_THIRD>(own, flips, squares);
            TwoMoves { flips: both(v4, flips), replies: both(v4, legal(v4, mover, other)) }
        }
    }

    /// In every lane the flips of the move of its half.
    #[inline(always)]
    fn flips(v4: V4, [a, b]: [u32; 2], own: __m512i, opp: __m512i) -> __m512i {
        let (rays_a, rays_b) = (rays_from(a), rays_from(b));
        let up = flips_up(v4, halves(v4, &rays_a.up, &rays_b.up), own, opp);
        let down = flips_down(v4, halves(v4, &rays_a.down, &rays_b.down), own, opp);
        // SAFETY: the CPU has AVX-512.
        union(v4, unsafe { _mm512_or_si512(up, down) })
    }

    #[inline(always)]
    fn halves(_: V4, low: &[u64; 4], high: &[u64; 4]) -> __m512i {
        // SAFETY: the CPU has AVX-512; the arrays are as long as the loads.
        unsafe {
            let low = _mm512_castsi256_si512(_mm256_loadu_si256(low.as_ptr().cast()));
            _mm512_inserti64x4::<1>(low, _mm256_loadu_si256(high.as_ptr().cast()))
        }
    }

    /// In every lane the union of the four lanes of its half.
    #[inline(always)]
    fn union(_: V4, lanes: __m512i) -> __m512i {
        // SAFETY: the CPU has AVX-512.
        unsafe {
            let pairs = _mm512_or_si512(lanes, _mm512_permutex_epi64::<0b01_00_11_10>(lanes));
            _mm512_or_si512(pairs, _mm512_shuffle_epi32::<0b01_00_11_10>(pairs))
        }
    }

    /// The lowest lane of each half.
    #[inline(always)]
    fn both(_: V4, lanes: __m512i) -> [u64; 2] {
        // SAFETY: the CPU has AVX-512.
        unsafe {
            let high = _mm512_extracti64x2_epi64::<2>(lanes);
            [_mm_cvtsi128_si64(_mm512_castsi512_si128(lanes)) as u64, _mm_cvtsi128_si64(high) as u64]
        }
    }

    /// As the routine for one move.
    #[inline(always)]
    fn flips_up(_: V4, ray: __m512i, own: __m512i, opp: __m512i) -> __m512i {
        const OPP_OR_NOT_RAY: i32 = 0xf3;
        const ALL_THREE: i32 = 0x80;
        // SAFETY: the CPU has AVX-512.
        unsafe {
            let ones = _mm512_set1_epi64(-1);
            let carried = _mm512_sub_epi64(_mm512_ternarylogic_epi64::<OPP_OR_NOT_RAY>(opp, ray, ray), ones);
            let outflank = _mm512_ternarylogic_epi64::<ALL_THREE>(carried, own, ray);
            let below = _mm512_min_epu64(outflank, _mm512_add_epi64(outflank, ones));
            _mm512_and_si512(below, ray)
        }
    }

    /// As the routine for one move.
    #[inline(always)]
    fn flips_down(_: V4, ray: __m512i, own: __m512i, opp: __m512i) -> __m512i {
        // SAFETY: the CPU has AVX-512.
        unsafe {
            let zeros = _mm512_lzcnt_epi64(_mm512_andnot_si512(opp, ray));
            let above = _mm512_rorv_epi64(_mm512_set1_epi64(1), zeros);
            let run_end = _mm512_and_si512(above, _mm512_add_epi64(own, own));
            _mm512_and_si512(_mm512_sub_epi64(_mm512_setzero_si512(), run_end), ray)
        }
    }

    /// In every lane the legal squares of its half, by the method for one board.
    #[inline(always)]
    fn legal(v4: V4, own: __m512i, opp: __m512i) -> __m512i {
        const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
        /// The first, or the second and the third.
        const OR_AND: i32 = 0xf8;
        /// The first, but neither the second nor the third.
        const NEITHER: i32 = 0x10;
        // SAFETY: the CPU has AVX-512.
        unsafe {
            let step = _mm512_setr_epi64(1, 8, 9, 7, 1, 8, 9, 7);
            let double = _mm512_add_epi64(step, step);
            let inner = _mm512_setr_epi64(INNER, -1, INNER, INNER, INNER, -1, INNER, INNER);
            let inner = _mm512_and_si512(opp, inner);
            let mut up = _mm512_and_si512(inner, _mm512_sllv_epi64(own, step));
            let mut down = _mm512_and_si512(inner, _mm512_srlv_epi64(own, step));
            up = _mm512_ternarylogic_epi64::<OR_AND>(up, inner, _mm512_sllv_epi64(up, step));
            down = _mm512_ternarylogic_epi64::<OR_AND>(down, inner, _mm512_srlv_epi64(down, step));
            let pairs_up = _mm512_and_si512(inner, _mm512_sllv_epi64(inner, step));
            let pairs_down = _mm512_srlv_epi64(pairs_up, step);
            for _ in 0..2 {
                up = _mm512_ternarylogic_epi64::<OR_AND>(up, pairs_up, _mm512_sllv_epi64(up, double));
                down = _mm512_ternarylogic_epi64::<OR_AND>(down, pairs_down, _mm512_srlv_epi64(down, double));
            }
            let reached = _mm512_or_si512(_mm512_sllv_epi64(up, step), _mm512_srlv_epi64(down, step));
            _mm512_ternarylogic_epi64::<NEITHER>(union(v4, reached), own, opp)
        }
    }
}
