//! The NBoard protocol, version 2, in which windows ask an engine for moves, hints and the analysis of a game.
//!
//! [`Command`] is a line that was read, [`Session`] acts on lines. What takes long is thought about on a thread of its own, which writes
//! what it finds as it finds it; a `ping` ends it, and the `pong` comes after the last of its lines.

mod clock;
mod command;
mod error;
mod output;
mod session;
mod task;
#[cfg(test)]
mod tests;
mod thinker;

pub use command::Command;
pub use error::NboardError;
pub use output::Output;
pub use session::{Handled, Session};
