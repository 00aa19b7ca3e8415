//! How a thread that thinks is stopped, so that no order to stop is lost and none hits the next question.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering::SeqCst},
};

/// What tells a thread that thinks to stop. Only the question with the current number is worth an answer.
#[derive(Clone)]
pub(crate) struct Switch {
    current: Arc<AtomicU64>,
    /// The question that wants its answer at once; the thread may not have begun with it.
    hurried: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

impl Switch {
    pub(crate) fn new(stop: Arc<AtomicBool>) -> Switch {
        Switch { current: Arc::default(), hurried: Arc::default(), stop }
    }

    /// The number of the question that is worth an answer.
    pub(crate) fn current(&self) -> u64 {
        self.current.load(SeqCst)
    }

    /// The thread begins with a question, unless it is out of date. Whatever changes after this has looked finds the flag cleared and
    /// sets it, because numbers are changed first and the flag is set after that.
    pub(crate) fn admits(&self, number: u64) -> bool {
        self.stop.store(false, SeqCst);
        if self.hurried.load(SeqCst) == number {
            self.stop.store(true, SeqCst);
        }
        self.current() == number
    }

    /// Wants the answer to the current question at once.
    pub(crate) fn hurry(&self) {
        self.hurried.store(self.current(), SeqCst);
        self.stop.store(true, SeqCst);
    }

    /// Makes the question that is being thought about out of date, and returns the number of the next.
    pub(crate) fn advance(&self) -> u64 {
        let next = self.current.fetch_add(1, SeqCst) + 1;
        self.stop.store(true, SeqCst);
        next
    }
}
