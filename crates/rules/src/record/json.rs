//! Our own form of a record, as JSON: the one that leaves nothing out.
//!
//! ```
//! use outflank_rules::record::json;
//!
//! let record = json::parse(r#"{
//!     "version": 1,
//!     "variant": "standard",
//!     "moves": ["f5", "d6", "c3"],
//!     "black": {"name": "Desdemona", "rating": 1850.5},
//!     "white": {"name": "Iago"},
//!     "event": "Venice Open",
//!     "date": "2026-11-15",
//!     "round": "3",
//!     "clock": "15:00//02:00",
//!     "outcome": {"margin": -10, "ending": "resigned"},
//!     "theory": {"black": 33, "empties": 24},
//!     "notes": [{"eval": 0.5, "seconds": 2.25, "comment": "as always"}, {}, {"seconds": 30}],
//!     "comment": "A short one.",
//!     "tags": [{"name": "KM", "value": "0"}]
//! }"#)?;
//! assert_eq!(record.white.name, "Iago");
//! assert_eq!(json::parse(&json::write(&record)?)?, record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every field may be missing, but not all of `variant`, `board` and `moves`. `variant` is the code of a [`Variant`](crate::Variant); a start that has no code worth reading is
//! written as the `board` (its cells row by row: `X`, `O`, `-`, and `#` for a hole) and the `turn` on the board of
//! that variant. Moves are squares and `pass`, in a list or as the text of a
//! [`transcript`](super::transcript); passes may be left out. `margin` is Black's official margin;
//! `ending` one of `played`, `resigned`, `timed-out`, `left` and `unfinished`. A position has no moves, and
//! `values` for those it could have: `[{"move": "d3", "value": 4}]`. Fields that are not listed here are ignored, so that
//! later versions can add some; a higher `version` means a change that this one would misread, and is refused.
//!
//! A file holds records one after another, a line each (JSON Lines) or spread over lines, or in an array.

mod board;
mod form;
mod misread;
mod moves;

use super::{Fault, Format, Record, Unwritable};

use form::Form;

/// Reads one record. Where no outcome is given it is read off the board, as in [`Record::new`].
pub fn parse(text: &str) -> Result<Record, Fault> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let form: Form = serde_json::from_str(text).map_err(|error| misread::fault(text, &error))?;
    form.into_record()
}

/// Writes one record on a line of its own. Moves that were undone are not written; infinite numbers and those that are
/// none cannot be, since JSON has no way to write them.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    if let Some(number) = numbers(record).find(|number| !number.is_finite()) {
        return Err(Unwritable::new(Format::Json, format!("the number {number}")));
    }
    let form = Form::of(record);
    Ok(serde_json::to_string(&form).expect("a form has only strings as keys") + "\n")
}

fn numbers(record: &Record) -> impl Iterator<Item = f64> + '_ {
    let ratings = [record.black.rating, record.white.rating];
    let notes = record.notes.iter().flat_map(|note| [note.eval, note.seconds]);
    ratings.into_iter().chain(notes).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Color, DiscDiff, Move, Variant,
        record::{Ending, Outcome},
    };

    fn read(text: &str) -> Record {
        parse(text).unwrap_or_else(|fault| panic!("{text:?}: {fault}"))
    }

    fn refused(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_missing_or_null_is_as_usual() {
        let empty = r#"{"moves": []}"#;
        assert_eq!(read(empty), Record::of_position(Variant::STANDARD.start()));
        assert_eq!(read(r#"{"variant": null, "moves": [], "black": {"name": null}, "notes": null}"#), read(empty));
        assert_eq!(write(&read(empty)).unwrap(), "{\"version\":1,\"variant\":\"standard\",\"moves\":[]}\n");
        assert!(refused("{}").contains("a variant, a board or moves"));
        assert!(refused(r#"{"games": [{"moves": ["f5"]}]}"#).contains("moves"));
    }

    #[test]
    fn moves_may_be_a_transcript() {
        assert_eq!(read(r#"{"moves": "f5d6 c3"}"#), read(r#"{"moves": ["f5", "d6", "c3"]}"#));
        assert_eq!(read(r#"{"moves": ""}"#), read(r#"{"moves": []}"#));
    }

    #[test]
    fn unknown_fields_are_ignored_and_unknown_versions_refused() {
        assert_eq!(read(r#"{"moves": [], "mood": [[{"deep": 1}]], "black": {"age": 3}}"#), read(r#"{"moves": []}"#));
        assert!(refused(r#"{"version": 2}"#).contains("update this program"));
    }

    #[test]
    fn a_board_tells_its_size_and_keeps_the_side() {
        let record = read(r#"{"board": "-----OX--XO-----", "turn": "white", "values": [{"move": "c1", "value": -2}]}"#);
        assert_eq!(record.game.start(), Variant::TINY.start().with_turn(Color::White));
        assert_eq!(record.values, [("c1".parse().unwrap(), DiscDiff::new(-2).unwrap())]);
        assert_eq!(read(&write(&record).unwrap()), record);
    }

    #[test]
    fn a_free_opening_that_is_over_is_not_forgotten() {
        let placed = ["d4", "e4", "e5", "d5"].map(|mv| mv.parse().unwrap());
        let game = crate::Game::replay(Variant::FREE_CENTRE.start(), placed).unwrap();
        let record = Record::of_position(game.position());
        assert_eq!(read(&write(&record).unwrap()), record);
    }

    #[test]
    fn passes_may_be_left_out() {
        let record = read(r#"{"variant": "=XO--/----/----/----+white-first", "moves": ["c1"]}"#);
        assert_eq!(record.game.moves().next(), Some(Move::Pass));
        assert_eq!(record.outcome, Outcome { margin: DiscDiff::new(16), ending: Ending::Played, ..record.outcome });
    }

    #[test]
    fn numbers_that_json_has_not_are_refused() {
        let mut record = read(r#"{"moves": ["f5"], "notes": [{"eval": 1}]}"#);
        record.notes[0].eval = Some(f64::INFINITY);
        assert_eq!(write(&record).unwrap_err().to_string(), "the format json cannot hold the number inf");
        record.notes.clear();
        record.white.rating = Some(f64::NAN);
        assert!(write(&record).is_err());
    }

    #[test]
    fn faults_quote_what_was_found() {
        for (text, part) in [
            ("", "the text ends"),
            ("[]", "a record in JSON"),
            (r#"{"moves": ["f5", "z9"]}"#, "\"z9\""),
            (r#"{"moves": ["f5", "f5"]}"#, "move 2 is illegal"),
            (r#"{"moves": "f5d6z9"}"#, "found \"z9\""),
            (r#"{"moves": 5}"#, "found \"5\", expected a list of moves or a transcript in quotes"),
            (r#"{"moves": ["f5""#, "found \"{\\\"moves\\\": [\\\"f5\\\"\", expected a whole record in JSON"),
            (r#"{"moves": [5]}"#, "found \"5\", expected a text in double quotes"),
            (r#"{"moves": [], "theory": {"black": 3}}"#, "an object without empties"),
            (r#"{"moves": [], "black": "Ann"}"#, "found \"Ann\", expected an object in braces"),
            ("{moves: []}", "found \"moves: []}\", expected a record in JSON: names and texts in double quotes"),
            (r#"{"variant": "chess"}"#, "\"chess\" is not a variant"),
            (r#"{"variant": "six", "board": "-----OX--XO-----"}"#, "size 6"),
            (
                r#"{"variant": "octagon", "board": "X---------------------------OX------XO---------------------------"}"#,
                "cells",
            ),
            (
                r#"{"variant": "octagon", "board": "X--------------------------OX------XO---------------------------"}"#,
                "a1",
            ),
            (r#"{"variant": "8", "turn": "red"}"#, "black or white"),
            (r#"{"moves": [], "outcome": {"margin": 300}}"#, "300"),
            (
                r#"{"moves": [], "outcome": {"margin": -128}}"#,
                "found \"-128\", expected a number of discs from -64 to 64",
            ),
            (r#"{"moves": [], "values": [{"move": "f5", "value": 65}]}"#, "from -64 to 64"),
            (r#"{"moves": [], "outcome": {"ending": "lost"}}"#, "timed-out"),
            (r#"{"moves": [], "values": [{"move": "a1", "value": 0}]}"#, "a1 flips nothing"),
        ] {
            assert!(refused(text).contains(part), "{text}: {}", refused(text));
        }
    }
}
