//! Collections of other people, which are not part of the project. `OUTFLANK_CORPORA` is their
//! folder.

use std::{
    env, fs,
    io::{self, Write as _},
    path::PathBuf,
};

/// The path of a file of the collections. Without collections, prints a note and returns `None`.
/// A relative `OUTFLANK_CORPORA` counts from the workspace root.
pub(crate) fn path(name: &str) -> Option<PathBuf> {
    let Some(root) = env::var_os("OUTFLANK_CORPORA") else {
        // Not `eprintln!`, which the test runner keeps to itself.
        let _ = writeln!(io::stderr(), "OUTFLANK_CORPORA is not set: the test over {name} is left out");
        return None;
    };
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(root).join(name);
    assert!(path.exists(), "OUTFLANK_CORPORA is set, but {} does not exist", path.display());
    Some(path)
}

/// The text of a file of the collections.
pub(crate) fn text(name: &str) -> Option<String> {
    Some(fs::read_to_string(path(name)?).expect("a readable text file"))
}

/// The bytes of a file of the collections.
pub(crate) fn bytes(name: &str) -> Option<Vec<u8>> {
    Some(fs::read(path(name)?).expect("a readable file"))
}

/// The names of the files in a folder of the collections, sorted; `name` and all.
pub(crate) fn files(name: &str) -> Option<Vec<String>> {
    let entries = fs::read_dir(path(name)?).expect("a readable folder");
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    Some(names.into_iter().map(|file| format!("{name}/{file}")).collect())
}
