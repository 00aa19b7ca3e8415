//! The engine at a level, as a bot.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use outflank_engine::{Clock, Level, Player, Settings};
use outflank_rules::{Game, Move};

use super::Bot;

/// Below this level a move takes no time to speak of, and nobody needs to stop it.
const SLOW_FROM: u8 = 12;

/// How often it is looked whether somebody said stop.
const LOOK_EVERY: Duration = Duration::from_millis(2);

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

    fn decide(&mut self, game: &Game, clock: Clock) -> Move {
        let choice = self.player.choose(&game.position(), clock);
        choice.expect("a bot is asked only where a disc can be placed").mv
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
        own_stop.store(stop.load(Ordering::Relaxed), Ordering::Relaxed);
        if self.player.level().number().is_none_or(|number| number < SLOW_FROM) {
            return self.decide(game, clock);
        }
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            // The engine has a flag of its own: whoever sets ours sets that one too.
            let watcher = scope.spawn(|| {
                while !is_done.load(Ordering::Acquire) {
                    if stop.load(Ordering::Relaxed) {
                        own_stop.store(true, Ordering::Relaxed);
                    }
                    thread::park_timeout(LOOK_EVERY);
                }
            });
            let mv = self.decide(game, clock);
            is_done.store(true, Ordering::Release);
            watcher.thread().unpark();
            mv
        })
    }
}
