//! Secrets that prove a seat or an identity. The server stores only their hashes.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const BYTES: usize = 32;

/// 256 random bits that only their holder knows, written as 64 hexadecimal digits.
///
/// ```
/// use outflank_server::log::secret::Secret;
///
/// let secret = Secret::random();
/// assert_eq!(secret.reveal().parse::<Secret>()?.hash(), secret.hash());
/// assert_eq!(format!("{secret:?}"), "Secret");
/// # Ok::<(), outflank_server::log::secret::NotASecret>(())
/// ```
#[derive(Clone)]
pub struct Secret([u8; BYTES]);

impl Secret {
    /// Returns a new random secret.
    ///
    /// # Panics
    ///
    /// If the system has no random bytes.
    pub fn random() -> Secret {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).expect("the system has random bytes");
        Secret(bytes)
    }

    /// The secret as text, for its holder only.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// The hash that the server stores.
    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0).into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl FromStr for Secret {
    type Err = NotASecret;

    fn from_str(text: &str) -> Result<Secret, NotASecret> {
        parse(text).map(Secret).ok_or(NotASecret)
    }
}

/// The hash of a secret. It can check a secret but not reveal it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SecretHash([u8; BYTES]);

impl fmt::Display for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&hex(&self.0))
    }
}

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<SecretHash> for String {
    fn from(hash: SecretHash) -> String {
        hash.to_string()
    }
}

impl FromStr for SecretHash {
    type Err = NotASecret;

    fn from_str(text: &str) -> Result<SecretHash, NotASecret> {
        parse(text).map(SecretHash).ok_or(NotASecret)
    }
}

impl TryFrom<String> for SecretHash {
    type Error = NotASecret;

    fn try_from(text: String) -> Result<SecretHash, NotASecret> {
        text.parse()
    }
}

/// A text that is not a secret. Errors do not quote it: it may be most of a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASecret;

impl fmt::Display for NotASecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "secrets have {} hexadecimal digits; copy the whole link", 2 * BYTES)
    }
}

impl std::error::Error for NotASecret {}

/// Fast, because every move writes the hash of every holder of a game.
fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let mut text = String::with_capacity(2 * bytes.len());
    text.extend(digits.map(|digit| DIGITS[usize::from(digit)]));
    text
}

fn parse(text: &str) -> Option<[u8; BYTES]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * BYTES {
        return None;
    }
    let mut bytes = [0; BYTES];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = 16 * digit(pair[0])? + digit(pair[1])?;
    }
    Some(bytes)
}

fn digit(character: u8) -> Option<u8> {
    char::from(character).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
