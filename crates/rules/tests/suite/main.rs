//! The tests of the rules crate that use it as its users do, in one binary.

mod arbitrary;
mod boards;
mod collections;
mod corpora;
mod detect;
mod games;
mod hostile;
mod json;
mod lines;
mod movegen;
mod openings;
mod perft;
mod problems;
mod reach;
mod records;
mod refusals;
mod scores;
mod symmetry;
mod variants;
mod wthor;
