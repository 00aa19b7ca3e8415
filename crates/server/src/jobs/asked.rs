//! Jobs that somebody asked for without staying to hear the answer: they are given up when he does not come back.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

use super::{JobId, JobQueue, Watch};

#[derive(Clone)]
pub(super) struct Asked {
    queue: Arc<dyn JobQueue>,
    /// When a job was last asked about, for those that are not over.
    last: Arc<Mutex<HashMap<JobId, Instant>>>,
    unasked: Duration,
}

impl Asked {
    pub(super) fn new(queue: Arc<dyn JobQueue>, unasked: Duration) -> Asked {
        Asked { queue, last: Arc::default(), unasked }
    }

    fn last(&self) -> MutexGuard<'_, HashMap<JobId, Instant>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody asks about a job.
    pub(super) fn ask(&self, id: JobId) {
        if let Some(last) = self.last().get_mut(&id) {
            *last = Instant::now();
        }
    }

    /// Watches over a job until it is over.
    pub(super) fn attend(&self, id: JobId, watch: Watch) {
        if watch.borrow().status.is_final() {
            return;
        }
        self.last().insert(id, Instant::now());
        let asked = self.clone();
        tokio::spawn(async move {
            asked.wait(id, watch).await;
            asked.last().remove(&id);
        });
    }

    async fn wait(&self, id: JobId, mut watch: Watch) {
        loop {
            let until = self.last().get(&id).map_or_else(Instant::now, |last| *last + self.unasked);
            tokio::select! {
                () = is_over(&mut watch) => return,
                () = sleep_until(until) => {}
            }
            let is_left = self.last().get(&id).is_none_or(|last| last.elapsed() >= self.unasked);
            if is_left {
                return self.queue.cancel(id);
            }
        }
    }
}

/// Waits until nothing more will be told.
async fn is_over(watch: &mut Watch) {
    // A queue that is gone tells nothing more.
    let _ = watch.wait_for(|state| state.status.is_final()).await;
}
