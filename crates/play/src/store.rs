//! Games on the disk, so that a crash or a kill loses nothing.
//!
//! Each game that is being played has a slot: a file `game-N.json`, which is a record that every command reads, and beside it
//! `game-N.lock`, locked by the process that plays. The system releases the lock however the process ends, so a file without a locked
//! neighbour is a game that was left. Lock files stay, empty, so that no two processes ever lock different files of one name.

mod atomic;
mod saved;
#[cfg(test)]
mod tests;
mod undone;

use std::{
    env, fmt,
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use outflank_rules::record::{self, Cause, Fault, Format, Reader};

use saved::NotUnderstood;
pub use saved::SavedGame;

/// More games than anybody leaves.
const MOST_SLOTS: u32 = 10_000;

/// A directory of games that are being played or were left.
#[derive(Clone, Debug)]
pub struct Store {
    dir: PathBuf,
}

impl Store {
    /// The games in this directory, which need not exist yet.
    pub fn at(dir: impl Into<PathBuf>) -> Store {
        Store { dir: dir.into() }
    }

    /// Where the system wants programs to keep such things for this user; `OUTFLANK_DATA` says otherwise.
    pub fn default_dir() -> Option<PathBuf> {
        dir_from(|name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from))
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// A place for a new game.
    pub fn begin(&self) -> Result<Slot, StoreError> {
        let failed = |cause| self.failed(cause);
        fs::create_dir_all(&self.dir).map_err(failed)?;
        for number in 1..=MOST_SLOTS {
            // The place of a game that was left must not look taken to somebody who goes on with it just now.
            if self.path(number).exists() {
                continue;
            }
            match self.slot(number).map_err(failed)? {
                Some(slot) if !slot.path.exists() => return Ok(slot),
                _ => {}
            }
        }
        Err(failed(io::Error::other("there are too many unfinished games")))
    }

    /// The game that was left last, and its place; `None` if there is none. Games that cannot be read, and those that are being played,
    /// are passed over; where there is no other, the last of them is an error that names it.
    pub fn resume(&self) -> Result<Option<(Slot, SavedGame)>, StoreError> {
        self.resume_past(|_| {})
    }

    /// As [`Store::resume`], but tells of the games that are passed over.
    pub fn resume_past(&self, tell: impl FnMut(&StoreError)) -> Result<Option<(Slot, SavedGame)>, StoreError> {
        let (mut damaged, mut played) = (Vec::new(), None);
        let mut games = self.games().map_err(|cause| self.failed(cause))?;
        games.sort_by_key(|&(time, number)| std::cmp::Reverse((time, number)));
        for (_, number) in games {
            let Some(slot) = self.slot(number).map_err(|cause| self.failed(cause))? else {
                played.get_or_insert(StoreError::BeingPlayed { path: self.path(number) });
                continue;
            };
            // Whoever played it may have finished it while we looked.
            if !slot.path.exists() {
                continue;
            }
            match slot.read() {
                Ok(saved) => {
                    damaged.iter().for_each(tell);
                    return Ok(Some((slot, saved)));
                }
                Err(error) => damaged.push(error),
            }
        }
        damaged.into_iter().next().or(played).map_or(Ok(None), Err)
    }

    /// The game that was left last, as [`Store::resume`] would find it, but left where it is for whoever goes on with it.
    pub fn left(&self) -> Result<Option<SavedGame>, StoreError> {
        Ok(self.resume()?.map(|(_, saved)| saved))
    }

    fn failed(&self, cause: io::Error) -> StoreError {
        StoreError::Directory { path: self.dir.clone(), cause }
    }

    fn path(&self, number: u32) -> PathBuf {
        self.dir.join(format!("game-{number}.json"))
    }

    /// When each saved game was last written, and its number; none if there is no directory yet.
    fn games(&self) -> io::Result<Vec<(SystemTime, u32)>> {
        let entries = match fs::read_dir(&self.dir) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut games = Vec::new();
        for entry in entries {
            let entry = entry?;
            let Some(number) = entry.file_name().to_str().and_then(number) else { continue };
            match entry.metadata().and_then(|data| data.modified()) {
                Ok(time) => games.push((time, number)),
                // Whoever played it has just finished it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(games)
    }

    /// The slot of this number, or `None` if another process has it.
    fn slot(&self, number: u32) -> io::Result<Option<Slot>> {
        let lock = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(self.dir.join(format!("game-{number}.lock")))?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Slot { path: self.path(number), _lock: lock })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(cause)) => Err(cause),
        }
    }
}

/// The number of the game in a file of this name.
fn number(name: &str) -> Option<u32> {
    name.strip_prefix("game-")?.strip_suffix(".json")?.parse().ok()
}

/// The place of one game, ours until it is dropped.
#[derive(Debug)]
pub struct Slot {
    path: PathBuf,
    _lock: File,
}

impl Slot {
    /// The file of the game: a record in JSON.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Forgets the game.
    pub fn discard(self) {
        let _ = fs::remove_file(&self.path);
    }

    /// Writes the game, whole or not at all; it is on the disk when this returns.
    pub(crate) fn write(&self, saved: &SavedGame) -> io::Result<()> {
        let text = record::write(Format::Json, &saved.to_record()).map_err(io::Error::other)?;
        atomic::write(&self.path, text.as_bytes())
    }

    fn read(&self) -> Result<SavedGame, StoreError> {
        let file = |cause| StoreError::File { path: self.path.clone(), cause };
        let input = File::open(&self.path).map_err(file)?;
        let record = Reader::new(Format::Json, io::BufReader::new(input)).next();
        let fault = |fault: Fault| StoreError::Unreadable { path: self.path.clone(), fault: Box::new(fault) };
        match record {
            Some(Ok(record)) => SavedGame::from_record(&record).map_err(|NotUnderstood { what, text }| {
                StoreError::NotUnderstood { path: self.path.clone(), what, text }
            }),
            Some(Err(error)) => Err(match error.cause {
                Cause::Fault(cause) => fault(cause),
                Cause::Io(cause) => file(cause),
            }),
            None => Err(fault(Fault::Truncated)),
        }
    }
}

/// Why games cannot be saved or taken up again.
#[derive(Debug)]
pub enum StoreError {
    /// The directory cannot be used.
    Directory {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A file cannot be read.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A file is no game.
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        fault: Box<Fault>,
    },
    /// The game is open in another process.
    BeingPlayed {
        /// Its file.
        path: PathBuf,
    },
    /// A file says something about the sitting that nobody understands.
    NotUnderstood {
        /// Which.
        path: PathBuf,
        /// What it is about.
        what: &'static str,
        /// What it says.
        text: String,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Directory { path, cause } => {
                write!(f, "games cannot be kept in {}: {cause}; give another directory with --data", path.display())
            }
            StoreError::File { path, cause } => write!(f, "cannot read the saved game {}: {cause}", path.display()),
            StoreError::Unreadable { path, fault } => {
                write!(f, "the saved game {} is damaged: {fault}; move it away", path.display())
            }
            StoreError::BeingPlayed { path } => {
                let path = path.display();
                write!(
                    f,
                    "the unfinished game {path} is being played elsewhere: leave it there, or begin another with outflank play"
                )
            }
            StoreError::NotUnderstood { path, what, text } => {
                let path = path.display();
                write!(f, "the saved game {path} is damaged: {text:?} is no {what}; correct it or move it away")
            }
        }
    }
}

impl std::error::Error for StoreError {}

/// The directory, by what the environment says.
fn dir_from(var: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    if let Some(dir) = var("OUTFLANK_DATA") {
        return Some(dir);
    }
    let state = if cfg!(windows) {
        var("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        var("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        var("XDG_STATE_HOME").filter(|dir| dir.is_absolute()).or_else(|| Some(var("HOME")?.join(".local/state")))
    };
    state.map(|dir| dir.join("outflank"))
}
