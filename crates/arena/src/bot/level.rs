//! The engine at a level, as a bot.

use std::sync::atomic::AtomicBool;

use outflank_engine::{Clock, Level, Player, Settings};
use outflank_rules::{DiscDiff, Game, Move};

use super::{Bot, deadline::stopping};

/// Levels below this one answer within milliseconds.
const SLOW_FROM: u8 = 12;

/// The engine at a level.
pub struct LevelBot {
    player: Player,
    value: Option<DiscDiff>,
}

impl LevelBot {
    /// Creates a bot; the seed determines its mistakes and its choice of openings.
    pub fn new(level: Level, seed: u64, settings: &Settings) -> LevelBot {
        LevelBot { player: Player::new(level, seed, settings), value: None }
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
        let own_stop = self.player.new_stop_handle();
        let is_quick = self.player.level().number().is_none_or(|number| number < SLOW_FROM);
        let choice = stopping(stop, &own_stop, is_quick, || self.player.choose(&game.position(), clock));
        let choice = choice.expect("a bot is asked only where a disc can be placed");
        self.value = choice.value;
        choice.mv
    }

    fn value(&self) -> Option<DiscDiff> {
        self.value
    }
}
