//! The queue of analysis jobs: the trait, and its implementation on the engine pool.

#[cfg(test)]
mod tests;

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use outflank_engine::Searcher;
use tokio::{runtime::Handle, sync::watch, time::timeout};

use super::{Job, JobFault, JobId, JobProgressReport, JobState, JobStatus, cache::ResultCache, run};
use crate::{
    Reply,
    engine::pool::{Client, Finish, Pool, SubmitError, Ticket},
};

/// How many finished jobs clients can still ask about.
const MAX_FINISHED: usize = 256;

/// The latest state of a job, and a notice whenever it changes.
pub type JobWatch = watch::Receiver<Arc<JobState>>;

/// A job that the queue accepted.
#[derive(Clone, Debug)]
pub struct Submitted {
    /// The name of the job.
    pub id: JobId,
    /// Its state from now on.
    pub watch: JobWatch,
}

/// The jobs of a queue now, and the number that ended since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobLoad {
    /// Jobs that wait.
    pub waiting: usize,
    /// Jobs that a thread works on, including cancelled jobs that are about to stop.
    pub running: usize,
    /// Jobs that completed.
    pub done: u64,
    /// Jobs that the cache answered.
    pub known: u64,
    /// Jobs that were cancelled.
    pub cancelled: u64,
    /// Jobs that failed.
    pub failed: u64,
}

/// Accepts analysis jobs and runs them, in this process or elsewhere. Clients take turns, and the
/// number of jobs is bounded. How workers get their jobs is the business of the implementation.
///
/// The tests of this module state what an implementation promises.
pub trait JobQueue: Send + Sync + 'static {
    /// Adds a job to the queue, or refuses it.
    fn submit(&self, client: Client, job: Job) -> Reply<Result<Submitted, SubmitError>>;

    /// Adds a job whose result is known, so that clients can ask about it like about others.
    fn add_known(&self, state: JobState) -> Reply<Submitted>;

    /// Cancels a job. Its state changes at once; its worker stops soon after. A finished job stays
    /// as it is.
    fn cancel(&self, id: JobId);

    /// The state of a job. Returns `None` if the job is unknown or was forgotten.
    fn watch(&self, id: JobId) -> Option<JobWatch>;

    /// The number of jobs by state.
    fn load(&self) -> JobLoad;
}

/// Runs a job and reports each step. Returns whether the job came to its own end.
type RunJob = dyn Fn(&Job, &mut Searcher, &mut dyn FnMut(JobProgressReport)) -> bool + Send + Sync;

/// Jobs on the background threads of this process. Dropping the queue cancels them.
pub struct LocalQueue {
    pool: Arc<Pool>,
    records: Arc<Records>,
    cache: ResultCache,
    run: Arc<RunJob>,
}

impl LocalQueue {
    /// An empty queue on this pool. Complete results go to the cache.
    pub(super) fn new(pool: Arc<Pool>, cache: ResultCache) -> LocalQueue {
        LocalQueue { pool, records: Arc::default(), cache, run: Arc::new(run) }
    }

    fn enter(&self, client: Client, job: Job) -> Result<Submitted, SubmitError> {
        let (id, time_limit) = (JobId::random(), job.longest());
        let (state, watch) = watch::channel(Arc::new(JobState::waiting(job.kind(), 0)));
        let running = RunningJob {
            id,
            job,
            state: state.clone(),
            records: Arc::clone(&self.records),
            cache: self.cache.clone(),
            run: Arc::clone(&self.run),
            runtime: Handle::current(),
        };
        let listener = {
            let state = state.clone();
            move |position| set_position(&state, position)
        };
        // A job that ends at once waits for this lock until its record is in.
        let mut records = self.records.lock();
        let ticket = self.pool.submit_job(client, listener, move |searcher| running.run(searcher))?;
        records.jobs.insert(id, Record { state, ticket: Some(ticket) });
        drop(records);
        tokio::spawn(stop_after(time_limit, watch.clone(), Arc::clone(&self.records), id));
        Ok(Submitted { id, watch })
    }
}

impl JobQueue for LocalQueue {
    fn submit(&self, client: Client, job: Job) -> Reply<Result<Submitted, SubmitError>> {
        Box::pin(std::future::ready(self.enter(client, job)))
    }

    fn add_known(&self, known: JobState) -> Reply<Submitted> {
        let id = JobId::random();
        let (state, watch) = watch::channel(Arc::new(known));
        let mut records = self.records.lock();
        records.jobs.insert(id, Record { state, ticket: None });
        records.ended.known += 1;
        records.remember(id);
        Box::pin(std::future::ready(Submitted { id, watch }))
    }

    fn cancel(&self, id: JobId) {
        self.records.end(id, JobStatus::Cancelled, None);
    }

    fn watch(&self, id: JobId) -> Option<JobWatch> {
        self.records.lock().jobs.get(&id).map(|record| record.state.subscribe())
    }

    fn load(&self) -> JobLoad {
        let load = self.pool.load();
        JobLoad { waiting: load.jobs_waiting, running: load.jobs_running, ..self.records.lock().ended }
    }
}

impl Drop for LocalQueue {
    fn drop(&mut self) {
        let all: Vec<JobId> = self.records.lock().jobs.keys().copied().collect();
        all.into_iter().for_each(|id| self.cancel(id));
    }
}

/// The states of all jobs. Locked before the pool's queue, never after it.
#[derive(Default)]
struct Records(Mutex<RecordsInner>);

#[derive(Default)]
struct RecordsInner {
    jobs: HashMap<JobId, Record>,
    /// Finished jobs, the oldest first.
    finished: VecDeque<JobId>,
    ended: JobLoad,
}

struct Record {
    state: watch::Sender<Arc<JobState>>,
    /// Dropped when the job ends.
    ticket: Option<Ticket>,
}

impl Records {
    fn lock(&self) -> MutexGuard<'_, RecordsInner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends a job and counts it, unless it has ended.
    fn end(&self, id: JobId, status: JobStatus, error: Option<JobFault>) {
        let mut records = self.lock();
        let Some(record) = records.jobs.get_mut(&id) else { return };
        if record.state.borrow().status.is_final() {
            return;
        }
        let ticket = record.ticket.take();
        update(&record.state, |state| {
            state.status = status;
            state.queue_position = None;
            state.error = error;
        });
        match status {
            JobStatus::Done => records.ended.done += 1,
            JobStatus::Failed => records.ended.failed += 1,
            _ => records.ended.cancelled += 1,
        }
        records.remember(id);
        drop(records);
        drop(ticket);
    }

    /// Stops the search of a job that runs. The job ends with the result found so far.
    fn stop(&self, id: JobId) {
        if let Some(Record { ticket: Some(ticket), .. }) = self.lock().jobs.get(&id) {
            ticket.stop();
        }
    }
}

impl RecordsInner {
    /// Keeps a finished job and forgets the oldest one.
    fn remember(&mut self, id: JobId) {
        self.finished.push_back(id);
        if self.finished.len() > MAX_FINISHED
            && let Some(oldest) = self.finished.pop_front()
        {
            self.jobs.remove(&oldest);
        }
    }
}

/// Changes the state of a job that has not ended.
fn update(state: &watch::Sender<Arc<JobState>>, change: impl FnOnce(&mut JobState)) {
    state.send_if_modified(|state| {
        let may_change = !state.status.is_final();
        if may_change {
            change(Arc::make_mut(state));
        }
        may_change
    });
}

/// Sets the queue position of a job that waits, if it changed.
fn set_position(state: &watch::Sender<Arc<JobState>>, position: usize) {
    state.send_if_modified(|state| {
        let is_new = state.status == JobStatus::Waiting && state.queue_position != Some(position);
        if is_new {
            Arc::make_mut(state).queue_position = Some(position);
        }
        is_new
    });
}

/// Stops a job's search this long after it started. The engine does not get this limit, because
/// its limits change what it finds at a fixed depth.
async fn stop_after(time_limit: Duration, mut watch: JobWatch, records: Arc<Records>, id: JobId) {
    if watch.wait_for(|state| state.status != JobStatus::Waiting).await.is_err() {
        return;
    }
    let ended = async { drop(watch.wait_for(|state| state.status.is_final()).await) };
    if timeout(time_limit, ended).await.is_err() {
        records.stop(id);
    }
}

/// A job on its way through the pool. If its thread panics, the job fails.
struct RunningJob {
    id: JobId,
    job: Job,
    state: watch::Sender<Arc<JobState>>,
    records: Arc<Records>,
    cache: ResultCache,
    run: Arc<RunJob>,
    runtime: Handle,
}

impl RunningJob {
    fn run(self, mut searcher: Searcher) -> (Searcher, Finish) {
        update(&self.state, |state| {
            state.status = JobStatus::Running;
            state.queue_position = None;
        });
        let is_complete = (self.run)(&self.job, &mut searcher, &mut |report| {
            update(&self.state, |state| {
                state.progress = report.progress;
                state.result = report.result.or(state.result.take());
            });
        });
        let found = Arc::clone(&self.state.borrow());
        if let Some(result) = &found.result
            && is_complete
            && !found.status.is_final()
        {
            self.runtime.block_on(self.cache.keep(&self.job, found.progress, result));
        }
        (searcher, Box::new(move || self.records.end(self.id, JobStatus::Done, None)))
    }
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        if thread::panicking() {
            let message = "the engine failed at this position; please report it".to_owned();
            self.records.end(self.id, JobStatus::Failed, Some(JobFault { code: "failed".to_owned(), message }));
        }
    }
}
