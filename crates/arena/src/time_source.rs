//! Where a game takes its time from.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

/// What tells the time: the time since some zero, which never goes back. Copies tell the same time.
///
/// The real time, unless somebody else is to move it, as in a test or in a game that is shown again:
///
/// ```
/// use std::{sync::{Arc, atomic::{AtomicU64, Ordering::SeqCst}}, time::Duration};
/// use outflank_arena::TimeSource;
///
/// let seconds = Arc::new(AtomicU64::new(0));
/// let told = Arc::clone(&seconds);
/// let source = TimeSource::new(move || Duration::from_secs(told.load(SeqCst)));
/// seconds.store(90, SeqCst);
/// assert_eq!(source.now(), Duration::from_secs(90));
/// ```
#[derive(Clone)]
pub struct TimeSource(Arc<dyn Fn() -> Duration + Send + Sync>);

impl TimeSource {
    /// The time that passes, from now on.
    pub fn real() -> TimeSource {
        let zero = Instant::now();
        TimeSource::new(move || zero.elapsed())
    }

    /// The time as this tells it; engines ask on their own threads.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> TimeSource {
        TimeSource(Arc::new(now))
    }

    /// The time since the zero of this source.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

impl Default for TimeSource {
    fn default() -> TimeSource {
        TimeSource::real()
    }
}

impl fmt::Debug for TimeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TimeSource").field(&self.now()).finish()
    }
}
