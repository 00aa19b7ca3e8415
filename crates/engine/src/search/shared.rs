//! What all threads of a search have in common.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use std::time::Instant;

use super::probcut::Probes;
use super::split::{self, Split};
use crate::eval::Model;
use crate::params;
use crate::table::Table;

/// The common state: the table, the weights, and the reasons to stop.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) model: Arc<Model>,
    pub(crate) splits: &'a [Split],
    pub(crate) probes: &'a Probes,
    /// Set from outside.
    pub(crate) stop: &'a AtomicBool,
    /// Set when time or nodes run out, or all is done.
    pub(crate) over: AtomicBool,
    pub(crate) deadline: Option<Instant>,
    pub(crate) node_limit: u64,
    /// Nodes of all threads, as far as they have told.
    pub(crate) nodes: AtomicU64,
    /// Threads without work.
    pub(crate) idle: AtomicUsize,
}

impl Shared<'_> {
    /// Whether the search is over. A stop from outside is kept: the flag may be cleared before all threads have seen it.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        if self.stop.load(Relaxed) {
            self.finish();
        }
        self.over.load(Relaxed)
    }

    /// Ends the search if its time or its nodes are used up. `more` nodes were searched since the last call.
    pub(crate) fn spend(&self, more: u64) {
        let nodes = self.nodes.fetch_add(more, Relaxed) + more;
        if nodes >= self.node_limit || self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.finish();
        }
    }

    /// The open split with most work below it, only below `under` if that is given.
    pub(crate) fn open_split(&self, under: usize) -> Option<usize> {
        let fits = |id: &usize| self.splits[*id].is_open() && (under == split::NONE || self.is_below(*id, under));
        (0..self.splits.len()).filter(fits).max_by_key(|id| self.splits[*id].depth())
    }

    fn is_below(&self, mut id: usize, under: usize) -> bool {
        for _ in 0..self.splits.len() {
            if id == split::NONE {
                return false;
            }
            if id == under {
                return true;
            }
            id = self.splits[id].parent();
        }
        false
    }

    /// Whether this split or one above it has been refuted.
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

    pub(crate) fn someone_is_idle(&self) -> bool {
        self.idle.load(Relaxed) != 0
    }

    pub(crate) fn finish(&self) {
        self.over.store(true, SeqCst);
    }
}

/// The split points for so many threads.
pub(crate) fn split_points(threads: usize) -> Vec<Split> {
    let count = if threads > 1 { threads * params::SPLITS_PER_THREAD } else { 0 };
    (0..count).map(|_| Split::new()).collect()
}
