//! Why a store does not do what it is asked.

use std::{error::Error, fmt, sync::Arc};

use crate::id::GameId;

/// Why a store does not do what it is asked.
#[derive(Clone, Debug)]
pub enum StoreError {
    /// The log has not as many events as the append expects: somebody else was first. Read it again.
    Conflict {
        /// Whose log.
        game: GameId,
        /// How many were expected.
        expected: u64,
        /// How many there are.
        actual: u64,
    },
    /// An append without events.
    NoEvents {
        /// Whose log.
        game: GameId,
    },
    /// The disk, or what is on it, is at fault.
    Failed {
        /// What was tried.
        doing: &'static str,
        /// What came of it.
        cause: Arc<dyn Error + Send + Sync>,
    },
    /// The store has been closed.
    Closed,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict { game, expected, actual } => {
                write!(f, "the log of game {game} has {actual} events and not {expected}: read it again")
            }
            StoreError::NoEvents { game } => write!(f, "nothing to add to the log of game {game}"),
            StoreError::Failed { doing, cause } => write!(f, "cannot {doing}: {cause}"),
            StoreError::Closed => f.write_str("the games have been closed: the server is stopping"),
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StoreError::Failed { cause, .. } => Some(&**cause),
            _ => None,
        }
    }
}
