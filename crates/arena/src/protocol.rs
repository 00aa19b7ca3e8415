//! Protocols between programs that play.
//!
//! [`gtp`] and [`nboard`] let GUIs use Outflank as an engine: each parses lines into an enum of
//! commands and has a session that executes them. Both search with an [`Engine`] within
//! [`EngineLimits`].
//!
//! [`json`] is our own protocol for bots. [`pickle`] is what players of a Python course send.

mod engine;
pub mod gtp;
pub mod json;
mod lines;
pub mod nboard;
pub mod pickle;

pub use engine::{Engine, EngineLimits, Hint, Thought};
pub use lines::Lines;

/// The start of a text, short enough to quote in an error.
fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    let mut short: String = text.chars().take(MAX_CHARS).collect();
    if text.chars().nth(MAX_CHARS).is_some() {
        short.push('…');
    }
    short
}
