//! A run of many games in a folder. It survives every kind of exit and can be resumed.
//!
//! | file | contents |
//! |---|---|
//! | `run.json` | settings; date, place and version of the program; what programs say about themselves, and checksums of their files |
//! | `games.jsonl` | one [`GameLine`] per game in the order in which they finished; everything else derives from it |
//! | `games.ggf` | all games in order of number, for other programs; written at the end (`games.pgn` for boards that GGF cannot express) |
//! | `logs/` | the traffic of each game with a foul |
//!
//! Each line is written at once, so it survives the end of this process. It is synced to disk
//! together with those written meanwhile, so it survives a system crash a moment later. A line that
//! was cut off is dropped and its game is played again. The file is locked while a run is active;
//! the system releases the lock however the process ends.

mod error;
mod games;
mod line;
mod log;
mod provenance;
mod run;
mod syncing;
#[cfg(test)]
mod tests;

use std::{
    collections::HashSet,
    env,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use outflank_rules::Color;

use crate::{PlayerSpec, TimeControl, private, runner::Finished};

pub use error::{JournalError, RunMismatch};
use games::Places;
pub use line::{FoulLine, GameLine, GameLineError, Thought};
pub(crate) use log::log_name;
pub use log::log_path;
pub use provenance::RunProvenance;
pub(crate) use provenance::program;
pub use provenance::{FileFingerprint, Identity};
pub use run::Run;
use syncing::Syncing;

const GAMES: &str = "games.jsonl";

/// The folder of a run and its only writer.
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
/// let (journal, friendly) = Journal::resume::<Friendly>(&dir)?;
/// assert_eq!((friendly, journal.len()), (Friendly { seed: 7 }, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    dir: PathBuf,
    /// The contents of `run.json`.
    header: run::Header,
    /// Files of programs that changed since the run began.
    changed: Vec<PathBuf>,
    games: File,
    /// Replaced files. Their locks keep other processes from mistaking them for the current one.
    before: Vec<File>,
    /// `None` after a failure.
    syncing: Option<Syncing>,
    /// Number and offset of each line.
    index: Vec<(u32, u64)>,
    end: u64,
}

impl Journal {
    /// Starts a run in an empty or new folder.
    pub fn create<R: Run>(dir: &Path, settings: &R) -> Result<Journal, JournalError> {
        fs::create_dir_all(dir).map_err(|cause| JournalError::file("make", dir, cause))?;
        if !run::is_empty(dir).map_err(|cause| JournalError::file("read", dir, cause))? {
            let is_run = dir.join(run::FILE).exists();
            return Err(JournalError::NotEmpty { dir: dir.to_owned(), is_run });
        }
        let games = open(dir, true)?;
        let header = run::Header::new(dir, settings)?;
        header.write(dir)?;
        Journal::new(dir, header, games, Places::default())
    }

    /// Opens an existing run and returns its settings. [`each`](Journal::each) reads its finished
    /// games.
    pub fn resume<R: Run>(dir: &Path) -> Result<(Journal, R), JournalError> {
        let (mut header, settings) = run::read(dir)?;
        let mut games = open(dir, false)?;
        let places = games::places(&dir.join(GAMES), &mut games)?;
        let changed = header.compare(&settings);
        if !changed.is_empty() {
            header.write(dir)?;
        }
        Ok((Journal { changed, ..Journal::new(dir, header, games, places)? }, settings))
    }

    fn new(dir: &Path, header: run::Header, games: File, places: Places) -> Result<Journal, JournalError> {
        let path = dir.join(GAMES);
        let syncing = Syncing::new(&games).map_err(|cause| JournalError::file("write", &path, cause))?;
        let Places { index, end } = places;
        Ok(Journal {
            dir: dir.to_owned(),
            header,
            changed: Vec::new(),
            games,
            before: Vec::new(),
            syncing: Some(syncing),
            index,
            end,
        })
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// When, where and by which version the run was started. Another version may play other games.
    pub fn origin(&self) -> &RunProvenance {
        &self.header.origin
    }

    /// What is known of the players, in order.
    pub fn programs(&self) -> &[Identity] {
        &self.header.programs
    }

    /// Files of programs that changed since the run began; later games may differ.
    pub fn changed(&self) -> &[PathBuf] {
        &self.changed
    }

    /// The folder to start programs in; `None` for the current one. Command lines are relative to
    /// the folder where the run was started.
    pub fn folder(&self, entrants: &[PlayerSpec]) -> Result<Option<PathBuf>, JournalError> {
        let here = env::current_dir().ok();
        let elsewhere = self.header.origin.folder.as_ref().filter(|folder| Some(*folder) != here.as_ref());
        match elsewhere {
            Some(folder) if !folder.is_dir() && entrants.iter().any(PlayerSpec::is_started) => {
                Err(JournalError::FolderGone { dir: self.dir.clone(), folder: folder.clone() })
            }
            elsewhere => Ok(elsewhere.cloned()),
        }
    }

    /// Replaces the stored settings.
    pub fn amend<R: Run>(&mut self, settings: &R) -> Result<(), JournalError> {
        self.header.set(&self.dir, settings)?;
        self.header.write(&self.dir)
    }

    /// The number of stored games.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// True if no game is stored.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Calls `take` with each stored game in the order in which they finished, without holding all
    /// of them.
    pub fn each<E: From<JournalError>>(&self, mut take: impl FnMut(GameLine) -> Result<(), E>) -> Result<(), E> {
        let path = self.dir.join(GAMES);
        let failed = |cause| JournalError::file("read", &path, cause);
        let mut reader = BufReader::new(File::open(&path).map_err(failed)?);
        let mut text = String::new();
        for place in 0..self.index.len() {
            text.clear();
            reader.read_line(&mut text).map_err(failed)?;
            let line =
                text.parse().map_err(|bad: GameLineError| JournalError::damaged(&path, place + 1, bad.to_string()))?;
            take(line)?;
        }
        Ok(())
    }

    /// Removes the games with these numbers, so that they are played again.
    pub fn leave_out(&mut self, numbers: &HashSet<u32>) -> Result<(), JournalError> {
        if numbers.is_empty() {
            return Ok(());
        }
        self.index.retain(|(number, _)| !numbers.contains(number));
        let path = self.dir.join(GAMES);
        let failed = |cause| JournalError::file("write", &path, cause);
        let (games, places) = games::kept(&path, &mut self.games, &self.index).map_err(failed)?;
        self.syncing = Some(Syncing::new(&games).map_err(failed)?);
        self.before.push(std::mem::replace(&mut self.games, games));
        (self.index, self.end) = (places.index, places.end);
        Ok(())
    }

    /// Writes a file that derives from the games, atomically. Not synced, as it can be written
    /// again.
    pub fn derive_soon(&self, name: &str, text: &str) -> Result<(), JournalError> {
        let path = self.dir.join(name);
        let written = run::replace_soon(&path, OpenOptions::new(), |file| file.write_all(text.as_bytes()));
        written.map_err(|cause| JournalError::file("write", &path, cause))
    }

    /// Writes a file that derives from the games, atomically, and syncs it.
    pub fn derive(&self, name: &str, text: &str) -> Result<(), JournalError> {
        let written = run::replace(&self.dir, name, OpenOptions::new(), |file| file.write_all(text.as_bytes()));
        written.map_err(|cause| JournalError::file("write", &self.dir.join(name), cause))
    }

    /// Stores a game. It survives the end of this process from now on; [`sync`](Journal::sync)
    /// makes it survive a system crash.
    pub fn append(&mut self, finished: &Finished) -> Result<GameLine, JournalError> {
        self.note_identities(finished)?;
        let line = GameLine::new(finished);
        let log = line.foul.as_ref().map(|_| log::write(&self.dir, finished)).transpose()?;
        let mut bytes = line.to_string().into_bytes();
        bytes.push(b'\n');
        self.games.write_all(&bytes).map_err(|cause| self.unwritten(cause))?;
        self.index.push((line.number, self.end));
        self.end += bytes.len() as u64;
        let requested = self.syncing.as_ref().map_or(Ok(()), |syncing| {
            log.into_iter().for_each(|log| syncing.add(log));
            syncing.request()
        });
        requested.map_err(|cause| self.unwritten(cause))?;
        Ok(line)
    }

    /// Stores what the players said about themselves, if it is new.
    fn note_identities(&mut self, finished: &Finished) -> Result<(), JournalError> {
        let mut is_new = false;
        for color in Color::ALL {
            let program = self.header.programs.get_mut(finished.fixture.players[color]);
            if let (Some(identity), Some(program)) = (&finished.report.identity[color], program) {
                is_new |= program.add_name(identity);
            }
        }
        if is_new { self.header.write(&self.dir) } else { Ok(()) }
    }

    /// Syncs all games to disk.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        let ended = self.syncing.take().map_or(Ok(()), Syncing::end);
        let synced = ended.and_then(|()| self.games.sync_data()).and_then(|()| Syncing::new(&self.games));
        self.syncing = Some(synced.map_err(|cause| self.unwritten(cause))?);
        Ok(())
    }

    /// Ends the run: syncs all games and writes them to one file for other programs. `players` are
    /// the entrants' names.
    pub fn finish(mut self, event: &str, players: &[String], time: Option<TimeControl>) -> Result<(), JournalError> {
        self.sync()?;
        self.index.sort_unstable();
        let heading = games::Heading { event, date: &self.header.origin.date, players, time };
        games::write(&self.dir, &mut self.games, &self.index, &heading)
    }

    fn unwritten(&self, cause: io::Error) -> JournalError {
        JournalError::file("write", &self.dir.join(GAMES), cause)
    }
}

/// Opens and locks the file of games.
fn open(dir: &Path, is_new: bool) -> Result<File, JournalError> {
    let path = dir.join(GAMES);
    let failed = |cause| JournalError::file("open", &path, cause);
    let file = private::file().read(true).append(true).create(is_new).open(&path).map_err(failed)?;
    match lock(&file) {
        // Another process may have started a run here meanwhile.
        Ok(()) if is_new && dir.join(run::FILE).exists() => {
            Err(JournalError::NotEmpty { dir: dir.to_owned(), is_run: true })
        }
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(JournalError::Busy(dir.to_owned())),
        Err(TryLockError::Error(cause)) => Err(failed(cause)),
    }
}

/// Locks the file. Retries for up to 1 s: if the last owner was killed while it started a child
/// process, the child may hold the lock until it runs its program.
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
