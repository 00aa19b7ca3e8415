//! Why something is no position, no move and no record: a word for programs with what it is about, beside the sentence for people.
//! Pages in other languages than English make their own sentences of it.

use std::collections::BTreeMap;

use outflank_rules::{
    Bitboard, IllegalMove, InvalidSetup, ParseColorError, Refusal, ReplayError, SetupFault, Square,
    notation::ParseBoardError,
    reach::{Reason, Step, When},
    record::{Cause, Fault, ReadError},
};
use serde::Serialize;
use serde_json::Value;

use super::{names, word};

/// A reason: which, and its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Why {
    pub(crate) code: Code,
    pub(crate) parts: Parts,
}

/// What a reason is about.
pub(crate) type Parts = BTreeMap<About, Value>;

/// Words for programs, as JSON has them; in the tests also all of them.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $case:literal, [$($word:ident),* $(,)?]) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = $case)]
        pub(crate) enum $name { $($word),* }

        #[cfg(test)]
        impl $name {
            pub(crate) const ALL: &[$name] = &[$($name::$word),*];
        }
    };
}

words!(
    /// Everything that can be wrong. What each of them is called in other languages is in web/js/words.
    Code,
    "kebab-case",
    [
        // A setup that is no position.
        BothColors,
        OutsideBoard,
        // A position that no game leads to.
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
        // A step of the proof.
        NotBefore,
        NotAfter,
        // A move that is not legal.
        OffBoard,
        Occupied,
        FlipsNothing,
        NotInCentre,
        PassWithMoves,
        MustPass,
        GameOver,
        // A text that is no board.
        NoBoard,
        BoardLength,
        SeveralBoards,
        BoardRows,
        BoardRow,
        BadCell,
        BadSide,
        OtherSize,
        OtherHoles,
        // Moves that bring a start.
        StartInMoves,
        // A record that cannot be read.
        Unreadable,
        Mismatch,
        WrongTurn,
        Unsupported,
        TooLong,
        Truncated,
        NotReceived,
        // A file without games, or with something besides.
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
    About,
    "camelCase",
    [
        Squares, Square, Move, Color, Ply, Flips, End, Seen, SeenColor, Black, White, Discs, Least, Examined, Steps,
        Found, Cells, Row, Rows, Boards, Size, Wanted, Lines,
    ]
);

impl Why {
    pub(crate) fn new(code: Code) -> Why {
        Why { code, parts: Parts::new() }
    }

    pub(crate) fn with(mut self, part: About, value: impl Into<Value>) -> Why {
        self.parts.insert(part, value.into());
        self
    }

    fn on(code: Code, squares: Bitboard) -> Why {
        Why::new(code).with(About::Squares, names(squares))
    }
}

impl From<&SetupFault> for Why {
    fn from(fault: &SetupFault) -> Why {
        match *fault {
            SetupFault::BothColors(squares) => Why::on(Code::BothColors, squares),
            SetupFault::OutsideBoard(squares) => Why::on(Code::OutsideBoard, squares),
        }
    }
}

/// The first fault: where there are two, the other is told when this one is mended.
impl From<&InvalidSetup> for Why {
    fn from(invalid: &InvalidSetup) -> Why {
        Why::from(invalid.faults.first().expect("a setup without faults is a position"))
    }
}

impl From<&Reason> for Why {
    fn from(reason: &Reason) -> Why {
        match reason {
            Reason::Setup(fault) => Why::from(fault),
            Reason::EmptyStart(squares) => Why::on(Code::EmptyStart, *squares),
            Reason::OtherStart => Why::new(Code::OtherStart),
            Reason::OpeningUnfinished(squares) => Why::on(Code::OpeningUnfinished, *squares),
            Reason::OpeningOutOfTurn { black, white } => {
                Why::new(Code::OpeningOutOfTurn).with(About::Black, *black).with(About::White, *white)
            }
            Reason::TooFewDiscs { discs, least } => {
                Why::new(Code::TooFewDiscs).with(About::Discs, *discs).with(About::Least, *least)
            }
            Reason::Disconnected(squares) => Why::on(Code::Disconnected, *squares),
            Reason::EarlyWipeOut { loser, discs, least } => Why::new(Code::EarlyWipeOut)
                .with(About::Color, word(*loser))
                .with(About::Discs, *discs)
                .with(About::Least, *least),
            Reason::Unsupported(squares) => Why::on(Code::Unfillable, *squares),
            Reason::Unplaceable(proof) => Why::new(Code::Unplaceable)
                .with(About::Square, name(proof.square))
                .with(About::Steps, proof.steps.len()),
            Reason::Exhausted { examined } => Why::new(Code::Exhausted).with(About::Examined, *examined),
        }
    }
}

impl From<&Step> for Why {
    fn from(step: &Step) -> Why {
        let code = match step.hindrance.when {
            When::Before => Code::NotBefore,
            When::After => Code::NotAfter,
        };
        Why::new(code)
            .with(About::Color, word(step.color))
            .with(About::Square, name(step.square))
            .with(About::Flips, names(step.run))
            .with(About::End, name(step.end))
            .with(About::Seen, name(step.hindrance.square))
            .with(About::SeenColor, word(step.hindrance.color))
    }
}

impl From<&ReplayError> for Why {
    fn from(error: &ReplayError) -> Why {
        let IllegalMove { mv, turn, refusal, legal: _ } = error.reason;
        let code = match refusal {
            Refusal::OffBoard => Code::OffBoard,
            Refusal::Occupied(_) => Code::Occupied,
            Refusal::FlipsNothing => Code::FlipsNothing,
            Refusal::NotInCentre => Code::NotInCentre,
            Refusal::PassWithMoves => Code::PassWithMoves,
            Refusal::MustPass => Code::MustPass,
            Refusal::GameOver => Code::GameOver,
        };
        let why = Why::new(code).with(About::Ply, error.ply);
        why.with(About::Move, mv.to_string()).with(About::Color, word(turn))
    }
}

impl From<&ParseBoardError> for Why {
    fn from(error: &ParseBoardError) -> Why {
        match error {
            ParseBoardError::NoBoard => Why::new(Code::NoBoard),
            ParseBoardError::Length(cells, text) => {
                Why::new(Code::BoardLength).with(About::Cells, *cells).with(About::Found, text.as_str())
            }
            ParseBoardError::Several(boards) => Why::new(Code::SeveralBoards).with(About::Boards, *boards),
            ParseBoardError::Rows(rows) => Why::new(Code::BoardRows).with(About::Rows, *rows),
            ParseBoardError::Row { row, found, expected, text } => Why::new(Code::BoardRow)
                .with(About::Row, *row)
                .with(About::Cells, *found)
                .with(About::Rows, *expected)
                .with(About::Found, text.as_str()),
            ParseBoardError::Cell { square, sign } => {
                Why::new(Code::BadCell).with(About::Square, name(*square)).with(About::Found, sign.as_str())
            }
            ParseBoardError::Side(text) => Why::new(Code::BadSide).with(About::Found, text.as_str()),
        }
    }
}

/// The text itself is told by whoever has read it.
impl From<&ParseColorError> for Why {
    fn from(_: &ParseColorError) -> Why {
        Why::new(Code::BadSide)
    }
}

impl From<&Fault> for Why {
    fn from(fault: &Fault) -> Why {
        match fault {
            Fault::Illegal(error) => Why::from(error),
            Fault::Syntax { found, expected: _ } => Why::new(Code::Unreadable).with(About::Found, found.as_str()),
            Fault::Mismatch { .. } => Why::new(Code::Mismatch),
            Fault::WrongTurn { mv, color } => {
                Why::new(Code::WrongTurn).with(About::Move, mv.to_string()).with(About::Color, word(*color))
            }
            Fault::Board(error) => Why::from(error),
            Fault::Unsupported(_) => Why::new(Code::Unsupported),
            Fault::TooLong => Why::new(Code::TooLong),
            Fault::Truncated => Why::new(Code::Truncated),
        }
    }
}

impl From<&Cause> for Why {
    fn from(cause: &Cause) -> Why {
        match cause {
            Cause::Fault(fault) => Why::from(fault),
            Cause::Io(_) => Why::new(Code::NotReceived),
        }
    }
}

impl From<&ReadError> for Why {
    fn from(error: &ReadError) -> Why {
        Why::from(&error.cause)
    }
}

fn name(square: Square) -> String {
    square.to_string()
}
