//! The event logs of games and tournaments.
//!
//! Events live only in the store. An [`Append`] names the version that it expects; it fails with a
//! conflict if the log has another version (optimistic concurrency). So a log has one writer at a
//! time, and an acknowledged event survives a crash. The store does not know what events mean: they
//! are JSON texts, and so are the rows of lists.
//!
//! [`SqliteStore`] stores logs in a file, [`MemoryStore`] in memory. Both pass the contract in
//! `tests/suite/store.rs`. `owner` writes logs.

pub mod id;
mod memory;
mod owner;
pub mod secret;
#[cfg(test)]
mod shaky;
mod sqlite;
pub(crate) mod time;

use std::{error::Error, fmt, str::FromStr, sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};

use crate::{
    Reply,
    log::{id::GameId, secret::SecretHash},
};

pub use memory::MemoryStore;
pub(crate) use owner::{Aggregate, EventLog, LogOwner, OwnerError, event_json, fold, read_event};
pub use owner::{LogError, UnreadableEvent};
#[cfg(test)]
pub(crate) use shaky::Shaky;
pub use sqlite::{OpenError, SqliteStore};

/// The most games in one page of a list.
pub const MAX_LISTED: usize = 100;

/// Delay before a failed store operation is tried again.
pub(crate) const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The status of a game or a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameStatus {
    /// It has a free seat, or has not started.
    Open,
    /// It is in progress.
    Playing,
    /// It has ended.
    Over,
}

impl GameStatus {
    /// All of them.
    pub const ALL: [GameStatus; 3] = [GameStatus::Open, GameStatus::Playing, GameStatus::Over];
}

/// The kind of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LogKind {
    /// A game.
    #[default]
    Game,
    /// A tournament. Its games have separate logs.
    Tournament,
}

/// Events to add to one log, all or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The log. A log that does not exist yet has 0 events.
    pub game: GameId,
    /// The version that the log must have.
    pub expected: u64,
    /// When they happened, in ms since 1970.
    pub at: u64,
    /// At least one event, each as JSON.
    pub events: Vec<String>,
    /// The summary for lists from now on.
    pub summary: Summary,
}

/// The summary of a game or a tournament for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The kind of the log, which never changes.
    pub kind: LogKind,
    /// Its status.
    pub status: GameStatus,
    /// Do public lists show it?
    pub listed: bool,
    /// When it last changed, in ms since 1970. Lists are sorted by this.
    pub updated: u64,
    /// The holders whose lists contain it. They replace the earlier ones.
    pub holders: Vec<SecretHash>,
    /// The row of a list, as JSON.
    pub data: String,
}

/// An event of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// 1 for the first.
    pub version: u64,
    /// When it happened, in ms since 1970.
    pub at: u64,
    /// The event as JSON.
    pub event: String,
}

/// Filters of a list. All of them must hold. The newest comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The kind of log.
    pub kind: LogKind,
    /// Any of these statuses.
    pub statuses: Vec<GameStatus>,
    /// Only those that the holder of this secret takes part in.
    pub holder: Option<SecretHash>,
    /// Only those that the holder of this secret takes no part in.
    pub except: Option<SecretHash>,
    /// Only those in public lists.
    pub only_listed: bool,
    /// Only those that changed after this time, in ms since 1970.
    pub since: Option<u64>,
    /// Only those after this cursor, the last of the previous page.
    pub before: Option<Cursor>,
    /// The most rows; at most [`MAX_LISTED`].
    pub limit: usize,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its id.
    pub game: GameId,
    /// The number of its events.
    pub version: u64,
    /// Its status.
    pub status: GameStatus,
    /// Do public lists show it?
    pub listed: bool,
    /// When it last changed, in ms since 1970.
    pub updated: u64,
    /// The row of the list, as JSON.
    pub data: String,
}

impl Listed {
    /// The cursor where the next page starts.
    pub fn cursor(&self) -> Cursor {
        Cursor { updated: self.updated, game: self.game }
    }
}

/// A store of logs. A call takes effect whether or not its reply is awaited; replies come in any
/// order.
pub trait EventStore: Send + Sync + 'static {
    /// Appends to a log and returns its new version. After the reply only the loss of the disk can
    /// undo the append. Of two appends that expect the same version, one fails with
    /// [`StoreError::Conflict`]. A caller that stops waiting does not know the result.
    fn append(&self, append: Append) -> Reply<Result<u64, StoreError>>;

    /// Returns the events after a version, in order. An unknown game has no events.
    fn read(&self, game: GameId, after: u64) -> Reply<Result<Vec<Logged>, StoreError>>;

    /// Returns games, the last changed first. Games that changed at the same time are sorted by id,
    /// descending.
    fn list(&self, query: Query) -> Reply<Result<Vec<Listed>, StoreError>>;

    /// Returns the logs of a kind that are not over, in no particular order.
    fn unfinished(&self, kind: LogKind) -> Reply<Result<Vec<GameId>, StoreError>>;

    /// Stores bytes with a game under a name, replacing earlier ones. The reply comes when they are
    /// on the disk; it is false if the game does not exist.
    fn attach(&self, game: GameId, name: &'static str, bytes: Vec<u8>) -> Reply<Result<bool, StoreError>>;

    /// Returns the bytes stored with a game under a name.
    fn attachment(&self, game: GameId, name: &'static str) -> Reply<Result<Option<Vec<u8>>, StoreError>>;

    /// Commits a row as an append does, and returns the error that an append would get.
    fn check_health(&self) -> Reply<Result<(), StoreError>>;
}

/// The key of an engine answer: a hash of the question and of everything else the answer depends
/// on.
pub type AnswerKey = [u8; 32];

/// A cache of engine answers on the disk. The store does not know what they mean.
pub trait AnswerStore: Send + Sync + 'static {
    /// Returns the last answer that was stored under a key, if it is still there.
    fn answer(&self, key: AnswerKey) -> Reply<Result<Option<Vec<u8>>, StoreError>>;

    /// Stores an answer under its key, and removes the oldest ones above `most`. The reply comes
    /// when it is on the disk.
    fn keep_answer(&self, key: AnswerKey, bytes: Vec<u8>, most: usize) -> Reply<Result<(), StoreError>>;
}

/// Why a store failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The log does not have the expected version: another writer has appended to it. Read it
    /// again.
    #[error("the log of game {game} has {actual} events, not {expected}; read it again")]
    Conflict {
        /// The log.
        game: GameId,
        /// The expected version.
        expected: u64,
        /// The version in the store.
        actual: u64,
    },
    /// An append without events.
    #[error("nothing to append to the log of game {game}")]
    NoEvents {
        /// The log.
        game: GameId,
    },
    /// The disk, or a file on it, failed.
    #[error("cannot {doing}: {cause}")]
    Failed {
        /// The operation.
        doing: &'static str,
        /// The error of the system.
        #[source]
        cause: Arc<dyn Error + Send + Sync>,
    },
    /// The store has been closed.
    #[error("the store is closed; the server is stopping")]
    Closed,
}

/// A position in a list: the time of the last change, then the id. Lists are in descending order.
///
/// ```
/// use outflank_server::log::{Cursor, id::GameId};
///
/// let cursor = Cursor { updated: 1_763_200_000_000, game: GameId::random() };
/// assert_eq!(cursor.to_string().parse(), Ok(cursor));
/// assert!("yesterday".parse::<Cursor>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cursor {
    /// When the game changed, in ms since 1970.
    pub updated: u64,
    /// The game.
    pub game: GameId,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.updated, self.game)
    }
}

impl FromStr for Cursor {
    type Err = ParseCursorError;

    fn from_str(text: &str) -> Result<Cursor, ParseCursorError> {
        parse(text).ok_or_else(|| ParseCursorError(text.chars().take(MAX_QUOTED).collect()))
    }
}

fn parse(text: &str) -> Option<Cursor> {
    let (updated, game) = text.split_once('-')?;
    Some(Cursor { updated: updated.parse().ok()?, game: game.parse().ok()? })
}

/// The most characters that the error quotes.
const MAX_QUOTED: usize = 40;

/// A text that is not a cursor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a cursor; use the \"nextCursor\" of the page before")]
pub struct ParseCursorError(String);
