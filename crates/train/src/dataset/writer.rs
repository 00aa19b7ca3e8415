//! Writes games, such that a stopped writer can continue.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufReader, Seek, SeekFrom},
    path::Path,
};

use super::{
    Header, HeaderError,
    block::{self, Next},
    codec, header,
};
use crate::Game;

/// Appends games to a file. [`Writer::close`] writes the last, partial block.
#[derive(Debug)]
pub struct Writer {
    file: File,
    payload: Vec<u8>,
    games: u32,
    next: u32,
}

/// The reason why games cannot be appended to a file.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The file is not a file of games.
    #[error(transparent)]
    Header(HeaderError),
    /// The file has games with other settings.
    #[error("its games have other settings ({0:?}); write to another file")]
    OtherSettings(Box<Header>),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Writer {
    /// Creates a file or continues one with the same header. Drops the bytes after the last whole
    /// block.
    pub fn open(path: &Path, header: &Header) -> Result<Writer, AppendError> {
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

    /// The number after the highest game number in the file.
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

    /// Writes the buffered games and syncs the file to disk.
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

/// Returns the end of the last whole block and the number after the highest game number.
fn survey(file: &File, expected: &Header) -> Result<(u64, u32), AppendError> {
    let mut input = BufReader::new(file);
    let found = Header::read(&mut input).map_err(AppendError::Header)?;
    if found != *expected {
        return Err(AppendError::OtherSettings(Box::new(found)));
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
