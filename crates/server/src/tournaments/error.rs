//! Why a tournament does not do what is asked of it.

use std::{fmt, sync::Arc};

use crate::{
    store::StoreError,
    tournament::{BadLog, BadNewTournament, Refusal},
};

#[derive(Clone, Debug)]
pub(crate) enum TournamentError {
    /// There is none of this name.
    Unknown,
    /// It cannot be made as it was asked for.
    BadWish(BadNewTournament),
    /// There are too many already.
    TooMany,
    /// It may not be done.
    Refused(Refusal),
    /// The log could not be written or read.
    Store(StoreError),
    /// The server stops, or whoever ran the tournament broke down.
    NoOwner,
    /// The log tells of nothing that can be.
    Damaged(Arc<BadLog>),
}

impl TournamentError {
    pub(super) fn damaged(log: BadLog) -> TournamentError {
        TournamentError::Damaged(Arc::new(log))
    }

    /// A word for programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            TournamentError::Unknown => "unknown-tournament",
            TournamentError::BadWish(_) => "bad-tournament",
            TournamentError::TooMany => "busy",
            TournamentError::Refused(refusal) => refusal.code(),
            TournamentError::Store(_) | TournamentError::NoOwner => "unavailable",
            TournamentError::Damaged(_) => "failed",
        }
    }
}

impl From<Refusal> for TournamentError {
    fn from(refusal: Refusal) -> TournamentError {
        TournamentError::Refused(refusal)
    }
}

impl From<StoreError> for TournamentError {
    fn from(error: StoreError) -> TournamentError {
        TournamentError::Store(error)
    }
}

/// As those are told who ask. What the disk says is for the operator, who finds it in the log.
impl fmt::Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TournamentError::Unknown => f.write_str("there is no such tournament: was the link copied as a whole?"),
            TournamentError::BadWish(bad) => bad.fmt(f),
            TournamentError::TooMany => {
                f.write_str("too many tournaments are open here: stop one that nobody needs, or try again later")
            }
            TournamentError::Refused(refusal) => refusal.fmt(f),
            TournamentError::Store(_) => f.write_str("the tournament cannot be stored or read just now: try again"),
            TournamentError::NoOwner => f.write_str("nobody runs this tournament just now: try again"),
            TournamentError::Damaged(_) => {
                f.write_str("this tournament cannot be read any more; its operator finds why in the log")
            }
        }
    }
}
