//! Files that appear whole or not at all.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    process,
};

use crate::{error::Error, unfinished};

/// A file being written under a temporary name beside its own, which it takes over in [`commit`]. Dropped before
/// that, it leaves nothing behind, and neither does an interrupt.
pub(crate) struct NewFile {
    place: Place,
    file: BufWriter<File>,
}

/// A file that is written and only lacks its name. It keeps no file open, so there may be thousands.
pub(crate) struct Written(Place);

struct Place {
    path: PathBuf,
    /// `None` where the path is a device or a pipe, which is written straight away, and once the name is taken over.
    temporary: Option<PathBuf>,
}

impl NewFile {
    /// Begins a file; whether it may replace one is for [`refuse_existing`] to say, before any work is done. A link
    /// stays a link: what it leads to is replaced.
    pub(crate) fn create(path: &Path) -> Result<NewFile, Error> {
        let begun = if is_special(path) {
            let file = OpenOptions::new().write(true).open(path);
            file.map(|file| (file, Place { path: path.to_owned(), temporary: None }))
        } else {
            let path = resolved(path);
            begin_beside(&path).map(|(file, temporary)| (file, Place { path, temporary: Some(temporary) }))
        };
        let (file, place) = begun.map_err(|cause| unwritable(path, cause))?;
        Ok(NewFile { place, file: BufWriter::with_capacity(1 << 16, file) })
    }

    /// The name the file will have.
    pub(crate) fn path(&self) -> &Path {
        &self.place.path
    }

    /// A whole file at once.
    pub(crate) fn of_bytes(path: &Path, bytes: &[u8]) -> Result<Written, Error> {
        let mut file = NewFile::create(path)?;
        file.write_all(bytes).map_err(|cause| unwritable(path, cause))?;
        file.close()
    }

    /// Ends the writing; only the name is missing then.
    pub(crate) fn close(self) -> Result<Written, Error> {
        let NewFile { place, mut file } = self;
        let settled = file.flush().and_then(|()| place.settle(file.get_ref()));
        settled.map_err(|cause| unwritable(&place.path, cause))?;
        Ok(Written(place))
    }
}

/// Gives files their names, in order. An interrupt waits until all have them.
pub(crate) fn commit(mut files: Vec<Written>) -> Result<(), Error> {
    let mut unfinished = unfinished::hold();
    let done = files.iter_mut().try_for_each(|Written(place)| place.take_name(&mut unfinished));
    // What is left is removed when `files` goes, which needs the list.
    drop(unfinished);
    done
}

impl Written {
    /// The name the file will have.
    pub(crate) fn path(&self) -> &Path {
        &self.0.path
    }
}

impl Place {
    fn take_name(&mut self, unfinished: &mut Vec<PathBuf>) -> Result<(), Error> {
        if let Some(temporary) = &self.temporary {
            fs::rename(temporary, &self.path).map_err(|cause| unwritable(&self.path, cause))?;
            unfinished.retain(|entry| entry != temporary);
            self.temporary = None;
        }
        Ok(())
    }

    /// Brings what was written to the disk, with the permissions of the file that will be replaced.
    fn settle(&self, file: &File) -> io::Result<()> {
        if self.temporary.is_none() {
            return Ok(());
        }
        if let Ok(old) = fs::metadata(&self.path) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()
    }
}

/// Makes a file beside this path; where another run has left one under the same name, the next name is tried.
fn begin_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    const TRIES: u32 = 100;
    let mut number = 0;
    loop {
        let temporary = temporary_name(path, number);
        match unfinished::make(&temporary) {
            Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists && number < TRIES => number += 1,
            made => return made.map(|file| (file, temporary)),
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            unfinished::remove(temporary);
        }
    }
}

/// An error where a file stands in the way; a link that leads nowhere does too.
pub(crate) fn refuse_existing(path: &Path) -> Result<(), Error> {
    let exists = fs::symlink_metadata(path).is_ok();
    if exists && !is_special(path) { Err(Error::Exists(path.to_owned())) } else { Ok(()) }
}

/// A device or pipe such as `/dev/null`: nothing to rename over.
pub(crate) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// What a link leads to; any other path as it is.
fn resolved(path: &Path) -> PathBuf {
    let target = if path.is_symlink() { fs::canonicalize(path).ok() } else { None };
    target.unwrap_or_else(|| path.to_owned())
}

fn temporary_name(path: &Path, number: u32) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}-{number}.tmp", process::id()));
    path.with_file_name(name)
}

fn unwritable(path: &Path, cause: io::Error) -> Error {
    Error::File { doing: "write", path: path.to_owned(), cause }
}
