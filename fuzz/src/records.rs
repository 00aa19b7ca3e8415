//! Records in every text format.

use outflank_rules::{
    Game, Variant,
    record::{self, Format, ReadError, Reader, Record},
};

/// Reading ends, and every record is an error with a message or a game that can be written and read
/// again.
pub fn records(format: Format, bytes: &[u8]) {
    for record in Reader::new(format, bytes) {
        match record {
            Ok(record) => {
                round_trips(format, &record);
                converts(&record, Format::ALL[bytes.len() % Format::ALL.len()]);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Reads bytes in the detected format.
pub fn detect(bytes: &[u8]) {
    if let Some(format) = Format::detect(bytes) {
        records(format, bytes);
    }
}

/// A game that a format can hold reads back as the same game, and is then written the same. Data
/// around the game may lose detail the first time (GGF has two decimals); JSON loses nothing.
fn round_trips(format: Format, record: &Record) {
    let Ok(text) = record::write(format, record) else { return };
    let again = only_record(format, &text);
    assert!(is_same(&again.game, &record.game), "another game is read back from:\n{text}");
    assert!(format != Format::Json || again == *record, "something was lost in:\n{text}");
    assert_eq!(record::write(format, &again).as_ref(), Ok(&text));
}

/// Another format holds the same game, or says that it cannot.
fn converts(record: &Record, format: Format) {
    match record::write(format, record) {
        Ok(text) => {
            assert!(is_same(&only_record(format, &text).game, &record.game), "another game as {format}:\n{text}")
        }
        Err(unwritable) => assert!(!unwritable.to_string().is_empty()),
    }
}

/// Free opening squares that are filled already make no difference, and few formats remember them.
fn is_same(one: &Game, other: &Game) -> bool {
    let start = |game: &Game| Variant::from_position(&game.start());
    start(one) == start(other) && one.moves().eq(other.moves())
}

fn only_record(format: Format, text: &str) -> Record {
    let read: Result<Vec<Record>, ReadError> = Reader::new(format, text.as_bytes()).collect();
    match read.as_deref() {
        Ok([record]) => record.clone(),
        Ok(records) => panic!("one record was written, {} are read:\n{text}", records.len()),
        Err(error) => panic!("{error} in our own text:\n{text}"),
    }
}
