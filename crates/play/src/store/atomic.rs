//! A file replaced at one stroke.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

/// Replaces a file: whoever reads it, after whatever happens, finds the old content or the new. The new is on the disk when this returns.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension("tmp");
    let mut file = File::create(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&temporary, path)?;
    sync_directory(path)
}

/// The new name must reach the disk as well.
#[cfg(unix)]
fn sync_directory(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), |dir| File::open(dir)?.sync_all())
}

/// Other systems have no way to ask for it.
#[cfg(not(unix))]
fn sync_directory(_path: &Path) -> io::Result<()> {
    Ok(())
}
