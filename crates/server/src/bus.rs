//! Telling everybody who looks at a game what happened there.
//!
//! Nothing is kept here and nothing waits: whoever listens too slowly is told that it missed something and reads the log. A listener
//! subscribes first and reads then, so that nothing falls between; what it hears again it knows by the version.

mod local;

use std::{fmt, sync::Arc};

use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::id::GameId;

pub use local::LocalBus;

/// What everybody who looks at a game is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The version of the event, or 0 for what is not in the log.
    pub version: u64,
    /// What sockets send: JSON, written once for all of them.
    pub text: String,
}

/// What a listener hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Something new.
    Notice(Arc<Notice>),
    /// More than it could keep up with: whatever was said until now has to be read again. What is heard after this was said after it.
    Missed,
    /// There will be no more.
    Closed,
}

/// Carries notices from the owner of a game to those who look at it, wherever they are.
pub trait Bus: Send + Sync + 'static {
    /// Tells all that listen now, in the order of the calls. What is in the log is published only when it is there.
    fn publish(&self, game: GameId, notice: Arc<Notice>);

    /// Listens from now on.
    fn subscribe(&self, game: GameId) -> Subscription;
}

/// One listener to one game. Dropped, it stops listening.
pub struct Subscription {
    notices: Receiver<Arc<Notice>>,
    /// Dropped after the receiver, by the order of the fields, it takes back what the bus keeps for the listener.
    _ending: Box<dyn Send + Sync>,
}

impl Subscription {
    /// A listener to a bounded channel that a bus feeds; `ending` is dropped when nobody listens to it any more.
    pub fn new(notices: Receiver<Arc<Notice>>, ending: impl Send + Sync + 'static) -> Subscription {
        Subscription { notices, _ending: Box::new(ending) }
    }

    /// The next that is said. Whoever stops waiting misses nothing.
    pub async fn next(&mut self) -> Heard {
        match self.notices.recv().await {
            Ok(notice) => Heard::Notice(notice),
            Err(RecvError::Lagged(_)) => {
                // What is left in the channel is older than what the listener is about to read.
                self.notices = self.notices.resubscribe();
                Heard::Missed
            }
            Err(RecvError::Closed) => Heard::Closed,
        }
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription").field("waiting", &self.notices.len()).finish()
    }
}
