//! Errors: a code for programs and the sentence that the program `outflank` prints.

use std::any::Any;
use std::ffi::c_int;

use outflank_engine::ParseSelectivityError;
use outflank_rules::record::{ReadErrorCause, RecordError, Unwritable};
use outflank_rules::{Color, FirstMover, IllegalMove, ParseMoveError, ParseVariantError, Variant};

/// The reason why a function failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("{0} is NULL: give a valid pointer")]
    Null(&'static str),
    #[error(transparent)]
    Variant(#[from] ParseVariantError),
    #[error(
        "{variant} draws the first mover: draw it yourself, and write {black} or {white}",
        variant = .0,
        black = .0.with_first(FirstMover::Fixed(Color::Black)),
        white = .0.with_first(FirstMover::Fixed(Color::White))
    )]
    DrawnFirst(Variant),
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    #[error("{0:?} is not a game or position: write moves such as f5d6c3, or the cells of a board")]
    NotUnderstood(String),
    #[error("{0:?} is empty: there is nothing to read")]
    Empty(String),
    #[error("{text:?}: {cause}")]
    Record { text: String, cause: ReadErrorCause },
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error(transparent)]
    Selectivity(#[from] ParseSelectivityError),
    #[error("exact is a search to the end of the game: leave depth and selectivity 0")]
    ExactWithDepth,
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    #[error("the center squares must be filled first: add those moves")]
    FreeOpening,
    #[error("hash_bytes {0}: not enough memory: give less")]
    TooMuchMemory(usize),
    #[error("this searcher is searching: wait for the search, or stop it")]
    Busy,
    #[error("internal error: {0}")]
    Internal(String),
}

impl Error {
    /// The code in `outflank.h`.
    pub(crate) fn code(&self) -> c_int {
        match self {
            Error::Null(_) => -1,
            Error::Record { cause: ReadErrorCause::Record(RecordError::Illegal(_)), .. }
            | Error::Illegal(_)
            | Error::NothingToUndo => -3,
            Error::Variant(_)
            | Error::DrawnFirst(_)
            | Error::Move(_)
            | Error::NotUnderstood(_)
            | Error::Empty(_)
            | Error::Record { .. } => -2,
            Error::Selectivity(_) | Error::ExactWithDepth => -4,
            Error::Unwritable(_) | Error::FreeOpening => -5,
            Error::TooMuchMemory(_) => -6,
            Error::Busy => -7,
            Error::Internal(_) => -8,
        }
    }

    /// The error for a caught panic.
    pub(crate) fn of_panic(payload: &(dyn Any + Send)) -> Error {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        Error::Internal(text.unwrap_or("a panic").to_owned())
    }
}
