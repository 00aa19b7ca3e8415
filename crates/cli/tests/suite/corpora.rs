//! Game collections that are not part of the repository. `OUTFLANK_CORPORA` is their directory.

use std::{
    env,
    io::{self, Write as _},
    path::PathBuf,
};

/// The path of a file in the collections. Without `OUTFLANK_CORPORA` prints a message and returns
/// `None`. A relative `OUTFLANK_CORPORA` counts from the workspace root.
pub(crate) fn path(name: &str) -> Option<PathBuf> {
    let Some(root) = env::var_os("OUTFLANK_CORPORA") else {
        // Not `eprintln!`, whose output the test runner captures.
        let _ = writeln!(io::stderr(), "OUTFLANK_CORPORA is not set: the test over {name} is left out");
        return None;
    };
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(root).join(name);
    assert!(path.exists(), "OUTFLANK_CORPORA is set, but {} does not exist", path.display());
    Some(path)
}
