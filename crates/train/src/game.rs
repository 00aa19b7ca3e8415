//! A game of self-play, with what the search thought of each position.

use std::fmt;

use outflank_rules::{Color, Move, Position, Status};

use crate::Kind;

/// What a search said about a position, in discs for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An estimate, from -64 to 64.
    Estimate(i8),
    /// The result of perfect play from here on; always even, as the boards have an even number of squares.
    Exact(i8),
}

impl Value {
    /// The discs, estimated or exact.
    pub const fn discs(self) -> i8 {
        match self {
            Value::Estimate(discs) | Value::Exact(discs) => discs,
        }
    }

    /// Is it the result of perfect play?
    pub const fn is_exact(self) -> bool {
        matches!(self, Value::Exact(_))
    }
}

/// One move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The value of the position before the move, by a search; none for passes and for openings.
    pub value: Option<Value>,
    /// Was the move drawn and not chosen? What follows then says nothing about positions up to this one.
    pub is_random: bool,
}

/// A whole game from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number under the seed of its file, which decides whether it trains or validates.
    pub number: u32,
    /// Random moves at the beginning; a pass among them counts.
    pub opening: u8,
    /// All moves, passes included.
    pub plies: Vec<Ply>,
    /// What the end is worth to Black: the difference in discs, empty squares to the winner, turned round where fewest win.
    pub result: i8,
}

/// A ply of a replayed game: the position it was played in.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The position before the move.
    pub position: Position,
    /// The move and the value.
    pub ply: Ply,
}

impl Step {
    /// A score of Black for the side to move here.
    pub fn for_mover(&self, black: i8) -> i8 {
        for_side(self.position.turn(), black)
    }
}

/// A score of Black for a side.
pub(crate) fn for_side(side: Color, black: i8) -> i8 {
    if side == Color::Black { black } else { -black }
}

/// A game played again.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Every position with its move.
    pub steps: Vec<Step>,
    /// The position after the last move.
    pub end: Position,
}

/// Moves that are no whole game: one is illegal, or they stop early, or the result is not theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalGame {
    /// Its number.
    pub number: u32,
    /// How many of its moves are legal.
    pub legal_plies: usize,
}

impl fmt::Display for IllegalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} is no game of this board: it is wrong after {} moves", self.number, self.legal_plies)
    }
}

impl std::error::Error for IllegalGame {}

impl Game {
    /// Plays the game again on its board. The opening is not checked to be random, the result is checked to be right.
    pub fn replay(&self, kind: Kind) -> Result<Replay, IllegalGame> {
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
