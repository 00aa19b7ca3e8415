//! Our own protocol: a game as lines of JSON, one object a line, over any pipe or socket.
//!
//! The runner keeps the board and asks with [`ToBot::Move`]; each question holds all that is needed to answer it. The bot answers with
//! [`FromBot::Move`], or with the bare square. Everything else may be ignored by a bot. `docs/bots.md` shows a whole dialogue.
//!
//! Messages are read by [`FromStr`](std::str::FromStr), which says what is wrong with a line as a [`Fault`] that can be sent back, and
//! printed by [`Display`](std::fmt::Display): compact, without a line break, `"type"` first, so that a program without a JSON reader
//! can find what it needs by searching the line. Fields that are not known are ignored.

mod answer;
mod clock;
mod fault;
mod lines;
mod message;
mod plain;
mod request;
mod serve;
#[cfg(test)]
mod tests;
pub mod text;

pub use answer::{Answer, Info};
pub use clock::{Clocks, Time, TimeKind};
pub use fault::{Code, Fault};
pub use lines::{Line, LineReader, MAX_LINE};
pub use message::{FromBot, Hello, Over, OverResult, Start, ToBot};
pub use request::Request;
pub use serve::{Responder, ServeError, serve};

/// The version of the protocol that is spoken here, the field `outflank` of a greeting.
pub const VERSION: u32 = 1;
