//! Files of games, about two bytes per position.
//!
//! A file is a [`Header`] and blocks of whole games, each with a checksum. A damaged block loses
//! only its own games. A stopped writer can continue its file; it drops the bytes after the last
//! whole block.
//!
//! All numbers are little-endian.
//!
//! | part | bytes |
//! |---|---|
//! | header | `OFGAMES` and the version (1), then the fields of [`Header`], then their checksum |
//! | block | `BLCK`, length of the payload (4), games (4), checksum of these two and the payload (8), payload |
//! | game | number (4), plies (1), opening plies (1), result (1), then two bytes per ply |
//! | ply | the square (64 for a pass; the highest bit marks a random move), and the value |
//! | value | 0 for none, discs + 65 for an estimate, discs / 2 + 162 for an exact value |

mod block;
mod codec;
mod header;
mod reader;
mod writer;

pub use header::{Header, HeaderError};
pub use reader::{Damage, ReadError, Reader};
pub use writer::{AppendError, Writer};

/// 64-bit FNV-1a over several pieces. Detects damage, but not forgery.
pub(crate) fn checksum(pieces: &[&[u8]]) -> u64 {
    let bytes = pieces.iter().copied().flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests;
