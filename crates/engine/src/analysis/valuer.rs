//! The value of one position after another within common limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_rules::{DiscDiff, Move, Position, Status};

use super::openings::Openings;
use super::passes::Pass;
use crate::{Bound, Limits, Outcome, Searcher, Selectivity};

/// What a position is worth to the side to move.
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
    /// A move that ends the game with all there is to win is proven however little was searched.
    pub(super) fn new(position: &Position, outcome: Outcome) -> Valued {
        let is_proven = outcome.is_proven || takes_all(position, outcome.best);
        let Outcome { value, bound, depth, selectivity, line, nodes, .. } = outcome;
        Valued { value, bound, depth, selectivity, is_proven, line, nodes }
    }

    pub(super) fn is_exact(&self) -> bool {
        self.is_proven && self.bound == Bound::Exact
    }
}

/// A searcher with what is left of its limits.
pub(super) struct Valuer<'a> {
    searcher: &'a mut Searcher,
    stop: Arc<AtomicBool>,
    limits: Limits,
    started: Instant,
    /// Values of openings met in this pass.
    pub(super) openings: Openings,
    /// Whether time and nodes count.
    pub(super) is_bound_by_limits: bool,
    /// Positions searched so far.
    pub(super) nodes: u64,
}

impl<'a> Valuer<'a> {
    /// The window of the limits is seen by the side to move of the positions to be valued.
    pub(super) fn new(searcher: &'a mut Searcher, limits: Limits) -> Valuer<'a> {
        Valuer {
            stop: searcher.stop_flag(),
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

    /// The value of a position, or `None` if time, nodes or patience ran out before it was found.
    pub(super) fn value(&mut self, position: &Position, pass: Pass) -> Option<Valued> {
        if position.free_squares().is_empty() {
            self.search(position, pass)
        } else {
            self.opening_value(position, pass)
        }
    }

    /// The value by search. The position is in play proper.
    pub(super) fn search(&mut self, position: &Position, pass: Pass) -> Option<Valued> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let outcome = self.searcher.search(position, &self.limits_of(pass)?);
        self.nodes += outcome.nodes;
        is_complete(&outcome, position, pass).then(|| Valued::new(position, outcome))
    }

    /// The limits of one search, or `None` if nothing is left of the common ones.
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
