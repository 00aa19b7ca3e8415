//! The result for one position.

use std::fmt;

use outflank_engine::{Analysis, MoveValue, Outcome, Outlook};
use outflank_rules::{DiscDiff, FinalScore, Move, Position, Status, notation::Notation, record::Record};

use super::{
    Args,
    check::{Check, Expected},
};
use crate::{
    engine::outcome_of,
    input::PositionInput,
    search_report::{MoveList, SearchCost, SearchDepth},
    source::Source,
};

/// A solved position.
pub(super) struct SolveAnswer {
    pub(super) number: u64,
    pub(super) source: Option<String>,
    pub(super) position: Position,
    pub(super) notation: Notation,
    pub(super) value: Value,
    pub(super) outcome: Outcome,
    /// The score at the end of the principal variation, if it reaches the end of the game.
    pub(super) end: Option<FinalScore>,
    /// All legal moves, best first, with `--all-moves`.
    pub(super) moves: Option<Vec<MoveValue>>,
    pub(super) check: Option<Check>,
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Discs(DiscDiff),
    /// With `--wld`, only the winner is known.
    Sign(Outlook),
    /// The search was interrupted before its first result.
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

impl SolveAnswer {
    pub(super) fn new(number: u64, reading: &PositionInput, outcome: Outcome, args: &Args) -> SolveAnswer {
        let is_unknown = outcome.depth == 0 && !outcome.is_proven;
        let value = if is_unknown { Value::Unknown } else { Value::new(outcome.value, args.wld) };
        let source = reading.source.as_ref().map(Source::name);
        let position = reading.position;
        let end = end_of(&position, &outcome.line);
        let notation = args.input.notation;
        SolveAnswer { number, source, position, notation, value, outcome, end, moves: None, check: None }
    }

    /// A result with the values of all moves.
    pub(super) fn of_analysis(number: u64, reading: &PositionInput, analysis: Analysis, args: &Args) -> SolveAnswer {
        let outcome = outcome_of(&reading.position, &analysis);
        SolveAnswer { moves: Some(analysis.moves), ..SolveAnswer::new(number, reading, outcome, args) }
    }

    /// The value of a move, of the same kind as the value of the position.
    pub(super) fn value_of(&self, valued: &MoveValue) -> Value {
        Value::new(valued.value, matches!(self.value, Value::Sign(_)))
    }

    /// All moves that are as good as the best, among the evaluated moves.
    pub(super) fn best_moves(&self) -> Vec<Move> {
        match &self.moves {
            Some(moves) if !moves.is_empty() => {
                moves.iter().filter(|valued| self.value_of(valued) == self.value).map(|valued| valued.mv).collect()
            }
            _ => self.outcome.mv.into_iter().collect(),
        }
    }

    /// Compares the result with the score in the record.
    pub(super) fn check(&mut self, record: &Record) {
        let valued = |valued: &MoveValue| (valued.mv, self.value_of(valued));
        let found: Vec<(Move, Value)> = match &self.moves {
            Some(moves) => moves.iter().map(valued).collect(),
            None => self.outcome.mv.map(|mv| (mv, self.value)).into_iter().collect(),
        };
        let (is_proven, mv) = (self.outcome.is_proven, self.outcome.mv);
        self.check = Expected::of(record).map(|expected| expected.compare(self.value, is_proven, mv, &found));
    }

    /// The margin at the end of a proven line for the side to move. Unlike the value, it does not
    /// count empty squares.
    pub(super) fn raw_value(&self) -> Option<DiscDiff> {
        let side = self.position.turn();
        let is_proven = |end: &FinalScore| self.value == Value::Discs(end.official_utility(side));
        self.end.filter(is_proven).map(|end| end.utility(side))
    }

    pub(super) fn depth(&self) -> SearchDepth {
        SearchDepth::new(self.outcome.depth, self.outcome.selectivity, self.outcome.is_proven)
    }

    pub(super) fn cost(&self) -> SearchCost {
        SearchCost::new(self.outcome.nodes, self.outcome.time)
    }

    pub(super) fn line(&self) -> MoveList {
        MoveList::new(&self.outcome.line, self.notation)
    }
}

/// The score after a line of moves, if the game is over then.
fn end_of(position: &Position, line: &[Move]) -> Option<FinalScore> {
    let last = line.iter().try_fold(*position, |position, &mv| position.play(mv).ok())?;
    match last.status() {
        Status::Over(score) => Some(score),
        _ => None,
    }
}
