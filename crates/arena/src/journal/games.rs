//! Reads `games.jsonl`, and writes all games as records for other programs.

use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::Path,
};

use outflank_rules::record::{Format, write as written};
use serde::Deserialize;

use super::{GAMES, GameLine, GameLineError, JournalError, run};
use crate::{TimeControl, private};

/// Maximum line length; the analysis in it is bounded.
const MAX_LINE_BYTES: u64 = 4 << 20;

/// The offsets of the lines.
#[derive(Default)]
pub(super) struct Places {
    /// Number and offset of each line.
    pub(super) index: Vec<(u32, u64)>,
    pub(super) end: u64,
}

/// The part of a line that the index needs.
#[derive(Deserialize)]
struct Numbered {
    number: u32,
}

/// Indexes the lines. Truncates an unfinished last line, left by a run that was cut off.
pub(super) fn places(path: &Path, file: &mut File) -> Result<Places, JournalError> {
    let failed = |cause| JournalError::file("read", path, cause);
    file.rewind().map_err(failed)?;
    let mut places = Places::default();
    let (mut reader, mut numbers, mut bytes) = (BufReader::new(&*file), HashSet::new(), Vec::new());
    while next(&mut reader, &mut bytes).map_err(failed)? {
        let damaged = |why| JournalError::damaged(path, places.index.len() + 1, why);
        if bytes.len() as u64 == MAX_LINE_BYTES {
            return Err(damaged(format!("it is longer than {MAX_LINE_BYTES} bytes")));
        }
        let line = serde_json::from_slice(&bytes).map_err(|cause| GameLineError::Json(cause.to_string()));
        let Numbered { number } = line.map_err(|bad| damaged(bad.to_string()))?;
        if !numbers.insert(number) {
            return Err(damaged(format!("game {} is there twice", u64::from(number) + 1)));
        }
        places.index.push((number, places.end));
        places.end += bytes.len() as u64;
    }
    file.set_len(places.end).map_err(|cause| JournalError::file("write", path, cause))?;
    Ok(places)
}

/// Writes the lines at these offsets to a new file, locks it, and renames it over this one.
pub(super) fn kept(path: &Path, games: &mut File, index: &[(u32, u64)]) -> io::Result<(File, Places)> {
    let temporary = path.with_file_name(format!(".{GAMES}.tmp"));
    match fs::remove_file(&temporary) {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(cause),
        _ => {}
    }
    let mut file = private::file().read(true).append(true).create_new(true).open(&temporary)?;
    file.try_lock()?;
    let mut places = Places::default();
    let (mut reader, mut bytes) = (BufReader::new(games), Vec::new());
    for &(number, place) in index {
        reader.seek(SeekFrom::Start(place))?;
        next(&mut reader, &mut bytes)?;
        file.write_all(&bytes)?;
        places.index.push((number, places.end));
        places.end += bytes.len() as u64;
    }
    file.sync_all()?;
    fs::rename(&temporary, path)?;
    path.parent().map_or(Ok(()), run::sync_folder)?;
    Ok((file, places))
}

/// Reads the next line that is complete or too long; returns whether there is one.
fn next(reader: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    reader.take(MAX_LINE_BYTES).read_until(b'\n', bytes)?;
    Ok(bytes.ends_with(b"\n") || bytes.len() as u64 == MAX_LINE_BYTES)
}

/// What all records of a run share.
pub(super) struct Heading<'a> {
    pub(super) event: &'a str,
    pub(super) date: &'a str,
    /// By entrant index.
    pub(super) players: &'a [String],
    pub(super) time: Option<TimeControl>,
}

/// Writes the lines at these offsets as records: GGF, or PGN if GGF cannot express a board.
pub(super) fn write(
    dir: &Path,
    games: &mut File,
    index: &[(u32, u64)],
    heading: &Heading<'_>,
) -> Result<(), JournalError> {
    let mut attempt = |name: &str, format| {
        let done = run::replace(dir, name, OpenOptions::new(), |file| write_all(file, games, index, heading, format));
        done.map_err(|cause| (dir.join(name), cause))
    };
    let done = match attempt("games.ggf", Format::Ggf) {
        Err((_, cause)) if cause.kind() == io::ErrorKind::InvalidInput => attempt("games.pgn", Format::Pgn),
        done => done,
    };
    done.map_err(|(path, cause)| JournalError::file("write", &path, cause))
}

fn write_all(
    file: &mut File,
    games: &mut File,
    index: &[(u32, u64)],
    heading: &Heading<'_>,
    format: Format,
) -> io::Result<()> {
    let mut games = BufReader::new(games);
    let mut file = BufWriter::new(file);
    let mut line = String::new();
    let mut at = games.seek(SeekFrom::Start(0))?;
    for &(_, place) in index {
        games.seek_relative(place.cast_signed() - at.cast_signed())?;
        line.clear();
        at = place + games.read_line(&mut line)? as u64;
        file.write_all(record(&line, heading, format)?.as_bytes())?;
    }
    file.flush()
}

fn record(line: &str, heading: &Heading<'_>, format: Format) -> io::Result<String> {
    let line: GameLine = line.parse().map_err(|bad| io::Error::other(format!("{GAMES}: {bad}")))?;
    let name = |place: usize| heading.players.get(place).map_or_else(|| format!("#{}", place + 1), String::clone);
    let (black, white) = (name(line.black), name(line.white));
    let mut record = line.record(heading.event, &black, &white, heading.time).map_err(io::Error::other)?;
    heading.date.clone_into(&mut record.date);
    written(format, &record).map_err(|unwritable| io::Error::new(io::ErrorKind::InvalidInput, unwritable))
}
