//! What is written is read again, alone and in a stream.

use outflank_rules::{
    Goal, Position, Setup,
    record::{Format, Reader, Record, write},
};
use proptest::{collection::vec, prelude::*};

use super::arbitrary::record;
use crate::arbitrary::position;

/// Writes the records one after another, reads the stream, and compares.
fn check(format: Format, records: &[Record]) -> Result<(), TestCaseError> {
    let texts: Result<String, _> = records.iter().map(|record| write(format, record)).collect();
    let text = texts.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let read: Result<Vec<Record>, _> = Reader::new(format, text.as_bytes()).collect();
    let read = read.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
    prop_assert_eq!(read, records, "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn transcripts(records in vec(record(Format::Transcript), 1..4)) {
        check(Format::Transcript, &records)?;
    }

    #[test]
    fn ggf(records in vec(record(Format::Ggf), 1..4)) {
        check(Format::Ggf, &records)?;
    }

    #[test]
    fn sgf(records in vec(record(Format::Sgf), 1..4)) {
        check(Format::Sgf, &records)?;
    }

    #[test]
    fn pgn(records in vec(record(Format::Pgn), 1..4)) {
        check(Format::Pgn, &records)?;
    }
}

/// The record of a position with only what a drawing shows of its rules: the squares that are free to fill.
fn drawn(position: &Position) -> Record {
    let ground = position.ground().with_goal(Goal::Most);
    let ground = ground.with_free(ground.free() - position.occupied());
    Record::of_position(Setup { ground, ..(*position).into() }.validate().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn boards(records in vec(position().prop_map(|position| drawn(&position)), 1..4)) {
        check(Format::Board, &records)?;
    }
}
