//! Threads without work: they look for some for a moment, as it mostly comes at once, and then sleep until somebody rings.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Condvar, Mutex};
use std::{hint, thread};

use crate::params;

/// Who has nothing to do, and the bell that wakes the sleepers.
#[derive(Default)]
pub(crate) struct Idle {
    waiting: AtomicUsize,
    sleeping: AtomicUsize,
    door: Mutex<()>,
    bell: Condvar,
}

impl Idle {
    /// Whether anybody waits for work.
    #[inline(always)]
    pub(crate) fn is_anybody(&self) -> bool {
        self.waiting.load(Relaxed) != 0
    }

    /// Waits until `find` finds something, and gives it. The thread counts as idle meanwhile. Whoever changes what `find` looks at
    /// must [`ring`](Idle::ring).
    pub(crate) fn wait<T>(&self, mut find: impl FnMut() -> Option<T>) -> T {
        self.waiting.fetch_add(1, SeqCst);
        let found = (0..params::LOOKS_BEFORE_SLEEP).find_map(|look| {
            if look < params::LOOKS_BEFORE_YIELDING {
                hint::spin_loop();
            } else {
                thread::yield_now();
            }
            find()
        });
        let found = found.unwrap_or_else(|| self.sleep(find));
        self.waiting.fetch_sub(1, SeqCst);
        found
    }

    /// The sleeper says that it sleeps before it looks for the last time, and who rings looks for sleepers after the change: one of
    /// the two sees the other.
    fn sleep<T>(&self, mut find: impl FnMut() -> Option<T>) -> T {
        let mut inside = self.door.lock().expect("nobody panics at the door");
        self.sleeping.fetch_add(1, SeqCst);
        let found = loop {
            if let Some(found) = find() {
                break found;
            }
            inside = self.bell.wait(inside).expect("nobody panics at the door");
        };
        self.sleeping.fetch_sub(1, SeqCst);
        found
    }

    /// Wakes all sleepers: there is work, or a helper has gone, or the search is over.
    #[inline]
    pub(crate) fn ring(&self) {
        if self.sleeping.load(SeqCst) != 0 {
            drop(self.door.lock().expect("nobody panics at the door"));
            self.bell.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleepers_wake_for_every_piece_of_work() {
        let (idle, given, taken) = (Idle::default(), AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            scope.spawn(|| {
                for piece in 1..=500 {
                    idle.wait(|| (given.load(SeqCst) >= piece).then_some(()));
                    taken.store(piece, SeqCst);
                    idle.ring();
                }
            });
            for piece in 1..=500 {
                given.store(piece, SeqCst);
                idle.ring();
                idle.wait(|| (taken.load(SeqCst) == piece).then_some(()));
            }
        });
        assert!(!idle.is_anybody());
    }
}
