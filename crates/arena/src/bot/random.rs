//! Random moves: the baseline that every bot should beat. The same seed and position give the same
//! choice.

use std::sync::atomic::AtomicBool;

use outflank_engine::Clock;
use outflank_rules::{Bitboard, Game, Move, Position, rng::SplitMix64};

use super::Bot;

/// Plays a uniformly random legal square.
pub struct Random {
    seed: u64,
}

impl Random {
    /// Creates a bot; the seed determines its moves.
    pub fn new(seed: u64) -> Random {
        Random { seed }
    }
}

impl Bot for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, game: &Game, _: Clock, _: &AtomicBool) -> Move {
        let position = game.position();
        Draws::at(self.seed, &position).pick(position.legal())
    }
}

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
