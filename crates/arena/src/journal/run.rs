//! `run.json`: what was asked for.

use std::{
    env,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use outflank_rules::record::date_of_day;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{GAMES, JournalError};

pub(super) const FILE: &str = "run.json";

/// The version of the files of a run.
const FORMAT: u32 = 1;

/// What was asked for: all that is needed to play the same games again.
pub trait Run: Serialize + DeserializeOwned {
    /// The word for such a run, which is also the name of the command that goes on with it: `match`.
    const KIND: &'static str;
}

/// When a run was begun, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Begun {
    pub(super) version: String,
    pub(super) date: String,
    pub(super) folder: Option<PathBuf>,
}

#[derive(Serialize, Deserialize)]
struct Header<S> {
    /// The version of the files.
    outflank: u32,
    kind: String,
    /// The version of the program.
    version: String,
    /// The day on which it began.
    date: String,
    /// Where it was begun: command lines of programs are meant from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folder: Option<PathBuf>,
    settings: S,
}

/// Writes the file, whole or not at all.
pub(super) fn write<R: Run>(dir: &Path, settings: &R) -> Result<Begun, JournalError> {
    // A name that is no text could not be written down.
    let folder = env::current_dir().ok().filter(|folder| folder.to_str().is_some());
    let begun = Begun { version: env!("CARGO_PKG_VERSION").to_owned(), date: today(), folder };
    amend(dir, settings, &begun)?;
    Ok(begun)
}

/// Writes the file of a run that was begun before.
pub(super) fn amend<R: Run>(dir: &Path, settings: &R, begun: &Begun) -> Result<(), JournalError> {
    let Begun { version, date, folder } = begun.clone();
    let header = Header { outflank: FORMAT, kind: R::KIND.to_owned(), version, date, folder, settings };
    let failed = |cause| JournalError::file("write", &dir.join(FILE), cause);
    let mut text = serde_json::to_vec_pretty(&header).map_err(|cause| failed(cause.into()))?;
    text.push(b'\n');
    replace(dir, FILE, |file| file.write_all(&text)).map_err(failed)
}

/// Is there nothing in the folder but what a run left that was ended while it began?
pub(super) fn is_empty(dir: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let is_left = match entry.file_name().to_str() {
            Some(GAMES) => entry.metadata()?.len() == 0,
            Some(name) => name == format!(".{FILE}.tmp"),
            None => false,
        };
        if !is_left {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Writes a file of the folder under another name, and gives it its own when it is on the disk.
pub(super) fn replace(dir: &Path, name: &str, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    replace_soon(&dir.join(name), |file| {
        write(file)?;
        file.sync_all()
    })?;
    sync_folder(dir)
}

/// Writes a file under another name, and gives it its own when it is whole. It comes to the disk when the system likes.
pub(super) fn replace_soon(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.tmp"));
    let written = File::create(&temporary).and_then(|mut file| write(&mut file));
    let done = written.and_then(|()| fs::rename(&temporary, path));
    if done.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    done
}

#[cfg(unix)]
pub(super) fn sync_folder(dir: &Path) -> io::Result<()> {
    File::open(dir)?.sync_all()
}

/// Other systems have no way to ask for it.
#[cfg(not(unix))]
pub(super) fn sync_folder(_dir: &Path) -> io::Result<()> {
    Ok(())
}

pub(super) fn read<R: Run>(dir: &Path) -> Result<(Begun, R), JournalError> {
    let path = dir.join(FILE);
    let text = match fs::read(&path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Err(JournalError::NoRun(dir.to_owned())),
        Err(cause) => return Err(JournalError::file("read", &path, cause)),
        Ok(text) => text,
    };
    let damaged = |cause: serde_json::Error| JournalError::damaged(&path, cause.line(), cause.to_string());
    let header: Header<serde_json::Value> = serde_json::from_slice(&text).map_err(damaged)?;
    if header.outflank != FORMAT {
        return Err(JournalError::Newer { path, version: header.version });
    }
    if header.kind != R::KIND {
        return Err(JournalError::OtherKind { dir: dir.to_owned(), found: header.kind, wanted: R::KIND });
    }
    let settings = R::deserialize(header.settings).map_err(damaged)?;
    Ok((Begun { version: header.version, date: header.date, folder: header.folder }, settings))
}

fn today() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = date_of_day(since.as_secs() / 86_400);
    format!("{year}-{month:02}-{day:02}")
}
