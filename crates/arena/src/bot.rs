//! Built-in bots, small enough to read in class.
//!
//! Each bot is one short file with one idea. Roughly in order of strength: `random`, `greedy`,
//! `corners`, `positional`, `minimax`, `mcts`, and the engine at its levels or with fixed search
//! limits. They use only the public API of [`outflank_rules`], play every variant, and repeat their
//! moves for the same seed.

mod corners;
mod deadline;
mod features;
mod greedy;
mod kind;
mod level;
mod mcts;
mod minimax;
mod positional;
mod random;
mod search;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use outflank_engine::Clock;
use outflank_rules::{DiscDiff, Game, Move};

pub use corners::Corners;
pub use greedy::Greedy;
pub(crate) use kind::most;
pub use kind::{BotKind, MAX_NODES, ParseBotError};
pub use level::LevelBot;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use positional::Positional;
pub use random::Random;
pub use search::{Budget, SearchBot};

/// Chooses moves.
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
    /// The name, in the syntax that [`BotKind`] parses.
    fn name(&self) -> String;

    /// Chooses a square. Call it only if the side to move can place a disc; forced passes are the
    /// caller's job. The bot keeps to the clock. Once `stop` is set it returns the best move found
    /// so far.
    fn choose(&mut self, game: &Game, clock: Clock, stop: &AtomicBool) -> Move;

    /// The engine's evaluation of its last move, in discs for the side that made it.
    fn value(&self) -> Option<DiscDiff> {
        None
    }
}
