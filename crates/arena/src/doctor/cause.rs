//! What people do wrong who write their first bot, as far as it can be told from what the bot did.

use std::fmt;

use outflank_rules::{Game, Move, Position, Square};
use serde_json::Value;

use crate::{Foul, Protocol, Verdict};

/// Why a bot failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The command line does not start a program.
    NotStarted,
    /// Its answers stay in a buffer.
    NoFlush,
    /// It says nothing, for whatever reason.
    Silent,
    /// An answer has no end of line.
    NoLineEnd,
    /// It writes notes where only answers belong.
    DebugText,
    /// A message that is nearly one.
    BadMessage,
    /// A move that is written in another way.
    BadSquare,
    /// Row and column are exchanged.
    Swapped,
    /// Rows, or rows and columns, are counted from 0.
    ZeroBased,
    /// Rows are counted from below.
    FromBelow,
    /// Any other illegal square.
    IllegalSquare,
    /// A pass where a disc can be placed.
    IllegalPass,
    /// A pass that nobody asked for.
    UnaskedPass,
    /// An answer that nobody asked for.
    Unasked,
    /// The number of a question that was not asked.
    WrongNumber,
    /// Too slow.
    Slow,
    /// Output without end.
    Flood,
    /// It ended with an error.
    Crashed,
    /// It ended as if all were done.
    Ended,
    /// It refused what every program of its protocol must do.
    Refused,
    /// It does not end when it should.
    GoesOn,
}

const NAMES: [(Cause, &str); 21] = [
    (Cause::NotStarted, "not-started"),
    (Cause::NoFlush, "no-flush"),
    (Cause::Silent, "silent"),
    (Cause::NoLineEnd, "no-line-end"),
    (Cause::DebugText, "debug-text"),
    (Cause::BadMessage, "bad-message"),
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

/// A name for programs.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(NAMES[*self as usize].1)
    }
}

impl Cause {
    /// What led to a foul, and for a square that was written in another way the one that was meant.
    pub(super) fn of(foul: &Foul, protocol: Protocol, game: &Game) -> (Cause, Option<Square>) {
        let cause = match foul.verdict {
            Verdict::IllegalMove => return misread(foul, protocol, &game.position()),
            Verdict::NotStarted => Cause::NotStarted,
            Verdict::Untellable | Verdict::Refused => Cause::Refused,
            Verdict::IllegalPass => Cause::IllegalPass,
            Verdict::Garbage => of_garbage(foul, protocol),
            Verdict::Flood => Cause::Flood,
            Verdict::HalfLine => Cause::NoLineEnd,
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

fn text(foul: &Foul) -> String {
    String::from_utf8_lossy(&foul.bytes).trim().to_owned()
}

/// Other ways to write a square, and what was meant where this is the one.
const READINGS: [(Cause, Reading); 4] = [
    (Cause::Swapped, |column, row, _| (row, column)),
    (Cause::ZeroBased, |column, row, _| (column, row + 1)),
    (Cause::ZeroBased, |column, row, _| (column + 1, row + 1)),
    (Cause::FromBelow, |column, row, size| (column, size - 1 - row)),
];

type Reading = fn(u8, u8, u8) -> (u8, u8);

/// Which way of writing squares would make the move legal?
fn misread(foul: &Foul, protocol: Protocol, position: &Position) -> (Cause, Option<Square>) {
    let Some(square) = answered(&text(foul), protocol) else { return (Cause::IllegalSquare, None) };
    let size = position.ground().size();
    if square.column() >= size || square.row() >= size {
        return (Cause::IllegalSquare, None);
    }
    let meant = READINGS.into_iter().find_map(|(cause, reading)| {
        let (column, row) = reading(square.column(), square.row(), size);
        let meant = Square::new(column, row).filter(|&meant| position.legal().contains(meant))?;
        Some((cause, Some(meant)))
    });
    meant.unwrap_or((Cause::IllegalSquare, None))
}

/// The square in an answer.
fn answered(text: &str, protocol: Protocol) -> Option<Square> {
    let number = text.split(';').next().unwrap_or_default().trim();
    if protocol == Protocol::Tjcsl {
        return number.parse().ok().and_then(Square::from_index);
    }
    let told = serde_json::from_str::<Value>(text).ok();
    let told = told.as_ref().and_then(|value| value.get("move")).and_then(Value::as_str);
    let words = told.unwrap_or(text).split(|sign: char| !sign.is_ascii_alphanumeric());
    words.filter_map(|word| word.parse::<Move>().ok()).find_map(Move::square)
}

fn of_garbage(foul: &Foul, protocol: Protocol) -> Cause {
    let text = text(foul);
    if protocol == Protocol::Json {
        if let Ok(Value::Object(object)) = serde_json::from_str(&text) {
            return match object.get("move") {
                Some(mv) if object.get("type").is_some_and(|kind| kind == "move") => of_move(mv),
                _ => Cause::BadMessage,
            };
        }
        if text.starts_with(['{', '[']) {
            return Cause::BadMessage;
        }
    }
    if is_coordinates(&text) { of_words(&text) } else { Cause::DebugText }
}

/// An answer whose move cannot be read, or belongs to a question that was never asked.
fn of_move(mv: &Value) -> Cause {
    match mv.as_str() {
        Some(text) if text.parse::<Move>().is_ok() => Cause::WrongNumber,
        Some(text) => of_words(text),
        None => Cause::BadSquare,
    }
}

fn of_words(text: &str) -> Cause {
    let signs = text.as_bytes();
    let is_row_zero = signs.len() == 2 && signs[0].is_ascii_alphabetic() && signs[1] == b'0';
    if is_row_zero { Cause::ZeroBased } else { Cause::BadSquare }
}

/// Does it look like a place on a board: short, with a digit, hardly any letters?
fn is_coordinates(text: &str) -> bool {
    let letters = text.chars().filter(|sign| sign.is_alphabetic()).count();
    text.len() <= 12 && letters <= 1 && text.contains(|sign: char| sign.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;

    fn cause(verdict: Verdict, bytes: &str) -> Cause {
        let game = Game::new(Variant::STANDARD.start());
        Cause::of(&Foul::new(verdict, bytes.as_bytes(), ""), Protocol::Json, &game).0
    }

    #[test]
    fn every_cause_has_its_own_name() {
        assert!(NAMES.iter().enumerate().all(|(place, (cause, _))| *cause as usize == place));
    }

    #[test]
    fn what_is_no_answer_is_told_apart() {
        for (written, expected) in [
            ("thinking about d3...", Cause::DebugText),
            ("(row 2, column 3)", Cause::DebugText),
            ("23", Cause::BadSquare),
            ("d0", Cause::ZeroBased),
            (r#"{"type":"move","move":"d0"}"#, Cause::ZeroBased),
            (r#"{"type":"move","move":[2,3]}"#, Cause::BadSquare),
            (r#"{"type":"move","request":99,"move":"d3"}"#, Cause::WrongNumber),
            (r#"{"move":"d3"}"#, Cause::BadMessage),
            (r#"{"type":"move","move":"d3""#, Cause::BadMessage),
            (r#"{'type':'move','move':'d3'}"#, Cause::BadMessage),
        ] {
            assert_eq!(cause(Verdict::Garbage, written), expected, "{written}");
        }
        assert_eq!(cause(Verdict::AnsweredTwice, r#"{"type":"move","move":"pass"}"#), Cause::UnaskedPass);
    }

    /// Black may begin on d3, c4, f5 and e6, which transposed are the same.
    #[test]
    fn illegal_squares_are_read_in_other_ways() {
        for (written, expected) in [
            ("d2", (Cause::ZeroBased, Some("d3"))),
            ("{\"type\":\"move\",\"move\":\"D6\"}\n", (Cause::FromBelow, Some("d3"))),
            ("a1", (Cause::IllegalSquare, None)),
            ("h8", (Cause::IllegalSquare, None)),
        ] {
            let foul = Foul::new(Verdict::IllegalMove, written.as_bytes(), "");
            let expected = (expected.0, expected.1.map(|square| square.parse().unwrap()));
            assert_eq!(Cause::of(&foul, Protocol::Json, &Game::new(Variant::STANDARD.start())), expected, "{written}");
        }
        let one_sided = Game::replay(Variant::STANDARD.start(), ["d3", "c3"].map(|mv| mv.parse().unwrap())).unwrap();
        let foul = Foul::new(Verdict::IllegalMove, b"2c\n", "");
        assert_eq!(Cause::of(&foul, Protocol::Json, &one_sided), (Cause::IllegalSquare, None), "no square at all");
        // Black may play b3: 17 by rows, and 10 by columns.
        let foul = Foul::new(Verdict::IllegalMove, b"10\n", "");
        assert_eq!(Cause::of(&foul, Protocol::Tjcsl, &one_sided), (Cause::Swapped, "b3".parse().ok()));
    }
}
