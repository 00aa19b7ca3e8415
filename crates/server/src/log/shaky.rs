//! A store for tests that fails, panics and is slow on request.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed},
    time::Duration,
};

use super::{Append, EventStore, Listed, LogKind, Logged, MemoryStore, Query, StoreError};
use crate::{Reply, log::id::GameId};

#[derive(Default)]
pub(crate) struct Shaky {
    pub(crate) store: MemoryStore,
    /// How many of the next reads fail.
    pub(crate) failing_reads: AtomicUsize,
    /// How many of the next appends fail.
    pub(crate) failing_appends: AtomicUsize,
    /// Milliseconds that an append takes.
    pub(crate) append_time: AtomicU64,
    /// Panics when this many new games have been appended; never at 0.
    pub(crate) panics_at_game: AtomicUsize,
    /// Panics once, at the next result of a tournament game.
    pub(crate) panics_at_end: AtomicBool,
    /// Appends the next result of a tournament game, and reports a failure.
    pub(crate) loses_reply_of_end: AtomicBool,
}

fn fails(left: &AtomicUsize) -> bool {
    left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok()
}

impl EventStore for Shaky {
    fn append(&self, append: Append) -> Reply<Result<u64, StoreError>> {
        if fails(&self.failing_appends) {
            return Box::pin(async { Err(StoreError::Closed) });
        }
        let is_new_game = append.summary.kind == LogKind::Game && append.expected == 0;
        assert!(
            !(is_new_game && self.panics_at_game.load(Relaxed) > 0 && self.panics_at_game.fetch_sub(1, Relaxed) == 1)
        );
        let is_end = append.summary.kind == LogKind::Tournament && append.events[0].contains("\"ended\"");
        assert!(!(is_end && self.panics_at_end.swap(false, Relaxed)));
        let loses_reply = is_end && self.loses_reply_of_end.swap(false, Relaxed);
        let (time, done) = (Duration::from_millis(self.append_time.load(Relaxed)), self.store.append(append));
        Box::pin(async move {
            if !time.is_zero() {
                tokio::time::sleep(time).await;
            }
            let done = done.await;
            if loses_reply { Err(StoreError::Closed) } else { done }
        })
    }

    fn read(&self, game: GameId, after: u64) -> Reply<Result<Vec<Logged>, StoreError>> {
        if fails(&self.failing_reads) {
            return Box::pin(async { Err(StoreError::Closed) });
        }
        self.store.read(game, after)
    }

    fn list(&self, query: Query) -> Reply<Result<Vec<Listed>, StoreError>> {
        self.store.list(query)
    }

    fn unfinished(&self, kind: LogKind) -> Reply<Result<Vec<GameId>, StoreError>> {
        self.store.unfinished(kind)
    }

    fn attach(&self, game: GameId, name: &'static str, bytes: Vec<u8>) -> Reply<Result<bool, StoreError>> {
        self.store.attach(game, name, bytes)
    }

    fn attachment(&self, game: GameId, name: &'static str) -> Reply<Result<Option<Vec<u8>>, StoreError>> {
        if fails(&self.failing_reads) {
            return Box::pin(async { Err(StoreError::Closed) });
        }
        self.store.attachment(game, name)
    }

    fn check_health(&self) -> Reply<Result<(), StoreError>> {
        self.store.check_health()
    }
}
