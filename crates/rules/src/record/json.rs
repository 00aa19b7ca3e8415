//! Our own record format in JSON. It is the only one that keeps everything.
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
//! All fields are optional, but one of `variant`, `board` and `moves` must be there.
//!
//! | field | content |
//! |---|---|
//! | `variant` | the code of a [`Variant`] |
//! | `board`, `turn` | a start without a short code: its cells row by row (`X`, `O`, `-`, and `#` for a hole), and the side to move |
//! | `moves` | a list of squares, `pass`, and `lost` for a [lost turn](super::LOST), or the text of a [`transcript`]; passes are optional |
//! | `margin` | Black's official margin |
//! | `ending` | `played`, `resigned`, `timed-out`, `left`, `foul` or `unfinished` |
//! | `values` | for a position without moves, the evaluations of its moves: `[{"move": "d3", "value": 4}]` |
//!
//! Unknown fields are ignored, so that later versions can add some. A higher `version` means a
//! change that this version would misread, and is refused.
//!
//! A file holds one record per line (JSON Lines), records over several lines, or an array of
//! records.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::error::Category;

use crate::notation::Notation;
use crate::record::parsing::{Line, Turn};
use crate::record::{Ending, Format, MoveNote, Outcome, Player, Record, RecordError, Theory, Unwritable, transcript};
use crate::{Bitboard, Color, DiscDiff, Game, Move, Position, ReplayError, Setup, Square, Variant};

/// Reads one record. Without an outcome, the board gives it, as in [`Record::new`].
pub fn parse(text: &str) -> Result<Record, RecordError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let json: RecordJson = serde_json::from_str(text).map_err(|error| explain(text, &error))?;
    json.into_record()
}

/// Writes one record on one line, without undone moves. Fails if a number is infinite or not a
/// number (NaN), which JSON cannot hold.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    if let Some(number) = numbers(record).find(|number| !number.is_finite()) {
        return Err(Unwritable::new(Format::Json, format!("the number {number}")));
    }
    let json = RecordJson::of(record);
    Ok(serde_json::to_string(&json).expect("JSON keys are strings") + "\n")
}

fn numbers(record: &Record) -> impl Iterator<Item = f64> + '_ {
    let ratings = [record.black.rating, record.white.rating];
    let notes = record.notes.iter().flat_map(|note| [note.eval, note.seconds]);
    ratings.into_iter().chain(notes).flatten()
}

/// The version that is written, and the highest that is read.
const VERSION: u32 = 1;

/// A record. `None` stands for a field that is missing, `null`, or not worth writing.
#[derive(Default, Deserialize, Serialize)]
pub(super) struct RecordJson {
    version: Option<u32>,
    variant: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    moves: Option<MovesJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<PlayerJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<PlayerJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theory: Option<TheoryJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Vec<NoteJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<ValueJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<Vec<TagJson>>,
}

#[derive(Deserialize, Serialize)]
struct PlayerJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
}

#[derive(Deserialize, Serialize)]
struct OutcomeJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    awarded: Option<String>,
    ending: Option<EndingJson>,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Ending", rename_all = "kebab-case")]
enum EndingNames {
    Played,
    Resigned,
    TimedOut,
    Left,
    Foul,
    Unfinished,
}

#[derive(Deserialize, Serialize)]
struct EndingJson(#[serde(with = "EndingNames")] Ending);

#[derive(Deserialize, Serialize)]
struct TheoryJson {
    black: u8,
    empties: u8,
}

#[derive(Deserialize, Serialize)]
struct NoteJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

#[derive(Deserialize, Serialize)]
struct ValueJson {
    #[serde(rename = "move")]
    mv: String,
    value: i8,
}

#[derive(Deserialize, Serialize)]
struct TagJson {
    name: String,
    value: String,
}

impl RecordJson {
    pub(super) fn of(record: &Record) -> RecordJson {
        let start = record.game.start();
        let (variant, is_start) = describe(&start);
        RecordJson {
            version: Some(VERSION),
            variant: Some(variant.to_string()),
            board: (!is_start).then(|| write_cells(&start)),
            turn: (!is_start).then(|| start.turn().to_string()),
            moves: Some(MovesJson::List(
                record.game.turns().map(|(before, mv)| Notation::Standard.write_turn(&before, mv)).collect(),
            )),
            black: player_form(&record.black),
            white: player_form(&record.white),
            event: text(&record.event),
            date: text(&record.date),
            round: text(&record.round),
            clock: text(&record.clock),
            outcome: (record.outcome != Outcome::of(&record.game)).then(|| outcome_form(record.outcome)),
            theory: record.theory.map(|Theory { black, empties }| TheoryJson { black, empties }),
            notes: list(&record.notes, note_form),
            values: list(&record.values, |(mv, value)| ValueJson { mv: mv.to_string(), value: value.discs() }),
            comment: text(&record.comment),
            tags: list(&record.tags, |(name, value)| TagJson { name: name.clone(), value: value.clone() }),
        }
    }

    pub(super) fn into_record(self) -> Result<Record, RecordError> {
        if let Some(version) = self.version.filter(|&version| version > VERSION) {
            let what =
                format!("this record has version {version}, and only {VERSION} can be read: update this program");
            return Err(RecordError::Unsupported(what));
        }
        if self.variant.is_none() && self.board.is_none() && self.moves.is_none() {
            return Err(RecordError::mismatch("an object without them", "a variant, a board or moves"));
        }
        let start = start_of(self.variant.as_deref(), self.board.as_deref(), self.turn.as_deref())?;
        let moves = self.moves.map_or(Ok(Vec::new()), |moves| moves.parse())?;
        let mut line = Line::new(start);
        for turn in moves {
            line.take(turn)?;
        }
        let mut record = line.into_record();
        record.black = self.black.map_or_else(Player::default, PlayerJson::into_player);
        record.white = self.white.map_or_else(Player::default, PlayerJson::into_player);
        record.event = self.event.unwrap_or_default();
        record.date = self.date.unwrap_or_default();
        record.round = self.round.unwrap_or_default();
        record.clock = self.clock.unwrap_or_default();
        if let Some(json) = self.outcome {
            record.outcome = json.into_outcome()?;
        }
        record.theory = self.theory.map(|TheoryJson { black, empties }| Theory { black, empties });
        record.notes = self.notes.unwrap_or_default().into_iter().map(NoteJson::into_note).collect();
        record.values = values_of(&record.game, &self.values.unwrap_or_default())?;
        record.comment = self.comment.unwrap_or_default();
        record.tags = self.tags.unwrap_or_default().into_iter().map(|tag| (tag.name, tag.value)).collect();
        Ok(record)
    }
}

fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn list<T, F>(items: &[T], to_json: impl Fn(&T) -> F) -> Option<Vec<F>> {
    (!items.is_empty()).then(|| items.iter().map(to_json).collect())
}

/// Returns a variant on the board of the start, and whether the start is that of the variant.
fn describe(start: &Position) -> (Variant, bool) {
    let itself = Variant::from_position(start);
    let has_name = !itself.to_string().starts_with('=');
    // The variant of a position forgets free squares that are filled by now; the record does not.
    if has_name && itself.start() == *start { (itself, true) } else { (plain_variant(start), false) }
}

/// Returns the usual start on the same board, or an empty one if the first discs are placed freely.
fn plain_variant(start: &Position) -> Variant {
    let spec = start.spec();
    if spec.free().is_empty() {
        return Variant::crossed(spec);
    }
    let empty = Setup { black: Bitboard::EMPTY, white: Bitboard::EMPTY, turn: Color::Black, spec };
    Variant::from_position(&empty.validate().expect("an empty board is well formed"))
}

fn start_of(variant: Option<&str>, board: Option<&str>, turn: Option<&str>) -> Result<Position, RecordError> {
    let board = board.map(parse_cells).transpose()?;
    let variant: Variant = match (variant, &board) {
        (Some(code), _) => code.parse().map_err(|error: crate::ParseVariantError| expected(code, &error))?,
        (None, Some(board)) => Variant::of_size(board.size),
        (None, None) => Variant::STANDARD,
    };
    let mut setup = Setup::from(variant.start());
    if let Some(turn) = turn {
        setup.turn = parse_color(turn)?;
    }
    if let Some(board) = board {
        let size = setup.spec.size();
        if board.size != size {
            return Err(RecordError::mismatch(
                &format!("a board of size {}", board.size),
                format!("size {size}, as the variant has"),
            ));
        }
        (setup.black, setup.white) = (board.black, board.white);
    }
    setup.validate().map_err(|error| RecordError::mismatch(&error.to_string(), "a board that fits the variant"))
}

fn expected(found: &str, error: &impl ToString) -> RecordError {
    RecordError::syntax(found, error.to_string())
}

fn parse_color(text: &str) -> Result<Color, RecordError> {
    text.parse().map_err(|_| RecordError::syntax(text, "a side: black or white"))
}

fn disc_diff(discs: i8) -> Result<DiscDiff, RecordError> {
    DiscDiff::new(discs).ok_or_else(|| RecordError::syntax(&discs.to_string(), "a number of discs from -64 to 64"))
}

fn values_of(game: &Game, forms: &[ValueJson]) -> Result<Vec<(Move, DiscDiff)>, RecordError> {
    let value_of = |json: &ValueJson| {
        let mv = parse_move(&json.mv)?;
        let check = game.start().play(mv);
        let illegal = |reason| ReplayError { ply: 1, reason, before: Box::new(Game::new(game.start())) };
        check.map_err(illegal)?;
        Ok((mv, disc_diff(json.value)?))
    };
    forms.iter().map(value_of).collect()
}

fn player_form(player: &Player) -> Option<PlayerJson> {
    let json = PlayerJson { name: text(&player.name), rating: player.rating };
    (json.name.is_some() || json.rating.is_some()).then_some(json)
}

impl PlayerJson {
    fn into_player(self) -> Player {
        Player { name: self.name.unwrap_or_default(), rating: self.rating }
    }
}

fn outcome_form(outcome: Outcome) -> OutcomeJson {
    OutcomeJson {
        margin: outcome.margin.map(DiscDiff::discs),
        awarded: outcome.awarded.map(|color| color.to_string()),
        ending: Some(EndingJson(outcome.ending)),
    }
}

impl OutcomeJson {
    fn into_outcome(self) -> Result<Outcome, RecordError> {
        Ok(Outcome {
            margin: self.margin.map(disc_diff).transpose()?,
            awarded: self.awarded.as_deref().map(parse_color).transpose()?,
            ending: self.ending.map_or_else(Ending::default, |EndingJson(ending)| ending),
        })
    }
}

fn note_form(note: &MoveNote) -> NoteJson {
    NoteJson { eval: note.eval, seconds: note.seconds, comment: text(&note.comment) }
}

impl NoteJson {
    fn into_note(self) -> MoveNote {
        MoveNote { eval: self.eval, seconds: self.seconds, comment: self.comment.unwrap_or_default() }
    }
}

/// The moves of a record; we write a list.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum MovesJson {
    List(Vec<String>),
    Text(String),
}

impl MovesJson {
    pub(super) fn parse(&self) -> Result<Vec<Turn>, RecordError> {
        match self {
            MovesJson::List(moves) => moves.iter().map(|mv| Turn::read(mv, parse_move)).collect(),
            MovesJson::Text(text) => transcript::moves(text).map(|mv| mv.map(Turn::Made)).collect(),
        }
    }
}

pub(super) fn parse_move(text: &str) -> Result<Move, RecordError> {
    text.parse().map_err(|_| RecordError::syntax(text, "a move: a square such as d3, or pass"))
}

impl<'de> Deserialize<'de> for MovesJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MovesJson, D::Error> {
        deserializer.deserialize_any(Either)
    }
}

struct Either;

impl<'de> Visitor<'de> for Either {
    type Value = MovesJson;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of moves or a transcript in quotes")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<MovesJson, E> {
        Ok(MovesJson::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<MovesJson, A::Error> {
        let mut moves = Vec::new();
        while let Some(mv) = list.next_element()? {
            moves.push(mv);
        }
        Ok(MovesJson::List(moves))
    }
}

/// The discs of a board of some size.
pub(super) struct Cells {
    pub(super) size: u8,
    pub(super) black: Bitboard,
    pub(super) white: Bitboard,
}

/// Reads 16, 36 or 64 cells: X, * or B for black, O or W for white, - or . for an empty square, #
/// for a hole.
pub(super) fn parse_cells(text: &str) -> Result<Cells, RecordError> {
    let count = text.chars().count();
    let size = match count {
        16 => 4,
        36 => 6,
        64 => 8,
        _ => return Err(RecordError::syntax(text, format!("a board of 16, 36 or 64 cells; these are {count}"))),
    };
    let mut cells = Cells { size, black: Bitboard::EMPTY, white: Bitboard::EMPTY };
    for (index, cell) in (0..).zip(text.chars()) {
        let square = Square::new(index % size, index / size).expect("at most 8x8");
        match cell.to_ascii_uppercase() {
            'X' | '*' | 'B' => cells.black = cells.black.with(square),
            'O' | 'W' => cells.white = cells.white.with(square),
            '-' | '.' | '#' => {}
            _ => return Err(RecordError::syntax(&cell.to_string(), "a cell: X, * or B; O or W; - or .")),
        }
    }
    Ok(cells)
}

/// The cells of a board: X, O, - and # for a hole.
pub(super) fn write_cells(position: &Position) -> String {
    let (size, spec) = (position.spec().size(), position.spec());
    let squares = (0..size).flat_map(|row| (0..size).map(move |column| Square::new(column, row)));
    squares
        .flatten()
        .map(|square| match position.at(square) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None if spec.contains(square) => '-',
            None => '#',
        })
        .collect()
}

/// Converts an error of the JSON parser.
pub(super) fn explain(text: &str, error: &serde_json::Error) -> RecordError {
    match error.classify() {
        Category::Eof => {
            let end: Vec<char> = text.chars().rev().take(20).collect();
            let end: String = end.into_iter().rev().collect();
            RecordError::syntax(&end, "a whole record in JSON: the text ends before its last brace")
        }
        Category::Data => misfit(text, error),
        Category::Syntax | Category::Io => RecordError::syntax(
            rest(text, error),
            "a record in JSON: names and texts in double quotes, commas between the fields, nothing behind the last brace",
        ),
    }
}

/// Explains a well-formed value of the wrong type: the parser says `invalid type: this, expected
/// that`.
fn misfit(text: &str, error: &serde_json::Error) -> RecordError {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    if let Some(name) = message.strip_prefix("missing field ") {
        return RecordError::mismatch(&format!("an object without {}", name.replace('`', "")), "that field");
    }
    match message.split_once(", expected ") {
        Some((found, expected)) => RecordError::mismatch(value(found), plain(expected)),
        None => RecordError::syntax(rest(text, error), message),
    }
}

/// The text from the place at which reading stopped.
fn rest<'a>(text: &'a str, error: &serde_json::Error) -> &'a str {
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let rest = line.get(error.column().saturating_sub(1)..).filter(|rest| !rest.is_empty());
    rest.unwrap_or(line)
}

/// Extracts the value from ``invalid value: integer `300` ``.
fn value(found: &str) -> &str {
    let found = found.split_once(": ").map_or(found, |(_, found)| found);
    let quoted = |quote| found.split_once(quote).and_then(|(_, after): (&str, &str)| after.rsplit_once(quote));
    let inner = quoted('"').or_else(|| quoted('`')).map(|(inner, _)| inner);
    inner.unwrap_or(match found.trim_start_matches("unknown variant ") {
        "sequence" => "a list",
        "map" => "an object",
        other => other,
    })
}

fn plain(expected: &str) -> String {
    let words = match expected {
        "u8" | "u32" => "a number from 0 up, not too high",
        "i8" => "a whole number from -64 to 64",
        "f64" => "a number",
        "a string" => "a text in double quotes",
        "a sequence" => "a list in square brackets",
        expected if expected.starts_with("struct RecordJson") => "a record in JSON, which is an object in braces",
        expected if expected.starts_with("struct ") || expected == "a map" => "an object in braces",
        other => return other.replace('`', ""),
    };
    words.to_owned()
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
    fn missing_and_null_fields_have_defaults() {
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
    fn a_board_has_its_size_and_side_to_move() {
        let record = read(r#"{"board": "-----OX--XO-----", "turn": "white", "values": [{"move": "c1", "value": -2}]}"#);
        assert_eq!(record.game.start(), Variant::TINY.start().with_turn(Color::White));
        assert_eq!(record.values, [("c1".parse().unwrap(), DiscDiff::new(-2).unwrap())]);
        assert_eq!(read(&write(&record).unwrap()), record);
    }

    #[test]
    fn a_finished_free_opening_is_kept() {
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
