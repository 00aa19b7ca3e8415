//! The tests of the crate that run real programs, in one test binary.

mod dialogue;
mod package;
mod program;
mod starters;
