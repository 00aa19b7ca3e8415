//! Appends to try stores with.

use outflank_server::log::{
    Append, EventStore, GameStatus, Listed, LogKind, Query, Summary, id::GameId, secret::SecretHash,
};

/// The append that makes a game with one event.
pub(crate) fn created(game: GameId, updated: u64) -> Append {
    Append { game, expected: 0, at: updated, events: vec!["\"created\"".to_owned()], summary: summary(updated) }
}

/// An append of one event to a game with this many.
pub(crate) fn next(game: GameId, expected: u64) -> Append {
    let events = vec![format!("{{\"event\":{}}}", expected + 1)];
    Append { game, expected, at: 1000 + expected, events, summary: summary(1000 + expected) }
}

pub(crate) fn summary(updated: u64) -> Summary {
    let kind = LogKind::Game;
    Summary {
        kind,
        status: GameStatus::Playing,
        listed: true,
        updated,
        holders: Vec::new(),
        data: format!("[{updated}]"),
    }
}

impl With for Append {
    fn with(mut self, change: impl FnOnce(&mut Summary)) -> Append {
        change(&mut self.summary);
        self
    }
}

/// The same with another summary.
pub(crate) trait With {
    fn with(self, change: impl FnOnce(&mut Summary)) -> Self;
}

/// All games.
pub(crate) fn everything() -> Query {
    Query {
        kind: LogKind::Game,
        statuses: GameStatus::ALL.to_vec(),
        holder: None,
        except: None,
        only_listed: false,
        since: None,
        before: None,
        limit: 100,
    }
}

pub(crate) fn held_by(holder: SecretHash) -> Query {
    Query { holder: Some(holder), ..everything() }
}

pub(crate) async fn found(store: &dyn EventStore, query: Query) -> Vec<GameId> {
    listed(store, query).await.iter().map(|listed| listed.game).collect()
}

pub(crate) async fn listed(store: &dyn EventStore, query: Query) -> Vec<Listed> {
    store.list(query).await.unwrap()
}
