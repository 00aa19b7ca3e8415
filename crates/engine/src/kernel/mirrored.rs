//! A set of squares and its mirror image in one NEON register. The image has the bits in reverse
//! order, so a step to a lower square is one to a higher square there.

use std::arch::aarch64::*;

/// Returns the set in the first lane and its mirror image in the second.
#[inline(always)]
pub(super) fn mirrored(squares: u64) -> uint64x2_t {
    // SAFETY: every ARM64 CPU has NEON.
    unsafe { vcombine_u64(vcreate_u64(squares), vcreate_u64(squares.reverse_bits())) }
}

/// Returns the union of the first lane and the mirror image of the second.
#[inline(always)]
pub(super) fn union(lanes: uint64x2_t) -> u64 {
    // SAFETY: every ARM64 CPU has NEON.
    unsafe { vgetq_lane_u64::<0>(lanes) | vgetq_lane_u64::<1>(lanes).reverse_bits() }
}
