//! The Go Text Protocol, version 2, as Reversi engines use it: row 1 is at the top.
//!
//! A line is `[id] command arguments`; an answer is `=[id] text` or `?[id] message`, followed by an
//! empty line. [`Request`] is a parsed line, [`Session`] executes lines. Reading lines is the
//! caller's job.

mod command;
mod session;
#[cfg(test)]
mod tests;
mod time;

pub use command::{Command, GtpError, Request};
pub use session::Session;
