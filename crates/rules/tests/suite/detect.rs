//! Formats recognised by their content alone.

use outflank_rules::record::{self, Format, Record, wthor};
use proptest::prelude::*;

use crate::{arbitrary, corpora};

#[test]
fn the_files_of_the_collections_are_recognised() {
    for (folder, ending, format) in [
        ("wthor", ".wtb", Some(Format::Wthor)),
        ("wthor", ".JOU", Some(Format::Wthor)),
        ("wthor", ".TRN", Some(Format::Wthor)),
        ("wthor", ".tsv", None),
        ("ffo", ".obf", Some(Format::Obf)),
        ("ggf", ".ggf", Some(Format::Ggf)),
        ("pgn", ".pgn", Some(Format::Pgn)),
        ("xot", ".txt", Some(Format::Transcript)),
        ("reachability", ".txt", Some(Format::Board)),
        ("extremes", ".txt", Some(Format::Obf)),
        ("extremes", ".tsv", None),
        ("solved", ".csv", None),
        ("solved", ".tsv", None),
        ("openings", ".tsv", None),
        ("perft", ".tsv", None),
        ("samples", ".log", None),
    ] {
        let Some(files) = corpora::files(folder) else { return };
        let mut files = files.into_iter().filter(|file| file.ends_with(ending)).peekable();
        assert!(files.peek().is_some(), "{folder}/*{ending}");
        for name in files {
            let content = corpora::bytes(&name).unwrap();
            let start = &content[..content.len().min(4096)];
            assert_eq!(Format::detect(start), format, "{name}");
        }
    }
}

/// What a format holds at all, as it writes it.
fn written(format: Format, record: &Record) -> Option<Vec<u8>> {
    if format != Format::Wthor {
        return record::write(format, record).ok().map(String::into_bytes);
    }
    let mut writer = wthor::Writer::default();
    writer.push(record).ok()?;
    Some(writer.games())
}

/// A transcript without moves from a start given as a board is an OBF line without values, letter
/// by letter.
fn is_ambiguous(format: Format, record: &Record) -> bool {
    format == Format::Transcript && record.game.ply() == 0
}

proptest! {
    #[test]
    fn our_own_output_is_detected(record in arbitrary::record()) {
        for format in Format::ALL.into_iter().filter(|&format| !is_ambiguous(format, &record)) {
            if let Some(text) = written(format, &record) {
                prop_assert_eq!(Format::detect(&text), Some(format), "{}", String::from_utf8_lossy(&text));
            }
        }
    }

    #[test]
    fn positions_are_recognised(position in arbitrary::position()) {
        let record = Record::of_position(position);
        for format in [Format::Obf, Format::Fen, Format::Board, Format::Json] {
            if let Some(text) = written(format, &record) {
                prop_assert_eq!(Format::detect(&text), Some(format), "{}", String::from_utf8_lossy(&text));
            }
        }
    }
}
