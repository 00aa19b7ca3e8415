//! `games.jsonl` as a run left it.

use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::Path,
};

use serde::Deserialize;

use super::{BadGameLine, GAMES, JournalError, run};

/// No line is longer; thoughts in it are bounded.
const LONGEST_LINE: u64 = 4 << 20;

/// Where the lines are.
#[derive(Default)]
pub(super) struct Places {
    /// Number and place of each.
    pub(super) index: Vec<(u32, u64)>,
    pub(super) end: u64,
}

/// What has to be known of a line to find it again.
#[derive(Deserialize)]
struct Numbered {
    number: u32,
}

/// Looks where the lines are. One without its end was cut when the run was: it is removed from the file.
pub(super) fn places(path: &Path, file: &mut File) -> Result<Places, JournalError> {
    let failed = |cause| JournalError::file("read", path, cause);
    file.rewind().map_err(failed)?;
    let mut places = Places::default();
    let (mut reader, mut numbers, mut bytes) = (BufReader::new(&*file), HashSet::new(), Vec::new());
    while next(&mut reader, &mut bytes).map_err(failed)? {
        let damaged = |why| JournalError::damaged(path, places.index.len() + 1, why);
        if bytes.len() as u64 == LONGEST_LINE {
            return Err(damaged(format!("it is longer than {LONGEST_LINE} bytes")));
        }
        let line = serde_json::from_slice(&bytes).map_err(|cause| BadGameLine::Json(cause.to_string()));
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

/// Writes the lines at these places into a file that takes the place of this one, and is locked before it does.
pub(super) fn kept(path: &Path, games: &mut File, index: &[(u32, u64)]) -> io::Result<(File, Places)> {
    let temporary = path.with_file_name(format!(".{GAMES}.tmp"));
    match fs::remove_file(&temporary) {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(cause),
        _ => {}
    }
    let mut file = OpenOptions::new().read(true).append(true).create_new(true).open(&temporary)?;
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

/// Reads the next line that has an end, or is too long; is there one?
fn next(reader: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    reader.take(LONGEST_LINE).read_until(b'\n', bytes)?;
    Ok(bytes.ends_with(b"\n") || bytes.len() as u64 == LONGEST_LINE)
}
