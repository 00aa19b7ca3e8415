//! The engine has a flag of its own that stops it: whoever sets ours sets that one too.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How often it is looked whether somebody said stop.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// Does something that ends early once `own_stop` is set, and sets that when somebody sets `stop`. What `is_quick` nobody needs to
/// stop in the middle, and no thread looks after it.
pub(super) fn stopping<T>(stop: &AtomicBool, own_stop: &AtomicBool, is_quick: bool, think: impl FnOnce() -> T) -> T {
    own_stop.store(stop.load(Ordering::Relaxed), Ordering::Relaxed);
    if is_quick {
        return think();
    }
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !is_done.load(Ordering::Acquire) {
                if stop.load(Ordering::Relaxed) {
                    own_stop.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(LOOK_EVERY);
            }
        });
        let thought = think();
        is_done.store(true, Ordering::Release);
        watcher.thread().unpark();
        thought
    })
}
