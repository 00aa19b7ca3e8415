//! Squares drawn from a seed: the same seed and position, the same choice.

use outflank_rules::{Bitboard, Move, Position};

use crate::chance::Chance;

/// The draws of one decision.
#[derive(Clone, Debug)]
pub(super) struct Draws(Chance);

impl Draws {
    /// They depend on nothing that went before, so that a game taken up in the middle goes on as it would have.
    pub(super) fn at(seed: u64, position: &Position) -> Draws {
        let words = [position.own().0, position.opp().0, position.turn() as u64];
        Draws(Chance::new(words.into_iter().fold(seed, |seed, word| Chance::new(seed).draw() ^ word)))
    }

    /// One of these squares, of which there must be one; each is as likely as any other.
    pub(super) fn pick(&mut self, squares: Bitboard) -> Move {
        let drawn = self.0.below(squares.len() as usize);
        Move::Place(squares.into_iter().nth(drawn).expect("a bot is asked only where a disc can be placed"))
    }
}
