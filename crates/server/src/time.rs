//! Time that goes into logs and clocks.

use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// Milliseconds since 1970 that never go back while the server runs, whatever is done to the machine's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timekeeper {
    started: Instant,
    started_at: u64,
}

impl Timekeeper {
    /// From now on.
    pub(crate) fn start() -> Timekeeper {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timekeeper { started: Instant::now(), started_at: millis(since) }
    }

    /// Since when it has run.
    pub(crate) fn started_at(&self) -> u64 {
        self.started_at
    }

    /// What time it is.
    pub(crate) fn now(&self) -> u64 {
        self.started_at + millis(self.started.elapsed())
    }

    /// The same time for timers. A time too far away for them is as good as never.
    pub(crate) fn instant(&self, at: u64) -> Option<Instant> {
        let later = std::time::Duration::from_millis(at.saturating_sub(self.started_at));
        self.started.checked_add(later)
    }
}

fn millis(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
