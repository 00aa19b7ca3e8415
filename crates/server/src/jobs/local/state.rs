//! What waits in a queue within the process, what is worked on, and what is told of both.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use tokio::sync::watch;

use super::super::{Cancel, Job, JobClient, JobId, JobLoad, JobState, JobStatus, Taken};
use crate::pool::Fair;

/// How many jobs that are over can still be asked about.
const REMEMBERED: usize = 256;

#[derive(Default)]
pub(super) struct State {
    pub(super) waiting: Fair<JobClient, Waiting>,
    pub(super) running: HashMap<JobId, Running>,
    pub(super) told: HashMap<JobId, watch::Sender<Arc<JobState>>>,
    /// Those that are over, the oldest first.
    over: VecDeque<JobId>,
    pub(super) load: JobLoad,
    pub(super) is_closed: bool,
}

pub(super) struct Waiting {
    pub(super) id: JobId,
    pub(super) client: JobClient,
    pub(super) job: Job,
}

pub(super) struct Running {
    client: JobClient,
    cancel: Cancel,
}

impl State {
    /// How many jobs of a client there are.
    pub(super) fn of(&self, client: JobClient) -> usize {
        self.waiting.of(client) + self.running_of(client)
    }

    fn running_of(&self, client: JobClient) -> usize {
        self.running.values().filter(|running| running.client == client).count()
    }

    pub(super) fn take(&mut self, at_once: usize) -> Option<Taken> {
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
    pub(super) fn tell(&self, id: JobId, change: impl FnOnce(&mut JobState)) {
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
    pub(super) fn tell_places(&self) {
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
    pub(super) fn end(&mut self, id: JobId, status: JobStatus, change: impl FnOnce(&mut JobState)) {
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
    pub(super) fn remember(&mut self, id: JobId) {
        self.over.push_back(id);
        if self.over.len() > REMEMBERED
            && let Some(oldest) = self.over.pop_front()
        {
            self.told.remove(&oldest);
        }
    }

    pub(super) fn cancel(&mut self, id: JobId) {
        if let Some(running) = self.running.get(&id) {
            running.cancel.cancel();
        } else if self.waiting.remove_where(|waiting| waiting.id == id).is_some() {
            self.tell_places();
        }
        self.end(id, JobStatus::Cancelled, |_| ());
    }
}
