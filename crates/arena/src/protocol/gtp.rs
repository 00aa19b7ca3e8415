//! The Go Text Protocol, version 2, as engines of Reversi speak it: squares as everywhere, row 1 at the top.
//!
//! A line is `[id] command arguments`, an answer `=[id] text` or `?[id] message` with an empty line after it. [`Request`] is a line
//! that was read, [`Session`] acts on lines. Nothing here waits for another line: who reads them is not its concern.

mod command;
mod error;
mod session;
#[cfg(test)]
mod tests;
mod time;

pub use command::{Command, Request};
pub use error::GtpError;
pub use session::Session;
