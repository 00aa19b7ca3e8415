//! Analysis jobs: evaluations of moves, reviews of games, exact solutions.
//!
//! A [`JobQueue`] takes the jobs and runs them on the background threads of the
//! [`pool`](super::pool). Equal jobs have equal results, because each runs on one thread with an
//! empty table. Results that time could not cut off, and exact ones, go to the cache in the
//! database.

mod cache;
mod id;
mod queue;

use std::{
    collections::HashMap,
    num::NonZero,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    thread,
    time::Duration,
};

use cache::ResultCache;
pub use id::{JobId, UnknownJobError};
pub use outflank_study::job::{
    BoundView, Effort, Goal, Job, JobFault, JobKind, JobLimits, JobProgress, JobProgressReport, JobRequest,
    JobRequestError, JobResult, JobState, JobStatus, ParseResultError, REVIEW_LEVEL, ReviewView, ReviewedView,
    Thresholds, Total, Totals, VALUES_LEVEL, ValueView, ValuesView, run,
};
pub use queue::{JobLoad, JobQueue, JobWatch, LocalQueue, Submitted};
use thiserror::Error;
use tokio::time::{Instant, sleep_until};

use crate::{
    engine::pool::{Client, Pool, SubmitError},
    log::AnswerStore,
};

/// Resources for jobs, and the limits of one client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobSettings {
    /// Background threads. There are more than processors, so that a new job finds a free thread.
    pub workers: usize,
    /// Bytes of each thread's transposition table, allocated at its first job.
    pub hash_bytes: usize,
    /// The most jobs that may wait.
    pub queue_limit: usize,
    /// The most jobs of one client, waiting or running. At most half of the threads run jobs of one
    /// client.
    pub per_client: usize,
    /// The most jobs of all clients on this machine that use plain HTTP, where the server cannot
    /// tell one client from another.
    pub per_machine: usize,
    /// What a client may request.
    pub limits: JobLimits,
    /// A job submitted over plain HTTP is cancelled after this long without a request about it.
    pub unasked: Duration,
    /// The capacity of the result cache.
    pub kept: usize,
}

impl Default for JobSettings {
    fn default() -> JobSettings {
        let processors = thread::available_parallelism().map_or(2, NonZero::get);
        JobSettings {
            workers: (2 * processors).max(4),
            hash_bytes: 32 << 20,
            queue_limit: 64,
            per_client: 4,
            per_machine: 32,
            limits: JobLimits::default(),
            unasked: Duration::from_secs(60),
            kept: 20_000,
        }
    }
}

/// The service for jobs. Cheap to clone; clones share state, and dropping the last cancels all
/// jobs.
#[derive(Clone)]
pub(crate) struct Jobs(Arc<JobsInner>);

struct JobsInner {
    queue: Arc<dyn JobQueue>,
    cache: ResultCache,
    reaper: AbandonedJobReaper,
    settings: JobSettings,
}

impl Jobs {
    pub(crate) fn new(pool: Arc<Pool>, settings: JobSettings, store: Arc<dyn AnswerStore>) -> Jobs {
        let cache = ResultCache::new(store, &settings);
        let queue: Arc<dyn JobQueue> = Arc::new(LocalQueue::new(pool, cache.clone()));
        let reaper = AbandonedJobReaper::new(&queue, settings.unasked);
        Jobs(Arc::new(JobsInner { queue, cache, reaper, settings }))
    }

    /// Queues a job, or answers it from the cache.
    pub(crate) async fn submit(&self, client: Client, request: JobRequest) -> Result<Submitted, JobError> {
        let job = request.resolve(&self.0.settings.limits)?;
        Ok(match self.0.cache.find(&job).await {
            Some(known) => self.0.queue.add_known(known).await,
            None => self.0.queue.submit(client, job).await?,
        })
    }

    /// Cancels the job when no client asks about it for [`JobSettings::unasked`].
    pub(crate) fn cancel_if_abandoned(&self, submitted: &Submitted) {
        self.0.reaper.attend(submitted.id, submitted.watch.clone());
    }

    /// The state of a job. Counts as a request about it.
    pub(crate) fn watch(&self, id: JobId) -> Option<JobWatch> {
        self.0.reaper.touch(id);
        self.0.queue.watch(id)
    }

    pub(crate) fn cancel(&self, id: JobId) {
        self.0.queue.cancel(id);
    }

    pub(crate) fn load(&self) -> JobLoad {
        self.0.queue.load()
    }
}

/// Why the server does not accept a job.
#[derive(Clone, Debug, Error)]
pub(crate) enum JobError {
    #[error(transparent)]
    Request(#[from] JobRequestError),
    #[error(transparent)]
    Refused(#[from] SubmitError),
}

impl JobError {
    /// The error code.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            JobError::Request(error) => error.code(),
            JobError::Refused(SubmitError::TooMany(_)) => "rate-limited",
            JobError::Refused(SubmitError::Full(_)) => "busy",
        }
    }
}

/// Cancels jobs that no client asks about any more.
#[derive(Clone)]
struct AbandonedJobReaper {
    queue: Weak<dyn JobQueue>,
    /// The time of the last request about each unfinished job.
    asked_at: Arc<Mutex<HashMap<JobId, Instant>>>,
    timeout: Duration,
}

impl AbandonedJobReaper {
    fn new(queue: &Arc<dyn JobQueue>, timeout: Duration) -> AbandonedJobReaper {
        AbandonedJobReaper { queue: Arc::downgrade(queue), asked_at: Arc::default(), timeout }
    }

    fn asked_at(&self) -> MutexGuard<'_, HashMap<JobId, Instant>> {
        self.asked_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a request about a job.
    fn touch(&self, id: JobId) {
        if let Some(asked_at) = self.asked_at().get_mut(&id) {
            *asked_at = Instant::now();
        }
    }

    /// Watches over a job until it ends.
    fn attend(&self, id: JobId, watch: JobWatch) {
        if watch.borrow().status.is_final() {
            return;
        }
        self.asked_at().insert(id, Instant::now());
        let reaper = self.clone();
        tokio::spawn(async move {
            reaper.wait(id, watch).await;
            reaper.asked_at().remove(&id);
        });
    }

    async fn wait(&self, id: JobId, mut watch: JobWatch) {
        loop {
            let deadline = self.asked_at().get(&id).map_or_else(Instant::now, |at| *at + self.timeout);
            tokio::select! {
                _ = watch.wait_for(|state| state.status.is_final()) => return,
                () = sleep_until(deadline) => {}
            }
            let is_abandoned = self.asked_at().get(&id).is_none_or(|at| at.elapsed() >= self.timeout);
            if is_abandoned {
                if let Some(queue) = self.queue.upgrade() {
                    queue.cancel(id);
                }
                return;
            }
        }
    }
}
