//! Files and folders that only their owner can read, on systems with file modes.

use std::{
    fs::{DirBuilder, OpenOptions},
    io,
    path::Path,
};

/// Options that create files with mode 0600.
#[cfg_attr(not(unix), expect(unused_mut))]
pub fn file() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// A builder that creates folders with mode 0700. Existing folders keep their modes.
#[cfg_attr(not(unix), expect(unused_mut))]
pub fn folder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Creates an empty file and its parent folders, unless it exists. SQLite gives the files next to a
/// database the mode of the database.
pub fn create(path: &Path) -> io::Result<()> {
    if let Some(above) = path.parent() {
        folder().recursive(true).create(above)?;
    }
    match file().write(true).create_new(true).open(path) {
        Err(cause) if cause.kind() != io::ErrorKind::AlreadyExists => Err(cause),
        _ => Ok(()),
    }
}
