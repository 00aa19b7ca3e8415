//! What a search tells while it runs and when it ends.

use std::time::Duration;

use outflank_rules::{DiscDiff, Move, Position};

use super::drive::Answer;
use crate::{Selectivity, params};

/// How the value that a search gives stands to the one it would give without a [`Window`](crate::Window).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    /// It may be less.
    AtMost,
    /// It is the same.
    #[default]
    Exact,
    /// It may be more.
    AtLeast,
}

impl Bound {
    /// The same for the other side, whose value is the opposite.
    #[must_use]
    pub fn turned(self) -> Bound {
        match self {
            Bound::AtMost => Bound::AtLeast,
            Bound::Exact => Bound::Exact,
            Bound::AtLeast => Bound::AtMost,
        }
    }
}

/// A finished step of a search.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Plies searched.
    pub depth: u32,
    /// At this risk.
    pub selectivity: Selectivity,
    /// The value in discs for the side to move.
    pub value: DiscDiff,
    /// Whether that is the value or a bound.
    pub bound: Bound,
    /// Whether all of the rest of the game was searched, without risk: value or bound are certain then.
    pub is_proven: bool,
    /// Best play.
    pub line: Vec<Move>,
    /// Positions searched by the thread that reports.
    pub nodes: u64,
}

impl Progress {
    pub(super) fn new(answer: &Answer, nodes: u64, empties: u32) -> Progress {
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

    /// Whether this is proven to be the value of the position.
    pub fn is_exact(&self) -> bool {
        self.is_proven && self.bound == Bound::Exact
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The value in discs for the side to move, empty squares to the winner.
    pub value: DiscDiff,
    /// Whether that is the value or a bound.
    pub bound: Bound,
    /// Plies searched.
    pub depth: u32,
    /// At this risk.
    pub selectivity: Selectivity,
    /// Whether all of the rest of the game was searched, without risk: value or bound are certain then.
    pub is_proven: bool,
    /// Best play.
    pub line: Vec<Move>,
    /// Positions searched by all threads.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

impl Outcome {
    pub(super) fn new(position: &Position, answer: Option<Answer>, nodes: u64, time: Duration) -> Outcome {
        let found = answer.unwrap_or_default();
        let line = found.line.moves();
        Outcome {
            best: line.first().copied().or_else(|| position.moves().first().copied()),
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

    /// Whether this is proven to be the value of the position.
    pub fn is_exact(&self) -> bool {
        self.is_proven && self.bound == Bound::Exact
    }
}

fn is_proven(answer: &Answer, empties: u32) -> bool {
    answer.step.depth >= empties && answer.step.level == params::EXACT
}
