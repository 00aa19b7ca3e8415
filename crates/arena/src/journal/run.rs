//! `run.json`: the settings of a run.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{GAMES, Identity, JournalError, RunProvenance};
use crate::{PlayerSpec, private};

pub(super) const FILE: &str = "run.json";

/// Format version of a run's files. Version 1 called `format` `form` and `openings` `beginnings`.
const FORMAT: u32 = 2;

/// The settings of a run: everything needed to play the same games again.
pub trait Run: Serialize + DeserializeOwned {
    /// The kind of run, which is also the name of the command that resumes it, such as `match`.
    const KIND: &'static str;

    /// The players, in order.
    fn entrants(&self) -> Vec<PlayerSpec> {
        Vec::new()
    }
}

/// The contents of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    /// Format version of the files.
    outflank: u32,
    kind: String,
    #[serde(flatten)]
    pub(super) origin: RunProvenance,
    /// What is known of the players, in order.
    #[serde(default)]
    pub(super) programs: Vec<Identity>,
    settings: Value,
}

impl Header {
    /// The header of a new run.
    pub(super) fn new<R: Run>(dir: &Path, settings: &R) -> Result<Header, JournalError> {
        let origin = RunProvenance::now();
        let programs = identities(settings, origin.folder.as_deref());
        let settings = value(dir, settings)?;
        Ok(Header { outflank: FORMAT, kind: R::KIND.to_owned(), origin, programs, settings })
    }

    /// Replaces the settings.
    pub(super) fn set<R: Run>(&mut self, dir: &Path, settings: &R) -> Result<(), JournalError> {
        self.settings = value(dir, settings)?;
        self.outflank = FORMAT;
        Ok(())
    }

    /// Checks the files of all programs again; returns those that changed.
    pub(super) fn compare<R: Run>(&mut self, settings: &R) -> Vec<PathBuf> {
        let now = identities(settings, self.origin.folder.as_deref());
        if self.programs.is_empty() {
            // Earlier versions did not record files.
            self.programs = now;
            return Vec::new();
        }
        self.programs.iter_mut().zip(now).flat_map(|(program, now)| program.compare(now)).collect()
    }

    /// Writes the file atomically.
    pub(super) fn write(&self, dir: &Path) -> Result<(), JournalError> {
        let failed = |cause| JournalError::file("write", &dir.join(FILE), cause);
        let mut text = serde_json::to_vec_pretty(self).map_err(|cause| failed(cause.into()))?;
        text.push(b'\n');
        // Command lines of programs may contain secrets.
        replace(dir, FILE, private::file(), |file| file.write_all(&text)).map_err(failed)
    }
}

fn identities<R: Run>(settings: &R, folder: Option<&Path>) -> Vec<Identity> {
    let folder = folder.unwrap_or(Path::new("."));
    settings.entrants().iter().map(|entrant| Identity::of(entrant, folder)).collect()
}

fn value<R: Run>(dir: &Path, settings: &R) -> Result<Value, JournalError> {
    serde_json::to_value(settings).map_err(|cause| JournalError::file("write", &dir.join(FILE), cause.into()))
}

/// True if the folder is empty, or holds only the files of a run that was killed while it started.
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

/// Writes a file under a temporary name, syncs it, and renames it.
pub(super) fn replace(
    dir: &Path,
    name: &str,
    options: OpenOptions,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    replace_soon(&dir.join(name), options, |file| {
        write(file)?;
        file.sync_all()
    })?;
    sync_folder(dir)
}

/// Writes a file under a temporary name and renames it, without syncing.
pub(super) fn replace_soon(
    path: &Path,
    mut options: OpenOptions,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.tmp"));
    let opened = options.write(true).create(true).truncate(true).open(&temporary);
    let written = opened.and_then(|mut file| write(&mut file));
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

/// Other systems have no way to sync a folder.
#[cfg(not(unix))]
pub(super) fn sync_folder(_dir: &Path) -> io::Result<()> {
    Ok(())
}

pub(super) fn read<R: Run>(dir: &Path) -> Result<(Header, R), JournalError> {
    let path = dir.join(FILE);
    let text = match fs::read(&path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Err(JournalError::NoRun(dir.to_owned())),
        Err(cause) => return Err(JournalError::file("read", &path, cause)),
        Ok(text) => text,
    };
    let damaged = |cause: serde_json::Error| JournalError::damaged(&path, cause.line(), cause.to_string());
    let header: Header = serde_json::from_slice(&text).map_err(damaged)?;
    if header.outflank > FORMAT {
        return Err(JournalError::Newer { path, version: header.origin.version });
    }
    if header.kind != R::KIND {
        return Err(JournalError::OtherKind { dir: dir.to_owned(), found: header.kind, wanted: R::KIND });
    }
    let settings = R::deserialize(&header.settings).map_err(damaged)?;
    Ok((header, settings))
}
