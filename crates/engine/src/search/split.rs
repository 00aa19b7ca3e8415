//! Split points: where the threads share the moves of one position.
//!
//! A thread that has searched the first move of a position and sees another one idle opens a split there: both take moves
//! from the same list until one refutes the position or the list is empty. The owner of a split waits for its helpers,
//! and helps them meanwhile, below its own split. (A split may be closed and opened elsewhere in the moment before it is joined: then
//! the owner helps there for once.)

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering::SeqCst};

use super::idle::Idle;
use super::moves::Moves;
use super::node::Node;
use crate::table::NO_MOVE;

/// No split.
pub(crate) const NONE: usize = usize::MAX;

/// What a helper needs to know of the position.
#[derive(Clone, Copy)]
pub(crate) struct Work {
    pub(crate) node: Node,
    pub(crate) moves: Moves,
    pub(crate) alpha: i32,
    pub(crate) depth: u32,
    pub(crate) level: u8,
}

/// One split point. They are made before the search and used again and again.
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
            parent: AtomicUsize::new(NONE),
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

    /// Offers the moves from number `from` on.
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

    /// A helper comes in, unless there is nothing left to do.
    pub(crate) fn join<'a>(&'a self, idle: &'a Idle) -> Option<(Work, Joined<'a>)> {
        let slot = self.lock();
        let work = slot.filter(|_| self.is_open())?;
        self.helpers.fetch_add(1, SeqCst);
        Some((work, Joined { split: self, idle }))
    }

    /// Nobody may come in any more.
    pub(crate) fn close(&self) {
        let _slot = self.lock();
        self.open.store(false, SeqCst);
    }

    /// The number of the next move that nobody has taken.
    pub(crate) fn take(&self) -> usize {
        self.next.fetch_add(1, SeqCst)
    }

    /// A move's score.
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

    /// Whether a helper would find a move to search.
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

/// A helper at work on a split. When it goes, be it by a panic, the owner hears of it.
pub(crate) struct Joined<'a> {
    split: &'a Split,
    idle: &'a Idle,
}

impl Drop for Joined<'_> {
    fn drop(&mut self) {
        self.split.helpers.fetch_sub(1, SeqCst);
        self.idle.ring();
    }
}

fn packed(score: i32, square: u8) -> i32 {
    (score.max(-127) + 128) << 8 | i32::from(square.min(NO_MOVE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;
    use crate::eval::Model;

    fn work() -> Work {
        let board = Board { own: 0x10_0800_0000, opp: 0x08_1000_0000 };
        let model = Model::standard();
        let node = Node::new(model.layout(), board, 60);
        Work { node, moves: Moves::of(board, board.legal()), alpha: 4, depth: 9, level: 0 }
    }

    #[test]
    fn helpers_come_while_it_is_open_and_are_counted_until_they_go() {
        let (split, idle) = (Split::new(), Idle::default());
        assert!(split.join(&idle).is_none());
        split.begin(NONE, work(), 1, (0, 19));
        let (first, second) = (split.join(&idle).unwrap(), split.join(&idle).unwrap());
        split.close();
        assert!(split.join(&idle).is_none());
        drop(first);
        assert!(split.has_helpers());
        drop(second);
        assert!(!split.has_helpers());
    }

    #[test]
    fn nobody_comes_where_nothing_is_left() {
        let (split, idle) = (Split::new(), Idle::default());
        split.begin(NONE, work(), 1, (0, 19));
        (1..4).for_each(|number| assert_eq!(split.take(), number));
        assert!(!split.is_open() && split.join(&idle).is_none(), "all four moves are taken");
        split.begin(NONE, work(), 1, (0, 19));
        assert!(split.is_open());
        split.report(5, 26, 4);
        assert!(!split.is_open() && split.join(&idle).is_none(), "one of them was enough");
    }

    #[test]
    fn a_helper_that_panics_is_gone() {
        let (split, idle) = (Split::new(), Idle::default());
        split.begin(NONE, work(), 1, (0, 19));
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _joined = split.join(&idle);
            panic!("on purpose");
        }));
        assert!(panicked.is_err() && !split.has_helpers());
    }

    #[test]
    fn each_move_is_taken_once_and_the_best_score_is_kept() {
        let split = Split::new();
        split.begin(NONE, work(), 1, (-64, 37));
        assert_eq!([split.take(), split.take(), split.take()], [1, 2, 3]);
        split.report(-10, 19, 4);
        split.report(-20, 26, 4);
        assert_eq!((split.best(), split.is_cut()), ((-10, 19), false));
        split.report(64, 44, 4);
        assert_eq!((split.best(), split.is_cut()), ((64, 44), true));
        split.begin(NONE, work(), 1, (crate::table::NO_SCORE, NO_MOVE));
        assert_eq!((split.best(), split.is_cut()), ((crate::table::NO_SCORE, NO_MOVE), false));
    }
}
