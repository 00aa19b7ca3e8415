//! The tests of the rules crate that use it as its users do, in one binary.

mod corpora;
mod perft;
