//! The time of logs and clocks.

use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// Milliseconds since 1970 that never go back while the server runs, even if the system clock is
/// set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timekeeper {
    started: Instant,
    started_at: u64,
}

impl Timekeeper {
    /// Starts at the time of the system clock.
    pub(crate) fn start() -> Timekeeper {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timekeeper::start_at(millis(since))
    }

    /// Starts at this time instead of the system clock's.
    pub(crate) fn start_at(started_at: u64) -> Timekeeper {
        Timekeeper { started: Instant::now(), started_at }
    }

    /// The current time.
    pub(crate) fn now(&self) -> u64 {
        self.started_at + millis(self.started.elapsed())
    }

    /// Returns the time as an instant for timers; `None` if it is too far away.
    pub(crate) fn instant(&self, at: u64) -> Option<Instant> {
        let later = std::time::Duration::from_millis(at.saturating_sub(self.started_at));
        self.started.checked_add(later)
    }
}

fn millis(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
