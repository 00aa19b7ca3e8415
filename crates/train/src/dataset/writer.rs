//! Writing games, so that a stopped writer can be continued.

use std::{
    fmt,
    fs::{File, OpenOptions},
    io::{self, BufReader, Seek, SeekFrom},
    path::Path,
};

use super::{
    BadHeader, Header,
    block::{self, Next},
    codec, header,
};
use crate::Game;

/// A file that games are added to. What is not yet a whole block is written by [`Writer::close`].
#[derive(Debug)]
pub struct Writer {
    file: File,
    payload: Vec<u8>,
    games: u32,
    next: u32,
}

/// Why games cannot be added to a file.
#[derive(Debug)]
pub enum CannotAppend {
    /// It is no file of games.
    Header(BadHeader),
    /// Its games were played in another way.
    OtherSettings(Box<Header>),
    /// Reading or writing failed.
    Io(io::Error),
}

impl fmt::Display for CannotAppend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotAppend::Header(cause) => cause.fmt(f),
            CannotAppend::OtherSettings(header) => {
                write!(f, "its games were played in another way ({header:?}): write to another file")
            }
            CannotAppend::Io(cause) => cause.fmt(f),
        }
    }
}

impl std::error::Error for CannotAppend {}

impl From<io::Error> for CannotAppend {
    fn from(cause: io::Error) -> CannotAppend {
        CannotAppend::Io(cause)
    }
}

impl Writer {
    /// Begins a file or continues one with the same header. Whatever a stopped writer left behind the last whole
    /// block is dropped.
    pub fn open(path: &Path, header: &Header) -> Result<Writer, CannotAppend> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut next = 0;
        if file.metadata()?.len() == 0 {
            header.write(&mut file)?;
        } else {
            let (end, after_last) = survey(&file, header)?;
            file.set_len(end)?;
            file.seek(SeekFrom::Start(end))?;
            next = after_last;
        }
        Ok(Writer { file, payload: Vec::with_capacity(block::FULL + 512), games: 0, next })
    }

    /// The number after the highest in the file so far.
    pub const fn next_number(&self) -> u32 {
        self.next
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Game) -> io::Result<()> {
        codec::encode(game, &mut self.payload);
        self.games += 1;
        self.next = self.next.max(game.number.saturating_add(1));
        if self.payload.len() >= block::FULL { self.flush() } else { Ok(()) }
    }

    /// Writes the games that are held back and waits until the disk has them.
    pub fn close(mut self) -> io::Result<()> {
        self.flush()?;
        self.file.sync_all()
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.games > 0 {
            block::write(&self.payload, self.games, &mut self.file)?;
            self.payload.clear();
            self.games = 0;
        }
        Ok(())
    }
}

/// Where the last whole block ends, and the number after the highest one.
fn survey(file: &File, expected: &Header) -> Result<(u64, u32), CannotAppend> {
    let mut input = BufReader::new(file);
    let found = Header::read(&mut input).map_err(CannotAppend::Header)?;
    if found != *expected {
        return Err(CannotAppend::OtherSettings(Box::new(found)));
    }
    let (mut end, mut next) = (header::LEN as u64, 0);
    loop {
        match block::read(&mut input)? {
            Next::Block(payload) => {
                end += (block::HEAD + payload.len()) as u64;
                next = next.max(after_last(&payload));
            }
            Next::Damaged(_) => end = input.stream_position()?,
            Next::Lost | Next::End => return Ok((end, next)),
        }
    }
}

fn after_last(mut payload: &[u8]) -> u32 {
    let mut next = 0;
    while let Some((game, rest)) = codec::decode(payload) {
        next = next.max(game.number.saturating_add(1));
        payload = rest;
    }
    next
}
