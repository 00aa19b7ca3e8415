//! Time, in milliseconds.

use std::time::Duration;

use outflank_engine::Clock;
use serde::{Deserialize, Serialize};

/// What the time is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeKind {
    /// Nobody counts it.
    #[default]
    None,
    /// For each move.
    Move,
    /// For the rest of the game.
    Game,
}

/// The time of a game, told before it begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Time {
    /// What it is for.
    pub kind: TimeKind,
    /// How much there is at the beginning; absent where nobody counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// What is added after each move.
    pub increment_ms: u64,
}

/// The clocks at a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Clocks {
    /// What the bot that is asked has left; absent where nobody counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_ms: Option<u64>,
    /// What the opponent has left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opp_ms: Option<u64>,
    /// What is added after each move.
    pub increment_ms: u64,
    /// What the time is for.
    pub kind: TimeKind,
}

impl Clocks {
    /// The clock of the bot that is asked, as the engine and the built-in bots take it.
    pub fn own(self) -> Clock {
        let left = self.own_ms.map(Duration::from_millis);
        match (self.kind, left) {
            (TimeKind::None, _) | (_, None) => Clock::Unlimited,
            (TimeKind::Move, Some(left)) => Clock::PerMove(left),
            (TimeKind::Game, Some(left)) => Clock::Game { left, increment: Duration::from_millis(self.increment_ms) },
        }
    }
}
