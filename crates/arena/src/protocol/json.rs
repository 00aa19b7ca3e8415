//! Our own protocol for bots: lines of JSON, one object per line, over any pipe or socket.
//!
//! The runner keeps the board and asks with [`ToBot::Move`], which holds everything needed to
//! answer. The bot answers with [`FromBot::Move`] or with the bare square, and may ignore
//! everything else. `crates/cli/docs/bots.md` shows a whole dialogue.
//!
//! [`FromStr`](std::str::FromStr) parses messages; its error is a [`Fault`] that can be sent back.
//! [`Display`](std::fmt::Display) prints them compactly in one line with `"type"` first, so that
//! programs without a JSON parser can search the line. Unknown fields are ignored.

mod fault;
mod lines;
mod message;
mod plain;
mod request;
mod serve;
#[cfg(test)]
mod tests;
pub mod text;

pub use fault::{Code, Fault};
pub use lines::{Line, LineReader, MAX_LINE};
pub use message::{BotAnswer, Clocks, FromBot, Hello, Info, Over, OverResult, Start, Time, TimeKind, ToBot};
pub use request::Request;
pub use serve::{Responder, ServeError, serve};

/// The protocol version, sent in the field `outflank` of a greeting.
pub const VERSION: u32 = 1;
