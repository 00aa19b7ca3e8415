//! Tests of the crate from outside, many with real programs, in one binary.

mod client;
mod corpora;
mod dialogue;
mod doctor;
#[cfg(unix)]
mod fairness;
mod mock;
mod package;
mod pickle;
mod program;
#[cfg(unix)]
mod protocols;
#[cfg(unix)]
mod referee;
#[cfg(unix)]
mod runner;
mod sockets;
mod starters;
mod words;
