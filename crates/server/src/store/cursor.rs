//! Places in a list of games.

use std::{fmt, str::FromStr};

use crate::id::GameId;

/// A place in a list of games: when a game last changed, and its name to tell those apart that changed at once. Lists run from the greatest to
/// the least.
///
/// ```
/// use outflank_server::{id::GameId, store::Cursor};
///
/// let cursor = Cursor { updated: 1_763_200_000_000, game: GameId::random() };
/// assert_eq!(cursor.to_string().parse(), Ok(cursor));
/// assert!("yesterday".parse::<Cursor>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cursor {
    /// When the game changed, in milliseconds since 1970.
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
    type Err = NotACursor;

    fn from_str(text: &str) -> Result<Cursor, NotACursor> {
        parse(text).ok_or_else(|| NotACursor(text.chars().take(LONGEST).collect()))
    }
}

fn parse(text: &str) -> Option<Cursor> {
    let (updated, game) = text.split_once('-')?;
    Some(Cursor { updated: updated.parse().ok()?, game: game.parse().ok()? })
}

/// Characters of a place, at most: what is quoted in the error.
const LONGEST: usize = 40;

/// A text that is no place in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotACursor(String);

impl fmt::Display for NotACursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a place in a list: use what came as \"next\" with the page before", self.0)
    }
}

impl std::error::Error for NotACursor {}
