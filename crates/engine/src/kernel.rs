//! Moves on bare sets of discs, as fast as the CPU allows. The only `unsafe` code of the engine.
//!
//! Each routine has a version for each [CPU level](CpuLevel), chosen at run time. All versions give
//! the same results; the tests compare them with readable twins and with
//! [`outflank_rules::reference`]. The kernels know neither the side to move nor the playable
//! squares: `own` are the discs of one side, `opp` those of the other, and callers mask the results
//! by the area.

mod cpu;
mod flips;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod last;
mod legal;
mod memory;
#[cfg(target_arch = "aarch64")]
mod mirrored;
mod rises;
mod stable;
#[cfg(test)]
mod tests;
mod two_moves;

pub(crate) use cpu::{AnyCpu, Cpu, Portable, per_cpu, with_cpu};
pub use cpu::{CpuLevel, CpuLevelError};
pub(crate) use memory::{prefer_large_pages, prefetch, zeroed_words};
pub use rises::MOVE_DIGITS;
pub(crate) use rises::{Digits, GROUPS};
pub(crate) use two_moves::TwoMoves;

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
