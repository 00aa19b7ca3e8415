//! `run.json`: what was asked for.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
    time::SystemTime,
};

use outflank_rules::record::date_of_day;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::JournalError;

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
    settings: S,
}

/// Writes the file, whole or not at all.
pub(super) fn write<R: Run>(dir: &Path, settings: &R) -> Result<Begun, JournalError> {
    let begun = Begun { version: env!("CARGO_PKG_VERSION").to_owned(), date: today() };
    let Begun { version, date } = begun.clone();
    let header = Header { outflank: FORMAT, kind: R::KIND.to_owned(), version, date, settings };
    let failed = |cause| JournalError::file("write", &dir.join(FILE), cause);
    let mut text = serde_json::to_vec_pretty(&header).map_err(|cause| failed(cause.into()))?;
    text.push(b'\n');
    replace(dir, FILE, |file| file.write_all(&text)).map_err(failed)?;
    Ok(begun)
}

/// Writes a file of the folder under another name, and gives it its own when it is on the disk.
pub(super) fn replace(dir: &Path, name: &str, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let temporary = dir.join(format!(".{name}.tmp"));
    let written = File::create(&temporary).and_then(|mut file| {
        write(&mut file)?;
        file.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&temporary, dir.join(name)));
    if done.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    done.and_then(|()| sync_folder(dir))
}

#[cfg(unix)]
fn sync_folder(dir: &Path) -> io::Result<()> {
    File::open(dir)?.sync_all()
}

/// Other systems have no way to ask for it.
#[cfg(not(unix))]
fn sync_folder(_dir: &Path) -> io::Result<()> {
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
    Ok((Begun { version: header.version, date: header.date }, settings))
}

fn today() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = date_of_day(since.as_secs() / 86_400);
    format!("{year}-{month:02}-{day:02}")
}
