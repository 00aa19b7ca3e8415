//! Fouls: what a player can do wrong, each with its name.

use std::{fmt, str::FromStr, time::Duration};

use outflank_rules::{IllegalMove, Move, record::Ending};

use crate::escape_bytes;

/// The kind of a foul.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The program could not be started.
    NotStarted,
    /// Its protocol does not support this game.
    UnsupportedGame,
    /// It rejected a command.
    Refused,
    /// It played an illegal square.
    IllegalMove,
    /// It passed although it could move.
    IllegalPass,
    /// It sent something that is not an answer.
    Garbage,
    /// It sent too much output.
    Flood,
    /// It sent an answer without a line end, and nothing more.
    UnterminatedLine,
    /// It did not answer, not even late.
    Hung,
    /// It kept its answers in a buffer; they came only when its input was closed.
    Unflushed,
    /// It answered too late.
    Late,
    /// It answered the same request twice.
    AnsweredTwice,
    /// It ended with an error or by a signal.
    Crashed,
    /// It closed its output, or exited without an error.
    Closed,
    /// It disconnected and did not come back in time.
    Absent,
}

/// Every verdict with its name and its description, which continues a player's name.
const NAMES: [(Verdict, &str, &str); 15] = [
    (Verdict::NotStarted, "not-started", "could not be started"),
    (Verdict::UnsupportedGame, "unsupported-game", "does not support this game"),
    (Verdict::Refused, "refused", "rejected a command"),
    (Verdict::IllegalMove, "illegal-move", "made an illegal move"),
    (Verdict::IllegalPass, "illegal-pass", "passed with legal moves"),
    (Verdict::Garbage, "garbage", "sent something that is not a move"),
    (Verdict::Flood, "flood", "sent too much output"),
    (Verdict::UnterminatedLine, "unterminated-line", "sent an unfinished line"),
    (Verdict::Hung, "hung", "did not answer"),
    (Verdict::Unflushed, "unflushed", "did not flush its output"),
    (Verdict::Late, "late", "answered too late"),
    (Verdict::AnsweredTwice, "answered-twice", "answered twice"),
    (Verdict::Crashed, "crashed", "crashed"),
    (Verdict::Closed, "closed", "disconnected"),
    (Verdict::Absent, "absent", "was away for too long"),
];

/// Names that versions before 0.2.0 wrote to journals and event logs. They are read, never written.
const OLD_NAMES: [(&str, Verdict); 2] =
    [("untellable", Verdict::UnsupportedGame), ("half-line", Verdict::UnterminatedLine)];

impl Verdict {
    /// All verdicts.
    pub fn all() -> impl Iterator<Item = Verdict> {
        NAMES.into_iter().map(|(verdict, ..)| verdict)
    }

    /// The description; it continues a sentence that begins with the player's name.
    pub fn words(self) -> &'static str {
        self.row().2
    }

    /// True if the player lost by time.
    pub fn is_about_time(self) -> bool {
        matches!(self, Verdict::Hung | Verdict::Unflushed | Verdict::Late)
    }

    /// The ending in the record of a game lost by this verdict.
    pub fn ending(self) -> Ending {
        match self {
            _ if self.is_about_time() => Ending::TimedOut,
            Verdict::NotStarted | Verdict::Crashed | Verdict::Closed | Verdict::Absent => Ending::Left,
            _ => Ending::Foul,
        }
    }

    fn row(self) -> (Verdict, &'static str, &'static str) {
        NAMES[self as usize]
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.row().1)
    }
}

/// A text that is not the name of a verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a verdict: write one of {names}", names = NAMES.map(|(_, name, _)| name).join(", "))]
pub struct ParseVerdictError(String);

/// Reads current and old names.
impl FromStr for Verdict {
    type Err = ParseVerdictError;

    fn from_str(text: &str) -> Result<Verdict, ParseVerdictError> {
        let names = NAMES.into_iter().map(|(verdict, name, _)| (name, verdict));
        let found = names.chain(OLD_NAMES).find(|(name, _)| *name == text);
        found.map(|(_, verdict)| verdict).ok_or_else(|| ParseVerdictError(text.to_owned()))
    }
}

/// A foul, with the bytes that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foul {
    /// What the player did.
    pub verdict: Verdict,
    /// The exact bytes that the player wrote; empty if the foul is not about its output.
    pub bytes: Vec<u8>,
    /// More details; may be empty.
    pub detail: String,
    /// Time used for the request that ended in this foul, if known.
    pub spent: Option<Duration>,
}

impl Foul {
    /// A foul about these bytes.
    pub fn new(verdict: Verdict, bytes: &[u8], detail: impl Into<String>) -> Foul {
        Foul { verdict, bytes: bytes.to_vec(), detail: detail.into(), spent: None }
    }

    /// A move that the rules forbid, with the bytes that gave it.
    pub fn illegal(mv: Move, bytes: &[u8], why: &IllegalMove) -> Foul {
        let verdict = if mv == Move::Pass { Verdict::IllegalPass } else { Verdict::IllegalMove };
        Foul::new(verdict, bytes, why.to_string())
    }

    /// The description and details without the bytes; it continues a sentence that begins with the
    /// player's name.
    pub fn reason(&self) -> String {
        if self.detail.is_empty() {
            return self.verdict.words().to_owned();
        }
        format!("{}: {}", self.verdict.words(), self.detail)
    }

    /// Sets the time used.
    #[must_use]
    pub fn after(self, spent: Duration) -> Foul {
        Foul { spent: Some(spent), ..self }
    }
}

/// Maximum number of bytes quoted in a message.
const MAX_QUOTE_BYTES: usize = 200;

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason())?;
        if self.bytes.is_empty() {
            return Ok(());
        }
        let quoted = &self.bytes[..self.bytes.len().min(MAX_QUOTE_BYTES)];
        let more = if quoted.len() < self.bytes.len() { "…" } else { "" };
        write!(f, " (it wrote \"{}{more}\")", escape_bytes(quoted))
    }
}

impl std::error::Error for Foul {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_has_its_own_name() {
        for (place, verdict) in Verdict::all().enumerate() {
            assert_eq!(verdict as usize, place, "{verdict} stands where its number says");
            assert_eq!(verdict.to_string().parse(), Ok(verdict));
        }
        assert!("nothing".parse::<Verdict>().unwrap_err().to_string().contains("illegal-move"));
    }

    #[test]
    fn old_names_are_read_as_the_current_verdicts() {
        for (old, verdict, current) in [
            ("untellable", Verdict::UnsupportedGame, "unsupported-game"),
            ("half-line", Verdict::UnterminatedLine, "unterminated-line"),
        ] {
            assert_eq!((old.parse(), verdict.to_string().as_str()), (Ok(verdict), current));
        }
    }

    #[test]
    fn a_foul_quotes_the_bytes_and_not_too_many() {
        let foul = Foul::new(Verdict::Garbage, b"\xff \"d3\"\n", "no move");
        assert_eq!(foul.to_string(), r#"sent something that is not a move: no move (it wrote "\xff "d3"\n")"#);
        let long = Foul::new(Verdict::Flood, &[b'x'; 1000], "");
        assert!(long.to_string().len() < 300);
    }
}
