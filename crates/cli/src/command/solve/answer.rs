//! What the engine found out about one position.

use std::fmt;

use outflank_engine::{Limits, Outcome, Searcher, Selectivity};
use outflank_rules::{FinalScore, Move, Position, Status, record::Record};

use super::check::{Check, Expected};
use crate::{source::Source, subject::Reading};

/// A position with its value.
pub(super) struct Answer {
    pub(super) number: u64,
    pub(super) source: Option<String>,
    pub(super) position: Position,
    pub(super) value: Value,
    pub(super) outcome: Outcome,
    /// The counts at the end of the line, if it goes to the end of the game.
    pub(super) end: Option<FinalScore>,
    pub(super) check: Option<Check>,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Discs(i32),
    /// Only who wins: more than 0 if the side to move does.
    Sign(i32),
    /// The search was interrupted before it had any.
    Unknown,
}

impl Value {
    /// `win`, `draw` or `loss`.
    pub(super) fn word(self) -> Option<&'static str> {
        match self {
            Value::Discs(value) | Value::Sign(value) => Some(match value.signum() {
                1 => "win",
                0 => "draw",
                _ => "loss",
            }),
            Value::Unknown => None,
        }
    }

    pub(super) fn discs(self) -> Option<i32> {
        match self {
            Value::Discs(value) => Some(value),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Discs(0) => f.pad("0"),
            Value::Discs(value) => f.pad(&format!("{value:+}")),
            _ => f.pad(self.word().unwrap_or("?")),
        }
    }
}

impl Answer {
    pub(super) fn new(number: u64, reading: &Reading, outcome: Outcome, is_wld: bool) -> Answer {
        let value = match outcome.value {
            _ if outcome.depth == 0 && !outcome.is_exact => Value::Unknown,
            value if is_wld => Value::Sign(value.signum()),
            value => Value::Discs(value),
        };
        let source = reading.source.as_ref().map(Source::name);
        let position = reading.position;
        let end = end_of(&position, &outcome.line);
        Answer { number, source, position, value, outcome, end, check: None }
    }

    /// The line of a proven value is shown to the end of the game, also where the search broke it off at a bound.
    pub(super) fn complete(&mut self, searcher: &mut Searcher) {
        while self.outcome.is_exact && matches!(self.value, Value::Discs(_)) && self.end.is_none() {
            let last = self.outcome.line.iter().fold(self.position, |position, &mv| position.play_unchecked(mv));
            let rest = searcher.search(&last, &Limits::exact());
            if rest.line.is_empty() || !rest.is_exact {
                return;
            }
            self.outcome.line.extend(rest.line);
            self.end = end_of(&self.position, &self.outcome.line);
        }
    }

    /// Compares with what the record says.
    pub(super) fn check(&mut self, record: &Record) {
        let expected = Expected::of(record);
        self.check = expected.map(|expected| expected.compare(self.value, self.outcome.best));
    }

    pub(super) fn seconds(&self) -> f64 {
        self.outcome.time.as_secs_f64()
    }

    pub(super) fn depth(&self) -> String {
        depth(self.outcome.depth, self.outcome.selectivity, self.outcome.is_exact)
    }
}

/// `20` for what is proven, `20@73%` for what is likely.
pub(super) fn depth(depth: u32, selectivity: Selectivity, is_exact: bool) -> String {
    if is_exact { depth.to_string() } else { format!("{depth}@{selectivity}") }
}

/// The counts after a line, if the game is over then.
fn end_of(position: &Position, line: &[Move]) -> Option<FinalScore> {
    let last = line.iter().try_fold(*position, |position, &mv| position.play(mv).ok())?;
    match last.status() {
        Status::Over(score) => Some(score),
        _ => None,
    }
}
