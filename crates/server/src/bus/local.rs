//! Notices within one process.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use tokio::sync::broadcast::{self, Sender};

use super::{Bus, Notice, Subscription};
use crate::id::GameId;

/// Notices that a listener may be behind before it misses some: more than a game with a forced pass and its end says at once, and so
/// few that a thousand stuck listeners cost nothing.
const KEPT: usize = 32;

/// A bus within one process. Dropped, it closes all subscriptions.
pub struct LocalBus {
    topics: Arc<Topics>,
    kept: usize,
}

/// The games that somebody listens to.
#[derive(Default)]
struct Topics(Mutex<HashMap<GameId, Sender<Arc<Notice>>>>);

impl LocalBus {
    /// A bus whose listeners may be as far behind as is good for sockets.
    pub fn new() -> LocalBus {
        LocalBus::keeping(KEPT)
    }

    /// A bus whose listeners may be so many notices behind, or a few more, and at least one.
    pub fn keeping(kept: usize) -> LocalBus {
        LocalBus { topics: Arc::default(), kept: kept.max(1) }
    }

    /// How many games somebody listens to.
    pub fn topics(&self) -> usize {
        self.topics.lock().len()
    }
}

impl Default for LocalBus {
    fn default() -> LocalBus {
        LocalBus::new()
    }
}

impl Topics {
    /// The map is whole between any two of its operations, so a panic elsewhere does not spoil it.
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Sender<Arc<Notice>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bus for LocalBus {
    fn publish(&self, game: GameId, notice: Arc<Notice>) {
        // Sent under the lock, so that all listeners hear the same order. It does not wait for any of them.
        if let Some(topic) = self.topics.lock().get(&game) {
            let _ = topic.send(notice);
        }
    }

    fn subscribe(&self, game: GameId) -> Subscription {
        let mut topics = self.topics.lock();
        let topic = topics.entry(game).or_insert_with(|| broadcast::channel(self.kept).0);
        Subscription::new(topic.subscribe(), Ending { topics: Arc::downgrade(&self.topics), game })
    }
}

/// The end of a subscription: with the last of a game its topic goes. It does not keep the bus alive.
struct Ending {
    topics: Weak<Topics>,
    game: GameId,
}

impl Drop for Ending {
    fn drop(&mut self) {
        let Some(topics) = self.topics.upgrade() else { return };
        let mut topics = topics.lock();
        if topics.get(&self.game).is_some_and(|topic| topic.receiver_count() == 0) {
            topics.remove(&self.game);
        }
    }
}
