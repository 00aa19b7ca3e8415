//! Engine work on threads of its own, in fair order.
//!
//! | what | is | goes |
//! |---|---|---|
//! | quick moves | those of levels that look a few plies ahead: milliseconds | on any worker |
//! | deep moves | those of the others: seconds | on all workers but one |
//! | services | values of moves, for hints | on all workers but one, and after all moves |
//!
//! So there is always a worker that will be free in a moment, whatever is asked of the others. Among moves, and among services, clients take
//! turns: one with a hundred games waits for its hundred moves, and keeps nobody else waiting for more than one of them.
//!
//! A move depends on its question alone, not on what else the server has thought about: the same seed gives the same game.

mod error;
mod fair;
mod question;
mod state;
#[cfg(test)]
mod tests;
mod worker;

use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZero,
    sync::Arc,
    thread,
    time::Duration,
};

use outflank_engine::{Analysis, Choice, Limits, Searcher};
use outflank_rules::Position;
use tokio::sync::oneshot;

use crate::{Reply, id::GameId};

pub use error::PoolError;
pub(crate) use fair::Fair;
pub use question::Question;
use state::{Class, Shared, Ticket};
use worker::Worker;

/// The longest that a service may think.
const LONGEST_SERVICE: Duration = Duration::from_secs(1);

/// What the pool may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolConfig {
    /// Threads, of which there are always two at least.
    pub workers: usize,
    /// Bytes of the table of each thread for deep moves and services, taken when the first of them comes.
    pub hash_bytes: usize,
    /// How many services may wait.
    pub queue_limit: usize,
    /// How many services one client may have, waiting or not.
    pub per_client: usize,
    /// The longest that a move may think, whatever its clock says: a move without a clock must not keep the others from theirs.
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

/// In whose name something is asked: those who take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    /// A game.
    Game(GameId),
    /// Whoever is at an address; [`Client::at`] makes one of it.
    Address(IpAddr),
    /// Whoever it was: games between computers after a restart, which all together have one turn.
    Nobody,
}

impl Client {
    /// Whoever is at an address. Of IPv6, all of a network of 64 bits are one: nobody has more turns by having more addresses.
    pub fn at(address: IpAddr) -> Client {
        Client::Address(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
            address => address,
        })
    }
}

/// What the pool is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// How many threads there are.
    pub workers: usize,
    /// How many of them think.
    pub running: usize,
    /// How many moves wait.
    pub moves_waiting: usize,
    /// How many services wait.
    pub services_waiting: usize,
}

/// The threads that think for all games. Dropped, it stops them.
///
/// ```
/// use outflank_engine::{Clock, Level};
/// use outflank_rules::{Game, Variant};
/// use outflank_server::{id::GameId, pool::{Client, Pool, PoolConfig, Question}};
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let pool = Pool::new(&PoolConfig::default());
/// let mut game = Game::new(Variant::STANDARD.start());
/// let question = Question { position: game.position(), level: Level::WEAKEST, seed: 7, clock: Clock::Unlimited };
/// let choice = pool.choose(Client::Game(GameId::random()), question).await?;
/// assert!(game.play(choice.mv).is_ok());
/// # Ok::<(), outflank_server::pool::PoolError>(()) }).unwrap();
/// ```
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<Worker>,
    config: PoolConfig,
}

impl Pool {
    /// Starts the threads.
    pub fn new(config: &PoolConfig) -> Pool {
        let config = PoolConfig { workers: config.workers.max(2), ..config.clone() };
        let shared = Arc::new(Shared::new(&config));
        let workers = (0..config.workers).map(|number| Worker::start(number, &shared, config.hash_bytes)).collect();
        Pool { shared, workers, config }
    }

    /// A move. It is waiting for its turn from now on; dropping the answer gives it up, and stops whoever thinks about it.
    pub fn choose(&self, client: Client, question: Question) -> Reply<Result<Choice, PoolError>> {
        let thought = question.within(self.config.longest);
        self.submit(client, question.class(), move |searcher| thought.think(searcher))
    }

    /// What every legal move is worth, best first, as far as these limits and a second show. It is given up like a move. A client that has
    /// asked for too much already, or anybody if too much waits, is told [`PoolError::Busy`].
    pub fn values(&self, client: Client, position: Position, limits: Limits) -> Reply<Result<Analysis, PoolError>> {
        let time = limits.time.map_or(LONGEST_SERVICE, |time| time.min(LONGEST_SERVICE));
        self.submit(client, Class::Service, move |mut searcher| {
            searcher.prepare_for(position.ground());
            let analysis = searcher.analyse(&position, &limits.with_time(time));
            let is_over = position.moves().is_empty();
            (if is_over { Err(PoolError::Over) } else { Ok(analysis) }, searcher)
        })
    }

    /// How many moves of a client wait for their turn.
    pub fn moves_waiting(&self, client: Client) -> usize {
        self.shared.moves_waiting(client)
    }

    /// What is being done and what waits.
    pub fn load(&self) -> Load {
        self.shared.load()
    }

    /// Puts work into the queue. It takes the searcher of whichever thread it comes to, and gives it back.
    fn submit<T: Send + 'static>(
        &self,
        client: Client,
        class: Class,
        work: impl FnOnce(Searcher) -> (Result<T, PoolError>, Searcher) + Send + 'static,
    ) -> Reply<Result<T, PoolError>> {
        let (answer, coming) = oneshot::channel();
        match self.shared.enter(client, class, worker::caught(work, answer)) {
            Ok(number) => {
                let ticket = Ticket { shared: Arc::clone(&self.shared), client, number };
                Box::pin(async move {
                    let _given_up_if_dropped = ticket;
                    coming.await.unwrap_or(Err(PoolError::Closed))
                })
            }
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.close();
        self.workers.drain(..).for_each(Worker::join);
    }
}
