//! Exact play near the end.

pub(crate) mod last;
pub(crate) mod local;
pub(crate) mod regions;
pub(crate) mod shallow;
