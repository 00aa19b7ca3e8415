//! Any legal move: whoever does not beat this one has a mistake in the program.

use std::sync::atomic::AtomicBool;

use outflank_engine::Clock;
use outflank_rules::{Game, Move};

use super::{Bot, draws::Draws};

/// Plays any legal square, each as likely as any other.
pub struct Random {
    seed: u64,
}

impl Random {
    /// A player whose moves follow from the seed.
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
