//! The tests of the crate from outside, in one test binary.

#[cfg(unix)]
mod gtp;
