//! The tests of the crate from outside, many with real programs, in one test binary.

mod corpora;
mod dialogue;
mod doctor;
#[cfg(unix)]
mod endings;
#[cfg(unix)]
mod fairness;
#[cfg(unix)]
mod hall;
mod package;
mod pickle;
mod program;
#[cfg(unix)]
mod protocols;
#[cfg(unix)]
mod referee;
mod sockets;
mod starters;
mod visits;
mod words;
