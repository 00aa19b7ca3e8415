//! A queue within the process.

use std::{
    collections::{HashMap, VecDeque},
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{Notify, watch};

use super::{
    Cancel, Job, JobClient, JobId, JobLoad, JobQueue, JobSettings, JobState, JobStatus, Outcome, Refused, Report,
    Taken, Watch,
};
use crate::{Reply, pool::Fair};

/// How many jobs that are over can still be asked about.
const REMEMBERED: usize = 256;

/// Jobs within the process. All clones are one.
#[derive(Clone)]
pub struct LocalQueue(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// A job has come, somebody has room for one, or the end.
    news: Notify,
    queue_limit: usize,
    per_client: usize,
    /// How many jobs of one client are worked on at a time.
    at_once: usize,
}

#[derive(Default)]
struct State {
    waiting: Fair<JobClient, Waiting>,
    running: HashMap<JobId, Running>,
    told: HashMap<JobId, watch::Sender<Arc<JobState>>>,
    /// Those that are over, the oldest first.
    over: VecDeque<JobId>,
    load: JobLoad,
    is_closed: bool,
}

struct Waiting {
    id: JobId,
    client: JobClient,
    job: Job,
}

struct Running {
    client: JobClient,
    cancel: Cancel,
}

impl LocalQueue {
    /// An empty queue with these limits.
    pub fn new(settings: &JobSettings) -> LocalQueue {
        LocalQueue(Arc::new(Shared {
            state: Mutex::default(),
            news: Notify::new(),
            queue_limit: settings.queue_limit,
            per_client: settings.per_client,
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

    fn enter(&self, client: JobClient, job: Job) -> Result<JobId, Refused> {
        let mut state = self.state();
        if state.is_closed {
            return Err(Refused::Closed);
        }
        if state.of(client) >= self.per_client {
            return Err(Refused::TooMany(self.per_client));
        }
        if state.waiting.len() >= self.queue_limit {
            return Err(Refused::Full(self.queue_limit));
        }
        let (id, kind) = (JobId::random(), job.kind());
        state.waiting.push(client, Waiting { id, client, job });
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
            {
                let mut state = self.state();
                if state.is_closed {
                    return None;
                }
                if let Some(taken) = state.take(self.at_once) {
                    return Some(taken);
                }
            }
            news.await;
        }
    }
}

impl State {
    /// How many jobs of a client there are.
    fn of(&self, client: JobClient) -> usize {
        self.waiting.of(client) + self.running_of(client)
    }

    fn running_of(&self, client: JobClient) -> usize {
        self.running.values().filter(|running| running.client == client).count()
    }

    fn take(&mut self, at_once: usize) -> Option<Taken> {
        let running = &self.running;
        let of = |client| running.values().filter(|running| running.client == client).count();
        let (client, Waiting { id, job, .. }) = self.waiting.pop(|waiting| of(waiting.client) < at_once)?;
        let cancel = Cancel::default();
        self.running.insert(id, Running { client, cancel: cancel.clone() });
        self.tell(id, |state| {
            state.status = JobStatus::Running;
            state.place = None;
        });
        self.tell_places();
        Some(Taken { id, job, cancel })
    }

    /// Tells what has changed of a job that is not over.
    fn tell(&self, id: JobId, change: impl FnOnce(&mut JobState)) {
        if let Some(told) = self.told.get(&id) {
            told.send_if_modified(|state| {
                let may_change = !state.status.is_final();
                if may_change {
                    change(Arc::make_mut(state));
                }
                may_change
            });
        }
    }

    /// Tells all that wait where they stand, if that has changed.
    fn tell_places(&self) {
        for (place, waiting) in (1..).zip(self.waiting.in_order()) {
            if let Some(told) = self.told.get(&waiting.id) {
                told.send_if_modified(|state| {
                    let is_new = state.place != Some(place);
                    if is_new {
                        Arc::make_mut(state).place = Some(place);
                    }
                    is_new
                });
            }
        }
    }

    /// Ends what is told of a job, and counts it, unless that has been done.
    fn end(&mut self, id: JobId, status: JobStatus, change: impl FnOnce(&mut JobState)) {
        if self.told.get(&id).is_none_or(|told| told.borrow().status.is_final()) {
            return;
        }
        match status {
            JobStatus::Done => self.load.done += 1,
            JobStatus::Failed => self.load.failed += 1,
            _ => self.load.cancelled += 1,
        }
        self.tell(id, |state| {
            change(state);
            state.status = status;
            state.place = None;
        });
        self.remember(id);
    }

    /// One more is over, and the oldest of many is forgotten.
    fn remember(&mut self, id: JobId) {
        self.over.push_back(id);
        if self.over.len() > REMEMBERED
            && let Some(oldest) = self.over.pop_front()
        {
            self.told.remove(&oldest);
        }
    }

    fn cancel(&mut self, id: JobId) {
        if let Some(running) = self.running.get(&id) {
            running.cancel.cancel();
        } else if self.waiting.remove_where(|waiting| waiting.id == id).is_some() {
            self.tell_places();
        }
        self.end(id, JobStatus::Cancelled, |_| ());
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

    fn report(&self, id: JobId, Report { progress, answer }: Report) {
        self.state().tell(id, |state| {
            state.progress = progress;
            if answer.is_some() {
                state.answer = answer;
            }
        });
    }

    fn finish(&self, id: JobId, outcome: Outcome) {
        let mut state = self.state();
        if state.running.remove(&id).is_none() {
            return;
        }
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
        let state = self.state();
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
