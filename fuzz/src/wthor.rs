//! The binary tournament base: game files and name files.

use outflank_rules::record::{
    Record,
    wthor::{GameReader, NameList, Names, Writer},
};

/// A day on which files are made.
const DAY: (u16, u8, u8) = (2026, 11, 15);

/// Reading ends, and the games that can be read are the same after writing them.
pub fn wthor(bytes: &[u8]) {
    let mut writer = Writer::default().created(DAY);
    let mut written: Vec<Record> = Vec::new();
    for record in GameReader::new(bytes) {
        match record.map(without_date) {
            Ok(record) if has_large_number(&record) => {}
            Ok(record) => written.extend(writer.push(&record).is_ok().then_some(record)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    let names = Names::parse(&writer.players(), &writer.tournaments()).expect("name files of our own");
    let file = writer.games();
    let again: Result<Vec<Record>, _> = GameReader::new(file.as_slice()).with_names(names).collect();
    assert_eq!(again.expect("a file of our own"), written);
}

/// A header may hold years that no date has, such as 12339.
fn without_date(record: Record) -> Record {
    Record { date: String::new(), ..record }
}

/// A list of names up to `#65000` is valid, but takes the time of a thousand other inputs.
fn has_large_number(record: &Record) -> bool {
    [&record.event, &record.black.name, &record.white.name]
        .iter()
        .any(|name| name.len() > "#999".len() && name.starts_with('#'))
}

/// A name file is refused with a message, or reads the same after it was written. Writing cuts a
/// name that leaves no room for its zero byte.
pub fn wthor_names(bytes: &[u8]) {
    for parse in [NameList::parse_players, NameList::parse_tournaments] {
        match parse(bytes) {
            Ok(list) => {
                let again = parse(&list.to_bytes(DAY)).expect("a name file of our own");
                assert_eq!(again.to_bytes(DAY), list.to_bytes(DAY));
            }
            Err(fault) => assert!(!fault.to_string().is_empty()),
        }
    }
}
