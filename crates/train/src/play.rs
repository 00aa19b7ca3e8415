//! Self-play: games from diverse random openings, with the value of each position.

mod engine;
mod game;
mod pool;

#[cfg(test)]
pub(crate) mod plain;

use outflank_rules::{Move, Position};

use crate::Value;

pub use engine::{Engine, Strength};
pub use game::Style;
pub use pool::{Progress, Stop, play_games};

/// The search result for a position in which a disc can be placed.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The principal variation; never empty.
    pub line: Vec<Move>,
    /// The value for the side to move.
    pub value: Value,
}

/// A player that searches for moves.
pub trait Player {
    /// Starts a new game. Clears state, so that moves do not depend on earlier games.
    fn begin(&mut self);

    /// Searches a position in which a disc can be placed.
    fn think(&mut self, position: &Position) -> Thought;
}
