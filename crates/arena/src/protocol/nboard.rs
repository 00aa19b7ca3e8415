//! The NBoard protocol, version 2, in which GUIs request moves, hints and the analysis of a game.
//!
//! [`Command`] is a parsed line, [`Session`] executes lines. Searches run on a separate thread that
//! writes results as it finds them. A `ping` stops the search; the `pong` comes after its last
//! line.

mod clock;
mod command;
mod session;
#[cfg(test)]
mod tests;
mod thinker;

pub use command::{Command, NboardError};
pub use session::{Handled, Session};
pub use thinker::Output;
