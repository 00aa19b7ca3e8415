//! How somebody who works on a job hears that it is not wanted any more.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering::SeqCst},
};

/// Says that a job is not wanted any more. All clones are one.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    is_cancelled: bool,
    /// Stops the search that is under way, if one is.
    stop: Option<Arc<AtomicBool>>,
}

impl Cancel {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It is not wanted any more: the search that is under way ends, and none begins.
    pub fn cancel(&self) {
        let mut inner = self.inner();
        inner.is_cancelled = true;
        inner.stop();
    }

    /// It is wanted, but what was found by now is enough.
    pub fn stop(&self) {
        self.inner().stop();
    }

    /// Is it not wanted any more?
    pub fn is_cancelled(&self) -> bool {
        self.inner().is_cancelled
    }

    /// From now on this flag is set where the search is to end, at once if that has been said already; until the guard is dropped, so
    /// that the search after this one is left alone.
    pub fn stopping(&self, flag: Arc<AtomicBool>) -> Stopping<'_> {
        let mut inner = self.inner();
        flag.store(inner.is_cancelled, SeqCst);
        inner.stop = Some(flag);
        Stopping(self)
    }
}

impl Inner {
    fn stop(&self) {
        if let Some(stop) = &self.stop {
            stop.store(true, SeqCst);
        }
    }
}

/// A search that can be stopped.
#[derive(Debug)]
pub struct Stopping<'a>(&'a Cancel);

impl Drop for Stopping<'_> {
    fn drop(&mut self) {
        if let Some(flag) = self.0.inner().stop.take() {
            flag.store(false, SeqCst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_stopped_before_it_begins_and_while_it_runs_but_not_the_next() {
        let (cancel, flag) = (Cancel::default(), Arc::new(AtomicBool::new(true)));
        let first = cancel.stopping(Arc::clone(&flag));
        assert!(!flag.load(SeqCst), "what was said to the search before is over");
        cancel.stop();
        assert!(flag.load(SeqCst) && !cancel.is_cancelled());
        drop(first);
        assert!(!flag.load(SeqCst));
        cancel.clone().cancel();
        assert!(!flag.load(SeqCst) && cancel.is_cancelled(), "no search is under way");
        let _second = cancel.stopping(Arc::clone(&flag));
        assert!(flag.load(SeqCst));
    }
}
