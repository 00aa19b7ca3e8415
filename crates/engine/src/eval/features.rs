//! The states of all groups of squares of a board, updated move by move.

use std::hint::black_box;

use super::Layout;
use crate::Board;
use crate::kernel::{Cpu, GROUPS};

/// Room for the groups of one board.
pub const LANES: usize = 96;

/// The lanes at the front for patterns that read moves. A layout uses all of them or none.
pub(super) const MOVE_LANES: usize = GROUPS;

/// The state of every group of squares from the view of the side to move, without moves. See
/// [`Pattern`](super::Pattern) for the numbers.
///
/// They fill three registers of 512 bits. A move costs one addition of them per disc.
#[repr(C, align(64))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(pub(super) [u16; LANES]);

impl Features {
    /// Computes the features of a board.
    pub fn of(layout: &Layout, board: Board) -> Features {
        let own = sum_of_steps(layout, board.own);
        let opp = sum_of_steps(layout, board.opp);
        Features(std::array::from_fn(|lane| layout.limits.0[lane] / 2 + own[lane] - opp[lane]))
    }

    /// Returns the features after a disc on this square flipped these discs, from the view of the
    /// other side.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, layout: &Layout, square: u32, flips: u64) -> Features {
        let flipped = sum_of_steps(layout, flips);
        let placed = layout.step(square);
        let mut after = [0; LANES];
        for lane in 0..LANES {
            let gained = placed[lane].wrapping_add(flipped[lane].wrapping_mul(2));
            after[lane] = layout.limits.0[lane].wrapping_sub(self.0[lane].wrapping_add(gained));
        }
        Features(after)
    }

    /// Returns the features from the view of the other side.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[must_use]
    pub fn passed(&self, layout: &Layout) -> Features {
        Features(std::array::from_fn(|lane| layout.limits.0[lane].wrapping_sub(self.0[lane])))
    }

    /// The state of each lane of the layout; lanes that it does not use never change.
    #[inline(always)]
    pub(super) fn states(&self) -> &[u16; LANES] {
        &self.0
    }

    /// The states of the lanes that read moves, with the moves of both sides.
    #[inline(always)]
    pub(super) fn with_moves(&self, layout: &Layout, cpu: impl Cpu, own: u64, opp: u64) -> [u16; MOVE_LANES] {
        let discs = self.0.first_chunk().expect("there are more lanes");
        // Without it the compiler computes lane after lane where they are read.
        black_box(cpu.rises(&layout.digits, discs, own, opp))
    }
}

/// Returns the change of the states if each of these squares rises by one digit. One function in the
/// page, whose code must be small.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn sum_of_steps(layout: &Layout, mut squares: u64) -> [u16; LANES] {
    let mut sum = [0u16; LANES];
    while squares != 0 {
        let step = layout.step(squares.trailing_zeros());
        for lane in 0..LANES {
            sum[lane] = sum[lane].wrapping_add(step[lane]);
        }
        squares &= squares - 1;
    }
    sum
}
