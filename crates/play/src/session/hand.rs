//! Time that only a test moves.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use crate::TimeSource;

/// Time that only a test moves.
#[derive(Clone, Default)]
pub(crate) struct Hand(Arc<Mutex<Duration>>);

impl Hand {
    pub(crate) fn source(&self) -> TimeSource {
        let hand = self.clone();
        TimeSource::new(move || *hand.0.lock().unwrap())
    }

    pub(crate) fn pass(&self, time: Duration) {
        *self.0.lock().unwrap() += time;
    }
}
