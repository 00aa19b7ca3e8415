//! What can go wrong with a player, above all with one that is another program.

use std::{fmt, io, process::ExitStatus, time::Duration};

use outflank_rules::IllegalMove;

use crate::{Foul, Seat, Shortage, gtp};

/// A player that could not move.
#[derive(Debug)]
pub struct PlayerFault {
    /// Who.
    pub player: Seat,
    /// What it did.
    pub kind: FaultKind,
    /// The last line that it wrote to its standard error, if any.
    pub last_words: String,
}

/// What a program did instead of playing.
#[derive(Debug)]
pub enum FaultKind {
    /// It could not be started.
    NotStarted(io::Error),
    /// It ended, or closed its output.
    Ended(Option<ExitStatus>),
    /// It did not answer a command within this time.
    Silent {
        /// The command.
        asked: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// It wrote more than an answer to this command can be.
    TooMuch {
        /// The command.
        asked: String,
    },
    /// It refused a command, with these words.
    Refused {
        /// The command.
        asked: String,
        /// The answer.
        answer: String,
    },
    /// Its answer is no move.
    NotAMove(String),
    /// Its move is illegal.
    Illegal(IllegalMove),
    /// Anything else, with the bytes that prove it.
    Foul(Foul),
    /// The machine had nothing left to start it with.
    Shortage(Shortage),
    /// The game cannot be told in its protocol.
    Untellable,
    /// It broke down: a fault of ours.
    Broken,
    /// It was told to stop, and is no longer needed.
    Cancelled,
}

impl fmt::Display for PlayerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the player {} {}", self.player, self.kind)?;
        if let Some(hint) = matches!(self.player, Seat::Gtp(_)).then(|| gtp::hint(&self.kind)).flatten() {
            write!(f, ": {hint}")?;
        }
        if self.last_words.is_empty() { Ok(()) } else { write!(f, " (its last words: {:?})", self.last_words) }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::NotStarted(cause) if cause.kind() == io::ErrorKind::NotFound => {
                f.write_str("cannot be started: there is no such program: check its path")
            }
            FaultKind::NotStarted(cause) => write!(f, "cannot be started: {cause}: check its path"),
            FaultKind::Ended(Some(status)) => write!(f, "ended by itself ({status})"),
            FaultKind::Ended(None) => f.write_str("closed its output"),
            FaultKind::Silent { asked, waited } => {
                let seconds = waited.as_secs();
                write!(f, "did not answer {asked:?} within {seconds} second{}", if seconds == 1 { "" } else { "s" })
            }
            FaultKind::TooMuch { asked } => write!(f, "wrote without end after {asked:?}"),
            FaultKind::Refused { asked, answer } => write!(f, "refused {asked:?}: {answer:?}"),
            FaultKind::NotAMove(answer) => write!(f, "answered {answer:?}, which is no move"),
            FaultKind::Illegal(illegal) => write!(f, "made an illegal move: {illegal}"),
            FaultKind::Foul(foul) => foul.fmt(f),
            FaultKind::Shortage(shortage) => write!(f, "cannot be started: {shortage}"),
            FaultKind::Untellable => f.write_str("cannot be told of this game"),
            FaultKind::Broken => f.write_str("broke down: this is a fault of Outflank, please report it"),
            FaultKind::Cancelled => f.write_str("was told to stop"),
        }
    }
}

impl std::error::Error for PlayerFault {}
