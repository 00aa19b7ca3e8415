//! Opens inner parsers to the fuzz targets.

use outflank_rules::record::{self, Format, Reader};

use crate::play::SavedGame;

/// Parses the file of a saved game; `None` if it is damaged.
pub fn read_saved(file: &[u8]) -> Option<SavedGame> {
    let record = Reader::new(Format::Json, file).next()?.ok()?;
    SavedGame::from_record(&record).ok()
}

/// Formats a saved game as a file; `None` if that fails.
pub fn write_saved(saved: &SavedGame) -> Option<String> {
    record::write(Format::Json, &saved.to_record()).ok()
}
