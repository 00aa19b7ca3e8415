//! Turns the arguments into the settings of a match, and creates or resumes its folder.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use outflank_arena::{
    Verdict,
    journal::Journal,
    matches::{MatchScore, MatchSettings},
    private,
    roster::{NamedPlayer, plain},
    stat::{Elo, Sprt},
};

use super::{Args, Match};
use crate::{
    error::Error, number::counted as count, openings, play::Store, print_message, runs::print_changes,
    start::drawn_seed,
};

/// Default number of pairs, and the limit for a test.
const PAIRS: u32 = 50;
const PAIRS_OF_TEST: u32 = 50_000;

/// Largest number of a match folder.
const MAX_FOLDER_NUMBER: u32 = 1_000_000;

impl Args {
    pub(super) fn settings(&self, first: &NamedPlayer, second: &NamedPlayer) -> Result<MatchSettings, Error> {
        let variant = self.start.variant();
        let (openings, sprt) = (openings::opening_source(self.openings.as_ref(), &variant)?, self.test()?);
        let usual = if sprt.is_some() { PAIRS_OF_TEST } else { PAIRS };
        let pairs = self.wanted_pairs().unwrap_or(usual);
        Ok(MatchSettings {
            entrants: [first.entrant.clone(), second.entrant.clone()],
            given_names: [first.name.clone(), second.name.clone()],
            pairs,
            time: self.time,
            variant,
            openings,
            seed: self.start.seed().unwrap_or_else(drawn_seed),
            sprt,
            fresh: self.restart,
        })
    }

    /// The number of pairs in the arguments, if any.
    pub(super) fn wanted_pairs(&self) -> Option<u32> {
        self.pairs.or(self.games.map(|games| games.div_ceil(2)))
    }

    fn test(&self) -> Result<Option<Sprt>, Error> {
        let Some(&[elo0, elo1]) = self.sprt.as_deref() else { return Ok(None) };
        Sprt::new(Elo(elo0), Elo(elo1), self.alpha, self.beta).map(Some).map_err(Error::Sprt)
    }

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
        print_changes(&journal);
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
        print_message(format_args!("dropped: {games} without moves, because a program could not be started"));
        journal.leave_out(&unplayed).map_err(Error::Journal)?;
    }
    Ok(score)
}

/// Extends a match. Returns an error if it would become shorter.
fn lengthen(settings: &mut MatchSettings, pairs: u32, journal: &mut Journal) -> Result<(), Error> {
    if pairs < settings.pairs {
        return Err(Error::MatchTooShort { asked: u64::from(pairs) * 2, games: u64::from(settings.pairs) * 2 });
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
    for number in next_number(&matches)..MAX_FOLDER_NUMBER {
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
