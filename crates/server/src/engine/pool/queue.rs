//! The queue of the pool: what waits, what runs, and the loop of a worker thread.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use outflank_engine::{Searcher, Settings, StopHandle};

use super::{Client, Load, PoolConfig, SubmitError, fair::Fair};
use crate::engine::jobs::JobSettings;

/// Bytes of the table for quick moves. They would not fill a larger one, and each of them clears
/// it.
const QUICK_HASH_BYTES: usize = 4 << 20;

/// The order of work; the table in the documentation of [`pool`](super) says what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Priority {
    QuickMove,
    DeepMove,
    Hint,
    Job,
}

/// The work of a task. It borrows the searcher of a thread and returns it with the last step.
pub(super) type Work = Box<dyn FnOnce(Searcher) -> (Searcher, Finish) + Send>;

/// The last step of a task, such as sending a reply. It runs when the thread is no longer counted
/// as busy, so a client that reacts to the reply finds its place free.
pub(crate) type Finish = Box<dyn FnOnce()>;

/// A listener for a task's position in the queue.
type PositionListener = Box<dyn Fn(usize) + Send>;

pub(super) struct Task {
    number: u64,
    priority: Priority,
    work: Work,
    listener: Option<PositionListener>,
}

impl Task {
    pub(super) fn new(priority: Priority, work: Work) -> Task {
        Task { number: 0, priority, work, listener: None }
    }

    pub(super) fn with_listener(self, listener: PositionListener) -> Task {
        Task { listener: Some(listener), ..self }
    }
}

/// The task of one worker thread.
struct Running {
    number: u64,
    client: Client,
    priority: Priority,
    is_cancelled: bool,
    /// Set when the search starts.
    stop: Option<StopHandle>,
}

struct State {
    moves: Fair<Client, Task>,
    hints: Fair<Client, Task>,
    jobs: Fair<Client, Task>,
    /// One entry per thread, foreground threads first.
    running: Vec<Option<Running>>,
    last_number: u64,
    is_closed: bool,
}

/// The bounds of one of the queues.
#[derive(Clone, Copy)]
struct Bounds {
    waiting: usize,
    per_client: usize,
}

/// State that the worker threads and the callers share.
pub(super) struct Queue {
    state: Mutex<State>,
    /// Wakes foreground threads.
    move_added: Condvar,
    /// Wakes background threads.
    job_added: Condvar,
    foreground: usize,
    hints: Bounds,
    jobs: Bounds,
    jobs_per_machine: usize,
    /// The most jobs of one client that run at a time.
    jobs_running_per_client: usize,
}

impl Queue {
    pub(super) fn new(config: &PoolConfig, jobs: &JobSettings) -> Queue {
        let state = State {
            moves: Fair::new(),
            hints: Fair::new(),
            jobs: Fair::new(),
            running: (0..config.workers + jobs.workers).map(|_| None).collect(),
            last_number: 0,
            is_closed: false,
        };
        Queue {
            state: Mutex::new(state),
            move_added: Condvar::new(),
            job_added: Condvar::new(),
            foreground: config.workers,
            hints: Bounds { waiting: config.queue_limit, per_client: config.per_client },
            jobs: Bounds { waiting: jobs.queue_limit, per_client: jobs.per_client },
            jobs_per_machine: jobs.per_machine,
            jobs_running_per_client: (jobs.workers / 2).max(1),
        }
    }

    /// No work runs under the lock, so no panic leaves the state half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a task to its queue. Only hints and jobs are refused.
    pub(super) fn push(self: &Arc<Queue>, client: Client, mut task: Task) -> Result<Ticket, SubmitError> {
        let mut state = self.state();
        if let Some(bounds) = self.bounds(client, task.priority) {
            if state.waiting(task.priority).of(client) + state.running_of(client, task.priority) >= bounds.per_client {
                return Err(SubmitError::TooMany(bounds.per_client));
            }
            if state.waiting(task.priority).len() >= bounds.waiting {
                return Err(SubmitError::Full(bounds.waiting));
            }
        }
        state.last_number += 1;
        task.number = state.last_number;
        let ticket = Ticket { queue: Arc::clone(self), client, number: task.number };
        let (priority, added) = match task.priority {
            Priority::Job => (Priority::Job, &self.job_added),
            other => (other, &self.move_added),
        };
        state.waiting(priority).push(client, task);
        state.notify_positions(priority);
        added.notify_one();
        Ok(ticket)
    }

    fn bounds(&self, client: Client, priority: Priority) -> Option<Bounds> {
        let bounds = match priority {
            Priority::QuickMove | Priority::DeepMove => return None,
            Priority::Hint => self.hints,
            Priority::Job => self.jobs,
        };
        let is_machine = priority == Priority::Job && client == Client::ThisMachine;
        Some(if is_machine { Bounds { per_client: self.jobs_per_machine, ..bounds } } else { bounds })
    }

    /// Works on tasks until the queue closes.
    pub(super) fn work(&self, worker: usize, hash_bytes: usize) {
        let mut engines = Engines { quick: None, large: None, hash_bytes };
        if worker < self.foreground {
            // No game waits for its allocation.
            engines.quick = Some(engine(QUICK_HASH_BYTES));
        } else {
            lower_priority();
        }
        while let Some(Task { priority, work, .. }) = self.next(worker) {
            // A searcher that a panic left half changed is dropped.
            let done = panic::catch_unwind(AssertUnwindSafe(|| {
                let mut searcher = engines.take(priority);
                if !self.start(worker, searcher.new_stop_handle()) {
                    *engines.slot(priority) = Some(searcher);
                    return None;
                }
                let (searcher, finish) = work(searcher);
                *engines.slot(priority) = Some(searcher);
                Some(finish)
            }));
            self.state().running[worker] = None;
            match done {
                Ok(finish) => finish.into_iter().for_each(|finish| finish()),
                Err(_) => tracing::error!("a search panicked; its worker thread continues"),
            }
        }
    }

    /// Waits for a task that this thread may run. Returns `None` when the queue is closed.
    fn next(&self, worker: usize) -> Option<Task> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some((client, task)) = self.pop(&mut state, worker) {
                let (number, priority) = (task.number, task.priority);
                state.running[worker] = Some(Running { number, client, priority, is_cancelled: false, stop: None });
                state.notify_positions(priority);
                return Some(task);
            }
            let added = if worker < self.foreground { &self.move_added } else { &self.job_added };
            state = added.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn pop(&self, state: &mut State, worker: usize) -> Option<(Client, Task)> {
        let State { moves, hints, jobs, running, .. } = state;
        if worker >= self.foreground {
            return jobs.pop(|client, _| running_of(running, client, Priority::Job) < self.jobs_running_per_client);
        }
        let foreground = running[..self.foreground].iter().flatten();
        let long = foreground.filter(|running| running.priority != Priority::QuickMove).count();
        let may_take_long = long + 1 < self.foreground;
        let next = moves.pop(|_, task| may_take_long || task.priority == Priority::QuickMove);
        next.or_else(|| if may_take_long { hints.pop(|_, _| true) } else { None })
    }

    /// Lets this handle stop the thread's task from now on. Returns whether the task is still
    /// wanted.
    fn start(&self, worker: usize, stop: StopHandle) -> bool {
        let mut state = self.state();
        let is_closed = state.is_closed;
        state.running[worker].as_mut().is_some_and(|running| {
            running.stop = Some(stop);
            !running.is_cancelled && !is_closed
        })
    }

    /// Drops all tasks that wait, and stops those that run.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        let waiting = [Priority::DeepMove, Priority::Hint, Priority::Job].map(|of| std::mem::take(state.waiting(of)));
        state.running.iter_mut().flatten().for_each(Running::cancel);
        self.move_added.notify_all();
        self.job_added.notify_all();
        drop(state);
        drop(waiting);
    }

    pub(super) fn moves_waiting(&self, client: Client) -> usize {
        self.state().moves.of(client)
    }

    pub(super) fn load(&self) -> Load {
        let state = self.state();
        let (foreground, background) = state.running.split_at(self.foreground);
        Load {
            workers: foreground.len(),
            running: foreground.iter().flatten().count(),
            moves_waiting: state.moves.len(),
            hints_waiting: state.hints.len(),
            jobs_waiting: state.jobs.len(),
            jobs_running: background.iter().flatten().count(),
        }
    }
}

impl State {
    fn waiting(&mut self, priority: Priority) -> &mut Fair<Client, Task> {
        match priority {
            Priority::QuickMove | Priority::DeepMove => &mut self.moves,
            Priority::Hint => &mut self.hints,
            Priority::Job => &mut self.jobs,
        }
    }

    fn running_of(&self, client: Client, priority: Priority) -> usize {
        running_of(&self.running, client, priority)
    }

    /// Tells waiting tasks their position after a change of their queue.
    fn notify_positions(&mut self, priority: Priority) {
        if priority == Priority::Job {
            for (position, task) in (1..).zip(self.jobs.in_order()) {
                task.listener.iter().for_each(|listener| listener(position));
            }
        }
    }
}

fn running_of(running: &[Option<Running>], client: Client, priority: Priority) -> usize {
    running.iter().flatten().filter(|running| running.client == client && running.priority == priority).count()
}

impl Running {
    fn cancel(&mut self) {
        self.is_cancelled = true;
        self.stop();
    }

    fn stop(&self) {
        if let Some(stop) = &self.stop {
            stop.stop();
        }
    }
}

/// The caller's hold on a task. Dropping it cancels the task.
pub(crate) struct Ticket {
    queue: Arc<Queue>,
    client: Client,
    number: u64,
}

impl Ticket {
    /// Ends the search if it runs. The task completes with the results found so far.
    pub(crate) fn stop(&self) {
        self.queue
            .state()
            .running
            .iter()
            .flatten()
            .filter(|running| running.number == self.number)
            .for_each(Running::stop);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        // Each search has its own stop handle, so this cannot stop the search after this one.
        if let Some(running) = state.running.iter_mut().flatten().find(|running| running.number == self.number) {
            return running.cancel();
        }
        for priority in [Priority::DeepMove, Priority::Hint, Priority::Job] {
            if let Some(task) = state.waiting(priority).remove(self.client, |task| task.number == self.number) {
                state.notify_positions(priority);
                drop(state);
                drop(task);
                return;
            }
        }
    }
}

/// The searchers of one thread. The large one is allocated at first use.
struct Engines {
    quick: Option<Searcher>,
    large: Option<Searcher>,
    hash_bytes: usize,
}

impl Engines {
    fn slot(&mut self, priority: Priority) -> &mut Option<Searcher> {
        match priority {
            Priority::QuickMove => &mut self.quick,
            Priority::DeepMove | Priority::Hint | Priority::Job => &mut self.large,
        }
    }

    fn take(&mut self, priority: Priority) -> Searcher {
        let hash_bytes = if priority == Priority::QuickMove { QUICK_HASH_BYTES } else { self.hash_bytes };
        self.slot(priority).take().unwrap_or_else(|| engine(hash_bytes))
    }
}

fn engine(hash_bytes: usize) -> Searcher {
    Searcher::new(&Settings { hash_bytes, threads: 1 })
}

/// Gives this thread a tenth of a processor that other threads want too. Linux only.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(cause) = rustix::process::nice(NICENESS) {
        tracing::debug!(%cause, "cannot lower the CPU priority of a background thread");
    }
}

/// With more, a thread would react late to its stop flag when the processors are busy.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;
