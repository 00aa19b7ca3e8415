//! Ids of games and tournaments.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Letters and digits that are hard to confuse when read aloud or written by hand. There are 32, so
/// that a random byte selects each with equal probability.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Long enough that guessing is hopeless, short enough for a link that is read aloud.
const LENGTH: usize = 12;

/// The id of a game or a tournament: 60 random bits.
///
/// ```
/// use outflank_server::log::id::GameId;
///
/// let id = GameId::random();
/// assert_eq!(id.to_string().parse(), Ok(id));
/// assert!("../../secret".parse::<GameId>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameId([u8; LENGTH]);

impl GameId {
    /// Returns a new random id.
    ///
    /// # Panics
    ///
    /// If the system has no random bytes.
    pub fn random() -> GameId {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes).expect("the system has random bytes");
        GameId::of_bytes(bytes)
    }

    /// Returns the id that belongs to a random key of a client.
    pub fn of_key(key: &str) -> GameId {
        let hash = Sha256::digest(key);
        GameId::of_bytes(*hash.first_chunk().expect("a hash has 32 bytes"))
    }

    fn of_bytes(bytes: [u8; LENGTH]) -> GameId {
        GameId(bytes.map(|byte| ALPHABET[usize::from(byte % 32)]))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("the alphabet is ASCII")
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<GameId> for String {
    fn from(id: GameId) -> String {
        id.as_str().to_owned()
    }
}

impl TryFrom<String> for GameId {
    type Error = NotAGameId;

    fn try_from(text: String) -> Result<GameId, NotAGameId> {
        text.parse()
    }
}

impl FromStr for GameId {
    type Err = NotAGameId;

    fn from_str(text: &str) -> Result<GameId, NotAGameId> {
        match <[u8; LENGTH]>::try_from(text.as_bytes()) {
            Ok(bytes) if bytes.iter().all(|byte| ALPHABET.contains(byte)) => Ok(GameId(bytes)),
            _ => Err(NotAGameId(text.chars().take(2 * LENGTH).collect())),
        }
    }
}

/// A text that is not the id of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAGameId(String);

impl fmt::Display for NotAGameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not the id of a game; ids have {LENGTH} letters and digits, as in the game's link", self.0)
    }
}

impl std::error::Error for NotAGameId {}
