//! Built-in bots: small players that a class can read.
//!
//! Each is one short file with one idea. In the order in which they beat each other, more or less: `random`, `greedy`,
//! `corners`, `positional`, `minimax`, `mcts`, and the engine at its levels or with a fixed effort. They use the rules as anybody can who has
//! [`outflank_rules`], play every variant, and answer the same for the same seed.

mod corners;
mod deadline;
mod draws;
mod features;
mod greedy;
mod kind;
mod level;
mod mcts;
mod minimax;
mod positional;
mod random;
mod search;
mod stopping;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use outflank_engine::Clock;
use outflank_rules::{Game, Move};

pub use corners::Corners;
pub use greedy::Greedy;
pub(crate) use kind::most;
pub use kind::{BotKind, MOST_NODES, UnknownBot};
pub use level::LevelBot;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use positional::Positional;
pub use random::Random;
pub use search::{Budget, SearchBot};

/// Somebody who is asked for moves.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use outflank_arena::bot::{Bot, BotKind};
/// use outflank_engine::Clock;
/// use outflank_rules::{Game, Move, Variant};
///
/// let mut bot = "corners".parse::<BotKind>()?.bot(7);
/// let mut game = Game::new(Variant::SIX.start());
/// while !game.is_over() {
///     let must_pass = game.position().must_pass();
///     let mv = if must_pass { Move::Pass } else { bot.choose(&game, Clock::Unlimited, &AtomicBool::new(false)) };
///     game.play(mv)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot: Send {
    /// What it is called, as [`BotKind`] reads it.
    fn name(&self) -> String;

    /// Decides on a square in a game in which the side to move can place a disc: nobody is asked about a forced pass. It keeps to
    /// the clock, and once `stop` is set it answers at once with the best it knows.
    fn choose(&mut self, game: &Game, clock: Clock, stop: &AtomicBool) -> Move;
}
