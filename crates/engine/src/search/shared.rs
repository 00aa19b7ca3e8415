//! What all threads of a search have in common.

use std::sync::Arc;

use super::idle::Idle;
use super::probcut::Probes;
use super::reasons::Reasons;
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
    /// How many threads search.
    pub(crate) threads: usize,
    pub(crate) reasons: Reasons<'a>,
    pub(crate) idle: Idle,
}

impl Shared<'_> {
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
}

/// The split points for so many threads.
pub(crate) fn split_points(threads: usize) -> Vec<Split> {
    let count = if threads > 1 { threads * params::SPLITS_PER_THREAD } else { 0 };
    (0..count).map(|_| Split::new()).collect()
}
