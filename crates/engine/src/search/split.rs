//! Split points: where the threads share the moves of one position.
//!
//! A thread that has searched the first move of a position and sees another one idle opens a split there: both take moves
//! from the same list until one refutes the position or the list is empty. The owner of a split waits for its helpers,
//! and helps them meanwhile, but only below its own split: so it is never kept from returning by foreign work.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering::SeqCst};

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
        self.best.store(packed(best.0, best.1), SeqCst);
        self.cut.store(false, SeqCst);
        *slot = Some(work);
        self.open.store(true, SeqCst);
    }

    /// A helper comes in, unless the split was closed meanwhile.
    pub(crate) fn join(&self) -> Option<Work> {
        let slot = self.lock();
        let work = slot.filter(|_| self.open.load(SeqCst))?;
        self.helpers.fetch_add(1, SeqCst);
        Some(work)
    }

    /// The helper goes.
    pub(crate) fn leave(&self) {
        self.helpers.fetch_sub(1, SeqCst);
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

    pub(crate) fn is_open(&self) -> bool {
        self.open.load(SeqCst)
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

fn packed(score: i32, square: u8) -> i32 {
    (score.max(-127) + 128) << 8 | i32::from(square.min(NO_MOVE))
}
