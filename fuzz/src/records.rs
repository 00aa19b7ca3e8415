//! Records in every text format.

use outflank_rules::record::{self, Format, ReadError, Reader, Record};

/// Reading ends, and every record is an error with a message or a game that can be written and read again.
pub fn records(format: Format, bytes: &[u8]) {
    for record in Reader::new(format, bytes) {
        match record {
            Ok(record) => round_trips(format, &record),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Whatever the bytes look like, reading them as that is harmless.
pub fn detect(bytes: &[u8]) {
    if let Some(format) = Format::detect(bytes) {
        records(format, bytes);
    }
}

/// What a format can hold at all comes back the same, and is written the same again.
fn round_trips(format: Format, record: &Record) {
    let Ok(text) = record::write(format, record) else { return };
    let read: Result<Vec<Record>, ReadError> = Reader::new(format, text.as_bytes()).collect();
    let read = read.unwrap_or_else(|error| panic!("{error} in what was written:\n{text}"));
    assert_eq!(read.len(), 1, "one record was written:\n{text}");
    assert_eq!(&read[0], record, "read back from:\n{text}");
    assert_eq!(record::write(format, &read[0]).as_ref(), Ok(&text));
}
