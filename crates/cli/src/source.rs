//! Where input comes from: an argument, a file, or a pipe; and what format it has.

use std::{
    ffi::{OsStr, OsString},
    fmt,
    fs::File,
    io::{self, BufRead, BufReader, Cursor, IsTerminal, Read},
    path::{Path, PathBuf},
};

use outflank_rules::{notation::parse_board, record::Format};

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
    /// pipe is read, and `None` is left at a terminal.
    pub(crate) fn of_arguments(arguments: &[OsString]) -> Option<Source> {
        match arguments {
            [] => (!io::stdin().is_terminal()).then_some(Source::Stdin),
            [one] => Some(Source::of_argument(one)),
            several => Some(Source::Text(several.join(OsStr::new(" ")).to_string_lossy().trim().to_owned())),
        }
    }

    /// Opens the input and finds out its format, unless that is given. `None` for a standard input that is empty.
    pub(crate) fn open(&self, format: Option<Format>) -> Result<Option<Opened>, Error> {
        let mut input = self.reader()?;
        let mut beginning = Vec::new();
        input.by_ref().take(ENOUGH).read_to_end(&mut beginning).map_err(|cause| self.unreadable(cause))?;
        if *self == Source::Stdin && beginning.trim_ascii().is_empty() {
            return Ok(None);
        }
        let Some(format) = format.or_else(|| self.detect(&beginning)) else {
            return Err(Error::NotUnderstood(self.clone()));
        };
        Ok(Some(Opened { format, input: Box::new(Cursor::new(beginning).chain(input)) }))
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

    pub(crate) fn unreadable(&self, cause: io::Error) -> Error {
        match self {
            Source::File(path) => Error::File { doing: "read", path: path.clone(), cause },
            _ => Error::File { doing: "read", path: "standard input".into(), cause },
        }
    }
}

/// The bytes by which formats are told apart.
const ENOUGH: u64 = 4096;

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
