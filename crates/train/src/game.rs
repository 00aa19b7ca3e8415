//! A game of self-play with the search value of each position.

use outflank_rules::{Color, Move, Position, Status};

use crate::BoardKind;

/// The search value of a position, in discs for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An estimate, from -64 to 64.
    Estimate(i8),
    /// The result of perfect play. Always even, because the boards have an even number of squares.
    Exact(i8),
}

impl Value {
    /// The discs, estimated or exact.
    pub const fn discs(self) -> i8 {
        match self {
            Value::Estimate(discs) | Value::Exact(discs) => discs,
        }
    }

    /// Is the value the result of perfect play?
    pub const fn is_exact(self) -> bool {
        matches!(self, Value::Exact(_))
    }
}

/// One move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The search value of the position before the move; `None` for passes and openings.
    pub value: Option<Value>,
    /// Is the move random? Then later moves say nothing about the positions before it.
    pub is_random: bool,
}

/// A whole game from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number in the file. With the seed it decides whether the game is kept for validation.
    pub number: u32,
    /// The number of random plies at the start, passes included.
    pub opening: u8,
    /// All moves, passes included.
    pub plies: Vec<Ply>,
    /// The final score for Black: the disc difference, with empty squares for the winner, negated
    /// if the fewest discs win.
    pub result: i8,
}

/// A ply of a replayed game with its position.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The position before the move.
    pub position: Position,
    /// The move and the value.
    pub ply: Ply,
}

impl Step {
    /// Converts a score of Black to one of the side to move.
    pub fn for_mover(&self, black: i8) -> i8 {
        for_side(self.position.turn(), black)
    }
}

/// Converts a score of Black to one of a side.
pub(crate) fn for_side(side: Color, black: i8) -> i8 {
    if side == Color::Black { black } else { -black }
}

/// A replayed game.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Every position with its move.
    pub steps: Vec<Step>,
    /// The position after the last move.
    pub end: Position,
}

/// An invalid game: a move is illegal, moves are missing, or the result is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {number} is invalid after {legal_plies} plies")]
pub struct IllegalGame {
    /// The number of the game.
    pub number: u32,
    /// The number of legal plies.
    pub legal_plies: usize,
}

impl Game {
    /// Replays the game on its board and checks its moves and its result.
    pub fn replay(&self, kind: BoardKind) -> Result<Replay, IllegalGame> {
        let (mut position, mut steps) = (kind.start(), Vec::with_capacity(self.plies.len()));
        for &ply in &self.plies {
            let next = position.play(ply.mv).map_err(|_| self.wrong_after(steps.len()))?;
            steps.push(Step { position, ply });
            position = next;
        }
        match position.status() {
            Status::Over(score) if score.official_utility(Color::Black).discs() == self.result => {
                Ok(Replay { steps, end: position })
            }
            _ => Err(self.wrong_after(steps.len())),
        }
    }

    fn wrong_after(&self, legal_plies: usize) -> IllegalGame {
        IllegalGame { number: self.number, legal_plies }
    }
}
