//! Who plays.

use outflank_rules::{Move, Position};

use crate::Value;

/// What a player thinks of a position in which a disc can be placed.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The best move, and what would be played after it as far as it is known; never empty.
    pub line: Vec<Move>,
    /// The value for the side to move.
    pub value: Value,
}

/// Somebody who finds moves.
pub trait Player {
    /// A new game begins: what was remembered must not make its moves depend on the games before.
    fn begin(&mut self);

    /// The best move of a position in which a disc can be placed.
    fn think(&mut self, position: &Position) -> Thought;
}
