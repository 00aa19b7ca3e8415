//! The tests of the rules crate that use it as its users do, in one binary.

mod arbitrary;
mod boards;
mod corpora;
mod perft;
