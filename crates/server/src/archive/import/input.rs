//! What comes in: how much, and what it is.

use std::{
    fmt,
    io::{self, Read},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use outflank_rules::record::{
    Format,
    encoding::Encoding,
    wthor::{Contents, Header},
};

use super::Import;
use crate::wire::{Code, Why};

/// An input that counts its bytes.
pub(super) struct Counted<R> {
    input: R,
    counter: Counter,
    /// What went wrong after the beginning, for those who read on.
    failed: Option<io::Error>,
}

/// The count, for those who do not have the input.
#[derive(Clone, Debug, Default)]
pub(super) struct Counter(Arc<AtomicU64>);

impl Counter {
    pub(super) fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl<R: Read> Counted<R> {
    pub(super) fn new(input: R) -> Counted<R> {
        Counted { input, counter: Counter::default(), failed: None }
    }

    pub(super) fn counter(&self) -> Counter {
        self.counter.clone()
    }

    /// The first bytes, as many as there are. A failure after some of them is for later.
    pub(super) fn beginning(&mut self, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self.by_ref().take(most as u64).read_to_end(&mut bytes) {
            Err(cause) if bytes.is_empty() => return Err(cause),
            Err(cause) => self.failed = Some(cause),
            Ok(_) => {}
        }
        Ok(bytes)
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(cause) = self.failed.take() {
            return Err(cause);
        }
        let read = self.input.read(buffer)?;
        self.counter.0.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// What an input begins as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// Games in a format, as texts are written here.
    Games { format: Format, encoding: Encoding },
    /// Names for WTHOR files.
    Names,
}

/// What an input is, by its first bytes, or why it cannot be taken.
pub(super) fn recognise(beginning: &[u8], import: &Import) -> Result<Start, NotGames> {
    let is_binary = import.format == Some(Format::Wthor);
    let encoding = if is_binary { Encoding::default() } else { Encoding::of(beginning) };
    let text = &*encoding.decoded(beginning).bytes;
    if text.trim_ascii().is_empty() {
        return Err(NotGames::Empty);
    }
    let by_name = || Format::from_extension(Path::new(&import.source).extension()?.to_str()?);
    let format = import.format.or_else(|| Format::detect(text)).or_else(by_name).ok_or(NotGames::Unknown)?;
    match format {
        Format::Wthor if holds_names(text) => Ok(Start::Names),
        Format::Obf | Format::Fen | Format::Board => Err(NotGames::Positions),
        format => Ok(Start::Games { format, encoding }),
    }
}

/// An input that is not read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotGames {
    Empty,
    Unknown,
    Positions,
}

impl From<&NotGames> for Why {
    fn from(not_games: &NotGames) -> Why {
        Why::new(match not_games {
            NotGames::Empty => Code::Empty,
            NotGames::Unknown => Code::NoRecord,
            NotGames::Positions => Code::Positions,
        })
    }
}

impl fmt::Display for NotGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotGames::Empty => "there is nothing in it",
            NotGames::Unknown => {
                "no format of games is recognised in it: transcripts, GGF, SGF, PGN, JSON and WTHOR are"
            }
            NotGames::Positions => "these are positions, and the archive keeps games",
        })
    }
}

fn holds_names(bytes: &[u8]) -> bool {
    let header = bytes.first_chunk().and_then(|header| Header::parse(header).ok());
    header.is_some_and(|header| header.contents() == Contents::Names)
}
