//! What is written is read again, alone and in a stream.

use outflank_rules::{
    Goal, Position, Setup, Variant,
    record::{Format, Reader, Record, transcript, write, wthor},
};
use proptest::{collection::vec, prelude::*};

use super::arbitrary::record;
use crate::arbitrary::{game_of, game_with_lost_turns_of, position};

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

    #[test]
    fn json(records in vec(record(Format::Json), 1..4)) {
        check(Format::Json, &records)?;
    }

    /// Without the lost turn the next disc would change its color: such a game is refused, and
    /// where it can go is named.
    #[test]
    fn formats_without_lost_turns_refuse_them(game in game_with_lost_turns_of(Just(Variant::STANDARD))) {
        prop_assume!(game.lost_turns().next().is_some());
        let record = Record::new(game);
        for format in [Format::Transcript, Format::Wthor] {
            let refused = match format {
                Format::Wthor => wthor::Writer::default().push(&record).unwrap_err(),
                _ => write(format, &record).unwrap_err(),
            };
            let part = format!("the format {format} cannot hold a lost turn (move ");
            let message = refused.to_string();
            prop_assert!(message.starts_with(&part) && message.ends_with("json, ggf, sgf and pgn can"), "{}", message);
        }
    }
}

/// The lines of a transcript, of these lengths as far as it goes.
fn wrapped(transcript: &str, lengths: &[usize]) -> Vec<String> {
    let mut rest = transcript.trim_end();
    let mut lines = Vec::new();
    for length in lengths {
        let (line, more) = rest.split_at((*length).min(rest.len()));
        lines.push(line.to_owned());
        rest = more;
    }
    lines.push(rest.to_owned());
    lines.retain(|line| !line.is_empty());
    lines
}

/// Two lines with whole moves, both of which can be played from the start.
fn looks_like_a_list(first: &str, second: &str) -> bool {
    transcript::parse(first).is_ok() && transcript::parse(second).is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_transcript_wrapped_anywhere_is_one_game(
        games in vec(game_of(Just(Variant::STANDARD)).prop_filter("a move", |game| game.ply() > 0), 1..4),
        lengths in vec(1..40usize, 0..12),
        blank in prop_oneof![Just("\n"), Just("\r\n\r\n")],
    ) {
        let mut text = String::new();
        for game in &games {
            let lines = wrapped(&write(Format::Transcript, &Record::new(game.clone())).unwrap(), &lengths);
            prop_assume!(!lines.get(1).is_some_and(|line| looks_like_a_list(&lines[0], line)));
            text += &(lines.join("\n") + "\n" + blank);
        }
        let read: Result<Vec<Record>, _> = Reader::new(Format::Transcript, text.as_bytes()).collect();
        let read: Vec<_> = read.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(read.into_iter().map(|record| record.game).collect::<Vec<_>>(), games, "{}", text);
    }

    #[test]
    fn one_game_per_line_is_read_as_separate_games(games in vec(game_of(Just(Variant::STANDARD)), 1..12)) {
        let records: Vec<Record> = games.into_iter().map(Record::new).collect();
        check(Format::Transcript, &records)?;
    }
}

/// The record of a position with only what a drawing shows of its rules: the squares that are free
/// to fill.
fn drawn(position: &Position) -> Record {
    let spec = position.spec().with_goal(Goal::Most);
    let spec = spec.with_free(spec.free() - position.occupied());
    Record::of_position(Setup { spec, ..(*position).into() }.validate().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn boards(records in vec(position().prop_map(|position| drawn(&position)), 1..4)) {
        check(Format::Board, &records)?;
    }
}
