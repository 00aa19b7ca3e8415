//! A store that counts and times what goes into it.

use std::{sync::Arc, time::Instant};

use super::Metrics;
use crate::{
    Reply,
    id::GameId,
    store::{Append, EventStore, Listed, LogKind, Logged, Query, StoreError},
};

/// Another store, measured.
pub(crate) struct Measured<S> {
    store: Arc<S>,
    metrics: Arc<Metrics>,
}

impl<S> Measured<S> {
    pub(crate) fn new(store: Arc<S>, metrics: Arc<Metrics>) -> Measured<S> {
        Measured { store, metrics }
    }
}

impl<S: EventStore> EventStore for Measured<S> {
    fn append(&self, append: Append) -> Reply<Result<u64, StoreError>> {
        let (game, status, events) = (append.game, append.summary.status, append.events.len());
        let is_game = append.summary.kind == LogKind::Game;
        let metrics = Arc::clone(&self.metrics);
        let begun = Instant::now();
        let answer = self.store.append(append);
        Box::pin(async move {
            let answer = answer.await;
            match &answer {
                Ok(_) => metrics.appended(is_game.then_some((game, status)), events, begun.elapsed()),
                Err(_) => metrics.append_failed(),
            }
            answer
        })
    }

    fn read(&self, game: GameId, after: u64) -> Reply<Result<Vec<Logged>, StoreError>> {
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
        self.store.attachment(game, name)
    }

    fn is_well(&self) -> Reply<Result<(), StoreError>> {
        self.store.is_well()
    }
}
