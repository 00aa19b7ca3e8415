//! The tests of the command, which run the real binary as its users do, in one test binary.

mod basics;
mod harness;
mod perft;
