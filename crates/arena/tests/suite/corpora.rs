//! Other people's collections, which are not part of the project: `OUTFLANK_CORPORA` says where they lie.

use std::{
    env, fs,
    io::{self, Write as _},
    path::PathBuf,
};

/// The text of a file of the collections, or `None` (with a word about it) where there are none.
/// A relative `OUTFLANK_CORPORA` counts from the workspace root.
pub(crate) fn text(name: &str) -> Option<String> {
    let Some(root) = env::var_os("OUTFLANK_CORPORA") else {
        // Not `eprintln!`, which the test runner keeps to itself.
        let _ = writeln!(io::stderr(), "OUTFLANK_CORPORA is not set: the test over {name} is left out");
        return None;
    };
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(root).join(name);
    let text = fs::read_to_string(&path);
    Some(text.unwrap_or_else(|error| panic!("OUTFLANK_CORPORA is set, but {}: {error}", path.display())))
}
