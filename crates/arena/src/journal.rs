//! A run of many games in a folder, so that nothing is lost however it ends, and it can go on where it was.
//!
//! | file | what it is |
//! |---|---|
//! | `run.json` | what was asked for; when, where and by which version of the program it was begun; what programs told of themselves, and the sums of their files |
//! | `games.jsonl` | one line a game in the order in which they finished, a [`GameLine`]; everything else follows from it |
//! | `games.ggf` | all games in the order of their numbers, for other programs; made when the run ends (`games.pgn` for boards that GGF has no form for) |
//! | `logs/` | for each game with a foul what was said, byte for byte |
//!
//! A line is given to the system at once, so that it survives whatever ends this process, and is synced to the disk with those that came
//! meanwhile, so that it survives whatever ends the system a moment later. A line that was cut is not there: its game is played again. The file
//! is locked while a run goes on; the system takes the lock away however the process ends.

mod error;
mod identity;
mod line;
mod log;
mod origin;
mod read;
mod records;
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

use crate::{Entrant, TimeControl, hall::Finished};

pub use error::{JournalError, Misfit};
pub(crate) use identity::program;
pub use identity::{Exhibit, Identity};
pub use line::{BadGameLine, FoulLine, GameLine, Thought};
pub use log::log_name;
pub use origin::Origin;
use read::Places;
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
/// let (journal, friendly) = Journal::resume::<Friendly>(&dir)?;
/// assert_eq!((friendly, journal.len()), (Friendly { seed: 7 }, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    dir: PathBuf,
    /// What `run.json` says.
    header: run::Header,
    /// Files of programs that are not as they were when the run began.
    changed: Vec<PathBuf>,
    games: File,
    /// The files that this one took the place of: as long as they are locked nobody takes them for the folder's.
    before: Vec<File>,
    /// `None` after a failure.
    syncing: Option<Syncing>,
    /// Number and place of each line.
    index: Vec<(u32, u64)>,
    end: u64,
}

impl Journal {
    /// Begins a run in a folder that is empty or not there yet.
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

    /// Goes on with a run: what was asked for. [`each`](Journal::each) tells the games that are finished.
    pub fn resume<R: Run>(dir: &Path) -> Result<(Journal, R), JournalError> {
        let (mut header, settings) = run::read(dir)?;
        let mut games = open(dir, false)?;
        let places = read::places(&dir.join(GAMES), &mut games)?;
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

    /// When and where the run was begun, and by which version of the program: another one may play other games.
    pub fn origin(&self) -> &Origin {
        &self.header.origin
    }

    /// What is known of those who take part, in order.
    pub fn programs(&self) -> &[Identity] {
        &self.header.programs
    }

    /// Files of programs that are not as they were when the run began: what is played from now on may be something else.
    pub fn changed(&self) -> &[PathBuf] {
        &self.changed
    }

    /// Where the programs among these are to be started, if not where we are: command lines are meant from where the run was begun.
    pub fn folder(&self, entrants: &[Entrant]) -> Result<Option<PathBuf>, JournalError> {
        let here = env::current_dir().ok();
        let elsewhere = self.header.origin.folder.as_ref().filter(|folder| Some(*folder) != here.as_ref());
        match elsewhere {
            Some(folder) if !folder.is_dir() && entrants.iter().any(Entrant::is_started) => {
                Err(JournalError::FolderGone { dir: self.dir.clone(), folder: folder.clone() })
            }
            elsewhere => Ok(elsewhere.cloned()),
        }
    }

    /// Writes what was asked for anew, where more is asked for now.
    pub fn amend<R: Run>(&mut self, settings: &R) -> Result<(), JournalError> {
        self.header.set(&self.dir, settings)?;
        self.header.write(&self.dir)
    }

    /// How many games are kept.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Is none kept yet?
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Hands on all games that are kept one after another, in the order in which they finished: nobody has to hold them all.
    pub fn each<E: From<JournalError>>(&self, mut take: impl FnMut(GameLine) -> Result<(), E>) -> Result<(), E> {
        let path = self.dir.join(GAMES);
        let failed = |cause| JournalError::file("read", &path, cause);
        let mut reader = BufReader::new(File::open(&path).map_err(failed)?);
        let mut text = String::new();
        for place in 0..self.index.len() {
            text.clear();
            reader.read_line(&mut text).map_err(failed)?;
            let line =
                text.parse().map_err(|bad: BadGameLine| JournalError::damaged(&path, place + 1, bad.to_string()))?;
            take(line)?;
        }
        Ok(())
    }

    /// Leaves the games of these numbers out for good: they are to be played again.
    pub fn leave_out(&mut self, numbers: &HashSet<u32>) -> Result<(), JournalError> {
        if numbers.is_empty() {
            return Ok(());
        }
        self.index.retain(|(number, _)| !numbers.contains(number));
        let path = self.dir.join(GAMES);
        let failed = |cause| JournalError::file("write", &path, cause);
        let (games, places) = read::kept(&path, &mut self.games, &self.index).map_err(failed)?;
        self.syncing = Some(Syncing::new(&games).map_err(failed)?);
        self.before.push(std::mem::replace(&mut self.games, games));
        (self.index, self.end) = (places.index, places.end);
        Ok(())
    }

    /// Writes a file of the folder that follows from the games: whole or not at all. It is not brought to the disk at once, as it can be
    /// made anew.
    pub fn derive_soon(&self, name: &str, text: &str) -> Result<(), JournalError> {
        let path = self.dir.join(name);
        let written = run::replace_soon(&path, |file| file.write_all(text.as_bytes()));
        written.map_err(|cause| JournalError::file("write", &path, cause))
    }

    /// Writes a file of the folder that follows from the games: whole or not at all.
    pub fn derive(&self, name: &str, text: &str) -> Result<(), JournalError> {
        let written = run::replace(&self.dir, name, |file| file.write_all(text.as_bytes()));
        written.map_err(|cause| JournalError::file("write", &self.dir.join(name), cause))
    }

    /// Keeps a game. It survives the end of this process from now on; what is told at the end of a run waits for
    /// [`sync`](Journal::sync).
    pub fn append(&mut self, finished: &Finished) -> Result<GameLine, JournalError> {
        self.hear(finished)?;
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

    /// Notes what players told of themselves, if it is new.
    fn hear(&mut self, finished: &Finished) -> Result<(), JournalError> {
        let mut is_new = false;
        for color in Color::ALL {
            let program = self.header.programs.get_mut(finished.fixture.players[color]);
            if let (Some(told), Some(program)) = (&finished.report.told[color], program) {
                is_new |= program.hear(told);
            }
        }
        if is_new { self.header.write(&self.dir) } else { Ok(()) }
    }

    /// All games are on the disk when this returns.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        let ended = self.syncing.take().map_or(Ok(()), Syncing::end);
        let synced = ended.and_then(|()| self.games.sync_data()).and_then(|()| Syncing::new(&self.games));
        self.syncing = Some(synced.map_err(|cause| self.unwritten(cause))?);
        Ok(())
    }

    /// Ends the run for now: all games are on the disk, and in one file for other programs. `players` are the names of the entrants.
    pub fn finish(mut self, event: &str, players: &[String], time: Option<TimeControl>) -> Result<(), JournalError> {
        self.sync()?;
        self.index.sort_unstable();
        let heading = records::Heading { event, date: &self.header.origin.date, players, time };
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
    let file = OpenOptions::new().read(true).append(true).create(is_new).open(&path).map_err(failed)?;
    match lock(&file) {
        // Somebody else may have begun here in the meantime.
        Ok(()) if is_new && dir.join(run::FILE).exists() => {
            Err(JournalError::NotEmpty { dir: dir.to_owned(), is_run: true })
        }
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
