//! The list of temporary files. An interrupt removes them and ends the process.
//!
//! The signal thread does this itself, because the command may be blocked in a read. It locks the
//! list meanwhile, and files are renamed under the same lock, so an interrupt comes before or after
//! all files of a conversion.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process,
    sync::{Mutex, MutexGuard, Once, PoisonError},
};

use crate::{interrupt::INTERRUPTED, tell};

static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Locks the list.
pub(crate) fn lock() -> MutexGuard<'static, Vec<PathBuf>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a file and adds it to the list.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        // Fails if signals are ignored, as under `nohup`; then they stay ignored.
        let _ = ctrlc::try_set_handler(remove_all);
    });
    let mut files = lock();
    let file = File::create_new(path)?;
    files.push(path.to_owned());
    Ok(file)
}

/// Removes a file, also from the list.
pub(crate) fn remove(path: &Path) {
    let mut files = lock();
    let _ = fs::remove_file(path);
    files.retain(|entry| entry != path);
}

fn remove_all() {
    let files = lock();
    for file in files.iter() {
        let _ = fs::remove_file(file);
    }
    tell(format_args!("outflank: interrupted"));
    process::exit(INTERRUPTED.into());
}
