//! A run of many games in a folder, so that nothing is lost however it ends, and it can go on where it was.
//!
//! | file | what it is |
//! |---|---|
//! | `run.json` | what was asked for, with the version of the program; written first and never changed |
//! | `games.jsonl` | one line a game in the order in which they finished, a [`GameLine`]; everything else follows from it |
//! | `games.ggf` | all games in the order of their numbers, for other programs; made when the run ends (`games.pgn` for boards that GGF has no form for) |
//! | `logs/` | for each game with a foul what was said, byte for byte |
//!
//! A line is given to the system at once, so that it survives whatever ends this process, and is synced to the disk with those that came
//! meanwhile, so that it survives whatever ends the system a moment later. A line that was cut is not there: its game is played again. The file
//! is locked while a run goes on; the system takes the lock away however the process ends.

mod error;
mod line;
mod log;
mod read;
mod records;
mod run;
mod syncing;
#[cfg(test)]
mod tests;

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use crate::{TimeControl, hall::Finished};

pub use error::JournalError;
pub use line::{BadGameLine, FoulLine, GameLine, Thought};
pub use log::log_name;
pub use run::Run;
use syncing::Syncing;

const GAMES: &str = "games.jsonl";

/// The folder of a run, and the only one who writes there.
///
/// ```
/// use outflank_arena::journal::{Journal, Run};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize, PartialEq, Debug)]
/// struct Friendly { seed: u64 }
/// impl Run for Friendly {
///     const KIND: &str = "friendly";
/// }
///
/// let folder = tempfile::tempdir()?;
/// let dir = folder.path().join("run");
/// drop(Journal::create(&dir, &Friendly { seed: 7 })?);
/// let (_, friendly, games) = Journal::resume::<Friendly>(&dir)?;
/// assert_eq!((friendly, games.len()), (Friendly { seed: 7 }, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    dir: PathBuf,
    /// The version of the program that began the run, and when.
    begun: run::Begun,
    games: File,
    syncing: Syncing,
    /// Number and place of each line.
    index: Vec<(u32, u64)>,
    end: u64,
}

impl Journal {
    /// Begins a run in a folder that is empty or not there yet.
    pub fn create<R: Run>(dir: &Path, settings: &R) -> Result<Journal, JournalError> {
        fs::create_dir_all(dir).map_err(|cause| JournalError::file("make", dir, cause))?;
        let is_empty = fs::read_dir(dir).map_err(|cause| JournalError::file("read", dir, cause))?.next().is_none();
        if !is_empty {
            let is_run = dir.join(run::FILE).exists();
            return Err(JournalError::NotEmpty { dir: dir.to_owned(), is_run });
        }
        let games = open(dir, true)?;
        let begun = run::write(dir, settings)?;
        Journal::new(dir, begun, games, Vec::new(), 0)
    }

    /// Goes on with a run: what was asked for, and the games that are finished, in the order in which they finished.
    pub fn resume<R: Run>(dir: &Path) -> Result<(Journal, R, Vec<GameLine>), JournalError> {
        let (begun, settings) = run::read(dir)?;
        let mut games = open(dir, false)?;
        let read = read::lines(&dir.join(GAMES), &mut games)?;
        let journal = Journal::new(dir, begun, games, read.index, read.end)?;
        Ok((journal, settings, read.lines))
    }

    fn new(
        dir: &Path,
        begun: run::Begun,
        games: File,
        index: Vec<(u32, u64)>,
        end: u64,
    ) -> Result<Journal, JournalError> {
        let path = dir.join(GAMES);
        let syncing = Syncing::new(&games).map_err(|cause| JournalError::file("write", &path, cause))?;
        Ok(Journal { dir: dir.to_owned(), begun, games, syncing, index, end })
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The version of the program that began the run. Another one may play other games.
    pub fn version(&self) -> &str {
        &self.begun.version
    }

    /// The day on which the run began, as in `2026-11-15`.
    pub fn date(&self) -> &str {
        &self.begun.date
    }

    /// Writes a file of the folder that follows from the games: whole or not at all.
    pub fn derive(&self, name: &str, text: &str) -> Result<(), JournalError> {
        let written = run::replace(&self.dir, name, |file| file.write_all(text.as_bytes()));
        written.map_err(|cause| JournalError::file("write", &self.dir.join(name), cause))
    }

    /// Keeps a game. It survives the end of this process from now on; what is told at the end of a run waits for
    /// [`sync`](Journal::sync).
    pub fn append(&mut self, finished: &Finished) -> Result<GameLine, JournalError> {
        let line = GameLine::new(finished);
        if line.foul.is_some() {
            log::write(&self.dir, finished)?;
        }
        let mut bytes = line.to_string().into_bytes();
        bytes.push(b'\n');
        self.games.write_all(&bytes).map_err(|cause| self.unwritten(cause))?;
        self.index.push((line.number, self.end));
        self.end += bytes.len() as u64;
        self.syncing.request().map_err(|cause| self.unwritten(cause))?;
        Ok(line)
    }

    /// All games are on the disk when this returns.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.games.sync_data().map_err(|cause| self.unwritten(cause))
    }

    /// Ends the run for now: all games are on the disk, and in one file for other programs. `players` are the names of the entrants.
    pub fn finish(mut self, event: &str, players: &[String], time: Option<TimeControl>) -> Result<(), JournalError> {
        self.sync()?;
        self.index.sort_unstable();
        let heading = records::Heading { event, date: &self.begun.date, players, time };
        records::write(&self.dir, &mut self.games, &self.index, &heading)
    }

    fn unwritten(&self, cause: io::Error) -> JournalError {
        JournalError::file("write", &self.dir.join(GAMES), cause)
    }
}

/// The file of the games, locked.
fn open(dir: &Path, is_new: bool) -> Result<File, JournalError> {
    let path = dir.join(GAMES);
    let failed = |cause| JournalError::file("open", &path, cause);
    let file = OpenOptions::new().read(true).append(true).create_new(is_new).open(&path).map_err(failed)?;
    match lock(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(JournalError::Busy(dir.to_owned())),
        Err(TryLockError::Error(cause)) => Err(failed(cause)),
    }
}

/// Locks the file, if need be after a moment: a process that was killed while it started another leaves the lock to that one until it runs.
fn lock(file: &File) -> Result<(), TryLockError> {
    const MOMENT: Duration = Duration::from_millis(50);
    const TRIES: u32 = 20;
    for _ in 1..TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(MOMENT),
            done => return done,
        }
    }
    file.try_lock()
}
