//! Output files that are written under a temporary name and renamed when complete.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    process,
    sync::{Mutex, MutexGuard, Once, PoisonError},
};

use crate::{error::Error, interrupt::INTERRUPTED, print_message};

/// A file that is being written under a temporary name. [`commit`] renames it. If it is dropped
/// before, or an interrupt comes, the temporary file is removed.
pub(crate) struct AtomicFile {
    place: TempPath,
    file: BufWriter<File>,
}

/// A complete file that waits for its name. It holds no open file, so there may be thousands.
pub(crate) struct PendingRename(TempPath);

struct TempPath {
    path: PathBuf,
    /// `None` for a device or pipe, which is written directly, and after the rename.
    temporary: Option<PathBuf>,
}

impl AtomicFile {
    /// Creates the temporary file. Check with [`refuse_existing`] first whether the file may be
    /// replaced. For a symbolic link, its target is replaced.
    pub(crate) fn create(path: &Path) -> Result<AtomicFile, Error> {
        let begun = if is_special(path) {
            let file = OpenOptions::new().write(true).open(path);
            file.map(|file| (file, TempPath { path: path.to_owned(), temporary: None }))
        } else {
            let path = resolved(path);
            begin_beside(&path).map(|(file, temporary)| (file, TempPath { path, temporary: Some(temporary) }))
        };
        let (file, place) = begun.map_err(|cause| unwritable(path, cause))?;
        Ok(AtomicFile { place, file: BufWriter::with_capacity(1 << 16, file) })
    }

    /// The final path.
    pub(crate) fn path(&self) -> &Path {
        &self.place.path
    }

    /// Writes a whole file.
    pub(crate) fn of_bytes(path: &Path, bytes: &[u8]) -> Result<PendingRename, Error> {
        let mut file = AtomicFile::create(path)?;
        file.write_all(bytes).map_err(|cause| unwritable(path, cause))?;
        file.close()
    }

    /// Flushes and closes the temporary file.
    pub(crate) fn close(self) -> Result<PendingRename, Error> {
        let AtomicFile { place, mut file } = self;
        let settled = file.flush().and_then(|()| place.settle(file.get_ref()));
        settled.map_err(|cause| unwritable(&place.path, cause))?;
        Ok(PendingRename(place))
    }
}

/// Renames the files in order. An interrupt waits until all are renamed.
pub(crate) fn commit(mut files: Vec<PendingRename>) -> Result<(), Error> {
    let mut unfinished = lock_unfinished();
    let done = files.iter_mut().try_for_each(|PendingRename(place)| place.take_name(&mut unfinished));
    // Dropping `files` removes those that are left and locks the list.
    drop(unfinished);
    done
}

impl PendingRename {
    /// The final path.
    pub(crate) fn path(&self) -> &Path {
        &self.0.path
    }
}

impl TempPath {
    fn take_name(&mut self, unfinished: &mut Vec<PathBuf>) -> Result<(), Error> {
        if let Some(temporary) = &self.temporary {
            fs::rename(temporary, &self.path).map_err(|cause| unwritable(&self.path, cause))?;
            unfinished.retain(|entry| entry != temporary);
            self.temporary = None;
        }
        Ok(())
    }

    /// Syncs the file to disk and copies the permissions of the file that it will replace.
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

/// Creates a temporary file beside this path, under the first free name.
fn begin_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    const MAX_TRIES: u32 = 100;
    let mut number = 0;
    loop {
        let temporary = temporary_name(path, number);
        match create_unfinished(&temporary) {
            Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists && number < MAX_TRIES => number += 1,
            made => return made.map(|file| (file, temporary)),
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for TempPath {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            remove_unfinished(temporary);
        }
    }
}

/// Returns an error if the file exists. A broken link counts as existing, a device or pipe does
/// not.
pub(crate) fn refuse_existing(path: &Path) -> Result<(), Error> {
    match fs::symlink_metadata(path) {
        Ok(_) if path.is_dir() => Err(Error::IsDirectory(path.to_owned())),
        Ok(_) if !is_special(path) => Err(Error::Exists(path.to_owned())),
        _ => Ok(()),
    }
}

/// Is it a device or pipe, such as `/dev/null`? Those cannot be replaced.
pub(crate) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// The target of a link; any other path as it is.
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

/// The temporary files. An interrupt removes them and ends the process.
///
/// The signal thread does this itself, because the command may be blocked in a read. It locks the
/// list meanwhile, and files are renamed under the same lock, so an interrupt comes before or after
/// all files of a conversion.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Locks the list.
fn lock_unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a file and adds it to the list.
fn create_unfinished(path: &Path) -> io::Result<File> {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        // Fails if signals are ignored, as under `nohup`; then they stay ignored.
        let _ = ctrlc::try_set_handler(end_by_interrupt);
    });
    let mut files = lock_unfinished();
    let file = File::create_new(path)?;
    files.push(path.to_owned());
    Ok(file)
}

/// Removes a file, also from the list.
fn remove_unfinished(path: &Path) {
    let mut files = lock_unfinished();
    let _ = fs::remove_file(path);
    files.retain(|entry| entry != path);
}

fn end_by_interrupt() {
    let files = lock_unfinished();
    for file in files.iter() {
        let _ = fs::remove_file(file);
    }
    print_message(format_args!("outflank: interrupted"));
    process::exit(INTERRUPTED.into());
}
