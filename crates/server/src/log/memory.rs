//! A store in memory.

use std::{
    cmp::Reverse,
    collections::{HashMap, VecDeque},
    future,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{
    AnswerKey, AnswerStore, Append, EventStore, GameStatus, Listed, LogKind, Logged, MAX_LISTED, Query, StoreError,
    Summary,
};
use crate::{Reply, log::id::GameId};

/// Stores everything in memory, for tests and for `--in-memory`. It never frees anything, so it is
/// not for a server that runs for months.
#[derive(Default)]
pub struct MemoryStore {
    games: Mutex<HashMap<GameId, Kept>>,
    answers: Mutex<VecDeque<(AnswerKey, Vec<u8>)>>,
}

struct Kept {
    log: Vec<Logged>,
    summary: Summary,
    attachments: HashMap<&'static str, Vec<u8>>,
}

impl MemoryStore {
    /// Creates an empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// A panic elsewhere cannot leave the games inconsistent, so a poisoned lock is safe to use.
    fn games(&self) -> MutexGuard<'_, HashMap<GameId, Kept>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, append: Append) -> Result<u64, StoreError> {
        let Append { game, expected, at, events, summary } = append;
        if events.is_empty() {
            return Err(StoreError::NoEvents { game });
        }
        let mut games = self.games();
        let actual = games.get(&game).map_or(0, Kept::version);
        if actual != expected {
            return Err(StoreError::Conflict { game, expected, actual });
        }
        let kept = games.entry(game).or_insert_with(|| Kept {
            log: Vec::new(),
            summary: summary.clone(),
            attachments: HashMap::new(),
        });
        kept.log.extend((expected + 1..).zip(events).map(|(version, event)| Logged { version, at, event }));
        kept.summary = summary;
        Ok(kept.version())
    }
}

impl Kept {
    fn version(&self) -> u64 {
        self.log.len() as u64
    }

    fn is_asked_for(&self, query: &Query) -> bool {
        query.kind == self.summary.kind
            && query.statuses.contains(&self.summary.status)
            && (self.summary.listed || !query.only_listed)
            && query.since.is_none_or(|since| self.summary.updated > since)
            && query.holder.is_none_or(|holder| self.summary.holders.contains(&holder))
            && query.except.is_none_or(|holder| !self.summary.holders.contains(&holder))
    }

    fn listed(&self, game: GameId) -> Listed {
        let Summary { status, listed, updated, ref data, .. } = self.summary;
        Listed { game, version: self.version(), status, listed, updated, data: data.clone() }
    }
}

impl EventStore for MemoryStore {
    fn append(&self, append: Append) -> Reply<Result<u64, StoreError>> {
        answer(self.add(append))
    }

    fn read(&self, game: GameId, after: u64) -> Reply<Result<Vec<Logged>, StoreError>> {
        let after = usize::try_from(after).unwrap_or(usize::MAX);
        let games = self.games();
        let events = games.get(&game).and_then(|kept| kept.log.get(after..));
        answer(Ok(events.unwrap_or_default().to_vec()))
    }

    fn list(&self, query: Query) -> Reply<Result<Vec<Listed>, StoreError>> {
        let games = self.games();
        let asked_for = games.iter().filter(|(_, kept)| kept.is_asked_for(&query));
        let mut found: Vec<Listed> = asked_for.map(|(&game, kept)| kept.listed(game)).collect();
        found.retain(|listed| query.before.is_none_or(|before| listed.cursor() < before));
        found.sort_unstable_by_key(|listed| Reverse(listed.cursor()));
        found.truncate(query.limit.min(MAX_LISTED));
        answer(Ok(found))
    }

    fn attach(&self, game: GameId, name: &'static str, bytes: Vec<u8>) -> Reply<Result<bool, StoreError>> {
        let mut games = self.games();
        let kept = games.get_mut(&game).map(|kept| kept.attachments.insert(name, bytes));
        answer(Ok(kept.is_some()))
    }

    fn attachment(&self, game: GameId, name: &'static str) -> Reply<Result<Option<Vec<u8>>, StoreError>> {
        let games = self.games();
        answer(Ok(games.get(&game).and_then(|kept| kept.attachments.get(name)).cloned()))
    }

    fn unfinished(&self, kind: LogKind) -> Reply<Result<Vec<GameId>, StoreError>> {
        let games = self.games();
        let is_unfinished = |summary: &Summary| summary.kind == kind && summary.status != GameStatus::Over;
        let unfinished = games.iter().filter(|(_, kept)| is_unfinished(&kept.summary));
        answer(Ok(unfinished.map(|(&game, _)| game).collect()))
    }

    fn check_health(&self) -> Reply<Result<(), StoreError>> {
        answer(Ok(()))
    }
}

impl AnswerStore for MemoryStore {
    fn answer(&self, key: AnswerKey) -> Reply<Result<Option<Vec<u8>>, StoreError>> {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answer(Ok(answers.iter().find(|(of, _)| *of == key).map(|(_, bytes)| bytes.clone())))
    }

    fn keep_answer(&self, key: AnswerKey, bytes: Vec<u8>, most: usize) -> Reply<Result<(), StoreError>> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.retain(|(of, _)| *of != key);
        answers.push_back((key, bytes));
        let too_many = answers.len().saturating_sub(most);
        answers.drain(..too_many);
        answer(Ok(()))
    }
}

fn answer<T: Send + 'static>(answer: T) -> Reply<T> {
    Box::pin(future::ready(answer))
}
