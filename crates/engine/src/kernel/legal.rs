//! Where a disc may be placed.

#[cfg(target_feature = "avx2")]
mod avx2;
#[cfg(not(target_feature = "avx2"))]
mod portable;

#[cfg(target_feature = "avx2")]
pub(crate) use avx2::legal;
#[cfg(not(target_feature = "avx2"))]
pub(crate) use portable::legal;
