//! Files without anything that can be read.

use std::fmt;

use crate::wire::{About, Code, Why};

/// The beginnings of packed files: ZIP, gzip, bzip2, xz, 7z, RAR, Zstandard.
const PACKED: [&[u8]; 7] =
    [b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\x28\xb5\x2f\xfd"];

/// Why nothing of a file was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRead {
    /// There is nothing in it.
    Empty,
    /// It has to be unpacked first.
    Packed,
    /// It looks like nothing that is known; how it begins.
    Unlike(String),
}

impl NotRead {
    pub(super) fn of(bytes: &[u8]) -> NotRead {
        const QUOTED: usize = 60;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            NotRead::Empty
        } else if PACKED.iter().any(|beginning| bytes.starts_with(beginning)) {
            NotRead::Packed
        } else {
            let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * QUOTED)]);
            NotRead::Unlike(beginning.trim_start().chars().take(QUOTED).collect())
        }
    }
}

impl From<&NotRead> for Why {
    fn from(not_read: &NotRead) -> Why {
        match not_read {
            NotRead::Empty => Why::new(Code::Empty),
            NotRead::Packed => Why::new(Code::Packed),
            NotRead::Unlike(beginning) => Why::new(Code::NoRecord).with(About::Found, beginning.as_str()),
        }
    }
}

impl fmt::Display for NotRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRead::Empty => f.write_str("byte 0: there is nothing in this file"),
            NotRead::Packed => f.write_str("byte 0: this file is packed: unpack it, and send what is in it"),
            NotRead::Unlike(beginning) => write!(
                f,
                "line 1: {beginning:?} begins no record of a game and no position: transcripts, GGF, SGF, PGN, WTHOR, OBF, FEN, JSON and drawn boards are read"
            ),
        }
    }
}

impl std::error::Error for NotRead {}
