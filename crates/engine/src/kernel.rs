//! Moves on bare sets of discs, as fast as the CPU allows, and the only `unsafe` code of the workspace.
//!
//! Which version of a routine is built in is settled by the CPU that the build is for: AVX-512, AVX2 with BMI2
//! (x86-64-v3), or any. The versions give the same results; the readable twins that judge them are in the tests and in
//! [`outflank_rules::reference`]. Nothing here knows whose turn it is or which squares are playable: `own` are the
//! discs of the side in question, `opp` those of the other, and callers mask what they get by the area.

mod edge;
mod flips;
#[cfg(target_feature = "avx2")]
mod lanes;
mod last;
mod legal;
mod pages;
mod prefetch;
mod ray;
mod stable;
#[cfg(test)]
mod tests;

pub(crate) use flips::flips;
pub(crate) use last::last_flips;
pub(crate) use legal::legal;
pub(crate) use pages::prefer_large_pages;
pub(crate) use prefetch::prefetch;
pub(crate) use stable::stable;
