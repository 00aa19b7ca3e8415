//! Evaluation of all moves of a position, and review of all moves of a game.
//!
//! [`Searcher::analyse`] evaluates all legal moves of a position with increasing depth;
//! [`Searcher::review`] judges the moves of a game. [`Searcher::new_stop_handle`] stops both, and
//! they keep their completed results.
//!
//! ```
//! use outflank_engine::{Limits, Searcher, Settings};
//! use outflank_rules::Variant;
//!
//! let mut searcher = Searcher::new(&Settings::default());
//! let start = Variant::TINY.start();
//! let analysis = searcher.analyse(&start, &Limits::exact());
//!
//! // The first player loses 4x4 by 10 discs with any move: the four moves mirror each other.
//! let values: Vec<i8> = analysis.moves.iter().map(|valued| valued.value.discs()).collect();
//! assert_eq!(values, [-10, -10, -10, -10]);
//! assert!(analysis.is_exact());
//! ```

mod review;
#[cfg(test)]
mod tests;
mod valuer;

use std::cmp::Reverse;
use std::time::Duration;

use outflank_rules::{DiscDiff, Move, Position};

pub use review::{MoveClass, Outlook, Review, ReviewedMove};

use crate::{Bound, Limits, Searcher, Selectivity};
use valuer::{Mirrors, Pass, Valued, Valuer};

/// The evaluation of one move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// Its evaluation in discs for the side that makes it, empty squares to the winner.
    pub value: DiscDiff,
    /// Plies searched, the move included.
    pub depth: u32,
    /// The selectivity of the search.
    pub selectivity: Selectivity,
    /// Whether the evaluation is a bound.
    pub bound: Bound,
    /// Whether the rest of the game was searched completely. The value or bound is then certain.
    pub is_proven: bool,
    /// The principal variation, beginning with the move.
    pub line: Vec<Move>,
    /// Positions searched for it in the last pass.
    pub nodes: u64,
}

impl MoveValue {
    fn new(mv: Move, pass: Pass, after: Valued) -> MoveValue {
        MoveValue {
            mv,
            value: -after.value,
            depth: pass.depth,
            bound: after.bound.turned(),
            selectivity: if after.is_proven { Selectivity::Full } else { pass.selectivity },
            is_proven: after.is_proven,
            line: std::iter::once(mv).chain(after.line).collect(),
            nodes: after.nodes,
        }
    }

    /// Whether the evaluation is the exact score.
    pub fn is_exact(&self) -> bool {
        self.is_proven && self.bound == Bound::Exact
    }
}

/// The evaluations of all legal moves of a position, from one pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Analysis {
    /// Every legal move, best first. Moves of equal value keep the order of the previous pass.
    /// Empty if the game is over, or if the analysis was stopped before the first pass.
    pub moves: Vec<MoveValue>,
    /// Positions searched, including those of an interrupted pass.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

impl Analysis {
    /// The best move with its value.
    pub fn best(&self) -> Option<&MoveValue> {
        self.moves.first()
    }

    /// The value of a move, if it is legal.
    pub fn of(&self, mv: Move) -> Option<&MoveValue> {
        self.moves.iter().find(|valued| valued.mv == mv)
    }

    /// Whether the evaluations of all moves are exact scores.
    pub fn is_exact(&self) -> bool {
        self.moves.iter().all(MoveValue::is_exact)
    }

    /// Whether the evaluations of all moves, or their bounds, are proven.
    pub fn is_proven(&self) -> bool {
        self.moves.iter().all(|valued| valued.is_proven)
    }
}

/// The progress of an analysis, reported after each move of each pass.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisStep<'a> {
    /// The depth of the current pass.
    pub depth: u32,
    /// Its selectivity.
    pub selectivity: Selectivity,
    /// Moves evaluated in this pass.
    pub done: usize,
    /// All moves.
    pub of: usize,
    /// The last complete pass.
    pub analysis: &'a Analysis,
}

impl AnalysisStep<'_> {
    /// Whether the pass is complete, so that all evaluations are new.
    pub fn is_complete(&self) -> bool {
        self.done == self.of
    }
}

impl Searcher {
    /// Evaluates all legal moves.
    pub fn analyse(&mut self, position: &Position, limits: &Limits) -> Analysis {
        self.analyse_with(position, limits, &mut |_| ())
    }

    /// Evaluates all legal moves and reports each step. Time and nodes limit the whole analysis.
    /// The first pass, which takes almost no time, runs in any case.
    ///
    /// ```
    /// use outflank_engine::{Limits, Searcher, Settings};
    /// use outflank_rules::Variant;
    ///
    /// let mut searcher = Searcher::new(&Settings::default());
    /// let mut passes = 0;
    /// let start = Variant::STANDARD.start();
    /// let analysis = searcher.analyse_with(&start, &Limits::depth(3), &mut |step| {
    ///     passes += usize::from(step.is_complete());
    /// });
    /// assert_eq!((analysis.moves.len(), passes), (4, 3));
    /// assert!(analysis.moves.iter().all(|valued| valued.depth == 3 && !valued.is_proven));
    /// ```
    pub fn analyse_with(
        &mut self,
        position: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&AnalysisStep<'_>),
    ) -> Analysis {
        let mut valuer = Valuer::new(self, seen_after_a_move(limits));
        let mut analysis = Analysis::default();
        let mut order = position.moves();
        for (number, pass) in valuer::passes(position.empties().len(), limits).into_iter().enumerate() {
            valuer.is_bound_by_limits = number > 0;
            let Some(mut moves) = run_pass(&mut valuer, position, &order, pass, &analysis, report) else { break };
            moves.sort_by_key(|valued| Reverse(valued.value));
            order = moves.iter().map(|valued| valued.mv).collect();
            analysis = Analysis { moves, nodes: valuer.nodes, time: valuer.elapsed() };
            report(&step(pass, order.len(), order.len(), &analysis));
            if analysis.is_proven() {
                break;
            }
        }
        Analysis { nodes: valuer.nodes, time: valuer.elapsed(), ..analysis }
    }
}

/// Runs one pass over all moves. Returns `None` if it was interrupted.
fn run_pass(
    valuer: &mut Valuer<'_>,
    position: &Position,
    order: &[Move],
    pass: Pass,
    before: &Analysis,
    report: &mut dyn FnMut(&AnalysisStep<'_>),
) -> Option<Vec<MoveValue>> {
    valuer.begin_pass();
    let mut moves = Vec::with_capacity(order.len());
    let mut mirrors = Mirrors::default();
    for &mv in order {
        let child = position.play_unchecked(mv);
        let after = match mirrors.value(&child) {
            Some(after) => after,
            None => valuer.value(&child, pass.after(mv))?,
        };
        mirrors.enter(&child, &after);
        moves.push(MoveValue::new(mv, pass, after));
        if moves.len() < order.len() {
            report(&step(pass, moves.len(), order.len(), before));
        }
    }
    Some(moves)
}

fn step(pass: Pass, done: usize, of: usize, analysis: &Analysis) -> AnalysisStep<'_> {
    AnalysisStep { depth: pass.depth, selectivity: pass.selectivity, done, of, analysis }
}

/// Returns the limits for the side that moves next.
fn seen_after_a_move(limits: &Limits) -> Limits {
    Limits { window: limits.window.turned(), ..limits.clone() }
}
