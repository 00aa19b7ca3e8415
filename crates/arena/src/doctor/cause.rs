//! The likely causes of fouls: common mistakes in first bots.

use std::fmt;

use outflank_rules::{Game, Move, Position, Square};
use serde_json::Value;

use crate::{Foul, Protocol, Verdict, protocol::json::FromBot};

/// Why a bot failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The command line does not start a program.
    NotStarted,
    /// Its answers stay in a buffer.
    NoFlush,
    /// It sends nothing, for an unknown reason.
    Silent,
    /// An answer has no line end.
    NoLineEnd,
    /// It writes debug output to standard output.
    DebugText,
    /// A message that is almost valid.
    BadMessage,
    /// A message with wrong field names or values.
    BadField,
    /// It chose no move.
    NoMove,
    /// It speaks another protocol.
    OtherProtocol,
    /// A move in another notation.
    BadSquare,
    /// Row and column are swapped.
    Swapped,
    /// Rows, or rows and columns, are counted from 0.
    ZeroBased,
    /// Rows are counted from the bottom.
    FromBelow,
    /// Any other illegal square.
    IllegalSquare,
    /// A pass although a disc can be placed.
    IllegalPass,
    /// A pass without a request.
    UnaskedPass,
    /// An answer without a request.
    Unasked,
    /// The number of another request.
    WrongNumber,
    /// Too slow.
    Slow,
    /// Too much output.
    Flood,
    /// It ended with an error.
    Crashed,
    /// It exited without an error.
    Ended,
    /// It rejected a command that every program of its protocol must support.
    Refused,
    /// It does not exit when it should.
    GoesOn,
}

const NAMES: [(Cause, &str); 24] = [
    (Cause::NotStarted, "not-started"),
    (Cause::NoFlush, "no-flush"),
    (Cause::Silent, "silent"),
    (Cause::NoLineEnd, "no-line-end"),
    (Cause::DebugText, "debug-text"),
    (Cause::BadMessage, "bad-message"),
    (Cause::BadField, "bad-field"),
    (Cause::NoMove, "no-move"),
    (Cause::OtherProtocol, "other-protocol"),
    (Cause::BadSquare, "bad-square"),
    (Cause::Swapped, "swapped"),
    (Cause::ZeroBased, "zero-based"),
    (Cause::FromBelow, "from-below"),
    (Cause::IllegalSquare, "illegal-square"),
    (Cause::IllegalPass, "illegal-pass"),
    (Cause::UnaskedPass, "unasked-pass"),
    (Cause::Unasked, "unasked"),
    (Cause::WrongNumber, "wrong-number"),
    (Cause::Slow, "slow"),
    (Cause::Flood, "flood"),
    (Cause::Crashed, "crashed"),
    (Cause::Ended, "ended"),
    (Cause::Refused, "refused"),
    (Cause::GoesOn, "goes-on"),
];

/// The name in JSON.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(NAMES[*self as usize].1)
    }
}

impl Cause {
    /// The cause of a foul in a game with `given` opening plies. For a misread square, also returns
    /// the intended one.
    pub(super) fn of(foul: &Foul, protocol: Protocol, game: &Game, given: usize) -> (Cause, Option<Square>) {
        let cause = match foul.verdict {
            Verdict::IllegalMove => return misread(foul, protocol, game, given),
            Verdict::NotStarted => Cause::NotStarted,
            Verdict::UnsupportedGame | Verdict::Refused => Cause::Refused,
            Verdict::IllegalPass => Cause::IllegalPass,
            Verdict::Garbage => of_garbage(foul, protocol),
            Verdict::Flood => Cause::Flood,
            Verdict::UnterminatedLine => Cause::NoLineEnd,
            Verdict::Hung => Cause::Silent,
            Verdict::Unflushed => Cause::NoFlush,
            Verdict::Late => Cause::Slow,
            Verdict::AnsweredTwice if text(foul).to_ascii_lowercase().contains("pass") => Cause::UnaskedPass,
            Verdict::AnsweredTwice => Cause::Unasked,
            Verdict::Crashed => Cause::Crashed,
            Verdict::Closed | Verdict::Absent => Cause::Ended,
        };
        (cause, None)
    }
}

pub(super) fn text(foul: &Foul) -> String {
    String::from_utf8_lossy(&foul.bytes).trim().to_owned()
}

/// Other notations of a square, and the intended square in each.
const READINGS: [(Cause, Reading); 4] = [
    (Cause::Swapped, |column, row, _| (row, column)),
    (Cause::ZeroBased, |column, row, _| (column, row + 1)),
    (Cause::ZeroBased, |column, row, _| (column + 1, row + 1)),
    (Cause::FromBelow, |column, row, size| (column, size - 1 - row)),
];

type Reading = fn(u8, u8, u8) -> (u8, u8);

/// Finds the notation that makes this move and all earlier ones legal. A move onto a disc is not a
/// notation error.
fn misread(foul: &Foul, protocol: Protocol, game: &Game, given: usize) -> (Cause, Option<Square>) {
    let position = game.position();
    let square = answered(&text(foul), protocol).filter(|&square| position.at(square).is_none());
    let Some(square) = square else { return (Cause::IllegalSquare, None) };
    let own = || game.turns().skip(given).filter(|(before, _)| before.turn() == position.turn());
    let meant = READINGS.into_iter().find_map(|(cause, reading)| {
        let mut earlier = own().filter_map(|(before, mv)| Some((before, mv.square()?)));
        let fits = earlier.all(|(before, square)| meant(square, reading, &before).is_some());
        Some((cause, Some(meant(square, reading, &position).filter(|_| fits)?)))
    });
    meant.unwrap_or((Cause::IllegalSquare, None))
}

/// The intended legal square in this notation, if any.
fn meant(square: Square, reading: Reading, position: &Position) -> Option<Square> {
    let size = position.spec().size();
    let (column, row) = (square.column(), square.row());
    let (column, row) = if column < size && row < size { reading(column, row, size) } else { return None };
    Square::new(column, row).filter(|&meant| position.legal().contains(meant))
}

/// The square in an answer.
fn answered(text: &str, protocol: Protocol) -> Option<Square> {
    let number = text.split(';').next().unwrap_or_default().trim();
    if protocol == Protocol::Tjcsl {
        return number.parse().ok().and_then(Square::from_index);
    }
    let answer = serde_json::from_str::<Value>(text).ok();
    let answer = answer.as_ref().and_then(|value| value.get("move"));
    let answer = answer.map_or_else(|| text.to_owned(), |mv| mv.as_str().map_or_else(|| mv.to_string(), str::to_owned));
    if let Ok(mv) = answer.parse::<Move>() {
        return mv.square();
    }
    let words = answer.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(|word| word.parse::<Move>().ok()).find_map(Move::square)
}

fn of_garbage(foul: &Foul, protocol: Protocol) -> Cause {
    let text = text(foul);
    match protocol {
        _ if is_nothing(&text) => Cause::NoMove,
        Protocol::Json => of_json(&text),
        _ if is_coordinates(&text) => of_words(&text),
        _ => Cause::DebugText,
    }
}

fn of_json(text: &str) -> Cause {
    match (text.parse(), serde_json::from_str(text)) {
        (Ok(FromBot::Move(answer)), _) if answer.request.is_none() => Cause::Unasked,
        (Ok(FromBot::Move(_)), _) => Cause::WrongNumber,
        (_, Ok(Value::Object(object))) => match object.get("move") {
            Some(mv) if object.get("type").is_some_and(|kind| kind == "move") => of_move(mv),
            _ => Cause::BadField,
        },
        _ if text.starts_with(['{', '[']) => Cause::BadMessage,
        _ if ends_with_move(text) => Cause::DebugText,
        _ if text.starts_with(['=', '?']) => Cause::OtherProtocol,
        _ if is_coordinates(text) => of_words(text),
        _ => Cause::DebugText,
    }
}

/// The cause for a message with an invalid move, or with a valid one and another error.
fn of_move(mv: &Value) -> Cause {
    match mv {
        Value::Null => Cause::NoMove,
        Value::String(text) if is_nothing(text) => Cause::NoMove,
        Value::String(text) if text.parse::<Move>().is_ok() => Cause::BadField,
        Value::String(text) => of_words(text),
        _ => Cause::BadSquare,
    }
}

/// True for what languages print for a missing value.
fn is_nothing(text: &str) -> bool {
    ["none", "null", "undefined", "nil"].iter().any(|nothing| text.eq_ignore_ascii_case(nothing))
}

/// True for a move with something before it.
pub(super) fn ends_with_move(text: &str) -> bool {
    let last = text.split_whitespace().skip(1).last();
    last.and_then(|word| word.parse::<Move>().ok()).is_some_and(|mv| mv != Move::Pass)
}

fn of_words(text: &str) -> Cause {
    let chars = text.as_bytes();
    let is_row_zero = chars.len() == 2 && chars[0].is_ascii_alphabetic() && chars[1] == b'0';
    if is_row_zero { Cause::ZeroBased } else { Cause::BadSquare }
}

/// True for text that looks like coordinates: short, with a digit and at most one letter.
fn is_coordinates(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    text.len() <= 12 && letters <= 1 && text.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;

    fn cause(verdict: Verdict, bytes: &str) -> Cause {
        let game = Game::new(Variant::STANDARD.start());
        Cause::of(&Foul::new(verdict, bytes.as_bytes(), ""), Protocol::Json, &game, 0).0
    }

    #[test]
    fn every_cause_has_its_own_name() {
        assert!(NAMES.iter().enumerate().all(|(place, (cause, _))| *cause as usize == place));
    }

    #[test]
    fn wrong_answers_have_distinct_causes() {
        for (written, expected) in [
            ("thinking about d3...", Cause::DebugText),
            ("(row 2, column 3)", Cause::DebugText),
            ("23", Cause::BadSquare),
            ("d0", Cause::ZeroBased),
            (r#"{"type":"move","move":"d0"}"#, Cause::ZeroBased),
            (r#"{"type":"move","move":[2,3,4]}"#, Cause::BadSquare),
            (r#"{"type":"move","request":99,"move":"d3"}"#, Cause::WrongNumber),
            (r#"{"type":"move","request":"1","move":"d3"}"#, Cause::BadField),
            (r#"{"type":"Move","request":1,"move":"d3"}"#, Cause::BadField),
            (r#"{"move":"d3"}"#, Cause::BadField),
            (r#"{"type":"hello","outflank":"1.0"}"#, Cause::BadField),
            (r#"{"type":"move","request":1,"move":null}"#, Cause::NoMove),
            (r#"{"type":"move","request":1,"move":"None"}"#, Cause::NoMove),
            ("None", Cause::NoMove),
            ("d3", Cause::Unasked),
            ("? unknown command", Cause::OtherProtocol),
            ("? ? d3", Cause::DebugText),
            (r#"{"type":"move","move":"d3""#, Cause::BadMessage),
            (r#"{'type':'move','move':'d3'}"#, Cause::BadMessage),
        ] {
            assert_eq!(cause(Verdict::Garbage, written), expected, "{written}");
        }
        assert_eq!(cause(Verdict::AnsweredTwice, r#"{"type":"move","move":"pass"}"#), Cause::UnaskedPass);
    }

    /// Black may start on d3, c4, f5 and e6; their transpositions are the same.
    #[test]
    fn illegal_squares_are_read_in_other_ways() {
        for (written, expected) in [
            ("d2", (Cause::ZeroBased, Some("d3"))),
            ("{\"type\":\"move\",\"move\":\"D6\"}\n", (Cause::FromBelow, Some("d3"))),
            ("{\"type\":\"move\",\"move\":[1,3]}\n", (Cause::ZeroBased, Some("d3"))),
            ("a1", (Cause::IllegalSquare, None)),
            ("d4", (Cause::IllegalSquare, None)),
            ("h8", (Cause::IllegalSquare, None)),
        ] {
            let foul = Foul::new(Verdict::IllegalMove, written.as_bytes(), "");
            let expected = (expected.0, expected.1.map(|square| square.parse().unwrap()));
            assert_eq!(
                Cause::of(&foul, Protocol::Json, &Game::new(Variant::STANDARD.start()), 0),
                expected,
                "{written}"
            );
        }
        let one_sided = Game::replay(Variant::STANDARD.start(), ["d3", "c3"].map(|mv| mv.parse().unwrap())).unwrap();
        let foul = Foul::new(Verdict::IllegalMove, b"2c\n", "");
        assert_eq!(Cause::of(&foul, Protocol::Json, &one_sided, 2), (Cause::IllegalSquare, None), "no square at all");
        // Black may play b3: 17 by rows, and 10 by columns.
        let foul = Foul::new(Verdict::IllegalMove, b"10\n", "");
        assert_eq!(Cause::of(&foul, Protocol::Tjcsl, &one_sided, 2), (Cause::Swapped, "b3".parse().ok()));
        // A bot that played d3 correctly before does not count rows from the bottom.
        let foul = Foul::new(Verdict::IllegalMove, b"b6\n", "");
        assert_eq!(Cause::of(&foul, Protocol::Json, &one_sided, 2), (Cause::FromBelow, "b3".parse().ok()));
        assert_eq!(Cause::of(&foul, Protocol::Json, &one_sided, 0), (Cause::IllegalSquare, None));
    }
}
