//! The tests of the command, which run the real binary as its users do, in one test binary.

mod analyse;
mod archive;
mod basics;
mod bench;
mod boards;
mod book;
mod bot;
mod check;
mod convert;
mod corpora;
mod eval;
mod gtp;
mod harness;
mod hint;
mod inputs;
mod json;
mod matches;
mod moves;
mod nboard;
mod outputs;
mod perft;
mod play;
#[cfg(unix)]
mod players;
mod readme;
mod render;
mod serve;
mod show;
mod solve;
mod tournament;
#[cfg(feature = "train")]
mod train;
mod wthor;
