//! Search threads that share the moves of one position at split points.
//!
//! A thread that has searched the first move of a position and sees an idle thread opens a split
//! there: both take moves from the same list until one refutes the position or the list is empty.
//! The owner of a split waits for its helpers, and helps them meanwhile, below its own split. A
//! split may be closed and opened elsewhere in the moment before it is joined: then the owner helps
//! there for once.

use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize};
use std::sync::{Arc, Condvar, Mutex};
use std::{hint, thread};

use crate::endgame::shallow::{Shallow, solve};
use crate::eval::{Layout, Model};
use crate::ruleset::Ruleset;
use crate::search::alpha_beta::{Node, Probes, null_window};
use crate::search::moves::{Candidate, Moves};
use crate::search::stop::StopConditions;
use crate::table::{NO_MOVE, NewEntry, Table};
use crate::{Board, params};

/// A search thread.
pub(crate) struct Worker<'a, F: Ruleset> {
    pub(crate) ruleset: F,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) shallow: &'a mut Shallow,
    /// Positions searched above the shallow part.
    pub(crate) nodes: u64,
    number: usize,
    /// The split point this thread works below.
    under: usize,
    opened: usize,
    /// Nodes already added to the common count.
    reported: u64,
    /// The node count at which the limits are checked next.
    next_check: u64,
}

impl<'a, F: Ruleset> Worker<'a, F> {
    pub(crate) fn new(ruleset: F, shared: &'a Shared<'a>, shallow: &'a mut Shallow, number: usize) -> Worker<'a, F> {
        shallow.nodes = 0;
        Worker { ruleset, shared, shallow, nodes: 0, number, under: NO_SPLIT, opened: 0, reported: 0, next_check: 0 }
    }

    #[inline(always)]
    pub(crate) fn layout(&self) -> &'a Layout {
        self.shared.model.layout()
    }

    /// All positions searched by this thread.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.nodes + self.shallow.nodes
    }

    /// Whether the result of this search is no longer needed. Checks the limits at intervals.
    #[inline(always)]
    pub(crate) fn is_interrupted(&mut self) -> bool {
        if self.all_nodes() >= self.next_check {
            self.check_limits();
        }
        self.shared.conditions.is_over() || self.under != NO_SPLIT && self.shared.is_cut(self.under)
    }

    /// Adds the nodes of this thread to the common count and checks the limits.
    #[cold]
    pub(crate) fn check_limits(&mut self) {
        let nodes = self.all_nodes();
        self.next_check = nodes + self.shared.conditions.spend(nodes - self.reported, self.shared.threads);
        self.reported = nodes;
    }

    /// Makes this thread ignore time and nodes until it checks the limits again. Only a stop ends
    /// its search.
    pub(crate) fn ignore_limits(&mut self) {
        self.next_check = u64::MAX;
    }

    /// Helps at open split points until the search is over.
    pub(crate) fn help(&mut self) {
        let shared = self.shared;
        let find = || if shared.conditions.is_over() { Some(None) } else { shared.open_split(NO_SPLIT).map(Some) };
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

    /// Searches moves of a split point until none is left or the position is refuted.
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

    /// Searches the position after a move with a null window.
    #[inline(always)]
    pub(crate) fn child(&mut self, node: &Node, candidate: &Candidate, alpha: i32, depth: u32, level: u8) -> i32 {
        if depth + 1 >= node.empties && node.empties <= F::SHALLOW_TO + 1 {
            let board = node.board.after(u32::from(candidate.square), candidate.flips);
            return self.last_part(board, node.empties - 1, alpha);
        }
        let next = node.after(self.layout(), u32::from(candidate.square), candidate.flips);
        null_window(self, &next, alpha, depth, level)
    }

    /// Solves a position of the last part of an exact search. Its value is exact at every
    /// selectivity, so the largest of these positions are stored in the table for all steps and
    /// threads.
    #[inline(always)]
    pub(crate) fn last_part(&mut self, board: Board, empties: u32, alpha: i32) -> i32 {
        if empties < F::SHALLOW_TO {
            return solve(self.shallow, self.ruleset, board, alpha);
        }
        let key = Table::key(board, self.ruleset.seed());
        let (table, level) = (self.shared.table, params::EXACT);
        let known = table.probe(key).filter(|entry| entry.covers(empties, level));
        if let Some(score) = known.and_then(|entry| entry.cut(alpha)) {
            return score;
        }
        let score = solve(self.shallow, self.ruleset, board, alpha);
        table.store(key, NewEntry { depth: empties, level, alpha, beta: alpha + 1, score, best: NO_MOVE });
        score
    }

    /// Whether to share the remaining moves of a position with an idle thread.
    #[inline(always)]
    pub(crate) fn should_split(&self, depth: u32, to_end: bool, left: usize) -> bool {
        let least = if to_end { params::SPLIT_END } else { params::SPLIT_MIDGAME };
        depth >= least && left >= 2 && self.shared.idle.has_waiting() && self.opened < params::SPLITS_PER_THREAD
    }

    /// Shares the moves from number `from` on with idle threads. Returns the best of all.
    pub(crate) fn split(&mut self, work: &Work, from: usize, best: (i32, u8)) -> (i32, u8) {
        let id = self.number * params::SPLITS_PER_THREAD + self.opened;
        let split = &self.shared.splits[id];
        split.begin(self.under, *work, from, best);
        self.shared.idle.wake();
        let outer = std::mem::replace(&mut self.under, id);
        self.opened += 1;
        self.take_moves(id, work);
        split.close();
        self.help_below(id);
        self.opened -= 1;
        self.under = outer;
        split.best()
    }

    /// Waits for the helpers of a split point, and helps below it meanwhile. A waiting thread
    /// counts as idle, so the helpers share their work with it.
    fn help_below(&mut self, id: usize) {
        let shared = self.shared;
        let find = || if shared.splits[id].has_helpers() { shared.open_split(id).map(Some) } else { Some(None) };
        while let Some(below) = shared.idle.wait(find) {
            self.work_on(below);
        }
    }
}

/// A worker that ends, ends the search for all: the leading thread when it is done, and any thread
/// by a panic. Otherwise a panic would leave the others waiting forever.
impl<F: Ruleset> Drop for Worker<'_, F> {
    fn drop(&mut self) {
        self.check_limits();
        self.shared.conditions.finish();
        self.shared.idle.wake();
    }
}

/// The state that all threads share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) model: Arc<Model>,
    pub(crate) splits: &'a [Split],
    pub(crate) probes: &'a Probes,
    pub(crate) threads: usize,
    pub(crate) conditions: StopConditions<'a>,
    pub(crate) idle: Idle,
}

impl Shared<'_> {
    /// Returns the open split point with the most work below it. Considers only those below
    /// `under`, unless that is [`NO_SPLIT`].
    pub(crate) fn open_split(&self, under: usize) -> Option<usize> {
        let fits = |id: &usize| self.splits[*id].is_open() && (under == NO_SPLIT || self.is_below(*id, under));
        (0..self.splits.len()).filter(fits).max_by_key(|id| self.splits[*id].depth())
    }

    fn is_below(&self, mut id: usize, under: usize) -> bool {
        for _ in 0..self.splits.len() {
            if id == NO_SPLIT {
                return false;
            }
            if id == under {
                return true;
            }
            id = self.splits[id].parent();
        }
        false
    }

    /// Whether this split point or one above it has been refuted.
    #[inline]
    pub(crate) fn is_cut(&self, mut id: usize) -> bool {
        while let Some(split) = self.splits.get(id) {
            if split.is_cut() {
                return true;
            }
            id = split.parent();
        }
        false
    }
}

/// Makes the split points for this many threads.
pub(crate) fn split_points(threads: usize) -> Vec<Split> {
    let count = if threads > 1 { threads * params::SPLITS_PER_THREAD } else { 0 };
    (0..count).map(|_| Split::new()).collect()
}

/// The index that stands for no split point.
pub(crate) const NO_SPLIT: usize = usize::MAX;

/// The position at a split point, as its helpers need it.
#[derive(Clone, Copy)]
pub(crate) struct Work {
    pub(crate) node: Node,
    pub(crate) moves: Moves,
    pub(crate) alpha: i32,
    pub(crate) depth: u32,
    pub(crate) level: u8,
}

/// A split point. They are made before the search and reused.
pub(crate) struct Split {
    work: Mutex<Option<Work>>,
    parent: AtomicUsize,
    depth: AtomicUsize,
    next: AtomicUsize,
    count: AtomicUsize,
    helpers: AtomicUsize,
    best: AtomicI32,
    open: AtomicBool,
    cut: AtomicBool,
}

impl Split {
    pub(crate) fn new() -> Split {
        Split {
            work: Mutex::new(None),
            parent: AtomicUsize::new(NO_SPLIT),
            depth: AtomicUsize::new(0),
            next: AtomicUsize::new(0),
            count: AtomicUsize::new(0),
            helpers: AtomicUsize::new(0),
            best: AtomicI32::new(i32::MIN),
            open: AtomicBool::new(false),
            cut: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Work>> {
        self.work.lock().expect("no thread panics while it holds the lock")
    }

    /// Opens the split point with the moves from number `from` on.
    pub(crate) fn begin(&self, parent: usize, work: Work, from: usize, best: (i32, u8)) {
        let mut slot = self.lock();
        self.parent.store(parent, SeqCst);
        self.depth.store(work.node.empties as usize, SeqCst);
        self.next.store(from, SeqCst);
        self.count.store(work.moves.as_slice().len(), SeqCst);
        self.best.store(packed(best.0, best.1), SeqCst);
        self.cut.store(false, SeqCst);
        *slot = Some(work);
        self.open.store(true, SeqCst);
    }

    /// Adds a helper, unless there is nothing left to do.
    pub(crate) fn join<'a>(&'a self, idle: &'a Idle) -> Option<(Work, Joined<'a>)> {
        let slot = self.lock();
        let work = slot.filter(|_| self.is_open())?;
        self.helpers.fetch_add(1, SeqCst);
        Some((work, Joined { split: self, idle }))
    }

    /// Refuses helpers from now on.
    pub(crate) fn close(&self) {
        let _slot = self.lock();
        self.open.store(false, SeqCst);
    }

    /// Takes the next move and returns its number.
    pub(crate) fn take(&self) -> usize {
        self.next.fetch_add(1, SeqCst)
    }

    /// Reports the score of a move.
    pub(crate) fn report(&self, score: i32, square: u8, alpha: i32) {
        self.best.fetch_max(packed(score, square), SeqCst);
        if score > alpha {
            self.cut.store(true, SeqCst);
        }
    }

    pub(crate) fn best(&self) -> (i32, u8) {
        let word = self.best.load(SeqCst);
        ((word >> 8) - 128, (word & 255) as u8)
    }

    /// Whether there is a move left to search.
    pub(crate) fn is_open(&self) -> bool {
        self.open.load(SeqCst) && !self.is_cut() && self.next.load(SeqCst) < self.count.load(SeqCst)
    }

    pub(crate) fn is_cut(&self) -> bool {
        self.cut.load(std::sync::atomic::Ordering::Relaxed)
    }

    pub(crate) fn has_helpers(&self) -> bool {
        self.helpers.load(SeqCst) != 0
    }

    pub(crate) fn parent(&self) -> usize {
        self.parent.load(std::sync::atomic::Ordering::Relaxed)
    }

    pub(crate) fn depth(&self) -> usize {
        self.depth.load(SeqCst)
    }
}

/// A helper at a split point. When it ends, even by a panic, it wakes the owner.
pub(crate) struct Joined<'a> {
    split: &'a Split,
    idle: &'a Idle,
}

impl Drop for Joined<'_> {
    fn drop(&mut self) {
        self.split.helpers.fetch_sub(1, SeqCst);
        self.idle.wake();
    }
}

fn packed(score: i32, square: u8) -> i32 {
    (score.max(-127) + 128) << 8 | i32::from(square.min(NO_MOVE))
}

/// Threads without work. They spin for a moment, because work mostly comes at once, and then sleep
/// until they are woken.
#[derive(Default)]
pub(crate) struct Idle {
    waiting: AtomicUsize,
    sleeping: AtomicUsize,
    mutex: Mutex<()>,
    condvar: Condvar,
}

impl Idle {
    /// Whether a thread waits for work.
    #[inline(always)]
    pub(crate) fn has_waiting(&self) -> bool {
        self.waiting.load(Relaxed) != 0
    }

    /// Waits until `find` returns something, and returns that. The thread counts as idle meanwhile.
    /// After every change that `find` can see, call [`wake`](Idle::wake).
    pub(crate) fn wait<T>(&self, mut find: impl FnMut() -> Option<T>) -> T {
        self.waiting.fetch_add(1, SeqCst);
        let found = (0..params::SPINS_BEFORE_SLEEP).find_map(|look| {
            if look < params::SPINS_BEFORE_YIELD {
                hint::spin_loop();
            } else {
                thread::yield_now();
            }
            find()
        });
        let found = found.unwrap_or_else(|| self.sleep(find));
        self.waiting.fetch_sub(1, SeqCst);
        found
    }

    /// The sleeper counts itself before it looks for the last time, and a waker looks for sleepers
    /// after its change. So one of the two sees the other.
    fn sleep<T>(&self, mut find: impl FnMut() -> Option<T>) -> T {
        let mut inside = self.mutex.lock().expect("no thread panics while it holds the lock");
        self.sleeping.fetch_add(1, SeqCst);
        let found = loop {
            if let Some(found) = find() {
                break found;
            }
            inside = self.condvar.wait(inside).expect("no thread panics while it holds the lock");
        };
        self.sleeping.fetch_sub(1, SeqCst);
        found
    }

    /// Wakes all sleepers: there is work, a helper has ended, or the search is over.
    #[inline]
    pub(crate) fn wake(&self) {
        if self.sleeping.load(SeqCst) != 0 {
            drop(self.mutex.lock().expect("no thread panics while it holds the lock"));
            self.condvar.notify_all();
        }
    }
}

#[cfg(test)]
mod split_tests {
    use super::*;
    use crate::Board;
    use crate::eval::Model;
    use crate::kernel::Portable;
    use crate::ruleset::Standard;

    fn work() -> Work {
        let board = Board { own: 0x10_0800_0000, opp: 0x08_1000_0000 };
        let model = Model::standard();
        let node = Node::new(model.layout(), board, 60);
        Work { node, moves: Moves::of(Standard(Portable), board, board.legal()), alpha: 4, depth: 9, level: 0 }
    }

    #[test]
    fn helpers_come_while_it_is_open_and_are_counted_until_they_go() {
        let (split, idle) = (Split::new(), Idle::default());
        assert!(split.join(&idle).is_none());
        split.begin(NO_SPLIT, work(), 1, (0, 19));
        let (first, second) = (split.join(&idle).unwrap(), split.join(&idle).unwrap());
        split.close();
        assert!(split.join(&idle).is_none());
        drop(first);
        assert!(split.has_helpers());
        drop(second);
        assert!(!split.has_helpers());
    }

    #[test]
    fn no_helper_joins_an_empty_split_point() {
        let (split, idle) = (Split::new(), Idle::default());
        split.begin(NO_SPLIT, work(), 1, (0, 19));
        (1..4).for_each(|number| assert_eq!(split.take(), number));
        assert!(!split.is_open() && split.join(&idle).is_none(), "all four moves are taken");
        split.begin(NO_SPLIT, work(), 1, (0, 19));
        assert!(split.is_open());
        split.report(5, 26, 4);
        assert!(!split.is_open() && split.join(&idle).is_none(), "one of them was enough");
    }

    #[test]
    fn a_helper_that_panics_is_gone() {
        let (split, idle) = (Split::new(), Idle::default());
        split.begin(NO_SPLIT, work(), 1, (0, 19));
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _joined = split.join(&idle);
            panic!("on purpose");
        }));
        assert!(panicked.is_err() && !split.has_helpers());
    }

    #[test]
    fn each_move_is_taken_once_and_the_best_score_is_kept() {
        let split = Split::new();
        split.begin(NO_SPLIT, work(), 1, (-64, 37));
        assert_eq!([split.take(), split.take(), split.take()], [1, 2, 3]);
        split.report(-10, 19, 4);
        split.report(-20, 26, 4);
        assert_eq!((split.best(), split.is_cut()), ((-10, 19), false));
        split.report(64, 44, 4);
        assert_eq!((split.best(), split.is_cut()), ((64, 44), true));
        split.begin(NO_SPLIT, work(), 1, (crate::table::NO_SCORE, NO_MOVE));
        assert_eq!((split.best(), split.is_cut()), ((crate::table::NO_SCORE, NO_MOVE), false));
    }
}

#[cfg(test)]
mod idle_tests {
    use super::*;

    #[test]
    fn sleepers_wake_for_every_piece_of_work() {
        let (idle, given, taken) = (Idle::default(), AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            scope.spawn(|| {
                for piece in 1..=500 {
                    idle.wait(|| (given.load(SeqCst) >= piece).then_some(()));
                    taken.store(piece, SeqCst);
                    idle.wake();
                }
            });
            for piece in 1..=500 {
                given.store(piece, SeqCst);
                idle.wake();
                idle.wait(|| (taken.load(SeqCst) == piece).then_some(()));
            }
        });
        assert!(!idle.has_waiting());
    }
}
