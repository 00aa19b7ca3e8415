//! Cancels requests to a thread without losing a cancellation or canceling the next request.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering::SeqCst},
};

/// Cancels requests by number: only the current request gets a reply.
#[derive(Clone)]
pub(crate) struct CancelToken {
    current: Arc<AtomicU64>,
    /// The request that wants its reply at once; the thread may not have started it.
    hurried: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

impl CancelToken {
    pub(crate) fn new(stop: Arc<AtomicBool>) -> CancelToken {
        CancelToken { current: Arc::default(), hurried: Arc::default(), stop }
    }

    /// The flag that the search polls.
    pub(crate) fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// The number of the current request.
    pub(crate) fn current(&self) -> u64 {
        self.current.load(SeqCst)
    }

    /// Called by the thread before it starts a request. Returns whether the request is current.
    /// Later changes are not lost: they change the number first and then set the flag, which this
    /// clears before it reads the number.
    pub(crate) fn admits(&self, number: u64) -> bool {
        self.stop.store(false, SeqCst);
        if self.hurried.load(SeqCst) == number {
            self.stop.store(true, SeqCst);
        }
        self.current() == number
    }

    /// Requests the reply to the current request at once.
    pub(crate) fn hurry(&self) {
        self.hurried.store(self.current(), SeqCst);
        self.stop.store(true, SeqCst);
    }

    /// Cancels the current request and returns the number of the next.
    pub(crate) fn advance(&self) -> u64 {
        let next = self.current.fetch_add(1, SeqCst) + 1;
        self.stop.store(true, SeqCst);
        next
    }
}
