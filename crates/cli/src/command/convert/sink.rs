//! The outputs of a conversion: text, or the three files of WTHOR.

use std::{
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use outflank_arena::printable;
use outflank_rules::record::{
    Format, Record, Unwritable,
    wthor::{Names, Writer},
};

use super::plan::Target;
use crate::{
    error::Error,
    names,
    new_file::{AtomicFile, PendingRename},
};

pub(in crate::command) enum Sink<'a> {
    Stdout(Format, &'a mut dyn Write),
    /// Created with the first record, so that an unreadable input leaves no file.
    Text(Format, &'a Target, Option<AtomicFile>),
    /// Created with the first record, when the names are known.
    Wthor(&'a Target, Option<Writer>),
}

impl<'a> Sink<'a> {
    pub(in crate::command) fn open(target: &'a Target, format: Format, out: &'a mut dyn Write) -> Sink<'a> {
        match target {
            Target::Stdout => Sink::Stdout(format, out),
            _ if format == Format::Wthor => Sink::Wthor(target, None),
            _ => Sink::Text(format, target, None),
        }
    }

    /// Sets the names whose numbers a WTHOR file keeps. Only the first call has an effect.
    pub(super) fn know(&mut self, names: &Names) {
        if let Sink::Wthor(_, writer @ None) = self {
            *writer = Some(new_writer(names.clone()));
        }
    }

    /// The names in a WTHOR file.
    pub(super) fn names(&self) -> Option<&Names> {
        match self {
            Sink::Wthor(_, Some(writer)) => Some(writer.names()),
            _ => None,
        }
    }

    /// Writes a record. The inner error is a record that the format cannot hold, the outer one a
    /// failed output.
    pub(in crate::command) fn write(&mut self, record: &Record) -> Result<Result<(), Unwritable>, Error> {
        let format = match self {
            Sink::Wthor(_, writer) => {
                return Ok(writer.get_or_insert_with(|| new_writer(Names::default())).push(record));
            }
            Sink::Stdout(format, _) | Sink::Text(format, ..) => *format,
        };
        match outflank_rules::record::write(format, record) {
            Err(unwritable) => Ok(Err(unwritable)),
            Ok(text) => self.write_text(&text).map(Ok),
        }
    }

    fn write_text(&mut self, text: &str) -> Result<(), Error> {
        match self {
            Sink::Stdout(_, out) if io::stdout().is_terminal() => {
                out.write_all(printable(text).as_bytes()).map_err(Error::Output)
            }
            Sink::Stdout(_, out) => out.write_all(text.as_bytes()).map_err(Error::Output),
            Sink::Text(_, target, file) => {
                let file = begun(file, target)?;
                let written = file.write_all(text.as_bytes());
                written.map_err(|cause| Error::File { doing: "write", path: file.path().to_owned(), cause })
            }
            Sink::Wthor(..) => unreachable!("WTHOR holds no text"),
        }
    }

    /// Closes the files, which are renamed at the end of the conversion. Name files come before the
    /// games that need them.
    pub(in crate::command) fn finish(self) -> Result<Vec<PendingRename>, Error> {
        match self {
            Sink::Stdout(..) => Ok(Vec::new()),
            Sink::Text(_, target, mut file) => {
                begun(&mut file, target)?;
                file.map(AtomicFile::close).into_iter().collect()
            }
            Sink::Wthor(target, writer) => {
                let writer = writer.unwrap_or_else(|| new_writer(Names::default()));
                target.make_directory()?;
                let path = target.path().expect("WTHOR goes to files");
                let mut files = match target {
                    Target::File(path) => write_names(&name_files(path), &writer)?,
                    _ => Vec::new(),
                };
                files.push(AtomicFile::of_bytes(path, &writer.games())?);
                Ok(files)
            }
        }
    }
}

fn begun<'f>(file: &'f mut Option<AtomicFile>, target: &Target) -> Result<&'f mut AtomicFile, Error> {
    if file.is_none() {
        target.make_directory()?;
        *file = Some(AtomicFile::create(target.path().expect("a file"))?);
    }
    Ok(file.as_mut().expect("begun above"))
}

/// The name files beside a game file.
pub(super) fn name_files(games: &Path) -> [PathBuf; 2] {
    ["jou", "trn"].map(|extension| games.with_extension(extension))
}

/// Writes the name files that all games of a directory share.
pub(super) fn write_shared_names(dir: &Path, names: &Names) -> Result<Vec<PendingRename>, Error> {
    write_names(&names::shared_files(dir), &new_writer(names.clone()))
}

fn write_names(files: &[PathBuf; 2], writer: &Writer) -> Result<Vec<PendingRename>, Error> {
    let lists = [writer.players(), writer.tournaments()];
    files.iter().zip(lists).map(|(path, bytes)| AtomicFile::of_bytes(path, &bytes)).collect()
}

fn new_writer(names: Names) -> Writer {
    Writer::new(names).created(today())
}

/// Year, month and day in UTC.
fn today() -> (u16, u8, u8) {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    outflank_rules::record::date_of_day(seconds / 86_400)
}
