//! What waits in a queue within the process, what is worked on, and what is told of both.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use tokio::{sync::watch, time::Instant};

use super::super::{Cancel, Fault, Job, JobClient, JobId, JobLoad, JobState, JobStatus, Lease, Taken};
use crate::pool::Fair;

/// How many jobs that are over can still be asked about.
const REMEMBERED: usize = 256;

/// How many may be lost over one job before it is given to nobody else: perhaps it is the job.
const MOST_TURNS: u32 = 3;

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
    /// How many were given it.
    pub(super) turn: u32,
}

pub(super) struct Running {
    client: JobClient,
    cancel: Cancel,
    /// For the next, if whoever works on it is lost.
    job: Job,
    turn: u32,
    heard_at: Instant,
}

impl State {
    /// How many jobs of a client there are.
    pub(super) fn of(&self, client: JobClient) -> usize {
        self.waiting.of(client) + self.running_of(client)
    }

    fn running_of(&self, client: JobClient) -> usize {
        self.running.values().filter(|running| running.client == client).count()
    }

    pub(super) fn take(&mut self, at_once: usize, patience: Duration) -> Option<Taken> {
        let running = &self.running;
        let of = |client| running.values().filter(|running| running.client == client).count();
        let (client, Waiting { id, job, turn, .. }) = self.waiting.pop(|waiting| of(waiting.client) < at_once)?;
        let (cancel, turn, heard_at) = (Cancel::default(), turn + 1, Instant::now());
        self.running.insert(id, Running { client, cancel: cancel.clone(), job: job.clone(), turn, heard_at });
        self.tell(id, |state| {
            state.status = JobStatus::Running;
            state.place = None;
        });
        self.tell_places();
        Some(Taken { lease: Lease { id, turn }, job, cancel, patience })
    }

    /// Somebody who works is heard of. It matters only if the job is still his.
    pub(super) fn hear(&mut self, lease: Lease) -> bool {
        let running = self.running.get_mut(&lease.id).filter(|running| running.turn == lease.turn);
        running.map(|running| running.heard_at = Instant::now()).is_some()
    }

    /// When the first of those who work is lost, if nothing is heard of him before.
    pub(super) fn first_loss(&self, patience: Duration) -> Option<Instant> {
        self.running.values().map(|running| running.heard_at + patience).min()
    }

    /// Takes jobs away from those of whom nothing was heard for so long, and says whether there were any.
    pub(super) fn take_back(&mut self, patience: Duration, now: Instant) -> bool {
        let is_lost = |running: &Running| running.heard_at + patience <= now;
        let lost: Vec<JobId> = self.running.iter().filter(|(_, running)| is_lost(running)).map(|(id, _)| *id).collect();
        for &id in &lost {
            if let Some(running) = self.running.remove(&id) {
                self.give_again(id, running);
            }
        }
        !lost.is_empty()
    }

    /// Lets a job whose worker was lost wait again, if anybody wants it and it has not cost too many.
    fn give_again(&mut self, id: JobId, Running { client, cancel, job, turn, .. }: Running) {
        tracing::warn!(%id, turn, "nothing is heard of who works on a job");
        // Perhaps he is only slow.
        cancel.cancel();
        if self.told.get(&id).is_none_or(|told| told.borrow().status.is_final()) {
            return;
        }
        if turn >= MOST_TURNS {
            let message = format!("{turn} who worked on this job were lost: ask again, or for less");
            return self.end(id, JobStatus::Failed, |state| {
                state.error = Some(Fault { code: "lost".to_owned(), message });
            });
        }
        let waiting = JobState::waiting(job.kind(), 0);
        self.waiting.push_first(client, Waiting { id, client, job, turn });
        self.tell(id, |state| *state = waiting);
        self.tell_places();
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
