//! When thinking has to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use outflank_engine::Clock;
use outflank_rules::Position;

/// The moment at which a bot has to answer: its share of the clock is used up, or somebody says stop.
pub(super) struct Deadline<'a> {
    /// `None` where there is all the time in the world.
    end: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> Deadline<'a> {
    /// The time for a move in this position, from now.
    pub(super) fn new(position: &Position, clock: Clock, stop: &'a AtomicBool) -> Deadline<'a> {
        let time = clock.allot(position.empties().len());
        Deadline { end: time.and_then(|time| Instant::now().checked_add(time)), stop }
    }

    /// Must an answer be given now?
    pub(super) fn has_come(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.end.is_some_and(|end| Instant::now() >= end)
    }
}
