//! Worker threads for the engine: moves of games, hints and analysis jobs, from one queue.
//!
//! | priority | work | time | threads |
//! |---|---|---|---|
//! | quick move | moves of bots and levels that search a few plies | milliseconds | foreground |
//! | deep move | all other moves | seconds | foreground, all but one |
//! | hint | evaluations of legal moves | at most 1 s | foreground, all but one, when no move waits |
//! | job | analysis ([`jobs`](super::jobs)) | minutes | background |
//!
//! One foreground thread is always free for quick moves. Background threads run at a lower CPU
//! priority, and there are more of them than processors: a new job shows its first evaluations at
//! once, and no job slows down a game. A thread keeps its role, because Linux does not let a
//! process raise the priority of a thread again.
//!
//! Clients take turns within a priority. A client with 100 games waits for its 100 moves and
//! delays every other client by at most one of them.
//!
//! A move depends only on its request, not on earlier searches: the same seed gives the same game.

mod fair;
mod moves;
mod queue;
#[cfg(test)]
mod tests;

use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZero,
    sync::Arc,
    thread::{self, JoinHandle},
    time::Duration,
};

use outflank_engine::{Analysis, Limits, Searcher};
use outflank_rules::{Move, Position};
use thiserror::Error;
use tokio::sync::oneshot;

use crate::{
    Reply,
    engine::jobs::{JobId, JobSettings},
    log::id::GameId,
};

pub(crate) use fair::Fair;
pub use moves::MoveRequest;
pub(crate) use queue::{Finish, Ticket};
use queue::{Priority, Queue, Task};

/// The longest search for a hint.
const MAX_HINT_TIME: Duration = Duration::from_secs(1);

/// Resources for moves and hints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolConfig {
    /// Foreground threads; at least two are started.
    pub workers: usize,
    /// Bytes of each thread's transposition table for deep moves and hints, allocated at first use.
    pub hash_bytes: usize,
    /// The most hints that may wait.
    pub queue_limit: usize,
    /// The most hints that one client may have, waiting or running.
    pub per_client: usize,
    /// The longest search for one move. It also bounds moves without a clock.
    pub longest: Duration,
}

impl Default for PoolConfig {
    fn default() -> PoolConfig {
        PoolConfig {
            workers: thread::available_parallelism().map_or(2, NonZero::get).max(2),
            hash_bytes: 64 << 20,
            queue_limit: 64,
            per_client: 2,
            longest: Duration::from_secs(5),
        }
    }
}

/// The client that a request counts for. Clients take turns, and have limits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    /// A game.
    Game(GameId),
    /// A network address; [`Client::at`] makes one.
    Address(IpAddr),
    /// One connection from this machine, where all clients may have the same address.
    Connection(JobId),
    /// All clients on this machine that have no lasting connection.
    ThisMachine,
    /// Games between computers whose creator is unknown because the server restarted.
    Nobody,
}

impl Client {
    /// The client at an address. All IPv6 addresses of one /64 network are one client.
    pub fn at(address: IpAddr) -> Client {
        Client::Address(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
            address => address,
        })
    }

    /// A client that is known only by its connection.
    pub fn connected() -> Client {
        Client::Connection(JobId::random())
    }
}

/// The pool's threads and queues at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Foreground threads.
    pub workers: usize,
    /// Foreground threads that search.
    pub running: usize,
    /// Moves that wait.
    pub moves_waiting: usize,
    /// Hints that wait.
    pub hints_waiting: usize,
    /// Jobs that wait.
    pub jobs_waiting: usize,
    /// Jobs that a thread works on, including cancelled jobs that are about to stop.
    pub jobs_running: usize,
}

/// Why the pool returned no move and no hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PoolError {
    /// Too many requests wait.
    #[error("the engine is busy; try again in a moment")]
    Busy,
    /// The search panicked. The pool continues with other work.
    #[error("the engine failed at this position; please report the game")]
    Broken,
    /// The game is over.
    #[error("the game is over: there is no move to find")]
    Over,
    /// The server is shutting down.
    #[error("the server is shutting down")]
    Closed,
}

/// Why a queue refused a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SubmitError {
    /// The client has this many jobs already.
    #[error("you, or others at your address, have {0} jobs already; cancel one or wait for one to finish")]
    TooMany(usize),
    /// This many jobs wait already.
    #[error("{0} jobs are waiting for the engine; try again in a moment")]
    Full(usize),
}

impl SubmitError {
    /// The shortest wait before a retry can succeed.
    pub fn retry_after(&self) -> Duration {
        match self {
            SubmitError::TooMany(_) => Duration::from_secs(1),
            SubmitError::Full(_) => Duration::from_secs(9),
        }
    }
}

/// The threads that search for all games and jobs. Dropping the pool stops them.
///
/// ```
/// use outflank_arena::bot::BotKind;
/// use outflank_engine::Clock;
/// use outflank_rules::{Game, Variant};
/// use outflank_server::{engine::pool::{Client, MoveRequest, Pool, PoolConfig}, log::id::GameId};
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let pool = Pool::new(&PoolConfig::default());
/// let mut game = Game::new(Variant::STANDARD.start());
/// let request = MoveRequest { position: game.position(), kind: BotKind::Greedy, seed: 7, clock: Clock::Unlimited };
/// let mv = pool.choose(Client::Game(GameId::random()), request).await?;
/// assert!(game.play(mv).is_ok());
/// # Ok::<(), outflank_server::engine::pool::PoolError>(()) }).unwrap();
/// ```
pub struct Pool {
    queue: Arc<Queue>,
    threads: Vec<JoinHandle<()>>,
    max_move_time: Duration,
}

impl Pool {
    /// Starts the threads for moves and hints, and none for jobs.
    pub fn new(config: &PoolConfig) -> Pool {
        Pool::with_jobs(config, &JobSettings { workers: 0, ..JobSettings::default() })
    }

    /// Starts the threads for moves and hints, and those for jobs.
    pub fn with_jobs(config: &PoolConfig, jobs: &JobSettings) -> Pool {
        let config = PoolConfig { workers: config.workers.max(2), ..config.clone() };
        let queue = Arc::new(Queue::new(&config, jobs));
        let start = |worker| {
            let queue = Arc::clone(&queue);
            let hash_bytes = if worker < config.workers { config.hash_bytes } else { jobs.hash_bytes };
            thread::spawn(move || queue.work(worker, hash_bytes))
        };
        let threads = (0..config.workers + jobs.workers).map(start).collect();
        Pool { queue, threads, max_move_time: config.longest }
    }

    /// Searches for a move. Dropping the reply cancels the search.
    pub fn choose(&self, client: Client, request: MoveRequest) -> Reply<Result<Move, PoolError>> {
        let queued = request.queued(self.max_move_time);
        self.submit(client, request.priority(), move |searcher| queued.choose(searcher))
    }

    /// Evaluates every legal move, best first, within `limits` and 1 s. Dropping the reply cancels
    /// the search. Fails with [`PoolError::Busy`] if this client has too many hints or the queue is
    /// full.
    pub fn values(&self, client: Client, position: Position, limits: Limits) -> Reply<Result<Analysis, PoolError>> {
        let time = limits.time.map_or(MAX_HINT_TIME, |time| time.min(MAX_HINT_TIME));
        self.submit(client, Priority::Hint, move |mut searcher| {
            searcher.prepare_for(position.spec());
            let analysis = searcher.analyse(&position, &limits.with_time(time));
            let is_over = position.moves().is_empty();
            (if is_over { Err(PoolError::Over) } else { Ok(analysis) }, searcher)
        })
    }

    /// Queues an analysis job. `moved` receives its position in the queue, from 1, at each change.
    /// It runs under the queue's lock and must not block. Dropping the ticket cancels the job.
    pub(crate) fn submit_job(
        &self,
        client: Client,
        moved: impl Fn(usize) + Send + 'static,
        work: impl FnOnce(Searcher) -> (Searcher, Finish) + Send + 'static,
    ) -> Result<Ticket, SubmitError> {
        let task = Task::new(Priority::Job, Box::new(work)).with_listener(Box::new(moved));
        self.queue.push(client, task)
    }

    /// The number of moves of a client that wait.
    pub fn moves_waiting(&self, client: Client) -> usize {
        self.queue.moves_waiting(client)
    }

    /// The pool's threads and queues now.
    pub fn load(&self) -> Load {
        self.queue.load()
    }

    fn submit<T: Send + 'static>(
        &self,
        client: Client,
        priority: Priority,
        work: impl FnOnce(Searcher) -> (Result<T, PoolError>, Searcher) + Send + 'static,
    ) -> Reply<Result<T, PoolError>> {
        let (sender, reply) = oneshot::channel();
        let sender = ReplySender(Some(sender));
        let task = Task::new(
            priority,
            Box::new(move |searcher| {
                let (result, searcher) = work(searcher);
                (searcher, Box::new(move || sender.send(result)))
            }),
        );
        let Ok(ticket) = self.queue.push(client, task) else {
            return Box::pin(std::future::ready(Err(PoolError::Busy)));
        };
        Box::pin(async move {
            let _cancel_on_drop = ticket;
            reply.await.unwrap_or(Err(PoolError::Closed))
        })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.queue.close();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Sends the result of one search, also if the search panics.
struct ReplySender<T>(Option<oneshot::Sender<Result<T, PoolError>>>);

impl<T> ReplySender<T> {
    fn send(mut self, result: Result<T, PoolError>) {
        if let Some(sender) = self.0.take() {
            let _ = sender.send(result);
        }
    }
}

impl<T> Drop for ReplySender<T> {
    fn drop(&mut self) {
        if let Some(sender) = self.0.take()
            && thread::panicking()
        {
            let _ = sender.send(Err(PoolError::Broken));
        }
    }
}
