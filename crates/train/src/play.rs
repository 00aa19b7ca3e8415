//! Self-play: games from diverse random openings, with the value of each position.

mod engine;
mod one;
mod player;
mod pool;

#[cfg(test)]
pub(crate) mod plain;

pub use engine::{Engine, Strength};
pub use one::Style;
pub use player::{Player, Thought};
pub use pool::{Progress, Stop, play_games};
