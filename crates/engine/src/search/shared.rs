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
    /// Nodes of the helping threads, added when they pause.
    pub(crate) helped_nodes: AtomicU64,
    /// Threads without work.
    pub(crate) idle: AtomicUsize,
}

impl Shared<'_> {
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.over.load(Relaxed)
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
