//! Threads that work on jobs, after everybody else.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::Arc,
    thread::{self, JoinHandle},
};

use outflank_engine::{Searcher, Settings};
use tokio::{runtime::Handle, time::sleep};

use super::{Answers, Fault, Job, JobQueue, JobSettings, Outcome, Taken, work::work};

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
            let engine = self.engine.take();
            let engine = engine.unwrap_or_else(|| Searcher::new(&Settings { hash_bytes, threads: 1 }));
            let id = taken.id;
            // Whatever a panic has left half done is dropped with the engine.
            match panic::catch_unwind(AssertUnwindSafe(|| self.serve(taken, engine))) {
                Ok(engine) => self.engine = Some(engine),
                Err(_) => {
                    tracing::error!("a job has panicked; its thread goes on");
                    let message = "the engine failed at this position: please report it".to_owned();
                    self.queue.finish(id, Outcome::Failed(Fault { code: "failed".to_owned(), message }));
                }
            }
        }
    }

    fn serve(&self, Taken { id, job, cancel }: Taken, mut engine: Searcher) -> Searcher {
        let mut found = None;
        let is_complete = {
            let _stopping = cancel.stopping(engine.stop_flag());
            let alarm = longest(&job).map(|time| {
                let cancel = cancel.clone();
                self.runtime.spawn(async move {
                    sleep(time).await;
                    cancel.stop();
                })
            });
            let is_complete = work(&job, &mut engine, &mut |report| {
                if let Some(answer) = &report.answer {
                    found = Some((report.progress, answer.clone()));
                }
                self.queue.report(id, report);
            });
            if let Some(alarm) = alarm {
                alarm.abort();
            }
            is_complete
        };
        if cancel.is_cancelled() {
            self.queue.finish(id, Outcome::GivenUp);
            return engine;
        }
        if let Some((progress, answer)) = found.filter(|_| is_complete) {
            self.runtime.block_on(self.answers.keep(&job, progress, &answer));
        }
        self.queue.finish(id, Outcome::Done);
        engine
    }
}

/// A time that the engine does not look at itself.
fn longest(job: &Job) -> Option<std::time::Duration> {
    match job {
        Job::Review { longest, .. } => Some(*longest),
        Job::Values { .. } | Job::Solve { .. } => None,
    }
}

/// Games come first: this thread has the processor when nobody else wants it. Where the system knows no such thing, it shares.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(cause) = rustix::process::nice(LEAST) {
        tracing::debug!(%cause, "jobs cannot be made to give way");
    }
}

/// As much as the system lets a thread step back.
#[cfg(target_os = "linux")]
const LEAST: i32 = 19;
