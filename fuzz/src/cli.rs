//! Saved games of `outflank play`.

use outflank_cli::play::fuzzing;

/// A file is refused as damaged, or is a game that reads the same after it was saved again.
pub fn saved(file: &[u8]) {
    let Some(saved) = fuzzing::read_saved(file) else { return };
    let written = fuzzing::write_saved(&saved).expect("what was read can be written");
    assert_eq!(fuzzing::read_saved(written.as_bytes()).as_ref(), Some(&saved), "{written}");
    assert!(!saved.describe().is_empty());
}
