//! A thread that thinks.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::Arc,
    thread::{self, JoinHandle},
};

use outflank_engine::{Searcher, Settings};
use tokio::sync::oneshot;

use super::{
    PoolError,
    state::{Class, Job, Shared},
};

/// Bytes of the table for quick moves: a larger one would not be filled, and is cleared before each of them.
const QUICK_HASH: usize = 4 << 20;

/// Work for whichever thread is free. It takes its searcher and gives it back, unless it breaks it.
pub(super) type Work = Box<dyn FnOnce(Searcher) -> Option<Searcher> + Send>;

/// Work that answers even if it panics.
pub(super) fn caught<T: Send + 'static>(
    work: impl FnOnce(Searcher) -> (Result<T, PoolError>, Searcher) + Send + 'static,
    answer: oneshot::Sender<Result<T, PoolError>>,
) -> Work {
    Box::new(move |searcher| {
        // Whatever a panic has left half done is dropped with the searcher.
        match panic::catch_unwind(AssertUnwindSafe(|| work(searcher))) {
            Ok((outcome, searcher)) => {
                let _ = answer.send(outcome);
                Some(searcher)
            }
            Err(_) => {
                tracing::error!("a search has panicked; its thread goes on");
                let _ = answer.send(Err(PoolError::Broken));
                None
            }
        }
    })
}

/// A thread with an engine for quick work and one for the rest.
pub(super) struct Worker(JoinHandle<()>);

impl Worker {
    pub(super) fn start(number: usize, shared: &Arc<Shared>, hash_bytes: usize) -> Worker {
        let shared = Arc::clone(shared);
        Worker(thread::spawn(move || work(number, &shared, Engines::new(hash_bytes))))
    }

    pub(super) fn join(self) {
        let _ = self.0.join();
    }
}

fn work(number: usize, shared: &Shared, mut engines: Engines) {
    while let Some(Job { class, work, .. }) = shared.next(number) {
        let searcher = engines.take(class);
        let is_wanted = shared.begin(number, searcher.stop_flag());
        *engines.place(class) = if is_wanted { work(searcher) } else { Some(searcher) };
    }
}

/// What a thread thinks with. The one for quick work is there from the beginning, so that no game waits for it; the large one is made when it is
/// first needed, which on many servers is never.
struct Engines {
    quick: Option<Searcher>,
    large: Option<Searcher>,
    hash_bytes: usize,
}

impl Engines {
    fn new(hash_bytes: usize) -> Engines {
        Engines { quick: Some(engine(QUICK_HASH)), large: None, hash_bytes }
    }

    fn place(&mut self, class: Class) -> &mut Option<Searcher> {
        match class {
            Class::Quick => &mut self.quick,
            Class::Deep | Class::Service => &mut self.large,
        }
    }

    fn take(&mut self, class: Class) -> Searcher {
        let hash_bytes = if class == Class::Quick { QUICK_HASH } else { self.hash_bytes };
        self.place(class).take().unwrap_or_else(|| engine(hash_bytes))
    }
}

fn engine(hash_bytes: usize) -> Searcher {
    Searcher::new(&Settings { hash_bytes, threads: 1 })
}
