//! Threads that work on jobs, after everybody else.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::Arc,
    thread::{self, JoinHandle},
    time::Duration,
};

use outflank_engine::{Searcher, Settings};
use tokio::{runtime::Handle, task::JoinSet, time::sleep};

use super::{Answers, Cancel, Fault, JobQueue, JobSettings, Lease, Outcome, Taken, work::work};

/// Threads that take jobs off a queue. Dropped, they close it and end.
pub(super) struct Workers {
    queue: Arc<dyn JobQueue>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    /// Starts them. They wait within the runtime of whoever calls.
    pub(super) fn start(queue: &Arc<dyn JobQueue>, answers: &Answers, settings: &JobSettings) -> Workers {
        let start = |number| {
            let (queue, answers) = (Arc::clone(queue), answers.clone());
            let worker = Worker { number, queue, answers, runtime: Handle::current(), engine: None };
            let hash_bytes = settings.hash_bytes;
            thread::spawn(move || worker.work(hash_bytes))
        };
        Workers { queue: Arc::clone(queue), threads: (0..settings.workers.max(1)).map(start).collect() }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.queue.close();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

struct Worker {
    number: usize,
    queue: Arc<dyn JobQueue>,
    answers: Answers,
    runtime: Handle,
    /// Made when the first job comes, which on many servers is never; and anew after a panic.
    engine: Option<Searcher>,
}

impl Worker {
    fn work(mut self, hash_bytes: usize) {
        give_way();
        while let Some(taken) = self.runtime.block_on(self.queue.take(self.number)) {
            let (engine, lease) = (self.engine.take(), taken.lease);
            let serve = || {
                let engine = engine.unwrap_or_else(|| Searcher::new(&Settings { hash_bytes, threads: 1 }));
                self.serve(taken, engine)
            };
            // Whatever a panic has left half done is dropped with the engine.
            match panic::catch_unwind(AssertUnwindSafe(serve)) {
                Ok(engine) => self.engine = Some(engine),
                Err(_) => {
                    tracing::error!("a job has panicked; its thread goes on");
                    let message = "the engine failed at this position: please report it".to_owned();
                    self.queue.finish(lease, Outcome::Failed(Fault { code: "failed".to_owned(), message }));
                }
            }
        }
    }

    fn serve(&self, Taken { lease, job, cancel, patience }: Taken, mut engine: Searcher) -> Searcher {
        // Ended with what they accompany, however that ends.
        let mut beside = JoinSet::new();
        beside.spawn_on(ring(cancel.clone(), job.longest()), &self.runtime);
        beside.spawn_on(be_heard(Arc::clone(&self.queue), lease, patience), &self.runtime);
        let mut found = None;
        let is_complete = {
            let _stopping = cancel.stopping(engine.stop_flag());
            work(&job, &mut engine, &mut |report| {
                if let Some(answer) = &report.answer {
                    found = Some((report.progress, answer.clone()));
                }
                self.queue.report(lease, report);
            })
        };
        if cancel.is_cancelled() {
            self.queue.finish(lease, Outcome::GivenUp);
            return engine;
        }
        if let Some((progress, answer)) = found.filter(|_| is_complete) {
            self.runtime.block_on(self.answers.keep(&job, progress, &answer));
        }
        self.queue.finish(lease, Outcome::Done);
        engine
    }
}

/// What was found by then is enough. The engine is not told of this time: its limits, and with them what it finds, are those of whoever asks.
async fn ring(cancel: Cancel, longest: Duration) {
    sleep(longest).await;
    cancel.stop();
}

/// Says again and again that somebody is at work: a search may have nothing to tell for long.
async fn be_heard(queue: Arc<dyn JobQueue>, lease: Lease, patience: Duration) {
    loop {
        sleep(patience / 3).await;
        queue.renew(lease);
    }
}

/// Games come first: of a processor that others want too, this thread has a tenth. Where the system knows no such thing, it shares.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(cause) = rustix::process::nice(STEPS_BACK) {
        tracing::debug!(%cause, "jobs cannot be made to give way");
    }
}

/// With more, a thread that is told to stop would hear of it late where the processors are busy.
#[cfg(target_os = "linux")]
const STEPS_BACK: i32 = 10;

#[cfg(test)]
mod tests {
    use outflank_engine::Level;
    use outflank_rules::Variant;
    use tokio::time::{advance, timeout};

    use super::*;
    use crate::{
        jobs::{Effort, Goal, Job, JobClient, JobStatus, LocalQueue},
        store::MemoryStore,
    };

    fn job() -> Job {
        let effort = Effort { goal: Goal::Level(Level::WEAKEST), time: None };
        Job::Values { position: Variant::STANDARD.start(), ply: 0, effort, longest: Duration::from_secs(1) }
    }

    /// A table that no machine has room for.
    #[tokio::test]
    async fn a_job_without_an_engine_fails_and_its_thread_goes_on() {
        let settings = JobSettings { workers: 1, hash_bytes: usize::MAX, ..JobSettings::default() };
        let queue: Arc<dyn JobQueue> = Arc::new(LocalQueue::new(&settings));
        let answers = Answers::new(Arc::new(MemoryStore::default()), &settings);
        let _workers = Workers::start(&queue, &answers, &settings);
        for _ in 0..2 {
            let id = queue.submit(JobClient::connected(), job()).await.expect("it is taken");
            let mut watch = queue.watch(id).expect("it is known");
            let end = timeout(Duration::from_secs(60), watch.wait_for(|state| state.status.is_final())).await;
            let status = end.expect("it ends").expect("the queue is there").status;
            assert_eq!(status, JobStatus::Failed);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_works_without_a_word_is_heard_of() {
        let queue: Arc<dyn JobQueue> = Arc::new(LocalQueue::new(&JobSettings::default()));
        let id = queue.submit(JobClient::connected(), job()).await.expect("it is taken");
        let Taken { lease, patience, .. } = queue.take(0).await.expect("the queue is open");
        let heard = tokio::spawn(be_heard(Arc::clone(&queue), lease, patience));
        let status = || queue.watch(id).expect("it is known").borrow().status;
        assert!(timeout(10 * patience, queue.take(1)).await.is_err(), "there is nothing for others");
        assert_eq!((status(), queue.load().running), (JobStatus::Running, 1));
        heard.abort();
        advance(patience).await;
        assert_eq!((queue.load().running, status()), (0, JobStatus::Waiting));
    }
}
