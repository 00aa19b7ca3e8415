//! Short blocking work beside the runtime: bounded concurrency, and bounded queues in which
//! addresses take turns.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use thiserror::Error;
use tokio::sync::oneshot;

use crate::{
    engine::pool::Fair,
    web::limits::{ConnectionLimiter, Limits, Network},
};

/// The unit of memory for files, in bytes.
pub(crate) const MEMORY_PIECE: usize = 64 << 10;

/// Memory for files of all addresses (128 MiB) and of one (32 MiB). A file has at most 16 MiB.
const FILE_MEMORY: (usize, usize) = ((128 << 20) / MEMORY_PIECE, (32 << 20) / MEMORY_PIECE);

/// A queue for each kind of work, so that large files do not delay checks of positions.
pub(crate) struct BlockingTasks {
    /// Checks of boards.
    pub(crate) boards: ConcurrencyLimit,
    /// Files up to 256 KiB.
    pub(crate) files: ConcurrencyLimit,
    /// Files over 256 KiB.
    pub(crate) large_files: ConcurrencyLimit,
    /// Pictures.
    pub(crate) pictures: ConcurrencyLimit,
    /// Animated GIFs, of some hundred frames each.
    pub(crate) gifs: ConcurrencyLimit,
    /// Memory for files that arrive or wait, in units of [`MEMORY_PIECE`] bytes.
    pub(crate) file_memory: Arc<ConnectionLimiter>,
}

impl BlockingTasks {
    pub(crate) fn new(limits: &Limits) -> BlockingTasks {
        let (connections, connections_per_address) = FILE_MEMORY;
        BlockingTasks {
            boards: ConcurrencyLimit::new(2, 64),
            files: ConcurrencyLimit::new(32, 64),
            large_files: ConcurrencyLimit::new(4, 16),
            pictures: ConcurrencyLimit::new(2, 64),
            gifs: ConcurrencyLimit::new(1, 16),
            file_memory: Arc::new(ConnectionLimiter::new(&Limits { connections, connections_per_address, ..*limits })),
        }
    }
}

/// A concurrency limit with a queue in which addresses take turns. Clones share state.
#[derive(Clone)]
pub(crate) struct ConcurrencyLimit(Arc<Mutex<State>>);

struct State {
    /// Free permits. Above zero only while the queue is empty.
    free: usize,
    /// The capacity of the queue.
    room: usize,
    waiting: Fair<Network, Waiting>,
    last_number: u64,
}

/// A request in the queue. Dropping it refuses the request.
struct Waiting {
    number: u64,
    permit: oneshot::Sender<Permit>,
}

/// The permission to work, until it is dropped.
pub(crate) struct Permit(ConcurrencyLimit);

impl ConcurrencyLimit {
    /// Works on at most `at_once` requests; queues at most `room` more.
    pub(crate) fn new(at_once: usize, room: usize) -> ConcurrencyLimit {
        ConcurrencyLimit(Arc::new(Mutex::new(State { free: at_once, room, waiting: Fair::new(), last_number: 0 })))
    }

    /// Waits for a permit. A full queue refuses the request, unless another client has at least two
    /// more in it: then the last request of that client is refused. A client is an IPv4 address or
    /// an IPv6 site (/48).
    pub(crate) async fn acquire(&self, address: IpAddr) -> Result<Permit, OverloadedError> {
        let network = Network::from(address);
        let (place, coming) = match self.enter(network.site().unwrap_or(network))? {
            Entered::Admitted(permit) => return Ok(permit),
            Entered::Queued(place, coming) => (place, coming),
        };
        let permit = coming.await.map_err(|_| OverloadedError::QueueFull);
        drop(place);
        permit
    }

    fn enter(&self, client: Network) -> Result<Entered, OverloadedError> {
        let mut state = self.state();
        if state.free > 0 {
            state.free -= 1;
            return Ok(Entered::Admitted(Permit(self.clone())));
        }
        if state.waiting.len() >= state.room && !state.waiting.displace_for(client) {
            return Err(OverloadedError::QueueFull);
        }
        state.last_number += 1;
        let (number, (permit, coming)) = (state.last_number, oneshot::channel());
        state.waiting.push(client, Waiting { number, permit });
        Ok(Entered::Queued(QueuePlace { limit: self.clone(), client, number }, coming))
    }

    /// Does the work when it is this address's turn.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, OverloadedError> {
        self.acquire(address).await?.run(work).await
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Entered {
    Admitted(Permit),
    Queued(QueuePlace, oneshot::Receiver<Permit>),
}

impl Permit {
    /// Does the work on a blocking thread. Keeps the permit until it is done, even if the caller is
    /// gone.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, OverloadedError> {
        let done = tokio::task::spawn_blocking(move || {
            let _permit = self;
            work()
        });
        done.await.map_err(|_| OverloadedError::Panicked)
    }
}

impl Drop for Permit {
    /// Passes the permit to the next request in the queue.
    fn drop(&mut self) {
        let mut state = self.0.state();
        let Some((_, next)) = state.waiting.pop(|_, _| true) else {
            state.free += 1;
            return;
        };
        // A permit whose receiver is gone comes back and is dropped here, which locks the state
        // again.
        drop(state);
        let _ = next.permit.send(Permit(self.0.clone()));
    }
}

/// A place in the queue. Dropping it leaves the queue, so clients that disconnect take no place.
struct QueuePlace {
    limit: ConcurrencyLimit,
    client: Network,
    number: u64,
}

impl Drop for QueuePlace {
    fn drop(&mut self) {
        self.limit.state().waiting.remove(self.client, |waiting| waiting.number == self.number);
    }
}

/// Why work was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum OverloadedError {
    /// The queue is full.
    #[error("the server is busy; try again in a moment")]
    QueueFull,
    /// The work panicked.
    #[error("the server failed; the error is in its log")]
    Panicked,
}

#[cfg(test)]
mod tests {
    use std::{
        future::{Future, poll_fn},
        pin::Pin,
        task::Poll,
    };

    use super::*;

    const ANN: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const BOB: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    type Acquiring<'a> = Pin<Box<dyn Future<Output = Result<Permit, OverloadedError>> + 'a>>;

    /// Asks for a turn, and returns the reply if it is there.
    async fn now(asked: &mut Acquiring<'_>) -> Option<Result<Permit, OverloadedError>> {
        poll_fn(|context| match asked.as_mut().poll(context) {
            Poll::Ready(reply) => Poll::Ready(Some(reply)),
            Poll::Pending => Poll::Ready(None),
        })
        .await
    }

    /// Puts a request into the queue, where it waits.
    async fn waiting(limit: &ConcurrencyLimit, address: IpAddr) -> Acquiring<'_> {
        let mut asked: Acquiring<'_> = Box::pin(limit.acquire(address));
        assert!(now(&mut asked).await.is_none(), "its turn has not come");
        asked
    }

    #[tokio::test]
    async fn addresses_take_turns() {
        let limit = ConcurrencyLimit::new(1, 8);
        let running = limit.acquire(ANN).await.expect("nobody is there");
        let (mut first, mut second) = (waiting(&limit, ANN).await, waiting(&limit, ANN).await);
        let mut other = waiting(&limit, BOB).await;
        drop(running);
        let turn = now(&mut first).await.expect("its turn");
        drop(turn);
        assert!(now(&mut second).await.is_none(), "the other address comes before it");
        drop(now(&mut other).await.expect("its turn"));
        assert!(now(&mut second).await.is_some());
    }

    #[tokio::test]
    async fn a_full_queue_has_room_for_addresses_with_less_in_it() {
        let limit = ConcurrencyLimit::new(1, 2);
        let _running = limit.acquire(ANN).await.expect("nobody is there");
        let (mut first, mut last) = (waiting(&limit, ANN).await, waiting(&limit, ANN).await);
        assert!(matches!(limit.acquire(ANN).await, Err(OverloadedError::QueueFull)));
        let _other = waiting(&limit, BOB).await;
        assert!(matches!(now(&mut last).await, Some(Err(OverloadedError::QueueFull))), "it made room");
        assert!(now(&mut first).await.is_none(), "it keeps its place");
        assert!(matches!(limit.acquire(BOB).await, Err(OverloadedError::QueueFull)), "both have one");
    }

    #[tokio::test]
    async fn the_networks_of_one_site_fill_no_queue() {
        let limit = ConcurrencyLimit::new(1, 16);
        let of_site = |n: u16| IpAddr::from([0x2001, 0xdb8, 1, n, 0, 0, 0, 1]);
        let _running = limit.acquire(of_site(0)).await.expect("nobody is there");
        let mut queued = Vec::new();
        for n in 1..=16 {
            queued.push(waiting(&limit, of_site(n)).await);
        }
        let _newcomer = waiting(&limit, ANN).await;
        let _other_site = waiting(&limit, IpAddr::from([0x2001, 0xdb8, 2, 0, 0, 0, 0, 1])).await;
    }

    #[tokio::test]
    async fn clients_that_leave_take_no_place() {
        let limit = ConcurrencyLimit::new(1, 1);
        let running = limit.acquire(ANN).await.expect("nobody is there");
        drop(waiting(&limit, ANN).await);
        let left = waiting(&limit, ANN).await;
        // It leaves with the turn already given to it.
        drop(running);
        drop(left);
        assert_eq!(limit.run(BOB, || 7).await, Ok(7));
    }

    #[tokio::test]
    async fn a_panic_frees_its_permit() {
        let limit = ConcurrencyLimit::new(1, 0);
        assert_eq!(limit.run(ANN, || panic!("at work") as u8).await, Err(OverloadedError::Panicked));
        assert_eq!(limit.run(ANN, || 7).await, Ok(7));
    }
}
