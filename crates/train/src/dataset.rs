//! Games in files, about two bytes a position.
//!
//! A file is a [`Header`] and blocks of whole games, each with its checksum. A block that is damaged costs its own
//! games only, and a file whose writer was stopped can be continued: what is behind the last whole block is dropped.
//!
//! All numbers are little-endian.
//!
//! | part | bytes |
//! |---|---|
//! | header | `OFGAMES` and the version (1), then the fields of [`Header`], then their checksum |
//! | block | `BLCK`, length of the payload (4), games (4), checksum of these two and the payload (8), payload |
//! | game | number (4), plies (1), opening plies (1), result (1), then two bytes a ply |
//! | ply | the square (64 for a pass; the highest bit is set if the move was drawn), and the value |
//! | value | 0 for none, discs + 65 for an estimate, discs / 2 + 162 for an exact value |

mod block;
mod checksum;
mod codec;
mod header;
mod reader;
mod writer;

pub(crate) use checksum::checksum;
pub use header::{BadHeader, Header};
pub use reader::{Damage, ReadError, Reader};
pub use writer::{CannotAppend, Writer};

#[cfg(test)]
mod tests;
