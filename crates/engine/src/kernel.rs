//! Moves on bare sets of discs, as fast as the CPU allows. The only `unsafe` code of the workspace.
//!
//! The target CPU of the build selects one version of each routine: AVX-512, AVX2 with BMI2
//! (x86-64-v3), or portable. All versions give the same results; the tests compare them with
//! readable twins and with [`outflank_rules::reference`]. The kernels know neither the side to move
//! nor the playable squares: `own` are the discs of one side, `opp` those of the other, and callers
//! mask the results by the area.

mod flips;
#[cfg(target_feature = "avx2")]
mod lanes;
mod last;
mod legal;
mod memory;
mod stable;
#[cfg(test)]
mod tests;

pub(crate) use flips::flips;
pub(crate) use last::last_flips;
pub(crate) use legal::legal;
pub(crate) use memory::{prefer_large_pages, prefetch};
pub(crate) use stable::stable;

use outflank_rules::{Direction, Square};

/// Returns the squares from `square`, which is excluded, to the edge.
const fn ray(square: usize, direction: Direction) -> u64 {
    let (columns, rows) = direction.step();
    let mut ray = 0;
    let mut at = Square::from_index(square as u8);
    while let Some(from) = at {
        at = from.offset(columns, rows);
        if let Some(next) = at {
            ray |= 1 << next.index();
        }
    }
    ray
}
