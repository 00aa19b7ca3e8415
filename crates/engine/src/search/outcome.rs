//! Results of a search: progress reports and the outcome.

use std::time::Duration;

use outflank_rules::{DiscDiff, Move, Position};

use crate::search::deepening::StepResult;
use crate::{Selectivity, params};

/// Relation of a reported value to the one without a [`Window`](crate::Window).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Bound {
    /// The true value is at most this.
    AtMost,
    /// The value is the true one.
    #[default]
    Exact,
    /// The true value is at least this.
    AtLeast,
}

impl Bound {
    /// The bound for the negated value, as the other side sees it.
    #[must_use]
    pub fn turned(self) -> Bound {
        match self {
            Bound::AtMost => Bound::AtLeast,
            Bound::Exact => Bound::Exact,
            Bound::AtLeast => Bound::AtMost,
        }
    }
}

/// A completed step of a search.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Progress {
    /// Plies searched.
    pub depth: u32,
    /// The selectivity of the search.
    pub selectivity: Selectivity,
    /// The evaluation in discs for the side to move.
    pub value: DiscDiff,
    /// Whether the evaluation is a bound.
    pub bound: Bound,
    /// Whether the rest of the game was searched completely. The value or bound is then certain.
    pub is_proven: bool,
    /// The principal variation.
    pub line: Vec<Move>,
    /// Positions searched by the thread that reports.
    pub nodes: u64,
}

impl Progress {
    pub(super) fn new(answer: &StepResult, nodes: u64, empties: u32) -> Progress {
        Progress {
            depth: answer.step.depth,
            selectivity: Selectivity::from_level(answer.step.level),
            value: DiscDiff::clamped(answer.score),
            bound: answer.bound,
            is_proven: is_proven(answer, empties),
            line: answer.line.moves(),
            nodes,
        }
    }

    /// Whether the value is the exact score of the position.
    pub fn is_exact(&self) -> bool {
        self.is_proven && self.bound == Bound::Exact
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The best move; `None` if the game is over.
    pub mv: Option<Move>,
    /// The evaluation in discs for the side to move, empty squares to the winner.
    pub value: DiscDiff,
    /// Whether the evaluation is a bound.
    pub bound: Bound,
    /// Plies searched.
    pub depth: u32,
    /// The selectivity of the search.
    pub selectivity: Selectivity,
    /// Whether the rest of the game was searched completely. The value or bound is then certain.
    pub is_proven: bool,
    /// The principal variation.
    pub line: Vec<Move>,
    /// Positions searched by all threads.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

impl Outcome {
    pub(super) fn new(position: &Position, answer: Option<StepResult>, nodes: u64, time: Duration) -> Outcome {
        let found = answer.unwrap_or_default();
        let line = found.line.moves();
        Outcome {
            mv: line.first().copied().or_else(|| position.moves().first().copied()),
            value: DiscDiff::clamped(found.score),
            bound: found.bound,
            depth: found.step.depth,
            selectivity: Selectivity::from_level(found.step.level),
            is_proven: answer.is_some_and(|answer| is_proven(&answer, position.empties().len()) || position.is_over()),
            line,
            nodes,
            time,
        }
    }

    /// Whether the value is the exact score of the position.
    pub fn is_exact(&self) -> bool {
        self.is_proven && self.bound == Bound::Exact
    }
}

fn is_proven(answer: &StepResult, empties: u32) -> bool {
    answer.step.depth >= empties && answer.step.level == params::EXACT
}
