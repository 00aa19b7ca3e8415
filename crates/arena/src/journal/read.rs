//! `games.jsonl` as a run left it.

use std::{
    collections::HashSet,
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek},
    path::Path,
};

use super::{GameLine, JournalError};

/// No line is longer; thoughts in it are bounded.
const LONGEST_LINE: u64 = 4 << 20;

pub(super) struct Lines {
    pub(super) lines: Vec<GameLine>,
    /// Number and place of each.
    pub(super) index: Vec<(u32, u64)>,
    pub(super) end: u64,
}

/// Reads all lines. One without its end was cut when the run was: it is removed from the file.
pub(super) fn lines(path: &Path, file: &mut File) -> Result<Lines, JournalError> {
    let failed = |cause| JournalError::file("read", path, cause);
    file.rewind().map_err(failed)?;
    let mut read = Lines { lines: Vec::new(), index: Vec::new(), end: 0 };
    let (mut reader, mut numbers, mut bytes) = (BufReader::new(&*file), HashSet::new(), Vec::new());
    while next(&mut reader, &mut bytes).map_err(failed)? {
        let damaged = |why| JournalError::damaged(path, read.lines.len() + 1, why);
        let text = str::from_utf8(&bytes).map_err(|_| damaged("this is not UTF-8".to_owned()))?;
        let line: GameLine = text.parse().map_err(|bad: super::BadGameLine| damaged(bad.to_string()))?;
        if !numbers.insert(line.number) {
            return Err(damaged(format!("game {} is there twice", line.number)));
        }
        read.index.push((line.number, read.end));
        read.end += bytes.len() as u64;
        read.lines.push(line);
    }
    file.set_len(read.end).map_err(|cause| JournalError::file("write", path, cause))?;
    Ok(read)
}

/// Reads the next line that has an end; is there one?
fn next(reader: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    reader.take(LONGEST_LINE).read_until(b'\n', bytes)?;
    if bytes.len() as u64 == LONGEST_LINE {
        return Err(io::Error::other("a line is too long"));
    }
    Ok(bytes.ends_with(b"\n"))
}
