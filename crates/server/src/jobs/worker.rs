//! Threads that work on jobs, after everybody else.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::Arc,
    thread::{self, JoinHandle},
    time::Duration,
};

use outflank_engine::{Searcher, Settings};
use tokio::{runtime::Handle, task::JoinHandle as JoinTask, time::sleep};

use super::{Answers, Cancel, Fault, JobQueue, JobSettings, Outcome, Taken, work::work};

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
            let alarm = self.alarm(&cancel, job.longest());
            let is_complete = work(&job, &mut engine, &mut |report| {
                if let Some(answer) = &report.answer {
                    found = Some((report.progress, answer.clone()));
                }
                self.queue.report(id, report);
            });
            alarm.abort();
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

    /// What was found by then is enough. The engine is not told of this time: its limits, and with them what it finds, are those of whoever asks.
    fn alarm(&self, cancel: &Cancel, longest: Duration) -> JoinTask<()> {
        let cancel = cancel.clone();
        self.runtime.spawn(async move {
            sleep(longest).await;
            cancel.stop();
        })
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
