//! The engine at a level, as a bot.

use std::sync::atomic::AtomicBool;

use outflank_engine::{Clock, Level, Player, Settings};
use outflank_rules::{Game, Move};

use super::{Bot, stopping::stopping};

/// Below this level a move takes no time to speak of.
const SLOW_FROM: u8 = 12;

/// The engine of this project, on one thread.
pub struct LevelBot {
    player: Player,
}

impl LevelBot {
    /// A player of this level; its mistakes and its choice of openings follow from the seed.
    pub fn new(level: Level, seed: u64) -> LevelBot {
        let settings = Settings { threads: 1, ..Settings::default() };
        LevelBot { player: Player::new(level, seed, &settings) }
    }
}

impl Bot for LevelBot {
    fn name(&self) -> String {
        match self.player.level().number() {
            Some(number) => format!("level:{number}"),
            None => self.player.level().to_string(),
        }
    }

    fn choose(&mut self, game: &Game, clock: Clock, stop: &AtomicBool) -> Move {
        let own_stop = self.player.stop_flag();
        let is_quick = self.player.level().number().is_none_or(|number| number < SLOW_FROM);
        let choice = stopping(stop, &own_stop, is_quick, || self.player.choose(&game.position(), clock));
        choice.expect("a bot is asked only where a disc can be placed").mv
    }
}
