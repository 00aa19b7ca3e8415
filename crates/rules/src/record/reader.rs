//! Records one after another, from a stream of any length.

mod cut;
mod pieces;
mod transcripts;

use std::{
    borrow::Cow,
    fmt,
    io::{self, BufRead},
};

use thiserror::Error;

use self::{
    cut::Cutter,
    pieces::{Piece, Pieces},
    transcripts::Transcripts,
};
use super::{Format, Record, RecordError, board, fen, ggf, json, obf, pgn, sgf, wthor};
use crate::Position;

/// Reads the records of a stream, one at a time.
///
/// A bad record is one error item, and reading continues with the next record. An error of the
/// stream is the last item.
///
/// Text is UTF-8, or ISO-8859-1 if it is not valid UTF-8. [`encoding`](super::encoding) converts
/// UTF-16.
///
/// Transcripts take one line or several: [`transcript`](super::transcript) documents which lines
/// belong together.
///
/// ```
/// use outflank_rules::record::{Format, Reader};
///
/// let games = "f5d6c3\nf5f5\nc4 c3 d3\n";
/// let read: Vec<_> = Reader::new(Format::Transcript, games.as_bytes()).collect();
/// assert_eq!(read[0].as_ref().unwrap().game.ply(), 3);
/// assert_eq!(
///     read[1].as_ref().unwrap_err().to_string(),
///     "record 2, line 2: move 2 is illegal: f5 is occupied by a black disc; legal for white: f4 d6 f6"
/// );
/// assert!(read[2].is_ok());
/// ```
#[derive(Debug)]
pub struct Reader<R>(Source<R>);

/// The binary format and multi-line transcripts have their own readers.
#[derive(Debug)]
enum Source<R> {
    Texts(Texts<R>),
    Transcripts(Transcripts<R>),
    Wthor(wthor::GameReader<R>),
}

impl<R: BufRead> Reader<R> {
    /// A reader of the records in `input`, which are all of one format.
    pub fn new(format: Format, input: R) -> Reader<R> {
        let (cutter, parse): (Cutter, Parse) = match format {
            Format::Transcript => return Reader(Source::Transcripts(Transcripts::new(input))),
            Format::Wthor => return Reader(Source::Wthor(wthor::GameReader::new(input))),
            Format::Fen => (Cutter::lines(b"#%"), fen::parse),
            Format::Obf => (Cutter::lines(b"%"), obf::parse),
            Format::Board => (Cutter::Board(Default::default()), board::parse),
            Format::Ggf => (Cutter::Ggf(Default::default()), ggf::parse),
            Format::Sgf => (Cutter::Sgf(Default::default()), sgf::parse),
            Format::Pgn => (Cutter::Pgn(Default::default()), pgn::parse),
            Format::Json => (Cutter::Json(Default::default()), json::parse),
        };
        Reader(Source::Texts(Texts::new(cutter, parse, input)))
    }

    /// Sets the start of transcripts that do not name one.
    #[must_use]
    pub fn with_start(self, start: Position) -> Reader<R> {
        match self.0 {
            Source::Transcripts(games) => Reader(Source::Transcripts(games.with_start(start))),
            Source::Texts(_) | Source::Wthor(_) => self,
        }
    }

    /// Makes every line of transcripts a separate game, even if it continues the line before, as in
    /// lists of openings.
    ///
    /// ```
    /// use outflank_rules::record::{Format, Reader};
    ///
    /// let lines = "f5d6c3\nd3c4\n";
    /// let games = || Reader::new(Format::Transcript, lines.as_bytes());
    /// assert_eq!(games().next().unwrap()?.game.ply(), 5);
    /// assert_eq!(games().with_a_game_a_line().next().unwrap()?.game.ply(), 3);
    /// # Ok::<(), outflank_rules::record::ReadError>(())
    /// ```
    #[must_use]
    pub fn with_a_game_a_line(self) -> Reader<R> {
        match self.0 {
            Source::Transcripts(games) => Reader(Source::Transcripts(games.with_a_game_a_line())),
            Source::Texts(_) | Source::Wthor(_) => self,
        }
    }

    /// Sets the names for the numbers in WTHOR files.
    #[must_use]
    pub fn with_names(self, names: wthor::Names) -> Reader<R> {
        match self.0 {
            Source::Wthor(games) => Reader(Source::Wthor(games.with_names(names))),
            Source::Texts(_) | Source::Transcripts(_) => self,
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        match &mut self.0 {
            Source::Texts(texts) => texts.next(),
            Source::Transcripts(games) => games.next(),
            Source::Wthor(games) => games.next(),
        }
    }
}

/// Reads one record.
type Parse = fn(&str) -> Result<Record, RecordError>;

/// Reads the records of a text.
#[derive(Debug)]
struct Texts<R> {
    parse: Parse,
    pieces: Pieces<R>,
    record: u64,
    is_done: bool,
}

impl<R: BufRead> Texts<R> {
    fn new(cutter: Cutter, parse: Parse, input: R) -> Texts<R> {
        Texts { parse, pieces: Pieces::new(cutter, input), record: 0, is_done: false }
    }

    fn read(&mut self) -> Result<Option<Record>, ReadErrorCause> {
        loop {
            return match self.pieces.next()? {
                Piece::Blank => continue,
                Piece::End => Ok(None),
                Piece::TooLong => Err(RecordError::TooLong.into()),
                Piece::Truncated => Err(RecordError::Truncated.into()),
                Piece::Whole => Ok(Some((self.parse)(&decoded(self.pieces.bytes()))?)),
            };
        }
    }
}

impl<R: BufRead> Iterator for Texts<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        if self.is_done {
            return None;
        }
        self.record += 1;
        let result = self.read();
        self.is_done = matches!(result, Ok(None) | Err(ReadErrorCause::Io(_)));
        let at = RecordLocation::Line(self.pieces.line());
        result.map_err(|cause| ReadError { record: self.record, at, cause }).transpose()
    }
}

/// UTF-8 if it is, else ISO-8859-1, in which every byte is the character of that number.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// A record that could not be read, and its location. Only the caller knows the name of the file.
#[derive(Debug, Error)]
#[error("record {record}, {at}: {cause}")]
pub struct ReadError {
    /// The number of the record, counted from 1.
    pub record: u64,
    /// The beginning of the record; in a transcript of several lines, the wrong line.
    pub at: RecordLocation,
    /// The cause.
    #[source]
    pub cause: ReadErrorCause,
}

/// A location in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordLocation {
    /// A line of a text, counted from 1.
    Line(u64),
    /// A byte of a binary file, counted from 0.
    Byte(u64),
}

/// The cause of a read error.
#[derive(Debug, Error)]
#[error(transparent)]
pub enum ReadErrorCause {
    /// The record itself is bad; the next may be good.
    Record(#[from] RecordError),
    /// The stream failed.
    Io(#[from] io::Error),
}

impl fmt::Display for RecordLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordLocation::Line(line) => write!(f, "line {line}"),
            RecordLocation::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}
