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
use crate::{error::Error, new_file::NewFile};

pub(super) enum Sink<'a> {
    Stdout(Format, &'a mut dyn Write),
    Text(Format, NewFile),
    /// The writer comes into being with the first record, when the names are known.
    Wthor(PathBuf, Option<Writer>),
}

impl<'a> Sink<'a> {
    pub(super) fn open(target: &Target, format: Format, out: &'a mut dyn Write) -> Result<Sink<'a>, Error> {
        match target {
            Target::Stdout => Ok(Sink::Stdout(format, out)),
            Target::File(path) if format == Format::Wthor => Ok(Sink::Wthor(path.clone(), None)),
            Target::File(path) => Ok(Sink::Text(format, NewFile::create(path)?)),
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
    pub(super) fn write(&mut self, record: &Record) -> Result<Result<(), Unwritable>, Error> {
        let (text, file): (_, &mut dyn Write) = match self {
            Sink::Wthor(_, writer) => {
                return Ok(writer.get_or_insert_with(|| new_writer(Names::default())).push(record));
            }
            Sink::Stdout(format, out) => (outflank_rules::record::write(*format, record), out),
            Sink::Text(format, file) => (outflank_rules::record::write(*format, record), file),
        };
        match text {
            Err(unwritable) => Ok(Err(unwritable)),
            Ok(text) => file.write_all(text.as_bytes()).map(Ok).map_err(|cause| self.failed(cause)),
        }
    }

    fn failed(&self, cause: std::io::Error) -> Error {
        match self {
            Sink::Stdout(..) => Error::Output(cause),
            Sink::Text(_, file) => Error::File { doing: "write", path: file.path().to_owned(), cause },
            Sink::Wthor(path, _) => Error::File { doing: "write", path: path.clone(), cause },
        }
    }

    /// Puts the files in place and says which.
    pub(super) fn finish(self, with_names: bool) -> Result<Vec<PathBuf>, Error> {
        match self {
            Sink::Stdout(..) => Ok(Vec::new()),
            Sink::Text(_, file) => {
                let path = file.path().to_owned();
                file.commit()?;
                Ok(vec![path])
            }
            Sink::Wthor(path, writer) => {
                let writer = writer.unwrap_or_else(|| new_writer(Names::default()));
                let mut files = vec![(path.clone(), writer.games())];
                if with_names {
                    files.extend(name_files(&path).into_iter().zip([writer.players(), writer.tournaments()]));
                }
                write_files(files)
            }
        }
    }
}

/// The name files that go with a game file.
pub(super) fn name_files(games: &Path) -> [PathBuf; 2] {
    ["jou", "trn"].map(|extension| games.with_extension(extension))
}

/// The name files that go with all game files of a directory.
pub(super) fn shared_name_files(dir: &Path) -> [PathBuf; 2] {
    ["WTHOR.JOU", "WTHOR.TRN"].map(|name| dir.join(name))
}

pub(super) fn write_shared_names(dir: &Path, names: &Names) -> Result<Vec<PathBuf>, Error> {
    let writer = new_writer(names.clone());
    write_files(shared_name_files(dir).into_iter().zip([writer.players(), writer.tournaments()]).collect())
}

/// All files are written before the first gets its name.
fn write_files(files: Vec<(PathBuf, Vec<u8>)>) -> Result<Vec<PathBuf>, Error> {
    let mut written = Vec::new();
    for (path, bytes) in &files {
        let mut file = NewFile::create(path)?;
        file.write_all(bytes).map_err(|cause| Error::File { doing: "write", path: path.clone(), cause })?;
        written.push(file);
    }
    written.into_iter().try_for_each(NewFile::commit)?;
    Ok(files.into_iter().map(|(path, _)| path).collect())
}

fn new_writer(names: Names) -> Writer {
    Writer::new(names).created(today())
}

/// Year, month and day in UTC.
fn today() -> (u16, u8, u8) {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date_of_day(seconds / 86_400)
}

/// The date of a day counted from 1970-01-01, by eras of 400 years that begin in March, so that the leap day comes
/// last.
fn date_of_day(day: u64) -> (u16, u8, u8) {
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    ((era * 400 + year + next_year) as u16, month as u8, day_of_month as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(date_of_day(0), (1970, 1, 1));
        assert_eq!(date_of_day(11_016), (2000, 2, 29));
        assert_eq!(date_of_day(11_017), (2000, 3, 1));
        assert_eq!(date_of_day(20_772), (2026, 11, 15));
    }
}
