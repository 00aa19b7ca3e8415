//! Input from an argument, a file or a pipe, and the detection of its format.

use std::{
    ffi::{OsStr, OsString},
    fmt,
    fs::File,
    io::{self, BufRead, BufReader, Cursor, IsTerminal, Read},
    path::{Path, PathBuf},
};

use outflank_arena::printable;
use outflank_rules::{
    Setup, excerpt,
    record::{Format, encoding::Encoding},
};

use crate::error::Error;

/// An input that is not open yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The argument itself is a game or position.
    Text(String),
    File(PathBuf),
    Stdin,
}

/// An open input with its format.
pub(crate) struct Opened {
    pub(crate) format: Format,
    pub(crate) input: Box<dyn BufRead>,
}

impl Source {
    /// Interprets one argument: `-` is standard input, the name of an existing file is that file,
    /// the rest is text.
    pub(crate) fn of_argument(argument: &OsStr) -> Source {
        if argument == "-" {
            Source::Stdin
        } else if Path::new(argument).exists() {
            Source::File(argument.into())
        } else {
            Source::Text(argument.to_string_lossy().trim().to_owned())
        }
    }

    /// Interprets all arguments together: several are one text, so that `f5 d6 c3` needs no quotes.
    /// Without arguments it is standard input, or `None` if that is a terminal or the null device.
    pub(crate) fn of_arguments(arguments: &[OsString]) -> Option<Source> {
        match arguments {
            [] => is_fed().then_some(Source::Stdin),
            [one] => Some(Source::of_argument(one)),
            several => Some(Source::Text(several.join(OsStr::new(" ")).to_string_lossy().trim().to_owned())),
        }
    }

    /// Opens the input and detects its format, unless given. An empty standard input is an error.
    pub(crate) fn open(&self, format: Option<Format>) -> Result<Opened, Error> {
        let input = self.reader()?;
        let input = if format == Some(Format::Wthor) { Ok(input) } else { decoded(input) };
        let mut input = input.map_err(|cause| self.unreadable(cause))?;
        let beginning = beginning(&mut input, format).map_err(|cause| self.unreadable(cause))?;
        if *self == Source::Stdin && beginning.trim_ascii().is_empty() {
            return Err(Error::Empty(self.clone()));
        }
        let Some(format) = format.or_else(|| self.detect(&beginning)) else {
            return Err(self.not_understood(&beginning));
        };
        Ok(Opened { format, input: Box::new(Cursor::new(beginning).chain(input)) })
    }

    /// Reads the whole text.
    pub(crate) fn text(&self) -> Result<String, Error> {
        let input = self.reader()?;
        decoded(input).and_then(io::read_to_string).map_err(|cause| self.unreadable(cause))
    }

    fn reader(&self) -> Result<Box<dyn BufRead>, Error> {
        Ok(match self {
            Source::Text(text) => Box::new(Cursor::new(text.clone())),
            Source::File(path) => {
                let file = File::open(path).map_err(|cause| self.unreadable(cause))?;
                Box::new(BufReader::with_capacity(1 << 16, file))
            }
            Source::Stdin => Box::new(io::stdin().lock()),
        })
    }

    /// Detects the format by content, then tries to read a board, then takes the extension of the
    /// file.
    fn detect(&self, beginning: &[u8]) -> Option<Format> {
        let extension = || match self {
            Source::File(path) => Format::from_extension(path.extension()?.to_str()?),
            _ => None,
        };
        let board = || str::from_utf8(beginning).ok()?.parse::<Setup>().ok().map(|_| Format::Board);
        Format::detect(beginning).or_else(board).or_else(extension)
    }

    /// For a text of board cells, the error is that of the board parser.
    fn not_understood(&self, beginning: &[u8]) -> Error {
        let text = String::from_utf8_lossy(beginning);
        if text.trim().is_empty() {
            return Error::Empty(self.clone());
        }
        match text.parse::<Setup>() {
            Err(cause) if looks_like_a_board(&text) => Error::NotABoard { input: self.clone(), cause },
            _ => Error::NotUnderstood(self.clone()),
        }
    }

    /// The name in JSON: a path, `-`, or the text itself.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::File(path) => path.display().to_string(),
            Source::Stdin => "-".to_owned(),
            Source::Text(text) => text.clone(),
        }
    }

    pub(crate) fn unreadable(&self, cause: io::Error) -> Error {
        match self {
            Source::File(path) => Error::File { doing: "read", path: path.clone(), cause },
            _ => Error::File { doing: "read", path: "standard input".into(), cause },
        }
    }
}

/// Can standard input have content? A terminal and the null device have none.
fn is_fed() -> bool {
    !io::stdin().is_terminal() && !is_null_device()
}

#[cfg(unix)]
fn is_null_device() -> bool {
    use std::os::{fd::AsFd, unix::fs::FileTypeExt};
    let stdin = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    stdin.and_then(|file| file.metadata()).is_ok_and(|about| about.file_type().is_char_device())
}

#[cfg(not(unix))]
fn is_null_device() -> bool {
    false
}

/// Decodes UTF-16 to UTF-8, strictly: a truncated character is an error.
fn decoded(mut input: Box<dyn BufRead>) -> io::Result<Box<dyn BufRead>> {
    /// With fewer bytes, waits for the first line, but not longer: the sender may wait for a reply.
    const MIN_BYTES: usize = 4;
    const MAX_LINE_BYTES: u64 = 256;
    let (length, mut encoding) = at_hand(&mut input)?;
    let mut line = Vec::new();
    if length < MIN_BYTES {
        input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
        encoding = Encoding::of(&line);
    }
    let whole = Cursor::new(line).chain(input);
    Ok(if encoding.is_plain() { Box::new(whole) } else { Box::new(BufReader::new(encoding.reader(whole).strict())) })
}

/// Returns the number of available bytes and their encoding.
fn at_hand(input: &mut dyn BufRead) -> io::Result<(usize, Encoding)> {
    loop {
        match input.fill_buf() {
            Ok(bytes) => return Ok((bytes.len(), Encoding::of(bytes))),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Reads as much as is needed to detect the format. The sender of a pipe may wait for each reply,
/// so a format that shows in its first line is accepted as soon as the line is complete. The reader
/// of transcripts then waits for the end of a game: its last move, an empty line, or a line that
/// begins another game.
fn beginning(input: &mut dyn BufRead, format: Option<Format>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while bytes.len() < Format::DETECTED_BY && !(bytes.ends_with(b"\n") && is_certain(&bytes, format)) {
        let room = Format::DETECTED_BY - bytes.len();
        let read = input.take(room as u64).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            break;
        }
    }
    Ok(bytes)
}

/// Is the format certain, whatever lines follow?
fn is_certain(lines: &[u8], format: Option<Format>) -> bool {
    let is_by_line = |format| matches!(format, Format::Obf | Format::Fen | Format::Transcript);
    match format {
        Some(_) => !lines.trim_ascii().is_empty(),
        None => Format::detect(lines).is_some_and(is_by_line),
    }
}

/// Does the text consist of board cells, and of more than a word has?
fn looks_like_a_board(text: &str) -> bool {
    const MIN_CELLS: usize = 8;
    let is_cell = |c: char| "-._*xXoObBwW012?#".contains(c);
    let mut cells = text.chars().filter(|c| !c.is_whitespace() && !"/|;".contains(*c));
    cells.clone().count() >= MIN_CELLS && cells.all(is_cell)
}

/// The name in messages: a path, or the text in quotes, shortened.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File(path) => f.write_str(&printable(&path.display().to_string())),
            Source::Stdin => f.write_str("standard input"),
            Source::Text(text) => write!(f, "{:?}", excerpt(text)),
        }
    }
}
