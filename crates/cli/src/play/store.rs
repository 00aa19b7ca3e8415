//! Saved games on disk, so that a crash loses nothing.
//!
//! Each game has a slot: the file `game-N.json`, a record that every command reads, and
//! `game-N.lock`, which the playing process locks. The system releases the lock when the process
//! ends, so a game without a lock is unfinished and free. Empty lock files stay, so that two
//! processes never lock different files of one name.

mod saved;
#[cfg(test)]
mod tests;
mod undone;

use std::{
    env,
    fs::{self, File, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use outflank_arena::private;
use outflank_rules::record::{self, Format, ReadErrorCause, Reader, RecordError};

use saved::NotUnderstood;
pub use saved::SavedGame;

const MAX_SLOTS: u32 = 10_000;

/// A directory of unfinished games.
#[derive(Clone, Debug)]
pub struct Store {
    dir: PathBuf,
}

impl Store {
    /// Uses this directory, which need not exist yet.
    pub fn at(dir: impl Into<PathBuf>) -> Store {
        Store { dir: dir.into() }
    }

    /// The default data directory: `OUTFLANK_DATA`, or the state directory of the user.
    pub fn default_dir() -> Option<PathBuf> {
        dir_from(|name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from))
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Creates a slot for a new game.
    pub fn begin(&self) -> Result<Slot, StoreError> {
        let failed = |cause| self.failed(cause);
        private::folder().recursive(true).create(&self.dir).map_err(failed)?;
        for number in 1..=MAX_SLOTS {
            // Locking the slot of an unfinished game could make it look taken to a process that
            // resumes it.
            if self.path(number).exists() {
                continue;
            }
            match self.slot(number).map_err(failed)? {
                Some(slot) if !slot.path.exists() => return Ok(slot),
                _ => {}
            }
        }
        Err(failed(io::Error::other("too many unfinished games")))
    }

    /// Opens the latest unfinished game. Skips unreadable games and games that are being played; if
    /// there is no other, one of them is the error.
    pub fn resume(&self) -> Result<Option<(Slot, SavedGame)>, StoreError> {
        self.resume_past(|_| {})
    }

    /// As [`Store::resume`], but reports the unreadable games.
    pub fn resume_past(&self, report: impl FnMut(&StoreError)) -> Result<Option<(Slot, SavedGame)>, StoreError> {
        let (mut damaged, mut played) = (Vec::new(), None);
        let mut games = self.games().map_err(|cause| self.failed(cause))?;
        games.sort_by_key(|&(time, number)| std::cmp::Reverse((time, number)));
        for (_, number) in games {
            let Some(slot) = self.slot(number).map_err(|cause| self.failed(cause))? else {
                played.get_or_insert(StoreError::BeingPlayed { path: self.path(number) });
                continue;
            };
            // Another process may have finished it meanwhile.
            if !slot.path.exists() {
                continue;
            }
            match slot.read() {
                Ok(saved) => {
                    damaged.iter().for_each(report);
                    return Ok(Some((slot, saved)));
                }
                Err(error) => damaged.push(error),
            }
        }
        damaged.into_iter().next().or(played).map_or(Ok(None), Err)
    }

    /// Reads the game that [`Store::resume`] would open, and releases its slot.
    pub fn unfinished(&self) -> Result<Option<SavedGame>, StoreError> {
        Ok(self.resume()?.map(|(_, saved)| saved))
    }

    fn failed(&self, cause: io::Error) -> StoreError {
        StoreError::Directory { path: self.dir.clone(), cause }
    }

    fn path(&self, number: u32) -> PathBuf {
        self.dir.join(format!("game-{number}.json"))
    }

    /// The modification time and number of each saved game.
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
                // Another process has just finished it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(games)
    }

    /// Locks the slot of this number; `None` if another process has it.
    fn slot(&self, number: u32) -> io::Result<Option<Slot>> {
        let lock = private::file()
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

/// Parses the number in a file name.
fn number(name: &str) -> Option<u32> {
    name.strip_prefix("game-")?.strip_suffix(".json")?.parse().ok()
}

/// The file of one game, locked until dropped.
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

    /// Removes the file.
    pub fn discard(self) {
        let _ = fs::remove_file(&self.path);
    }

    /// Replaces the file atomically and syncs it to disk.
    pub(crate) fn write(&self, saved: &SavedGame) -> io::Result<()> {
        let text = record::write(Format::Json, &saved.to_record()).map_err(io::Error::other)?;
        replace_file(&self.path, text.as_bytes())
    }

    fn read(&self) -> Result<SavedGame, StoreError> {
        let file = |cause| StoreError::File { path: self.path.clone(), cause };
        let input = File::open(&self.path).map_err(file)?;
        let record = Reader::new(Format::Json, io::BufReader::new(input)).next();
        let fault = |fault: RecordError| StoreError::Unreadable { path: self.path.clone(), fault: Box::new(fault) };
        match record {
            Some(Ok(record)) => SavedGame::from_record(&record).map_err(|NotUnderstood { what, text }| {
                StoreError::NotUnderstood { path: self.path.clone(), what, text }
            }),
            Some(Err(error)) => Err(match error.cause {
                ReadErrorCause::Record(cause) => fault(cause),
                ReadErrorCause::Io(cause) => file(cause),
            }),
            None => Err(fault(RecordError::Truncated)),
        }
    }
}

/// Replaces a file. Readers find the old or the new content, also after a crash. Syncs to disk
/// before it returns.
fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension("tmp");
    let mut file = private::file().write(true).create(true).truncate(true).open(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&temporary, path)?;
    sync_directory(path)
}

/// Syncs the new directory entry.
#[cfg(unix)]
fn sync_directory(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), |dir| File::open(dir)?.sync_all())
}

/// Not possible on other systems.
#[cfg(not(unix))]
fn sync_directory(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// The reason why a game could not be saved or resumed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The directory cannot be used.
    #[error("cannot save games in {}: {cause}; give another directory with --data", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The reason.
        cause: io::Error,
    },
    /// A file cannot be read.
    #[error("cannot read the saved game {}: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        cause: io::Error,
    },
    /// A file is not a record.
    #[error("the saved game {} is damaged: {fault}; move it away", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        fault: Box<RecordError>,
    },
    /// Another process plays the game.
    #[error("another program is playing the unfinished game {}: close it, or start another game with outflank play", path.display())]
    BeingPlayed {
        /// The file.
        path: PathBuf,
    },
    /// A tag of the record is wrong.
    #[error("the saved game {} is damaged: the {what} {text:?} is invalid; correct it or move it away", path.display())]
    NotUnderstood {
        /// The file.
        path: PathBuf,
        /// The meaning of the tag.
        what: &'static str,
        /// Its value.
        text: String,
    },
}

/// The default directory, given the environment.
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
