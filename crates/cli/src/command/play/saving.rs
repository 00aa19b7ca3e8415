//! `save FILE`: the game in the format that the name ends in.

use std::path::Path;

use outflank_play::Session;
use outflank_rules::record::{
    self, Format, Record,
    wthor::{Names, Writer},
};

use crate::{
    error::Error,
    new_file::{NewFile, Written, commit, refuse_existing},
    source::Source,
};

/// Writes the game, or, where the format holds only positions, the position.
pub(super) fn save(session: &Session, path: &Path) -> Result<(), Error> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let format = Format::from_extension(extension).ok_or_else(|| Error::UnknownEnding(path.to_owned()))?;
    refuse_existing(path)?;
    let record = match format {
        Format::Obf | Format::Fen | Format::Board => Record::of_position(session.position()),
        _ => session.record(),
    };
    let files = if format == Format::Wthor { wthor(&record, path)? } else { vec![text(format, &record, path)?] };
    commit(files)
}

/// Why a game could not be written, for somebody who is playing it and can give another name.
pub(super) fn complaint(error: &Error) -> String {
    match error {
        Error::Exists(path) => format!("{} exists already: give another name", path.display()),
        Error::Unwritable { cause, .. } => format!("{cause}: choose another format"),
        error => error.to_string(),
    }
}

fn text(format: Format, record: &Record, path: &Path) -> Result<Written, Error> {
    let text = record::write(format, record).map_err(|cause| unwritable(path, cause))?;
    NewFile::of_bytes(path, text.as_bytes())
}

/// The games and the two files of their names.
fn wthor(record: &Record, path: &Path) -> Result<Vec<Written>, Error> {
    let mut writer = Writer::new(Names::default());
    writer.push(record).map_err(|cause| unwritable(path, cause))?;
    let (players, tournaments) = (path.with_extension("jou"), path.with_extension("trn"));
    refuse_existing(&players)?;
    refuse_existing(&tournaments)?;
    Ok(vec![
        NewFile::of_bytes(&players, &writer.players())?,
        NewFile::of_bytes(&tournaments, &writer.tournaments())?,
        NewFile::of_bytes(path, &writer.games())?,
    ])
}

fn unwritable(path: &Path, cause: record::Unwritable) -> Error {
    Error::Unwritable { source: Source::File(path.to_owned()), record: 1, cause }
}
