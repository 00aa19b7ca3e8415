//! Random squares: the same seed and position give the same choice.

use outflank_rules::{Bitboard, Move, Position, rng::SplitMix64};

/// The random stream of one decision.
#[derive(Clone, Debug)]
pub(super) struct Draws(SplitMix64);

impl Draws {
    /// Depends only on the seed and the position, so a game resumed in the middle continues the
    /// same way.
    pub(super) fn at(seed: u64, position: &Position) -> Draws {
        Draws(SplitMix64::at(seed, position))
    }

    /// A uniformly random square of a nonempty set.
    pub(super) fn pick(&mut self, squares: Bitboard) -> Move {
        let drawn = self.0.below(squares.len() as usize);
        Move::Place(squares.into_iter().nth(drawn).expect("a bot is asked only where a disc can be placed"))
    }
}
