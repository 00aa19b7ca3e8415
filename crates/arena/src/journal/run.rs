//! `run.json`: what was asked for.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{GAMES, Identity, JournalError, Origin};
use crate::Entrant;

pub(super) const FILE: &str = "run.json";

/// The version of the files of a run.
const FORMAT: u32 = 1;

/// What was asked for: all that is needed to play the same games again.
pub trait Run: Serialize + DeserializeOwned {
    /// The word for such a run, which is also the name of the command that goes on with it: `match`.
    const KIND: &'static str;

    /// Who takes part, in order.
    fn entrants(&self) -> Vec<Entrant> {
        Vec::new()
    }
}

/// The file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    /// The version of the files.
    outflank: u32,
    kind: String,
    #[serde(flatten)]
    pub(super) origin: Origin,
    /// What is known of those who take part, in order.
    #[serde(default)]
    pub(super) programs: Vec<Identity>,
    settings: Value,
}

impl Header {
    /// Of a run that begins now.
    pub(super) fn new<R: Run>(dir: &Path, settings: &R) -> Result<Header, JournalError> {
        let origin = Origin::now();
        let programs = identities(settings, origin.folder.as_deref());
        let settings = value(dir, settings)?;
        Ok(Header { outflank: FORMAT, kind: R::KIND.to_owned(), origin, programs, settings })
    }

    /// The same for one who asks for something else now.
    pub(super) fn set<R: Run>(&mut self, dir: &Path, settings: &R) -> Result<(), JournalError> {
        self.settings = value(dir, settings)?;
        Ok(())
    }

    /// Looks at the files of all programs again; those that have changed.
    pub(super) fn compare<R: Run>(&mut self, settings: &R) -> Vec<PathBuf> {
        let now = identities(settings, self.origin.folder.as_deref());
        if self.programs.is_empty() {
            // Versions before this one have not looked.
            self.programs = now;
            return Vec::new();
        }
        self.programs.iter_mut().zip(now).flat_map(|(program, now)| program.compare(now)).collect()
    }

    /// Writes the file, whole or not at all.
    pub(super) fn write(&self, dir: &Path) -> Result<(), JournalError> {
        let failed = |cause| JournalError::file("write", &dir.join(FILE), cause);
        let mut text = serde_json::to_vec_pretty(self).map_err(|cause| failed(cause.into()))?;
        text.push(b'\n');
        replace(dir, FILE, |file| file.write_all(&text)).map_err(failed)
    }
}

fn identities<R: Run>(settings: &R, folder: Option<&Path>) -> Vec<Identity> {
    let folder = folder.unwrap_or(Path::new("."));
    settings.entrants().iter().map(|entrant| Identity::of(entrant, folder)).collect()
}

fn value<R: Run>(dir: &Path, settings: &R) -> Result<Value, JournalError> {
    serde_json::to_value(settings).map_err(|cause| JournalError::file("write", &dir.join(FILE), cause.into()))
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

pub(super) fn read<R: Run>(dir: &Path) -> Result<(Header, R), JournalError> {
    let path = dir.join(FILE);
    let text = match fs::read(&path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Err(JournalError::NoRun(dir.to_owned())),
        Err(cause) => return Err(JournalError::file("read", &path, cause)),
        Ok(text) => text,
    };
    let damaged = |cause: serde_json::Error| JournalError::damaged(&path, cause.line(), cause.to_string());
    let header: Header = serde_json::from_slice(&text).map_err(damaged)?;
    if header.outflank != FORMAT {
        return Err(JournalError::Newer { path, version: header.origin.version });
    }
    if header.kind != R::KIND {
        return Err(JournalError::OtherKind { dir: dir.to_owned(), found: header.kind, wanted: R::KIND });
    }
    let settings = R::deserialize(&header.settings).map_err(damaged)?;
    Ok((header, settings))
}
