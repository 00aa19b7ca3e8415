//! Where the games of a match are kept.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use outflank_arena::{duel::Duel, journal::Journal};
use outflank_play::Store;

use super::{Args, Match};
use crate::{error::Error, tell};

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
    /// A match as it was left.
    pub(super) fn resumed(dir: &Path) -> Result<Match, Error> {
        let (journal, duel, lines) = Journal::resume::<Duel>(dir).map_err(Error::Journal)?;
        let version = env!("CARGO_PKG_VERSION");
        if journal.version() != version {
            let begun = journal.version();
            tell(format_args!(
                "the match was begun by Outflank {begun}; this is {version}, whose bots may play otherwise"
            ));
        }
        let mut score = duel.score();
        lines.into_iter().for_each(|line| score.count(line));
        Ok(Match { duel, score, journal: Some(journal) })
    }
}

/// A new folder among those of other matches, with the next number.
fn new_folder(duel: &Duel) -> Result<PathBuf, Error> {
    let matches = Store::default_dir().ok_or(Error::NoMatchFolder)?.join("matches");
    let failed = |path: &Path, cause| Error::File { doing: "make", path: path.to_owned(), cause };
    fs::create_dir_all(&matches).map_err(|cause| failed(&matches, cause))?;
    let names = duel.entrants.each_ref().map(|entrant| slug(&entrant.to_string()));
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

/// The letters and digits of a name, as far as a folder needs them.
fn slug(name: &str) -> String {
    const LONGEST: usize = 24;
    let signs = name.chars().map(|sign| if sign.is_ascii_alphanumeric() { sign.to_ascii_lowercase() } else { '_' });
    signs.take(LONGEST).collect::<String>().trim_matches('_').to_owned()
}
