//! Reads games, with one block in memory at a time.

use std::io::{self, Read};

use super::{
    Header, HeaderError,
    block::{self, Next},
    codec,
};
use crate::Game;

/// An iterator over the games of a file.
///
/// Reports each damaged part once and continues after it if possible. Does not check the moves; see
/// [`Game::replay`].
pub struct Reader<R> {
    input: R,
    header: Header,
    block: Vec<u8>,
    at: usize,
    is_over: bool,
}

/// A part of a file that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// A block with a wrong checksum or without valid games.
    #[error("a damaged block of {games} games")]
    Block {
        /// The number of lost games, as the block states it.
        games: u32,
    },
    /// No valid block follows: the writer was stopped, or the file is damaged. The rest is not
    /// read.
    #[error("the damaged end of the file")]
    Tail,
}

/// The reason why a game could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file is damaged.
    #[error("skipped {0}")]
    Damage(Damage),
    /// Reading failed.
    #[error("cannot continue reading: {0}")]
    Io(io::Error),
}

impl<R: Read> Reader<R> {
    /// Reads the header of a file.
    pub fn new(mut input: R) -> Result<Reader<R>, HeaderError> {
        let header = Header::read(&mut input)?;
        Ok(Reader { input, header, block: Vec::new(), at: 0, is_over: false })
    }

    /// The settings of the games.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Loads the next block. Returns an error to report instead of a game.
    fn load(&mut self) -> Option<ReadError> {
        (self.block, self.at) = (Vec::new(), 0);
        match block::read(&mut self.input) {
            Ok(Next::Block(payload)) => self.block = payload,
            Ok(Next::Damaged(games)) => return Some(ReadError::Damage(Damage::Block { games })),
            Ok(Next::End) => self.is_over = true,
            Ok(Next::Lost) => {
                self.is_over = true;
                return Some(ReadError::Damage(Damage::Tail));
            }
            Err(error) => {
                self.is_over = true;
                return Some(ReadError::Io(error));
            }
        }
        None
    }

    fn decode(&mut self) -> Result<Game, ReadError> {
        let rest = &self.block[self.at..];
        let Some((game, left)) = codec::decode(rest) else {
            self.at = self.block.len();
            return Err(ReadError::Damage(Damage::Block { games: 1 }));
        };
        self.at += rest.len() - left.len();
        Ok(game)
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.at == self.block.len() {
            if self.is_over {
                return None;
            }
            if let Some(error) = self.load() {
                return Some(Err(error));
            }
        }
        Some(self.decode())
    }
}
