//! What waits and what runs: who is next, and how something is given up.

use std::sync::{
    Arc, Condvar, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering::SeqCst},
};

use super::{Client, Load, PoolConfig, PoolError, fair::Fair, worker::Work};

/// What kind of work it is: the table in the module's documentation says what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Quick,
    Deep,
    Service,
}

pub(super) struct Job {
    pub(super) number: u64,
    pub(super) class: Class,
    pub(super) work: Work,
}

/// What a worker is at.
struct Running {
    number: u64,
    client: Client,
    class: Class,
    is_given_up: bool,
    /// Stops it, once there is something to stop.
    stop: Option<Arc<AtomicBool>>,
}

struct State {
    moves: Fair<Client, Job>,
    services: Fair<Client, Job>,
    /// For each worker.
    running: Vec<Option<Running>>,
    last_number: u64,
    is_closed: bool,
}

/// What the workers and those who ask share.
pub(super) struct Shared {
    state: Mutex<State>,
    /// Something has come, or the end.
    news: Condvar,
    queue_limit: usize,
    per_client: usize,
}

impl Shared {
    pub(super) fn new(config: &PoolConfig) -> Shared {
        let state = State {
            moves: Fair::new(),
            services: Fair::new(),
            running: (0..config.workers).map(|_| None).collect(),
            last_number: 0,
            is_closed: false,
        };
        let &PoolConfig { queue_limit, per_client, .. } = config;
        Shared { state: Mutex::new(state), news: Condvar::new(), queue_limit, per_client }
    }

    /// No work runs under the lock, so no panic of any finds the state half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts work into its queue, and says by which number to give it up.
    pub(super) fn enter(&self, client: Client, class: Class, work: Work) -> Result<u64, PoolError> {
        let mut state = self.state();
        let is_refused = class == Class::Service
            && (state.services.len() >= self.queue_limit || state.services_of(client) >= self.per_client);
        if is_refused {
            return Err(PoolError::Busy);
        }
        state.last_number += 1;
        let job = Job { number: state.last_number, class, work };
        let queue = if class == Class::Service { &mut state.services } else { &mut state.moves };
        queue.push(client, job);
        self.news.notify_one();
        Ok(state.last_number)
    }

    /// Waits for something that this worker may do; `None` at the end of the pool.
    pub(super) fn next(&self, worker: usize) -> Option<Job> {
        let mut state = self.state();
        state.running[worker] = None;
        loop {
            if state.is_closed {
                return None;
            }
            if let Some((client, job)) = state.pop() {
                let (number, class) = (job.number, job.class);
                state.running[worker] = Some(Running { number, client, class, is_given_up: false, stop: None });
                return Some(job);
            }
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// From now on the worker's job can be stopped by this flag. Returns whether it is still wanted.
    pub(super) fn begin(&self, worker: usize, stop: Arc<AtomicBool>) -> bool {
        let mut state = self.state();
        stop.store(false, SeqCst);
        let is_closed = state.is_closed;
        state.running[worker].as_mut().is_some_and(|running| {
            running.stop = Some(stop);
            !running.is_given_up && !is_closed
        })
    }

    /// Ends all work, done or not.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.moves = Fair::new();
        state.services = Fair::new();
        state.running.iter_mut().flatten().for_each(Running::give_up);
        self.news.notify_all();
    }

    pub(super) fn moves_waiting(&self, client: Client) -> usize {
        self.state().moves.of(client)
    }

    pub(super) fn load(&self) -> Load {
        let state = self.state();
        Load {
            workers: state.running.len(),
            running: state.running.iter().flatten().count(),
            moves_waiting: state.moves.len(),
            services_waiting: state.services.len(),
        }
    }
}

impl State {
    /// The next job, if there is one that may run now: one worker is never given what takes long.
    fn pop(&mut self) -> Option<(Client, Job)> {
        let long = self.running.iter().flatten().filter(|running| running.class != Class::Quick).count();
        let has_room = long + 1 < self.running.len();
        let next = self.moves.pop(|job| has_room || job.class == Class::Quick);
        next.or_else(|| if has_room { self.services.pop(|_| true) } else { None })
    }

    fn services_of(&self, client: Client) -> usize {
        let is_ones = |running: &&Running| running.client == client && running.class == Class::Service;
        self.services.of(client) + self.running.iter().flatten().filter(is_ones).count()
    }
}

impl Running {
    fn give_up(&mut self) {
        self.is_given_up = true;
        if let Some(stop) = &self.stop {
            stop.store(true, SeqCst);
        }
    }
}

/// Whoever asked holds it. Dropped, it gives up what is not done.
pub(super) struct Ticket {
    pub(super) shared: Arc<Shared>,
    pub(super) client: Client,
    pub(super) number: u64,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        let is_it = |job: &Job| job.number == self.number;
        // The stop flag is cleared when a job begins and set here, both under the lock: it cannot hit the job after this one.
        let running = state.running.iter_mut().flatten().find(|running| running.number == self.number);
        if let Some(running) = running {
            running.give_up();
        } else if state.moves.remove(self.client, is_it).is_none() {
            state.services.remove(self.client, is_it);
        }
    }
}
