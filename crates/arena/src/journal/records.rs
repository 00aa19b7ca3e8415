//! All games of a run in one file that other programs read.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write},
    path::Path,
};

use outflank_rules::record::{Format, write as written};

use super::{GAMES, GameLine, JournalError, run};
use crate::TimeControl;

/// What all records of a run have in common.
pub(super) struct Heading<'a> {
    pub(super) event: &'a str,
    pub(super) date: &'a str,
    /// By the places of the entrants.
    pub(super) players: &'a [String],
    pub(super) time: Option<TimeControl>,
}

/// Writes the lines at these places as records: GGF, or PGN if there is a board that GGF has no form for.
pub(super) fn write(
    dir: &Path,
    games: &mut File,
    index: &[(u32, u64)],
    heading: &Heading<'_>,
) -> Result<(), JournalError> {
    let mut attempt = |name: &str, format| {
        let done = run::replace(dir, name, |file| write_all(file, games, index, heading, format));
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
