//! Where the games of a match are kept.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use outflank_arena::{
    Verdict,
    duel::{Duel, Score},
    journal::Journal,
    roster::plain,
};
use outflank_play::Store;

use super::{Args, Match};
use crate::{error::Error, number::counted as count, runs::tell_changes, tell};

/// More matches than anybody keeps.
const MOST: u32 = 1_000_000;

impl Args {
    /// Where the games are saved, if they are to be.
    pub(super) fn journal(&self, duel: &Duel) -> Result<Option<Journal>, Error> {
        if self.no_save {
            return Ok(None);
        }
        let dir = match &self.out {
            Some(dir) => dir.clone(),
            None => new_folder(duel)?,
        };
        Journal::create(&dir, duel).map(Some).map_err(Error::Journal)
    }
}

impl Match {
    /// A match as it was left; with a number of pairs it is to be so long.
    pub(super) fn resumed(dir: &Path, pairs: Option<u32>) -> Result<Match, Error> {
        let (mut journal, mut duel) = Journal::resume::<Duel>(dir).map_err(Error::Journal)?;
        tell_changes(&journal);
        if let Some(pairs) = pairs.filter(|pairs| *pairs != duel.pairs) {
            lengthen(&mut duel, pairs, &mut journal)?;
        }
        let score = counted(&duel, &mut journal)?;
        Ok(Match { before: score.finished(), duel, score, journal: Some(journal) })
    }
}

/// How a match stood when it was left. Games for which a program could not be started were played by nobody: they are left out.
fn counted(duel: &Duel, journal: &mut Journal) -> Result<Score, Error> {
    let (fits, mut score, mut unplayed) = (duel.fitting(), duel.score(), HashSet::new());
    journal.each(|line| {
        fits(&line).map_err(|cause| Error::Misfit { dir: journal.dir().to_owned(), cause })?;
        match &line.foul {
            Some(foul) if foul.verdict == Verdict::NotStarted => _ = unplayed.insert(line.number),
            _ => score.count(line),
        }
        Ok::<(), Error>(())
    })?;
    if !unplayed.is_empty() {
        let games = count(unplayed.len() as u64, "game");
        tell(format_args!("left out: {games} that nobody played, as a program could not be started"));
        journal.leave_out(&unplayed).map_err(Error::Journal)?;
    }
    Ok(score)
}

/// Asks for more games than before.
fn lengthen(duel: &mut Duel, pairs: u32, journal: &mut Journal) -> Result<(), Error> {
    if pairs < duel.pairs {
        return Err(Error::Shorter { asked: u64::from(pairs) * 2, games: u64::from(duel.pairs) * 2 });
    }
    duel.pairs = pairs;
    journal.amend(duel).map_err(Error::Journal)
}

/// A new folder among those of other matches, with the next number.
fn new_folder(duel: &Duel) -> Result<PathBuf, Error> {
    let matches = Store::default_dir().ok_or(Error::NoMatchFolder)?.join("matches");
    let failed = |path: &Path, cause| Error::File { doing: "make", path: path.to_owned(), cause };
    fs::create_dir_all(&matches).map_err(|cause| failed(&matches, cause))?;
    let names = duel.names().map(|name| plain(&name));
    for number in next_number(&matches)..MOST {
        let dir = matches.join(format!("{number:04}-{}-{}", names[0], names[1]));
        match fs::create_dir(&dir) {
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
