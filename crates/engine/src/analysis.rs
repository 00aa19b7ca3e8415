//! What every move is worth, and what the moves of a game have cost.
//!
//! [`Searcher::analyse`] gives the value of all legal moves of a position, deepening step by step; [`Searcher::review`]
//! goes through a game. Both may be stopped at any time by [`Searcher::stop_flag`] and keep what is finished.
//!
//! ```
//! use outflank_engine::{Limits, Searcher, Settings};
//! use outflank_rules::Variant;
//!
//! let mut searcher = Searcher::new(&Settings::default());
//! let start = Variant::TINY.start();
//! let analysis = searcher.analyse(&start, &Limits::exact());
//!
//! // The first player loses 4x4 by 10 whatever he does: the four first moves mirror each other.
//! let values: Vec<i8> = analysis.moves.iter().map(|valued| valued.value.discs()).collect();
//! assert_eq!(values, [-10, -10, -10, -10]);
//! assert!(analysis.is_exact());
//! ```

mod class;
mod mirrors;
mod openings;
mod passes;
mod review;
#[cfg(test)]
mod tests;
mod valuer;

use std::cmp::Reverse;
use std::time::Duration;

use outflank_rules::{DiscDiff, Move, Position};

pub use class::MoveClass;
pub use review::{Outlook, Review, ReviewedMove};

use crate::{Bound, Limits, Searcher, Selectivity};
use mirrors::Mirrors;
use passes::Pass;
use valuer::{Valued, Valuer};

/// The value of one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// Its value in discs for the side that makes it, empty squares to the winner.
    pub value: DiscDiff,
    /// Plies searched, the move included.
    pub depth: u32,
    /// At this risk.
    pub selectivity: Selectivity,
    /// Whether that is the value or a bound.
    pub bound: Bound,
    /// Whether all of the rest of the game was searched, without risk: value or bound are certain then.
    pub is_proven: bool,
    /// Best play, beginning with the move.
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

    /// Whether this is proven to be the value of the move.
    pub fn is_exact(&self) -> bool {
        self.is_proven && self.bound == Bound::Exact
    }
}

/// The values of all legal moves of a position, all of one pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// Every legal move, best first; moves of equal value stand as a less deep search saw them. None if the game is over, or if
    /// the analysis was stopped before the first pass.
    pub moves: Vec<MoveValue>,
    /// Positions searched, those of a pass that was interrupted included.
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

    /// Whether the values of all moves are proven.
    pub fn is_exact(&self) -> bool {
        self.moves.iter().all(MoveValue::is_exact)
    }

    /// Whether the values of all moves, or their bounds, are proven.
    pub fn is_proven(&self) -> bool {
        self.moves.iter().all(|valued| valued.is_proven)
    }
}

/// How far an analysis has got: told after each move of each pass.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisStep<'a> {
    /// The depth of the pass under way.
    pub depth: u32,
    /// Its risk.
    pub selectivity: Selectivity,
    /// How many moves it has valued.
    pub done: usize,
    /// How many there are.
    pub of: usize,
    /// The last complete pass.
    pub analysis: &'a Analysis,
}

impl AnalysisStep<'_> {
    /// Whether a pass is complete, so that all values are new.
    pub fn is_complete(&self) -> bool {
        self.done == self.of
    }
}

impl Searcher {
    /// The values of all legal moves.
    pub fn analyse(&mut self, position: &Position, limits: &Limits) -> Analysis {
        self.analyse_with(position, limits, &mut |_| ())
    }

    /// The values of all legal moves, told step by step. Time and nodes limit the whole analysis; its first pass, which is
    /// over at once, is made all the same.
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
        for (number, pass) in passes::towards(position.empties().len(), limits).into_iter().enumerate() {
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

/// One pass over all moves, or `None` if it was interrupted.
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

/// The same limits for the side that moves next.
fn seen_after_a_move(limits: &Limits) -> Limits {
    Limits { window: limits.window.turned(), ..limits.clone() }
}
