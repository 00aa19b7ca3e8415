//! The moves of both sides as numbers: how far the digits of 32 groups of squares rise.

/// The number of groups.
pub(crate) const GROUPS: usize = 32;

/// The rise of a digit if only the side to move, only the opponent, or both may place a disc on its
/// square.
pub const MOVE_DIGITS: [u16; 3] = [2, 3, 4];

/// One number for each group, on cache lines of its own.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct Numbers([u16; GROUPS]);

/// The squares of the groups, at most six each, and the step of each digit.
pub(crate) struct Digits {
    /// By square: its step in each group. Zeros follow the last square.
    by_square: [Numbers; 65],
    /// By place in a group: the square, and its step.
    #[cfg(target_arch = "x86_64")]
    by_place: [(Numbers, Numbers); 6],
}

impl Digits {
    /// Groups without squares.
    pub(crate) const NONE: Digits = Digits {
        by_square: [Numbers([0; GROUPS]); 65],
        #[cfg(target_arch = "x86_64")]
        by_place: [(Numbers([0; GROUPS]), Numbers([0; GROUPS])); 6],
    };

    /// Adds a square to a group.
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "only AVX-512 uses places"))]
    pub(crate) fn set(&mut self, group: usize, place: usize, square: usize, step: u16) {
        self.by_square[square].0[group] = step;
        #[cfg(target_arch = "x86_64")]
        {
            let (squares, steps) = &mut self.by_place[place];
            (squares.0[group], steps.0[group]) = (square as u16, step);
        }
    }
}

/// Adds the rises of all digits to the numbers of the groups.
#[inline(always)]
pub(super) fn portable(digits: &Digits, numbers: &[u16; GROUPS], own_moves: u64, opp_moves: u64) -> [u16; GROUPS] {
    let own = sum_of_steps(digits, own_moves & !opp_moves);
    let opp = sum_of_steps(digits, opp_moves & !own_moves);
    let both = sum_of_steps(digits, own_moves & opp_moves);
    let mut sums = *numbers;
    for group in 0..GROUPS {
        for (rise, digit) in [own[group], opp[group], both[group]].into_iter().zip(MOVE_DIGITS) {
            sums[group] = sums[group].wrapping_add(rise.wrapping_mul(digit));
        }
    }
    sums
}

/// Takes eight squares at a time, mostly all: their number is hard to foresee for the CPU. A set that
/// is used up gives steps of zero.
#[inline(always)]
fn sum_of_steps(digits: &Digits, mut squares: u64) -> [u16; GROUPS] {
    let mut sum = [0u16; GROUPS];
    loop {
        for _ in 0..8 {
            let step = &digits.by_square[squares.trailing_zeros() as usize].0;
            for group in 0..GROUPS {
                sum[group] = sum[group].wrapping_add(step[group]);
            }
            squares &= squares.wrapping_sub(1);
        }
        if squares == 0 {
            return sum;
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod avx512 {
    use std::arch::x86_64::*;

    use super::{super::cpu::V4, Digits, GROUPS, MOVE_DIGITS, Numbers};

    /// Looks up the digit of each place of all groups, of 64 digits in two registers.
    #[inline(always)]
    pub(in super::super) fn rises(
        _: V4,
        digits: &Digits,
        numbers: &[u16; GROUPS],
        own_moves: u64,
        opp_moves: u64,
    ) -> [u16; GROUPS] {
        let sets = [own_moves & !opp_moves, opp_moves & !own_moves, own_moves & opp_moves];
        let mut sums = Numbers([0; GROUPS]);
        // SAFETY: the CPU has AVX-512 with words; loads and the store are as long as the arrays.
        unsafe {
            let digit = |at: usize| _mm512_set1_epi16(MOVE_DIGITS[at] as i16);
            let [own, opp, both] = [digit(0), digit(1), digit(2)];
            let half = |shift: u32| {
                let [only_own, only_opp, of_both] = sets.map(|set| (set >> shift) as u32);
                let digits = _mm512_maskz_mov_epi16(only_own, own);
                _mm512_mask_mov_epi16(_mm512_mask_mov_epi16(digits, only_opp, opp), of_both, both)
            };
            let (low, high) = (half(0), half(32));
            let mut sum = _mm512_loadu_si512(numbers.as_ptr().cast());
            for (squares, steps) in &digits.by_place {
                let squares = _mm512_load_si512(squares.0.as_ptr().cast());
                let steps = _mm512_load_si512(steps.0.as_ptr().cast());
                let digits = _mm512_permutex2var_epi16(low, squares, high);
                sum = _mm512_add_epi16(sum, _mm512_mullo_epi16(digits, steps));
            }
            _mm512_store_si512(sums.0.as_mut_ptr().cast(), sum);
        }
        sums.0
    }
}

/// Readable twin of [`Cpu::rises`].
#[cfg(test)]
pub(super) fn readable(digits: &Digits, numbers: &[u16; GROUPS], own_moves: u64, opp_moves: u64) -> [u16; GROUPS] {
    let mut sums = *numbers;
    for square in 0..64 {
        let digit = match (own_moves >> square & 1, opp_moves >> square & 1) {
            (1, 0) => MOVE_DIGITS[0],
            (0, 1) => MOVE_DIGITS[1],
            (1, 1) => MOVE_DIGITS[2],
            _ => 0,
        };
        for (sum, step) in sums.iter_mut().zip(digits.by_square[square].0) {
            *sum += digit * step;
        }
    }
    sums
}
