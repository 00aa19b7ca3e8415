//! Broadcasts the events of a game to all its listeners.
//!
//! The bus stores nothing and never waits for a listener. A listener that falls too far behind
//! learns that it missed notices, and reads the log. A listener subscribes first and reads the log
//! second, so that it misses nothing; the version identifies notices that it has read already.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use tokio::sync::broadcast::{self, Receiver, Sender, error::RecvError};

use super::id::GameId;

/// How many notices a listener may be behind before it misses some. This is more than a move with a
/// forced pass and the end of the game, and few enough that 1,000 stuck listeners need little
/// memory.
const CAPACITY: usize = 32;

/// A message about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The version of the event, or 0 for a message that is not in the log.
    pub version: u64,
    /// The JSON that sockets send, written once for all of them.
    pub text: String,
}

/// What a listener receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BusMessage {
    /// A new notice.
    Notice(Arc<Notice>),
    /// The listener fell behind and has to read the log. The messages after this one are newer.
    Missed,
    /// The bus is gone.
    Closed,
}

/// Sends notices from the task of a game to its listeners. Dropping it closes all subscriptions.
pub struct Bus {
    topics: Arc<Topics>,
    capacity: usize,
}

/// The games that have listeners.
#[derive(Default)]
struct Topics(Mutex<HashMap<GameId, Sender<Arc<Notice>>>>);

impl Bus {
    /// Creates a bus whose listeners may be about this many notices behind; at least one.
    pub fn with_capacity(capacity: usize) -> Bus {
        Bus { topics: Arc::default(), capacity: capacity.max(1) }
    }

    /// Sends to all current listeners, in the order of the calls. Publish events of the log only
    /// after they are stored.
    pub fn publish(&self, game: GameId, notice: Arc<Notice>) {
        // Sent under the lock, so that all listeners receive the same order. This does not wait for
        // listeners.
        if let Some(topic) = self.topics.lock().get(&game) {
            let _ = topic.send(notice);
        }
    }

    /// Subscribes to a game from now on.
    pub fn subscribe(&self, game: GameId) -> Subscription {
        let mut topics = self.topics.lock();
        let topic = topics.entry(game).or_insert_with(|| broadcast::channel(self.capacity).0);
        let guard = TopicGuard { topics: Arc::downgrade(&self.topics), game };
        Subscription { notices: topic.subscribe(), _topic: guard }
    }

    /// The number of games with listeners.
    pub fn topics(&self) -> usize {
        self.topics.lock().len()
    }
}

impl Default for Bus {
    fn default() -> Bus {
        Bus::with_capacity(CAPACITY)
    }
}

impl Topics {
    /// A panic elsewhere cannot leave the map inconsistent, so a poisoned lock is safe to use.
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Sender<Arc<Notice>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A listener to one game. Dropping it ends the subscription.
pub struct Subscription {
    notices: Receiver<Arc<Notice>>,
    /// Dropped after the receiver, by the order of the fields.
    _topic: TopicGuard,
}

impl Subscription {
    /// Returns the next message. Dropping the future loses nothing.
    pub async fn next(&mut self) -> BusMessage {
        match self.notices.recv().await {
            Ok(notice) => BusMessage::Notice(notice),
            Err(RecvError::Lagged(_)) => {
                // The notices left in the channel are older than the log that the listener reads
                // next.
                self.notices = self.notices.resubscribe();
                BusMessage::Missed
            }
            Err(RecvError::Closed) => BusMessage::Closed,
        }
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription").field("waiting", &self.notices.len()).finish()
    }
}

/// Removes the topic of a game with its last subscription. Does not keep the bus alive.
struct TopicGuard {
    topics: Weak<Topics>,
    game: GameId,
}

impl Drop for TopicGuard {
    fn drop(&mut self) {
        let Some(topics) = self.topics.upgrade() else { return };
        let mut topics = topics.lock();
        if topics.get(&self.game).is_some_and(|topic| topic.receiver_count() == 0) {
            topics.remove(&self.game);
        }
    }
}
