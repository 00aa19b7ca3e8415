//! When a bot must stop thinking: its deadline, and the caller's stop flag.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use outflank_engine::{Clock, StopHandle};
use outflank_rules::Position;

/// The moment by which a bot must answer: its share of the clock is used up, or the caller set the
/// stop flag.
pub(super) struct Deadline<'a> {
    /// `None` without a time limit.
    end: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> Deadline<'a> {
    /// The time for a move in this position, starting now.
    pub(super) fn new(position: &Position, clock: Clock, stop: &'a AtomicBool) -> Deadline<'a> {
        let time = clock.allot(position.empties().len());
        Deadline { end: time.and_then(|time| Instant::now().checked_add(time)), stop }
    }

    pub(super) fn has_come(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// Poll interval for the caller's stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Runs `think`, which ends early once `own_stop` is used, and uses it when the caller sets
/// `stop`. Quick searches run without the watcher thread, as they end before a stop would matter.
pub(super) fn stopping<T>(stop: &AtomicBool, own_stop: &StopHandle, is_quick: bool, think: impl FnOnce() -> T) -> T {
    if stop.load(Ordering::Relaxed) {
        own_stop.stop();
    }
    if is_quick {
        return think();
    }
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !is_done.load(Ordering::Acquire) {
                if stop.load(Ordering::Relaxed) {
                    own_stop.stop();
                }
                thread::park_timeout(POLL_INTERVAL);
            }
        });
        let thought = think();
        is_done.store(true, Ordering::Release);
        watcher.thread().unpark();
        thought
    })
}
