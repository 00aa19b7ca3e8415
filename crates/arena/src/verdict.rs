//! What a player can do wrong in a game, each with its name.

use std::{fmt, str::FromStr, time::Duration};

use crate::legible;

/// What a player did instead of playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The program could not be started.
    NotStarted,
    /// Its protocol has no words for this game.
    Untellable,
    /// It refused what it was told.
    Refused,
    /// It placed a disc where it may not.
    IllegalMove,
    /// It passed although it could place a disc.
    IllegalPass,
    /// It answered something that is no answer.
    Garbage,
    /// It wrote without end.
    Flood,
    /// It wrote an answer without the end of its line, and nothing more.
    HalfLine,
    /// It did not answer, not even late.
    Hung,
    /// It wrote its answers into a buffer, from where they came only when its input was closed.
    Unflushed,
    /// It answered, but after its time.
    Late,
    /// It answered a question that was answered already.
    AnsweredTwice,
    /// It ended by itself, with an error or by a signal.
    Crashed,
    /// It closed its output, or ended as if all were done.
    Closed,
    /// Its connection broke, and it did not come back in time.
    Absent,
}

/// Every verdict with its name and what it says about a player.
const NAMES: [(Verdict, &str, &str); 15] = [
    (Verdict::NotStarted, "not-started", "could not be started"),
    (Verdict::Untellable, "untellable", "cannot be told of this game in its protocol"),
    (Verdict::Refused, "refused", "refused what it was told"),
    (Verdict::IllegalMove, "illegal-move", "made an illegal move"),
    (Verdict::IllegalPass, "illegal-pass", "passed although it could move"),
    (Verdict::Garbage, "garbage", "answered something that is no answer"),
    (Verdict::Flood, "flood", "wrote without end"),
    (Verdict::HalfLine, "half-line", "wrote a line without its end"),
    (Verdict::Hung, "hung", "did not answer"),
    (Verdict::Unflushed, "unflushed", "kept its answers back until its input was closed"),
    (Verdict::Late, "late", "answered after its time"),
    (Verdict::AnsweredTwice, "answered-twice", "answered twice"),
    (Verdict::Crashed, "crashed", "crashed"),
    (Verdict::Closed, "closed", "hung up"),
    (Verdict::Absent, "absent", "was away for too long"),
];

impl Verdict {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Verdict> {
        NAMES.into_iter().map(|(verdict, ..)| verdict)
    }

    /// What it says about a player: a sentence that begins with its name.
    pub fn words(self) -> &'static str {
        self.row().2
    }

    /// Was it a question of time?
    pub fn is_about_time(self) -> bool {
        matches!(self, Verdict::Hung | Verdict::Unflushed | Verdict::Late)
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

/// A text that names no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVerdict(String);

impl fmt::Display for UnknownVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = NAMES.iter().map(|(_, name, _)| *name).collect();
        write!(f, "{:?} is not a verdict: write one of {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownVerdict {}

impl FromStr for Verdict {
    type Err = UnknownVerdict;

    fn from_str(text: &str) -> Result<Verdict, UnknownVerdict> {
        let found = NAMES.iter().find(|(_, name, _)| *name == text);
        found.map(|(verdict, ..)| *verdict).ok_or_else(|| UnknownVerdict(text.to_owned()))
    }
}

/// What a player did, with the bytes that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foul {
    /// What it was.
    pub verdict: Verdict,
    /// What exactly it wrote, if it was something that it wrote.
    pub bytes: Vec<u8>,
    /// More in words; may be empty.
    pub detail: String,
    /// What it used of its time for the question at which it did this, where that is known.
    pub spent: Option<Duration>,
}

impl Foul {
    /// A foul about some bytes.
    pub fn new(verdict: Verdict, bytes: &[u8], detail: impl Into<String>) -> Foul {
        Foul { verdict, bytes: bytes.to_vec(), detail: detail.into(), spent: None }
    }

    /// What it was, without the bytes: a sentence that begins with the name of the player.
    pub fn reason(&self) -> String {
        if self.detail.is_empty() {
            return self.verdict.words().to_owned();
        }
        format!("{}: {}", self.verdict.words(), self.detail)
    }

    /// The same after so much time.
    #[must_use]
    pub fn after(self, spent: Duration) -> Foul {
        Foul { spent: Some(spent), ..self }
    }
}

/// The most bytes that are quoted in a message.
const LONGEST_QUOTE: usize = 200;

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason())?;
        if self.bytes.is_empty() {
            return Ok(());
        }
        let quoted = &self.bytes[..self.bytes.len().min(LONGEST_QUOTE)];
        let more = if quoted.len() < self.bytes.len() { "…" } else { "" };
        write!(f, " (it wrote \"{}{more}\")", legible(quoted))
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
    fn a_foul_quotes_the_bytes_and_not_too_many() {
        let foul = Foul::new(Verdict::Garbage, b"\xff \"d3\"\n", "no move");
        assert_eq!(foul.to_string(), r#"answered something that is no answer: no move (it wrote "\xff "d3"\n")"#);
        let long = Foul::new(Verdict::Flood, &[b'x'; 1000], "");
        assert!(long.to_string().len() < 300);
    }
}
