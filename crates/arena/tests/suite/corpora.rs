//! External test collections, located by `OUTFLANK_CORPORA`.

use std::{
    env, fs,
    io::{self, Write as _},
    path::PathBuf,
};

/// The text of a file of the collections, or `None` with a message if they are missing. A relative
/// `OUTFLANK_CORPORA` is relative to the workspace root.
pub(crate) fn text(name: &str) -> Option<String> {
    let Some(root) = env::var_os("OUTFLANK_CORPORA") else {
        // Not `eprintln!`, which the test runner captures.
        let _ = writeln!(io::stderr(), "OUTFLANK_CORPORA is not set: the test over {name} is left out");
        return None;
    };
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(root).join(name);
    let text = fs::read_to_string(&path);
    Some(text.unwrap_or_else(|error| panic!("OUTFLANK_CORPORA is set, but {}: {error}", path.display())))
}
