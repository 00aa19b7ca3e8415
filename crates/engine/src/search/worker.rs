//! One thread of a search: its counters, its own small tables, and the help it gives to others.

use super::moves::Candidate;
use super::node::Node;
use super::shared::Shared;
use super::split::{self, Work};
use crate::endgame::shallow::Shallow;
use crate::eval::Layout;
use crate::field::Field;
use crate::table::{Found, NO_MOVE, Table};
use crate::{Board, params};

/// A thread at work.
pub(crate) struct Worker<'a, F: Field> {
    pub(crate) field: F,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) shallow: &'a mut Shallow,
    /// Positions searched above the shallow part.
    pub(crate) nodes: u64,
    number: usize,
    /// The split this thread works under.
    under: usize,
    opened: usize,
    /// Nodes that the other threads know of.
    told: u64,
    /// At so many nodes the limits are looked at.
    next_look: u64,
}

impl<'a, F: Field> Worker<'a, F> {
    pub(crate) fn new(field: F, shared: &'a Shared<'a>, shallow: &'a mut Shallow, number: usize) -> Worker<'a, F> {
        shallow.nodes = 0;
        Worker { field, shared, shallow, nodes: 0, number, under: split::NONE, opened: 0, told: 0, next_look: 0 }
    }

    #[inline(always)]
    pub(crate) fn layout(&self) -> &'a Layout {
        self.shared.model.layout()
    }

    /// All positions searched by this thread.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.nodes + self.shallow.nodes
    }

    /// Whether the result of this search is not wanted any more. Looks at the clock now and then.
    #[inline(always)]
    pub(crate) fn is_interrupted(&mut self) -> bool {
        if self.all_nodes() >= self.next_look {
            self.look_at_limits();
        }
        self.shared.reasons.is_over() || self.under != split::NONE && self.shared.is_cut(self.under)
    }

    /// Adds this thread's nodes to those of all, which is when limits are looked at.
    #[cold]
    pub(crate) fn look_at_limits(&mut self) {
        let nodes = self.all_nodes();
        self.next_look = nodes + self.shared.reasons.spend(nodes - self.told, self.shared.threads);
        self.told = nodes;
    }

    /// From now on nothing but a stop from outside ends this thread's search, until it looks at the limits again.
    pub(crate) fn ignore_limits(&mut self) {
        self.next_look = u64::MAX;
    }

    /// Helps wherever a split is open until the search is over.
    pub(crate) fn help(&mut self) {
        let shared = self.shared;
        let find = || if shared.reasons.is_over() { Some(None) } else { shared.open_split(split::NONE).map(Some) };
        while let Some(id) = shared.idle.wait(find) {
            self.work_on(id);
        }
    }

    fn work_on(&mut self, id: usize) {
        let Some((work, _joined)) = self.shared.splits[id].join(&self.shared.idle) else { return };
        let outer = std::mem::replace(&mut self.under, id);
        self.take_moves(id, &work);
        self.under = outer;
    }

    /// Searches moves of a split until none is left or the position is refuted.
    fn take_moves(&mut self, id: usize, work: &Work) {
        let split = &self.shared.splits[id];
        while !split.is_cut() {
            let Some(candidate) = work.moves.as_slice().get(split.take()) else { return };
            let score = -self.child(&work.node, candidate, -work.alpha - 1, work.depth - 1, work.level);
            if self.is_interrupted() {
                return;
            }
            split.report(score, candidate.square, work.alpha);
        }
    }

    /// The position after a move, null window.
    #[inline(always)]
    pub(crate) fn child(&mut self, node: &Node, candidate: &Candidate, alpha: i32, depth: u32, level: u8) -> i32 {
        if depth + 1 >= node.empties && node.empties <= F::SHALLOW_TO + 1 {
            let board = node.board.after(u32::from(candidate.square), candidate.flips);
            return self.last_part(board, node.empties - 1, alpha);
        }
        let next = node.after(self.layout(), u32::from(candidate.square), candidate.flips);
        self.null_window(&next, alpha, depth, level)
    }

    /// A position of the last part of an exact search. Its value is exact at every level, so the first positions of that part are
    /// remembered for all steps and threads.
    #[inline(always)]
    pub(crate) fn last_part(&mut self, board: Board, empties: u32, alpha: i32) -> i32 {
        if empties < F::SHALLOW_TO {
            return self.shallow.solve(self.field, board, alpha);
        }
        let key = Table::key(board, self.field.seed());
        let (table, level) = (self.shared.table, params::EXACT);
        let known = table.probe(key).filter(|entry| entry.covers(empties, level));
        if let Some(score) = known.and_then(|entry| entry.cut(alpha)) {
            return score;
        }
        let score = self.shallow.solve(self.field, board, alpha);
        table.store(key, Found { depth: empties, level, alpha, beta: alpha + 1, score, best: NO_MOVE });
        score
    }

    /// Whether the rest of a position's moves should be shared with an idle thread.
    #[inline(always)]
    pub(crate) fn should_split(&self, depth: u32, to_end: bool, left: usize) -> bool {
        let least = if to_end { params::SPLIT_END } else { params::SPLIT_MIDGAME };
        depth >= least && left >= 2 && self.shared.idle.is_anybody() && self.opened < params::SPLITS_PER_THREAD
    }

    /// Shares the moves from number `from` on with idle threads; the best of all.
    pub(crate) fn split(&mut self, work: &Work, from: usize, best: (i32, u8)) -> (i32, u8) {
        let id = self.number * params::SPLITS_PER_THREAD + self.opened;
        let split = &self.shared.splits[id];
        split.begin(self.under, *work, from, best);
        self.shared.idle.ring();
        let outer = std::mem::replace(&mut self.under, id);
        self.opened += 1;
        self.take_moves(id, work);
        split.close();
        self.help_below(id);
        self.opened -= 1;
        self.under = outer;
        split.best()
    }

    /// Waits for the helpers of a split, and helps them. Who waits is idle: so the helpers share with it what they have.
    fn help_below(&mut self, id: usize) {
        let shared = self.shared;
        let find = || if shared.splits[id].has_helpers() { shared.open_split(id).map(Some) } else { Some(None) };
        while let Some(below) = shared.idle.wait(find) {
            self.work_on(below);
        }
    }
}

/// Whoever ends, ends the search for all: the leading thread when it is done, and any of them by a panic, which then comes out
/// instead of leaving the others waiting for ever.
impl<F: Field> Drop for Worker<'_, F> {
    fn drop(&mut self) {
        self.look_at_limits();
        self.shared.reasons.finish();
        self.shared.idle.ring();
    }
}
