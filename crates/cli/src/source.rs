//! Where input comes from: an argument, a file, or a pipe; and what format it has.

use std::{
    ffi::{OsStr, OsString},
    fmt,
    fs::File,
    io::{self, BufRead, BufReader, Cursor, IsTerminal, Read},
    path::{Path, PathBuf},
};

use outflank_rules::{
    notation::parse_board,
    record::{Format, encoding::Encoding},
};

use crate::error::Error;

/// A piece of input before it is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The argument itself is a game or position.
    Text(String),
    File(PathBuf),
    Stdin,
}

/// Input whose format is known, from its first byte on.
pub(crate) struct Opened {
    pub(crate) format: Format,
    pub(crate) input: Box<dyn BufRead>,
}

impl Source {
    /// What one argument means: `-` is standard input, the name of an existing file is that file, all else is text.
    pub(crate) fn of_argument(argument: &OsStr) -> Source {
        if argument == "-" {
            Source::Stdin
        } else if Path::new(argument).exists() {
            Source::File(argument.into())
        } else {
            Source::Text(argument.to_string_lossy().trim().to_owned())
        }
    }

    /// What all arguments mean together: several are one text, so that `f5 d6 c3` needs no quotes; without any, a
    /// pipe is read, and `None` is left where nothing can come from: a terminal or the null device.
    pub(crate) fn of_arguments(arguments: &[OsString]) -> Option<Source> {
        match arguments {
            [] => is_fed().then_some(Source::Stdin),
            [one] => Some(Source::of_argument(one)),
            several => Some(Source::Text(several.join(OsStr::new(" ")).to_string_lossy().trim().to_owned())),
        }
    }

    /// Opens the input and finds out its format, unless that is given. A standard input with nothing in it is an error.
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

    /// All of a text that is no record.
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

    /// The looks of the content first; then whether it can be read as a board; then the name of the file.
    fn detect(&self, beginning: &[u8]) -> Option<Format> {
        let extension = || match self {
            Source::File(path) => Format::from_extension(path.extension()?.to_str()?),
            _ => None,
        };
        let board = || parse_board(str::from_utf8(beginning).ok()?).ok().map(|_| Format::Board);
        Format::detect(beginning).or_else(board).or_else(extension)
    }

    /// What consists of cells was meant as a board, and its reader knows best what is wrong with it.
    fn not_understood(&self, beginning: &[u8]) -> Error {
        let text = String::from_utf8_lossy(beginning);
        if text.trim().is_empty() {
            return Error::Empty(self.clone());
        }
        match parse_board(&text) {
            Err(cause) if looks_like_a_board(&text) => Error::NotABoard { source: self.clone(), cause },
            _ => Error::NotUnderstood(self.clone()),
        }
    }

    /// As programs are told of it: a path, `-`, or the text itself.
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

/// Can anything come through standard input? Not at a terminal, nor from the null device, which says that there is no input.
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

/// The input as UTF-8 where it is UTF-16, which shows in what has come of it; what ends within a sign ends with an error.
fn decoded(mut input: Box<dyn BufRead>) -> io::Result<Box<dyn BufRead>> {
    /// With fewer bytes the first line is waited for, but no longer: a pipe may bring nothing more until it is answered.
    const FEWEST: usize = 4;
    const LOOKED_AT: u64 = 256;
    let (length, mut encoding) = at_hand(&mut input)?;
    let mut line = Vec::new();
    if length < FEWEST {
        input.by_ref().take(LOOKED_AT).read_until(b'\n', &mut line)?;
        encoding = Encoding::of(&line);
    }
    let whole = Cursor::new(line).chain(input);
    Ok(if encoding.is_plain() { Box::new(whole) } else { Box::new(BufReader::new(encoding.reader(whole).strict())) })
}

/// How many bytes have come, and how they are written.
fn at_hand(input: &mut dyn BufRead) -> io::Result<(usize, Encoding)> {
    loop {
        match input.fill_buf() {
            Ok(bytes) => return Ok((bytes.len(), Encoding::of(bytes))),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// As much of an input as it takes to know its format. A pipe may be fed bit by bit by somebody who waits for each answer,
/// so formats that show in their first line are taken as soon as it is there. The reader of transcripts then waits for what ends a game: its last
/// move, a blank line, or one that begins another.
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

/// Can more lines not change the format?
fn is_certain(lines: &[u8], format: Option<Format>) -> bool {
    let is_by_line = |format| matches!(format, Format::Obf | Format::Fen | Format::Transcript);
    match format {
        Some(format) => is_by_line(format) && !lines.trim_ascii().is_empty(),
        None => Format::detect(lines).is_some_and(is_by_line),
    }
}

/// Is it written in the signs of cells, and enough of them that no word is?
fn looks_like_a_board(text: &str) -> bool {
    const FEWEST: usize = 8;
    let is_cell = |sign: char| "-._*xXoObBwW012?#".contains(sign);
    let mut signs = text.chars().filter(|sign| !sign.is_whitespace() && !"/|;".contains(*sign));
    signs.clone().count() >= FEWEST && signs.all(is_cell)
}

/// As messages name it: a path, or the text in quotes, shortened.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 40;
        match self {
            Source::File(path) => path.display().fmt(f),
            Source::Stdin => f.write_str("standard input"),
            Source::Text(text) if text.chars().count() <= LONGEST => write!(f, "{text:?}"),
            Source::Text(text) => write!(f, "{:?}", format!("{}…", text.chars().take(LONGEST).collect::<String>())),
        }
    }
}
