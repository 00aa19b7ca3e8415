//! What the fuzz targets reach of the parsers inside this crate. Only a build for fuzzing has it.

use outflank_rules::record::{self, Format, Reader};

use crate::SavedGame;

/// A saved game as a file holds it; `None` if it is damaged.
pub fn read_saved(file: &[u8]) -> Option<SavedGame> {
    let record = Reader::new(Format::Json, file).next()?.ok()?;
    SavedGame::from_record(&record).ok()
}

/// The file of a saved game; `None` if it cannot be written.
pub fn write_saved(saved: &SavedGame) -> Option<String> {
    record::write(Format::Json, &saved.to_record()).ok()
}
