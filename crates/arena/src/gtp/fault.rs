//! What an engine did wrong, for people who play against it.

use std::{io, time::Duration};

use crate::{
    Exchange, FaultKind, Foul, Verdict, Voice,
    gtp::{
        answer::{Answer, Answering},
        is_there,
    },
    player::Leave,
};

/// The most that is quoted of the last words.
const LONGEST: usize = 200;

/// What a foul is after this order, for which so long was waited, of a program that left like this.
pub(super) fn kind(foul: Foul, asked: String, waited: Duration, leave: Option<Leave>, command: &str) -> FaultKind {
    match foul.verdict {
        Verdict::NotStarted if !is_there(command) => FaultKind::NotStarted(io::ErrorKind::NotFound.into()),
        Verdict::Untellable => FaultKind::Untellable,
        Verdict::Crashed | Verdict::Closed => FaultKind::Ended(match leave {
            Some(Leave::Ended(status)) => Some(status),
            Some(Leave::HungUp) | None => None,
        }),
        Verdict::Hung => FaultKind::Silent { asked, waited },
        Verdict::Flood => FaultKind::TooMuch { asked },
        Verdict::Refused => FaultKind::Refused { asked, answer: answer(&foul.bytes) },
        Verdict::Garbage => FaultKind::NotAMove(answer(&foul.bytes)),
        _ => FaultKind::Foul(foul),
    }
}

/// What may be the reason for a fault of a program that should speak this protocol.
pub(crate) fn hint(fault: &FaultKind) -> Option<&'static str> {
    match fault {
        FaultKind::Ended(_) | FaultKind::Silent { .. } | FaultKind::TooMuch { .. } => Some("does it speak GTP?"),
        FaultKind::Untellable => Some("GTP knows only the usual start and goal on a full board"),
        FaultKind::NotStarted(_)
        | FaultKind::Refused { .. }
        | FaultKind::NotAMove(_)
        | FaultKind::Illegal(_)
        | FaultKind::Foul(_)
        | FaultKind::Shortage(_)
        | FaultKind::Broken
        | FaultKind::Cancelled => None,
    }
}

/// The words of an answer.
fn answer(bytes: &[u8]) -> String {
    let (text, mut answering) = (String::from_utf8_lossy(bytes), Answering::default());
    let whole = text.lines().find_map(|line| answering.line(line.trim_end()).ok().flatten());
    match whole {
        Some(Answer::Done(said) | Answer::Refused(said)) => said,
        None => text.trim().to_owned(),
    }
}

/// What the program was told last.
pub(super) fn last_order(log: &[Exchange]) -> String {
    let told = log.iter().rfind(|exchange| exchange.voice == Voice::Runner);
    told.map(|exchange| String::from_utf8_lossy(&exchange.bytes).trim().to_owned()).unwrap_or_default()
}

/// The last line of its standard error that is not empty.
pub(super) fn last_words(log: &[Exchange]) -> String {
    let errors = log.iter().rfind(|exchange| exchange.voice == Voice::Errors);
    let text = errors.map(|exchange| String::from_utf8_lossy(&exchange.bytes)).unwrap_or_default();
    let last = text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
    last.chars().take(LONGEST).collect()
}
