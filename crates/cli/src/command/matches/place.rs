//! Creates and resumes the folder of a match.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use crate::play::Store;
use outflank_arena::{
    Verdict,
    journal::Journal,
    matches::{MatchScore, MatchSettings},
    private,
    roster::plain,
};

use super::{Args, Match};
use crate::{error::Error, number::counted as count, runs::tell_changes, tell};

/// Largest number of a match folder.
const MOST: u32 = 1_000_000;

impl Args {
    /// Creates the journal, unless `--no-save` is given.
    pub(super) fn journal(&self, settings: &MatchSettings) -> Result<Option<Journal>, Error> {
        if self.no_save {
            return Ok(None);
        }
        let dir = match &self.output {
            Some(dir) => dir.clone(),
            None => new_folder(settings)?,
        };
        Journal::create(&dir, settings).map(Some).map_err(Error::Journal)
    }
}

impl Match {
    /// Resumes a match. `pairs` extends it.
    pub(super) fn resumed(dir: &Path, pairs: Option<u32>) -> Result<Match, Error> {
        let (mut journal, mut settings) = Journal::resume::<MatchSettings>(dir).map_err(Error::Journal)?;
        tell_changes(&journal);
        if let Some(pairs) = pairs.filter(|pairs| *pairs != settings.pairs) {
            lengthen(&mut settings, pairs, &mut journal)?;
        }
        let score = counted(&settings, &mut journal)?;
        Ok(Match { before: score.finished(), settings, score, journal: Some(journal) })
    }
}

/// Counts the games of the journal. Removes games without moves, in which a program could not be
/// started.
fn counted(settings: &MatchSettings, journal: &mut Journal) -> Result<MatchScore, Error> {
    let (fits, mut score, mut unplayed) = (settings.fitting(), settings.score(), HashSet::new());
    journal.each(|line| {
        fits(&line).map_err(|cause| Error::RunMismatch { dir: journal.dir().to_owned(), cause })?;
        match &line.foul {
            Some(foul) if foul.verdict == Verdict::NotStarted => _ = unplayed.insert(line.number),
            _ => score.count(line),
        }
        Ok::<(), Error>(())
    })?;
    if !unplayed.is_empty() {
        let games = count(unplayed.len() as u64, "game");
        tell(format_args!("dropped: {games} without moves, because a program could not be started"));
        journal.leave_out(&unplayed).map_err(Error::Journal)?;
    }
    Ok(score)
}

/// Extends a match. Returns an error if it would become shorter.
fn lengthen(settings: &mut MatchSettings, pairs: u32, journal: &mut Journal) -> Result<(), Error> {
    if pairs < settings.pairs {
        return Err(Error::Shorter { asked: u64::from(pairs) * 2, games: u64::from(settings.pairs) * 2 });
    }
    settings.pairs = pairs;
    journal.amend(settings).map_err(Error::Journal)
}

/// Creates a folder with the next number under `matches`.
fn new_folder(settings: &MatchSettings) -> Result<PathBuf, Error> {
    let matches = Store::default_dir().ok_or(Error::NoMatchFolder)?.join("matches");
    let failed = |path: &Path, cause| Error::File { doing: "make", path: path.to_owned(), cause };
    private::folder().recursive(true).create(&matches).map_err(|cause| failed(&matches, cause))?;
    let names = settings.names().map(|name| plain(&name));
    for number in next_number(&matches)..MOST {
        let dir = matches.join(format!("{number:04}-{}-{}", names[0], names[1]));
        match private::folder().create(&dir) {
            Ok(()) => return Ok(dir),
            Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {}
            Err(cause) => return Err(failed(&dir, cause)),
        }
    }
    Err(failed(&matches, io::Error::other("there are too many matches")))
}

fn next_number(matches: &Path) -> u32 {
    let entries = fs::read_dir(matches).into_iter().flatten().flatten();
    let number = |name: &str| name.split('-').next()?.parse::<u32>().ok();
    let numbers = entries.filter_map(|entry| number(entry.file_name().to_str()?));
    numbers.max().unwrap_or(0).saturating_add(1)
}
