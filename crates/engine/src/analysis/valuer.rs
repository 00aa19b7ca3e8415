//! Evaluates several positions within common limits.

use std::collections::HashMap;
use std::time::Duration;

use outflank_rules::{DiscDiff, Move, Position, Status, Symmetry};

use crate::search::deepening;
use crate::search::deepening::Step;
use crate::{Bound, Instant, Limits, Outcome, Searcher, Selectivity};

/// The value of a position for the side to move.
#[derive(Clone, Debug)]
pub(super) struct Valued {
    pub(super) value: DiscDiff,
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
    pub(super) bound: Bound,
    pub(super) is_proven: bool,
    pub(super) line: Vec<Move>,
    pub(super) nodes: u64,
}

impl Valued {
    /// A move that ends the game with the maximum score is proven, however little was searched.
    pub(super) fn new(position: &Position, outcome: Outcome) -> Valued {
        let is_proven = outcome.is_proven || takes_all(position, outcome.mv);
        let Outcome { value, bound, depth, selectivity, line, nodes, .. } = outcome;
        Valued { value, bound, depth, selectivity, is_proven, line, nodes }
    }

    pub(super) fn is_exact(&self) -> bool {
        self.is_proven && self.bound == Bound::Exact
    }
}

/// A searcher with the remaining limits.
pub(super) struct Valuer<'a> {
    searcher: &'a mut Searcher,
    limits: Limits,
    started: Instant,
    /// Values of free openings met in this pass.
    pub(super) openings: Openings,
    /// Whether the limits of time and nodes apply.
    pub(super) is_bound_by_limits: bool,
    /// Positions searched so far.
    pub(super) nodes: u64,
}

impl<'a> Valuer<'a> {
    /// `limits` holds the window from the view of the side to move in the positions to evaluate.
    pub(super) fn new(searcher: &'a mut Searcher, limits: Limits) -> Valuer<'a> {
        Valuer {
            searcher,
            limits,
            started: Instant::now(),
            openings: Openings::default(),
            is_bound_by_limits: true,
            nodes: 0,
        }
    }

    pub(super) fn begin_pass(&mut self) {
        self.openings = Openings::default();
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the value of a position, or `None` if the limits were reached or the search was
    /// stopped.
    pub(super) fn value(&mut self, position: &Position, pass: Pass) -> Option<Valued> {
        if position.free_squares().is_empty() {
            self.search(position, pass)
        } else {
            self.opening_value(position, pass)
        }
    }

    /// Returns the value by search. The position has no free squares.
    pub(super) fn search(&mut self, position: &Position, pass: Pass) -> Option<Valued> {
        if self.searcher.stop_handle().is_stopped() {
            return None;
        }
        let outcome = self.searcher.search(position, &self.limits_of(pass)?);
        self.nodes += outcome.nodes;
        is_complete(&outcome, position, pass).then(|| Valued::new(position, outcome))
    }

    /// Returns the limits of one search, or `None` if the common ones are used up.
    fn limits_of(&self, pass: Pass) -> Option<Limits> {
        let limits = Limits { depth: pass.depth, selectivity: pass.selectivity, ..self.limits.clone() };
        if !self.is_bound_by_limits {
            return Some(Limits { time: None, nodes: None, ..limits });
        }
        let time = self.limits.time.map(|time| time.saturating_sub(self.elapsed()));
        let nodes = self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes));
        let is_spent = time.is_some_and(|time| time.is_zero()) || nodes == Some(0);
        (!is_spent).then_some(Limits { time, nodes, ..limits })
    }
}

/// Does a move end the game with nothing left to the other side?
fn takes_all(position: &Position, best: Option<Move>) -> bool {
    let Some(Status::Over(score)) = best.map(|mv| position.play_unchecked(mv).status()) else { return false };
    let squares = position.own().len() + position.opp().len() + position.empties().len();
    i32::from(score.official_utility(position.turn())) == squares as i32
}

fn is_complete(outcome: &Outcome, position: &Position, pass: Pass) -> bool {
    let depth = pass.depth.min(position.empties().len());
    outcome.is_proven || outcome.depth >= depth && outcome.selectivity >= pass.selectivity
}

/// One pass over all moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pass {
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
}

impl Pass {
    /// Returns the pass for the position after a move.
    pub(super) fn after(self, mv: Move) -> Pass {
        let plies = u32::from(mv != Move::Pass);
        Pass { depth: self.depth.saturating_sub(plies), ..self }
    }
}

impl From<Step> for Pass {
    fn from(step: Step) -> Pass {
        Pass { depth: step.depth, selectivity: Selectivity::from_level(step.level) }
    }
}

/// Returns the passes for these limits with this many empty squares: the steps of a search, but of
/// at least one ply, so that moves can be compared. With a limit of time or nodes the first pass is
/// short, because it always runs.
pub(super) fn passes(empties: u32, limits: &Limits) -> Vec<Pass> {
    let limits = Limits { depth: limits.depth.max(1), ..limits.clone() };
    let mut passes: Vec<Pass> = deepening::towards(empties, &limits).into_iter().map(Pass::from).collect();
    let is_limited = limits.time.is_some() || limits.nodes.is_some();
    if is_limited && passes.first().is_some_and(|first| first.depth > 1) {
        passes.insert(0, Pass { depth: 1, selectivity: Selectivity::P73 });
    }
    passes
}

/// Values of positions by their canonical form, with the symmetry that leads there.
#[derive(Default)]
pub(super) struct Mirrors(HashMap<Position, (Symmetry, Valued)>);

impl Mirrors {
    pub(super) fn enter(&mut self, position: &Position, valued: &Valued) {
        let (canonical, symmetry) = position.canonical();
        self.0.insert(canonical, (symmetry, valued.clone()));
    }

    /// Returns the value of a mirror image of an entered position, with its line transformed. It
    /// costs no nodes.
    pub(super) fn value(&self, position: &Position) -> Option<Valued> {
        let (canonical, symmetry) = position.canonical();
        let (entered, valued) = self.0.get(&canonical)?;
        let size = position.spec().size();
        let line = valued.line.iter().map(|&mv| symmetry.inverse().mv(entered.mv(mv, size), size)).collect();
        Some(Valued { line, nodes: 0, ..valued.clone() })
    }
}

/// Values of positions with free squares and of their successors, by canonical form. Most are
/// mirror images.
#[derive(Default)]
pub(super) struct Openings(HashMap<Position, Valued>);

impl Valuer<'_> {
    /// Returns the value of a position with free squares, by search once they are filled.
    pub(super) fn opening_value(&mut self, position: &Position, pass: Pass) -> Option<Valued> {
        let (canonical, symmetry) = position.canonical();
        if !self.openings.0.contains_key(&canonical) {
            let valued = self.best_placement(&canonical, pass)?;
            self.openings.0.insert(canonical, valued);
        }
        let known = self.openings.0.get(&canonical)?;
        Some(Valued { line: turned(&known.line, symmetry.inverse(), position), ..known.clone() })
    }

    fn best_placement(&mut self, position: &Position, pass: Pass) -> Option<Valued> {
        if position.free_squares().is_empty() {
            return self.search(position, pass);
        }
        let mut best: Option<Valued> = None;
        for mv in position.moves() {
            let after = self.opening_value(&position.play_unchecked(mv), pass.after(mv))?;
            if best.as_ref().is_none_or(|best| -after.value > best.value) {
                let line = std::iter::once(mv).chain(after.line).collect();
                best = Some(Valued { value: -after.value, depth: after.depth + 1, line, ..after });
            }
        }
        best
    }
}

fn turned(line: &[Move], symmetry: Symmetry, position: &Position) -> Vec<Move> {
    line.iter().map(|mv| symmetry.mv(*mv, position.spec().size())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_end_at_the_limits_and_each_goes_further() {
        for (empties, depth, risk) in [(60, 1, 0), (60, 8, 2), (30, 30, 1), (24, 60, 5), (20, 60, 0), (50, 0, 0)] {
            let selectivity = Selectivity::ALL[risk];
            let passes = passes(empties, &Limits::depth(depth).with_selectivity(selectivity));
            assert_eq!(passes.last(), Some(&Pass { depth: depth.clamp(1, empties), selectivity }));
            assert!(passes.windows(2).all(|pair| {
                pair[0].depth < pair[1].depth
                    || pair[0].depth == pair[1].depth && pair[0].selectivity < pair[1].selectivity
            }));
            assert_eq!(passes[0].depth, 1);
        }
    }

    #[test]
    fn a_near_end_needs_one_pass() {
        let steps = passes(12, &Limits::depth(12));
        assert_eq!(steps, [Pass { depth: 12, selectivity: Selectivity::Full }]);
        let limited = passes(12, &Limits::exact().with_nodes(1));
        assert_eq!(limited.iter().map(|pass| pass.depth).collect::<Vec<_>>(), [1, 12], "the first is made in any case");
    }
}
