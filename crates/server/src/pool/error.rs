//! Why there is no answer.

use std::{error::Error, fmt};

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolError {
    /// Too much has been asked for already.
    Busy,
    /// The engine failed at this position. It thinks on about others.
    Broken,
    /// The game is over: there is nothing to choose.
    Over,
    /// The server is stopping.
    Closed,
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PoolError::Busy => "the engine has too much to do: ask again in a moment",
            PoolError::Broken => "the engine failed at this position: please report the game",
            PoolError::Over => "the game is over: there is no move to find",
            PoolError::Closed => "the server is stopping",
        })
    }
}

impl Error for PoolError {}
