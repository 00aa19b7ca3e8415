//! Temporary files, which must not outlive the process: an interrupt removes them before it ends it.
//!
//! The command may be waiting for input at that moment, where no flag would be looked at; so the thread that gets the
//! signal clears up itself. It holds the list while it does, and a file gets its name under the same lock: an
//! interrupt comes before all files of a conversion or after them.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process,
    sync::{Mutex, MutexGuard, Once, PoisonError},
};

use crate::tell;

static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What shells report for a command ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// The list of temporary files, which nobody can clear up meanwhile.
pub(crate) fn hold() -> MutexGuard<'static, Vec<PathBuf>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a new file and enters it; nothing can come between.
pub(crate) fn make(path: &Path) -> io::Result<File> {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        // Signals that are ignored stay so, as `nohup` wants it; then none of them is watched.
        let _ = ctrlc::try_set_handler(clear_up);
    });
    let mut files = hold();
    let file = File::create_new(path)?;
    files.push(path.to_owned());
    Ok(file)
}

/// Removes a file and its entry.
pub(crate) fn remove(path: &Path) {
    let mut files = hold();
    let _ = fs::remove_file(path);
    files.retain(|entry| entry != path);
}

fn clear_up() {
    let files = hold();
    for file in files.iter() {
        let _ = fs::remove_file(file);
    }
    tell(format_args!("outflank: interrupted"));
    process::exit(INTERRUPTED);
}
