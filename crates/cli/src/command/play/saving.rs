//! `save FILE`: saves the game in the format of the file extension.

use std::path::Path;

use crate::play::Session;
use outflank_rules::record::{
    self, Format, Record,
    wthor::{Names, Writer},
};

use crate::{
    error::Error,
    new_file::{AtomicFile, PendingRename, commit, refuse_existing},
    source::Source,
};

/// Writes the game, or its last position if the format holds only positions.
pub(super) fn save(session: &Session, path: &Path) -> Result<(), Error> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let format = Format::from_extension(extension).ok_or_else(|| Error::UnknownExtension(path.to_owned()))?;
    refuse_existing(path)?;
    let record = match format {
        Format::Obf | Format::Fen | Format::Board => Record::of_position(session.position()),
        _ => session.record(),
    };
    let files = if format == Format::Wthor { wthor(&record, path)? } else { vec![text(format, &record, path)?] };
    commit(files)
}

/// Formats an error for the player, who can try another name.
pub(super) fn complaint(error: &Error) -> String {
    match error {
        Error::Exists(path) => format!("{} exists already: give another name", path.display()),
        Error::Unwritable { cause, .. } => format!("{cause}: choose another format"),
        error => error.to_string(),
    }
}

fn text(format: Format, record: &Record, path: &Path) -> Result<PendingRename, Error> {
    let text = record::write(format, record).map_err(|cause| unwritable(path, cause))?;
    AtomicFile::of_bytes(path, text.as_bytes())
}

/// Writes a WTHOR file and its two name files.
fn wthor(record: &Record, path: &Path) -> Result<Vec<PendingRename>, Error> {
    let mut writer = Writer::new(Names::default());
    writer.push(record).map_err(|cause| unwritable(path, cause))?;
    let (players, tournaments) = (path.with_extension("jou"), path.with_extension("trn"));
    refuse_existing(&players)?;
    refuse_existing(&tournaments)?;
    Ok(vec![
        AtomicFile::of_bytes(&players, &writer.players())?,
        AtomicFile::of_bytes(&tournaments, &writer.tournaments())?,
        AtomicFile::of_bytes(path, &writer.games())?,
    ])
}

fn unwritable(path: &Path, cause: record::Unwritable) -> Error {
    Error::Unwritable { input: Source::File(path.to_owned()), record: 1, cause }
}
