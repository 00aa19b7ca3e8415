//! What a disc flips.

#[cfg(all(target_feature = "avx2", not(all(target_feature = "avx512cd", target_feature = "avx512vl"))))]
mod avx2;
#[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
mod avx512;
#[cfg(not(target_feature = "avx2"))]
mod portable;
#[cfg(target_feature = "avx2")]
mod rays;

#[cfg(all(target_feature = "avx2", not(all(target_feature = "avx512cd", target_feature = "avx512vl"))))]
pub(crate) use avx2::flips;
#[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
pub(crate) use avx512::flips;
#[cfg(not(target_feature = "avx2"))]
pub(crate) use portable::flips;
