//! What programs that play say to each other.

pub mod gtp;
pub mod json;
pub mod nboard;
