//! What programs that play say to each other.
//!
//! [`gtp`] and [`nboard`] are Outflank as an engine in the windows of others: each has its commands as an enum, and a session
//! that acts on them. Both think with an [`Engine`] as far as an [`Effort`] says.
//!
//! [`json`] is our own language for bots, and [`pickle`] what players of a Python course say.

mod effort;
mod engine;
pub mod gtp;
pub mod json;
mod lines;
pub mod nboard;
pub mod pickle;

pub use effort::Effort;
pub use engine::{Engine, Hint, Thought};
pub use lines::Lines;

/// The beginning of a text, short enough to be quoted in an error.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text.chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}
