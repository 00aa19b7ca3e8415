//! Reading games, one block in memory at a time.

use std::{
    fmt,
    io::{self, Read},
};

use super::{
    BadHeader, Header,
    block::{self, Next},
    codec,
};
use crate::Game;

/// The games of a file, one by one.
///
/// Damage is told once where it is met and reading goes on behind it where that is possible; it never panics.
/// Whether the moves are legal is for [`Game::replay`] to say.
pub struct Reader<R> {
    input: R,
    header: Header,
    block: Vec<u8>,
    at: usize,
    is_over: bool,
}

/// A part of a file that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// A block whose checksum is wrong, or whose games are none; it says it had this many.
    Block {
        /// How many games are lost, by the block's own word.
        games: u32,
    },
    /// What follows is no block: the writer was stopped, or the file is damaged. Nothing behind it is read.
    Tail,
}

/// Why a game could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The file is damaged.
    Damage(Damage),
    /// Reading failed.
    Io(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Damage(Damage::Block { games }) => write!(f, "a block of {games} games is damaged and left out"),
            ReadError::Damage(Damage::Tail) => f.write_str("the end of the file is damaged and left out"),
            ReadError::Io(cause) => write!(f, "cannot read on: {cause}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl<R: Read> Reader<R> {
    /// Reads the head of a file.
    pub fn new(mut input: R) -> Result<Reader<R>, BadHeader> {
        let header = Header::read(&mut input)?;
        Ok(Reader { input, header, block: Vec::new(), at: 0, is_over: false })
    }

    /// How the games were played.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Loads a block; what is said about it is told instead of a game.
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
