//! Random moves: the baseline that every bot should beat.

use std::sync::atomic::AtomicBool;

use outflank_engine::Clock;
use outflank_rules::{Game, Move};

use super::{Bot, draws::Draws};

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
