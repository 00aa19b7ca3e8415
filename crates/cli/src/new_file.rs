//! Files that appear whole or not at all.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    process,
};

use crate::error::Error;

/// A file being written under a temporary name beside its own, which it takes over in [`NewFile::commit`]. Dropped
/// before that, it leaves nothing behind.
pub(crate) struct NewFile {
    path: PathBuf,
    /// `None` where the path is a device or a pipe, which is written straight away.
    temporary: Option<PathBuf>,
    file: BufWriter<File>,
}

impl NewFile {
    /// Begins a file; whether it may replace one is for [`refuse_existing`] to say, before any work is done.
    pub(crate) fn create(path: &Path) -> Result<NewFile, Error> {
        let temporary = (!is_special(path)).then(|| temporary_name(path));
        let mut options = OpenOptions::new();
        options.write(true).create_new(temporary.is_some());
        let file = options.open(temporary.as_deref().unwrap_or(path)).map_err(|cause| unwritable(path, cause))?;
        Ok(NewFile { path: path.to_owned(), temporary, file: BufWriter::with_capacity(1 << 16, file) })
    }

    /// The name the file will have.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name.
    pub(crate) fn commit(mut self) -> Result<(), Error> {
        self.file.flush().map_err(|cause| unwritable(&self.path, cause))?;
        match self.temporary.take() {
            Some(temporary) => fs::rename(temporary, &self.path).map_err(|cause| unwritable(&self.path, cause)),
            None => Ok(()),
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

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// An error where a file stands in the way.
pub(crate) fn refuse_existing(path: &Path) -> Result<(), Error> {
    if path.exists() && !is_special(path) { Err(Error::Exists(path.to_owned())) } else { Ok(()) }
}

/// A device or pipe such as `/dev/null`: nothing to rename over.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

fn temporary_name(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", process::id()));
    path.with_file_name(name)
}

fn unwritable(path: &Path, cause: io::Error) -> Error {
    Error::File { doing: "write", path: path.to_owned(), cause }
}
