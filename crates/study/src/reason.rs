//! Reasons why a position, a move or a record is wrong, as a code with its parts. Pages in other
//! languages make their own message from them.

use outflank_rules::{
    Bitboard, IllegalMove, IllegalReason, InvalidSetup, ParseColorError, ReplayError, SetupFault, Square,
    notation::ParseBoardError,
    reach::{Reason, Step, When},
    record::{ReadError, ReadErrorCause, RecordError},
};
use serde::{Serialize, Serializer};

use crate::view::{names, word};

/// A reason code with its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorReason {
    /// The code.
    pub code: ReasonCode,
    /// Its parts, by name.
    pub parts: ReasonParts,
}

/// The parts of a reason, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReasonParts(Vec<(ReasonPart, PartValue)>);

impl Serialize for ReasonParts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(part, value)| (part, value)))
    }
}

/// The value of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum PartValue {
    /// A text.
    Text(String),
    /// Texts, such as the names of squares.
    Texts(Vec<String>),
    /// A number.
    Number(u64),
}

impl From<&str> for PartValue {
    fn from(text: &str) -> PartValue {
        PartValue::Text(text.to_owned())
    }
}

impl From<String> for PartValue {
    fn from(text: String) -> PartValue {
        PartValue::Text(text)
    }
}

impl From<Vec<String>> for PartValue {
    fn from(texts: Vec<String>) -> PartValue {
        PartValue::Texts(texts)
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for PartValue {
            fn from(number: $number) -> PartValue {
                PartValue::Number(number as u64)
            }
        }
    )*};
}

numbers!(u8, u32, u64, usize);

/// An enum of names in JSON, with a list of all of them.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $case:literal, [$($word:ident),* $(,)?]) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = $case)]
        #[allow(missing_docs)]
        pub enum $name { $($word),* }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$word),*];
        }
    };
}

words!(
    /// The reason codes. Their translations are in web/js/i18n.
    ReasonCode,
    "kebab-case",
    [
        // Invalid setups.
        BothColors,
        OutsideBoard,
        // Unreachable positions.
        EmptyStart,
        OtherStart,
        OpeningUnfinished,
        OpeningOutOfTurn,
        TooFewDiscs,
        Disconnected,
        EarlyWipeOut,
        Unfillable,
        Unplaceable,
        Exhausted,
        // Steps of a proof.
        NotBefore,
        NotAfter,
        // Illegal moves.
        OffBoard,
        Occupied,
        FlipsNothing,
        NotInCentre,
        PassWithMoves,
        MustPass,
        GameOver,
        // Texts that are not boards.
        NoBoard,
        BoardLength,
        SeveralBoards,
        BoardRows,
        BoardRow,
        BadCell,
        BadSide,
        OtherSize,
        OtherHoles,
        // Moves with a start position.
        StartInMoves,
        // Unreadable records.
        Unreadable,
        Mismatch,
        WrongTurn,
        Unsupported,
        TooLong,
        Truncated,
        NotReceived,
        // Files without games, or with something else in them.
        Empty,
        Packed,
        NoRecord,
        Positions,
        NoMoves,
        LinesBefore,
        CutSign,
        MoreFaults,
    ]
);

words!(
    /// The names of parts.
    ReasonPart,
    "camelCase",
    [
        Squares, Square, Move, Color, Ply, Flips, End, Seen, SeenColor, Black, White, Discs, Least, Examined, Forward, Steps,
        Found, Cells, Row, Rows, Boards, Size, Wanted, Lines,
    ]
);

impl ErrorReason {
    /// A reason without parts.
    pub fn new(code: ReasonCode) -> ErrorReason {
        ErrorReason { code, parts: ReasonParts::default() }
    }

    /// Adds a part.
    #[must_use]
    pub fn with(mut self, part: ReasonPart, value: impl Into<PartValue>) -> ErrorReason {
        self.parts.0.push((part, value.into()));
        self
    }

    fn on(code: ReasonCode, squares: Bitboard) -> ErrorReason {
        ErrorReason::new(code).with(ReasonPart::Squares, names(squares))
    }
}

impl From<&SetupFault> for ErrorReason {
    fn from(fault: &SetupFault) -> ErrorReason {
        match *fault {
            SetupFault::BothColors(squares) => ErrorReason::on(ReasonCode::BothColors, squares),
            SetupFault::OutsideBoard(squares) => ErrorReason::on(ReasonCode::OutsideBoard, squares),
        }
    }
}

/// The first fault. A second one shows when the first is fixed.
impl From<&InvalidSetup> for ErrorReason {
    fn from(invalid: &InvalidSetup) -> ErrorReason {
        ErrorReason::from(invalid.faults.first().expect("a setup without faults is a position"))
    }
}

impl From<&Reason> for ErrorReason {
    fn from(reason: &Reason) -> ErrorReason {
        match reason {
            Reason::Setup(fault) => ErrorReason::from(fault),
            Reason::EmptyStart(squares) => ErrorReason::on(ReasonCode::EmptyStart, *squares),
            Reason::OtherStart => ErrorReason::new(ReasonCode::OtherStart),
            Reason::OpeningUnfinished(squares) => ErrorReason::on(ReasonCode::OpeningUnfinished, *squares),
            Reason::OpeningOutOfTurn { black, white } => ErrorReason::new(ReasonCode::OpeningOutOfTurn)
                .with(ReasonPart::Black, *black)
                .with(ReasonPart::White, *white),
            Reason::TooFewDiscs { discs, least } => ErrorReason::new(ReasonCode::TooFewDiscs)
                .with(ReasonPart::Discs, *discs)
                .with(ReasonPart::Least, *least),
            Reason::Disconnected(squares) => ErrorReason::on(ReasonCode::Disconnected, *squares),
            Reason::EarlyWipeOut { loser, discs, least } => ErrorReason::new(ReasonCode::EarlyWipeOut)
                .with(ReasonPart::Color, word(*loser))
                .with(ReasonPart::Discs, *discs)
                .with(ReasonPart::Least, *least),
            Reason::Unsupported(squares) => ErrorReason::on(ReasonCode::Unfillable, *squares),
            Reason::Unplaceable(proof) => ErrorReason::new(ReasonCode::Unplaceable)
                .with(ReasonPart::Square, name(proof.square))
                .with(ReasonPart::Steps, proof.steps.len()),
            Reason::Exhausted { examined, forward } => ErrorReason::new(ReasonCode::Exhausted)
                .with(ReasonPart::Examined, *examined)
                .with(ReasonPart::Forward, *forward),
        }
    }
}

impl From<&Step> for ErrorReason {
    fn from(step: &Step) -> ErrorReason {
        let code = match step.hindrance.when {
            When::Before => ReasonCode::NotBefore,
            When::After => ReasonCode::NotAfter,
        };
        ErrorReason::new(code)
            .with(ReasonPart::Color, word(step.color))
            .with(ReasonPart::Square, name(step.square))
            .with(ReasonPart::Flips, names(step.run))
            .with(ReasonPart::End, name(step.end))
            .with(ReasonPart::Seen, name(step.hindrance.square))
            .with(ReasonPart::SeenColor, word(step.hindrance.color))
    }
}

impl From<&ReplayError> for ErrorReason {
    fn from(error: &ReplayError) -> ErrorReason {
        let IllegalMove { mv, turn, reason: refusal, legal: _ } = error.reason;
        let code = match refusal {
            IllegalReason::OffBoard => ReasonCode::OffBoard,
            IllegalReason::Occupied(_) => ReasonCode::Occupied,
            IllegalReason::FlipsNothing => ReasonCode::FlipsNothing,
            IllegalReason::NotInCentre => ReasonCode::NotInCentre,
            IllegalReason::PassWithMoves => ReasonCode::PassWithMoves,
            IllegalReason::MustPass => ReasonCode::MustPass,
            IllegalReason::GameOver => ReasonCode::GameOver,
        };
        let why = ErrorReason::new(code).with(ReasonPart::Ply, error.ply);
        why.with(ReasonPart::Move, mv.to_string()).with(ReasonPart::Color, word(turn))
    }
}

impl From<&ParseBoardError> for ErrorReason {
    fn from(error: &ParseBoardError) -> ErrorReason {
        match error {
            ParseBoardError::NoBoard => ErrorReason::new(ReasonCode::NoBoard),
            ParseBoardError::Length(cells, text) => ErrorReason::new(ReasonCode::BoardLength)
                .with(ReasonPart::Cells, *cells)
                .with(ReasonPart::Found, text.as_str()),
            ParseBoardError::Several(boards) => {
                ErrorReason::new(ReasonCode::SeveralBoards).with(ReasonPart::Boards, *boards)
            }
            ParseBoardError::Rows(rows) => ErrorReason::new(ReasonCode::BoardRows).with(ReasonPart::Rows, *rows),
            ParseBoardError::Row { row, found, expected, text } => ErrorReason::new(ReasonCode::BoardRow)
                .with(ReasonPart::Row, *row)
                .with(ReasonPart::Cells, *found)
                .with(ReasonPart::Rows, *expected)
                .with(ReasonPart::Found, text.as_str()),
            ParseBoardError::Cell { square, sign } => ErrorReason::new(ReasonCode::BadCell)
                .with(ReasonPart::Square, name(*square))
                .with(ReasonPart::Found, sign.as_str()),
            ParseBoardError::Side(text) => ErrorReason::new(ReasonCode::BadSide).with(ReasonPart::Found, text.as_str()),
        }
    }
}

/// The caller adds the text itself.
impl From<&ParseColorError> for ErrorReason {
    fn from(_: &ParseColorError) -> ErrorReason {
        ErrorReason::new(ReasonCode::BadSide)
    }
}

impl From<&RecordError> for ErrorReason {
    fn from(fault: &RecordError) -> ErrorReason {
        match fault {
            RecordError::Illegal(error) => ErrorReason::from(error),
            RecordError::Syntax { found, expected: _ } => {
                ErrorReason::new(ReasonCode::Unreadable).with(ReasonPart::Found, found.as_str())
            }
            RecordError::Mismatch { .. } => ErrorReason::new(ReasonCode::Mismatch),
            RecordError::WrongTurn { mv, color } => ErrorReason::new(ReasonCode::WrongTurn)
                .with(ReasonPart::Move, mv.to_string())
                .with(ReasonPart::Color, word(*color)),
            RecordError::Board(error) => ErrorReason::from(error),
            RecordError::Unsupported(_) => ErrorReason::new(ReasonCode::Unsupported),
            RecordError::TooLong => ErrorReason::new(ReasonCode::TooLong),
            RecordError::Truncated => ErrorReason::new(ReasonCode::Truncated),
        }
    }
}

impl From<&ReadErrorCause> for ErrorReason {
    fn from(cause: &ReadErrorCause) -> ErrorReason {
        match cause {
            ReadErrorCause::Record(fault) => ErrorReason::from(fault),
            ReadErrorCause::Io(_) => ErrorReason::new(ReasonCode::NotReceived),
        }
    }
}

impl From<&ReadError> for ErrorReason {
    fn from(error: &ReadError) -> ErrorReason {
        ErrorReason::from(&error.cause)
    }
}

fn name(square: Square) -> String {
    square.to_string()
}
