//! Where the logs of games are kept.
//!
//! A game is the list of its events, and the store is the only place where that list lives: it grows by an [`Append`] that says how
//! many events it believes there are, and that is refused if there are others. So two owners of one game cannot both be right, and what
//! was acknowledged is there after a crash. What the events mean is not known here: they are texts, and so is what lists show.
//!
//! [`SqliteStore`] keeps them in a file, [`MemoryStore`] for as long as the program runs. Both pass the contract in `tests/suite/store.rs`, as a third
//! would have to.

mod answers;
mod cursor;
mod error;
mod memory;
mod sqlite;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Reply, id::GameId, secret::SecretHash};

pub use answers::{AnswerKey, AnswerStore};
pub use cursor::{Cursor, NotACursor};
pub use error::StoreError;
pub use memory::MemoryStore;
pub use sqlite::{OpenError, SqliteStore};

/// The most games that one [`Query`] finds.
pub const MOST_LISTED: usize = 100;

/// What a store failed at is tried again after this.
pub(crate) const REST: Duration = Duration::from_secs(1);

/// How far a game has got, as lists tell it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameStatus {
    /// A seat waits for somebody.
    Open,
    /// It is being played.
    Playing,
    /// It has ended.
    Over,
}

impl GameStatus {
    /// All of them.
    pub const ALL: [GameStatus; 3] = [GameStatus::Open, GameStatus::Playing, GameStatus::Over];
}

/// What a log tells of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LogKind {
    /// A game.
    #[default]
    Game,
    /// A tournament, whose games have logs of their own.
    Tournament,
}

/// A game's log grows by these events, or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// Whose log. One that has none yet has no events.
    pub game: GameId,
    /// How many events there must be.
    pub expected: u64,
    /// When they happened, in milliseconds since 1970.
    pub at: u64,
    /// One or more, each as JSON.
    pub events: Vec<String>,
    /// What lists say of the game from now on.
    pub summary: Summary,
}

/// What lists say of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// What the log tells of, which never changes.
    pub kind: LogKind,
    /// How far it has got.
    pub status: GameStatus,
    /// Whether those who are not in it may find it in a list.
    pub listed: bool,
    /// When it last changed, in milliseconds since 1970: the order of lists.
    pub updated: u64,
    /// Whose games it is among, in place of those named before.
    pub holders: Vec<SecretHash>,
    /// What a list shows of it, as JSON.
    pub data: String,
}

/// An event with its place in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// 1 for the first.
    pub version: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// The event as JSON.
    pub event: String,
}

/// Which games to list: those that all of this is true of, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Those of this kind.
    pub kind: LogKind,
    /// Those of these statuses.
    pub statuses: Vec<GameStatus>,
    /// Those that this secret's holder is in.
    pub holder: Option<SecretHash>,
    /// Those that this secret's holder is not in.
    pub except: Option<SecretHash>,
    /// Only those that everybody may see.
    pub only_listed: bool,
    /// Only those that changed after this time, in milliseconds since 1970.
    pub since: Option<u64>,
    /// Those after this place in the list: the last of the page before.
    pub before: Option<Cursor>,
    /// No more than this, and never more than [`MOST_LISTED`].
    pub limit: usize,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub game: GameId,
    /// How many events it has.
    pub version: u64,
    /// How far it has got.
    pub status: GameStatus,
    /// Whether everybody may see it.
    pub listed: bool,
    /// When it last changed, in milliseconds since 1970.
    pub updated: u64,
    /// What to show of it, as JSON.
    pub data: String,
}

impl Listed {
    /// Its place, from which the next page goes on.
    pub fn cursor(&self) -> Cursor {
        Cursor { updated: self.updated, game: self.game }
    }
}

/// What keeps the logs. Answers come in any order; a question is asked when the method is called, whether or not its answer is waited for.
pub trait EventStore: Send + Sync + 'static {
    /// Adds to a game's log and says how many events it has then. The answer comes when nothing but the loss of the disk can undo it. Of
    /// two appends that expect the same, one is refused with [`StoreError::Conflict`]. Whoever stops waiting does not know what happened.
    fn append(&self, append: Append) -> Reply<Result<u64, StoreError>>;

    /// The events after so many, in order; none for a game that there is not.
    fn read(&self, game: GameId, after: u64) -> Reply<Result<Vec<Logged>, StoreError>>;

    /// Games, the one that changed last first; of those that changed at once, the last by name.
    fn list(&self, query: Query) -> Reply<Result<Vec<Listed>, StoreError>>;

    /// The logs of a kind that are not over, in no particular order.
    fn unfinished(&self, kind: LogKind) -> Reply<Result<Vec<GameId>, StoreError>>;

    /// Keeps something beside a game that there is, under a name, in place of what was kept there. The answer comes when it is on the disk; it is
    /// false if there is no such game.
    fn attach(&self, game: GameId, name: &'static str, bytes: Vec<u8>) -> Reply<Result<bool, StoreError>>;

    /// What is kept beside a game under a name.
    fn attachment(&self, game: GameId, name: &'static str) -> Reply<Result<Option<Vec<u8>>, StoreError>>;

    /// Whether it could take an append now.
    fn is_well(&self) -> Reply<Result<(), StoreError>>;
}
