//! Tests that run the real binary, in one test binary.

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
mod hostile;
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
mod screen;
mod serve;
#[cfg(unix)]
mod session;
mod show;
mod solve;
mod tournament;
mod wthor;
