//! Where converted records go: a text, or the three files of WTHOR.

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use outflank_rules::record::{
    Format, Record, Unwritable,
    wthor::{Names, Writer},
};

use super::plan::Target;
use crate::{
    error::Error,
    names,
    new_file::{NewFile, Written},
};

pub(in crate::command) enum Sink<'a> {
    Stdout(Format, &'a mut dyn Write),
    /// The file is begun with the first record, when the input has turned out to be one.
    Text(Format, &'a Target, Option<NewFile>),
    /// The writer comes into being with the first record, when the names are known.
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

    /// Names whose numbers a WTHOR file should keep; those known first count.
    pub(super) fn know(&mut self, names: &Names) {
        if let Sink::Wthor(_, writer @ None) = self {
            *writer = Some(new_writer(names.clone()));
        }
    }

    /// The names a WTHOR file has used.
    pub(super) fn names(&self) -> Option<&Names> {
        match self {
            Sink::Wthor(_, Some(writer)) => Some(writer.names()),
            _ => None,
        }
    }

    /// The inner error is a record that the format cannot hold, the outer one an output that failed.
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
            Sink::Stdout(_, out) => out.write_all(text.as_bytes()).map_err(Error::Output),
            Sink::Text(_, target, file) => {
                let file = begun(file, target)?;
                let written = file.write_all(text.as_bytes());
                written.map_err(|cause| Error::File { doing: "write", path: file.path().to_owned(), cause })
            }
            Sink::Wthor(..) => unreachable!("WTHOR holds no text"),
        }
    }

    /// Ends the files, which get their names when all of a conversion is done; name files come before the games that
    /// need them.
    pub(in crate::command) fn finish(self) -> Result<Vec<Written>, Error> {
        match self {
            Sink::Stdout(..) => Ok(Vec::new()),
            Sink::Text(_, target, mut file) => {
                begun(&mut file, target)?;
                file.map(NewFile::close).into_iter().collect()
            }
            Sink::Wthor(target, writer) => {
                let writer = writer.unwrap_or_else(|| new_writer(Names::default()));
                target.make_directory()?;
                let path = target.path().expect("WTHOR goes to files");
                let mut files = match target {
                    Target::File(path) => write_names(&name_files(path), &writer)?,
                    _ => Vec::new(),
                };
                files.push(NewFile::of_bytes(path, &writer.games())?);
                Ok(files)
            }
        }
    }
}

fn begun<'f>(file: &'f mut Option<NewFile>, target: &Target) -> Result<&'f mut NewFile, Error> {
    if file.is_none() {
        target.make_directory()?;
        *file = Some(NewFile::create(target.path().expect("a file"))?);
    }
    Ok(file.as_mut().expect("begun above"))
}

/// The name files that go with a game file.
pub(super) fn name_files(games: &Path) -> [PathBuf; 2] {
    ["jou", "trn"].map(|extension| games.with_extension(extension))
}

/// The name files of a whole directory.
pub(super) fn write_shared_names(dir: &Path, names: &Names) -> Result<Vec<Written>, Error> {
    write_names(&names::shared_files(dir), &new_writer(names.clone()))
}

fn write_names(files: &[PathBuf; 2], writer: &Writer) -> Result<Vec<Written>, Error> {
    let lists = [writer.players(), writer.tournaments()];
    files.iter().zip(lists).map(|(path, bytes)| NewFile::of_bytes(path, &bytes)).collect()
}

fn new_writer(names: Names) -> Writer {
    Writer::new(names).created(today())
}

/// Year, month and day in UTC.
fn today() -> (u16, u8, u8) {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    outflank_rules::record::date_of_day(seconds / 86_400)
}
