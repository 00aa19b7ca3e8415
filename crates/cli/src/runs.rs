//! What matches and tournaments tell alike: who is called what, what has changed, and how to go on.

use std::path::Path;

use outflank_arena::{journal::Journal, roster::Roster};

use crate::tell;

/// Tells who is not called what he would be called by himself.
pub(crate) fn tell_names(roster: &Roster) {
    for (wanted, name) in roster.renamed() {
        tell(format_args!("{wanted:?} is called {name:?} here: names differ, and have at most 40 signs"));
    }
}

/// Tells what is not as it was when a run began: what is played from now on may differ from what was played before.
pub(crate) fn tell_changes(journal: &Journal) {
    let (begun, version) = (&journal.origin().version, env!("CARGO_PKG_VERSION"));
    if begun != version {
        tell(format_args!("this was begun by Outflank {begun}; this is {version}, whose bots may play otherwise"));
    }
    for path in journal.changed() {
        tell(format_args!("{} is not the file that it was when this was begun", path.display()));
    }
}

/// A path as a word of a command line.
pub(crate) fn quoted(path: &Path) -> String {
    word(&path.display().to_string())
}

/// A text as one word of a command line.
pub(crate) fn word(text: &str) -> String {
    let is_plain = text.chars().all(|sign| sign.is_ascii_alphanumeric() || "/._-:".contains(sign));
    if is_plain && !text.is_empty() { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_take_apart_is_quoted() {
        for (path, word) in [("class-7b", "class-7b"), ("my class", "'my class'"), ("Ann's", r"'Ann'\''s'"), ("", "''")]
        {
            assert_eq!(quoted(Path::new(path)), word);
        }
    }
}
