//! Engine work: the pool that answers moves and hints, and the analysis jobs.

pub(crate) mod hint;
pub(crate) mod http;
pub mod jobs;
pub mod pool;
pub(crate) mod socket;
pub mod wire;
