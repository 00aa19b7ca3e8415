//! What the engine found out about one position.

use std::fmt;

use outflank_engine::{Analysis, MoveValue, Outcome, Outlook};
use outflank_rules::{DiscDiff, FinalScore, Move, Position, Status, record::Record};

use super::check::{Check, Expected};
use crate::{engine::outcome_of, line, source::Source, subject::Reading};

/// A position with its value.
pub(super) struct Answer {
    pub(super) number: u64,
    pub(super) source: Option<String>,
    pub(super) position: Position,
    pub(super) value: Value,
    pub(super) outcome: Outcome,
    /// The counts at the end of the line, if it goes to the end of the game.
    pub(super) end: Option<FinalScore>,
    /// All legal moves, best first, with `--all-moves`.
    pub(super) moves: Option<Vec<MoveValue>>,
    pub(super) check: Option<Check>,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Discs(DiscDiff),
    /// Only who wins.
    Sign(Outlook),
    /// The search was interrupted before it had any.
    Unknown,
}

impl Value {
    fn new(discs: DiscDiff, is_wld: bool) -> Value {
        if is_wld { Value::Sign(discs.into()) } else { Value::Discs(discs) }
    }

    /// `win`, `draw` or `loss`.
    pub(super) fn outlook(self) -> Option<Outlook> {
        match self {
            Value::Discs(value) => Some(value.into()),
            Value::Sign(outlook) => Some(outlook),
            Value::Unknown => None,
        }
    }

    pub(super) fn discs(self) -> Option<i8> {
        match self {
            Value::Discs(value) => Some(value.discs()),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Discs(value) => value.fmt(f),
            Value::Sign(outlook) => outlook.fmt(f),
            Value::Unknown => f.pad("?"),
        }
    }
}

impl Answer {
    pub(super) fn new(number: u64, reading: &Reading, outcome: Outcome, is_wld: bool) -> Answer {
        let is_unknown = outcome.depth == 0 && !outcome.is_proven;
        let value = if is_unknown { Value::Unknown } else { Value::new(outcome.value, is_wld) };
        let source = reading.source.as_ref().map(Source::name);
        let position = reading.position;
        let end = end_of(&position, &outcome.line);
        Answer { number, source, position, value, outcome, end, moves: None, check: None }
    }

    /// The answer of the best move, and all the others.
    pub(super) fn of_analysis(number: u64, reading: &Reading, analysis: Analysis, is_wld: bool) -> Answer {
        let outcome = outcome_of(&reading.position, &analysis);
        Answer { moves: Some(analysis.moves), ..Answer::new(number, reading, outcome, is_wld) }
    }

    /// The value of a move, as the value of the position is told.
    pub(super) fn value_of(&self, valued: &MoveValue) -> Value {
        Value::new(valued.value, matches!(self.value, Value::Sign(_)))
    }

    /// All moves that are as good as the best, as far as is known.
    pub(super) fn best_moves(&self) -> Vec<Move> {
        match &self.moves {
            Some(moves) if !moves.is_empty() => {
                moves.iter().filter(|valued| self.value_of(valued) == self.value).map(|valued| valued.mv).collect()
            }
            _ => self.outcome.best.into_iter().collect(),
        }
    }

    /// Compares with what the record says.
    pub(super) fn check(&mut self, record: &Record) {
        let valued = |valued: &MoveValue| (valued.mv, self.value_of(valued));
        let found: Vec<(Move, Value)> = match &self.moves {
            Some(moves) => moves.iter().map(valued).collect(),
            None => self.outcome.best.map(|mv| (mv, self.value)).into_iter().collect(),
        };
        self.check = Expected::of(record).map(|expected| expected.compare(self.value, self.outcome.is_proven, &found));
    }

    pub(super) fn seconds(&self) -> f64 {
        self.outcome.time.as_secs_f64()
    }

    pub(super) fn depth(&self) -> String {
        line::depth(self.outcome.depth, self.outcome.selectivity, self.outcome.is_proven)
    }
}

/// The counts after a line, if the game is over then.
fn end_of(position: &Position, line: &[Move]) -> Option<FinalScore> {
    let last = line.iter().try_fold(*position, |position, &mv| position.play(mv).ok())?;
    match last.status() {
        Status::Over(score) => Some(score),
        _ => None,
    }
}
