//! A queue within the process.

mod state;

use std::{
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{Notify, watch},
    time::{Instant, timeout_at},
};

use state::{State, Waiting};

use super::{
    Job, JobClient, JobId, JobLoad, JobQueue, JobSettings, JobState, JobStatus, Lease, Outcome, Refused, Report, Taken,
    Watch,
};
use crate::Reply;

/// Jobs within the process. All clones are one.
#[derive(Clone)]
pub struct LocalQueue(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// A job has come, somebody has room for one, or the end.
    news: Notify,
    queue_limit: usize,
    per_client: usize,
    per_machine: usize,
    lease: Duration,
    /// How many jobs of one client are worked on at a time.
    at_once: usize,
}

impl LocalQueue {
    /// An empty queue with these limits.
    pub fn new(settings: &JobSettings) -> LocalQueue {
        LocalQueue(Arc::new(Shared {
            state: Mutex::default(),
            news: Notify::new(),
            queue_limit: settings.queue_limit,
            per_client: settings.per_client,
            per_machine: settings.per_machine,
            lease: settings.lease,
            at_once: (settings.workers / 2).max(1),
        }))
    }

    /// Nothing that is done under the lock can leave the state half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state()
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state, without those of whom nothing was heard for too long.
    fn state_by_now(&self) -> MutexGuard<'_, State> {
        let mut state = self.state();
        if state.take_back(self.lease, Instant::now()) {
            self.news.notify_waiters();
        }
        state
    }

    /// How many jobs a client may have.
    fn most(&self, client: JobClient) -> usize {
        match client {
            JobClient::ThisMachine => self.per_machine,
            JobClient::Address(_) | JobClient::Connection(_) => self.per_client,
        }
    }

    fn enter(&self, client: JobClient, job: Job) -> Result<JobId, Refused> {
        let mut state = self.state_by_now();
        if state.is_closed {
            return Err(Refused::Closed);
        }
        let most = self.most(client);
        if state.of(client) >= most {
            return Err(Refused::TooMany(most));
        }
        if state.waiting.len() >= self.queue_limit {
            return Err(Refused::Full(self.queue_limit));
        }
        let (id, kind) = (JobId::random(), job.kind());
        state.waiting.push(client, Waiting { id, client, job, turn: 0 });
        state.told.insert(id, watch::Sender::new(Arc::new(JobState::waiting(kind, 0))));
        state.tell_places();
        self.news.notify_waiters();
        Ok(id)
    }

    /// Waits for a job that may be worked on now.
    async fn take(&self) -> Option<Taken> {
        loop {
            let mut news = pin!(self.news.notified());
            news.as_mut().enable();
            let first_loss = {
                let mut state = self.state_by_now();
                if state.is_closed {
                    return None;
                }
                if let Some(taken) = state.take(self.at_once, self.lease) {
                    return Some(taken);
                }
                state.first_loss(self.lease)
            };
            match first_loss {
                Some(at) => {
                    let _ = timeout_at(at, news).await;
                }
                None => news.await,
            }
        }
    }
}

impl JobQueue for LocalQueue {
    fn submit(&self, client: JobClient, job: Job) -> Reply<Result<JobId, Refused>> {
        Box::pin(std::future::ready(self.0.enter(client, job)))
    }

    fn put(&self, known: JobState) -> Reply<JobId> {
        let id = JobId::random();
        let mut state = self.state();
        state.told.insert(id, watch::Sender::new(Arc::new(known)));
        state.load.known += 1;
        state.remember(id);
        Box::pin(std::future::ready(id))
    }

    fn take(&self, _: usize) -> Reply<Option<Taken>> {
        let shared = Arc::clone(&self.0);
        Box::pin(async move { shared.take().await })
    }

    fn report(&self, lease: Lease, Report { progress, answer }: Report) {
        let mut state = self.state();
        if !state.hear(lease) {
            return;
        }
        state.tell(lease.id, |state| {
            state.progress = progress;
            if answer.is_some() {
                state.answer = answer;
            }
        });
    }

    fn renew(&self, lease: Lease) {
        self.state().hear(lease);
    }

    fn finish(&self, lease: Lease, outcome: Outcome) {
        let mut state = self.state();
        if !state.hear(lease) {
            return;
        }
        let id = lease.id;
        state.running.remove(&id);
        match outcome {
            Outcome::Done => state.end(id, JobStatus::Done, |_| ()),
            Outcome::GivenUp => state.end(id, JobStatus::Cancelled, |_| ()),
            Outcome::Failed(fault) => state.end(id, JobStatus::Failed, |state| state.error = Some(fault)),
        }
        self.0.news.notify_waiters();
    }

    fn cancel(&self, id: JobId) {
        self.state().cancel(id);
    }

    fn watch(&self, id: JobId) -> Option<Watch> {
        self.state().told.get(&id).map(watch::Sender::subscribe)
    }

    fn load(&self) -> JobLoad {
        let state = self.0.state_by_now();
        JobLoad { waiting: state.waiting.len(), running: state.running.len(), ..state.load }
    }

    fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        let waiting = state.waiting.in_order().map(|waiting| waiting.id);
        let all: Vec<JobId> = waiting.chain(state.running.keys().copied()).collect();
        all.into_iter().for_each(|id| state.cancel(id));
        self.0.news.notify_waiters();
    }
}
