//! The ends of a search before its goal: a stop from outside, the deadline, the node limit.

use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU64};

use crate::search::Limits;
use crate::{Instant, params};

/// Stops the searches of a [`Searcher`](crate::Searcher). Cheap to clone; clones stop the same
/// searches.
#[derive(Clone, Debug, Default)]
pub struct StopHandle(Arc<AtomicBool>);

impl StopHandle {
    /// Ends the running search, or the next one if none is running. It keeps what it has found.
    pub fn stop(&self) {
        self.0.store(true, SeqCst);
    }

    /// Whether this handle or a clone was used.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// For code that shares a stop flag with others.
impl AsRef<AtomicBool> for StopHandle {
    fn as_ref(&self) -> &AtomicBool {
        &self.0
    }
}

/// For code that shares a stop flag with others.
impl From<StopHandle> for Arc<AtomicBool> {
    fn from(handle: StopHandle) -> Arc<AtomicBool> {
        handle.0
    }
}

/// The conditions that end a search: a stop from outside, the deadline, the node limit, or that it
/// is done.
pub(crate) struct StopConditions<'a> {
    stop: &'a AtomicBool,
    /// Never cleared once set.
    over: AtomicBool,
    deadline: Option<Instant>,
    node_limit: u64,
    /// Nodes of all threads, as far as they have been reported.
    nodes: AtomicU64,
}

impl<'a> StopConditions<'a> {
    pub(crate) fn new(stop: &'a AtomicBool, limits: &Limits, started: Instant) -> StopConditions<'a> {
        StopConditions {
            stop,
            over: AtomicBool::new(false),
            deadline: limits.time.and_then(|time| started.checked_add(time)),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
        }
    }

    /// Whether the search is over. Remembers a stop from outside, because its owner may clear the
    /// flag before all threads have seen it.
    #[inline(always)]
    pub(crate) fn is_over(&self) -> bool {
        if self.stop.load(Relaxed) {
            self.finish();
        }
        self.over.load(Relaxed)
    }

    /// Adds nodes, and ends the search if its time or its nodes are used up. Returns the number of
    /// nodes after which one of `threads` threads should call again.
    pub(crate) fn spend(&self, more: u64, threads: usize) -> u64 {
        let nodes = self.nodes.fetch_add(more, Relaxed) + more;
        let left = self.node_limit.saturating_sub(nodes);
        if left == 0 || self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.finish();
        }
        (left / threads as u64).clamp(1, params::NODES_PER_CHECK)
    }

    /// Positions searched by all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(SeqCst)
    }

    pub(crate) fn finish(&self) {
        self.over.store(true, SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_node_limit_is_checked_more_often_near_the_limit() {
        let stop = AtomicBool::new(false);
        let conditions = StopConditions::new(&stop, &Limits::exact().with_nodes(10_000), Instant::now());
        assert_eq!(conditions.spend(0, 1), params::NODES_PER_CHECK);
        assert_eq!(conditions.spend(9_000, 2), 500);
        assert!(!conditions.is_over());
        conditions.spend(1_000, 2);
        assert!(conditions.is_over());
        assert_eq!(conditions.nodes(), 10_000);
    }

    #[test]
    fn a_deadline_that_has_passed_ends_the_search_at_the_first_look() {
        let stop = AtomicBool::new(false);
        let conditions = StopConditions::new(&stop, &Limits::exact().with_time(Duration::ZERO), Instant::now());
        conditions.spend(0, 1);
        assert!(conditions.is_over());
    }

    #[test]
    fn a_stop_that_was_seen_is_kept_when_the_flag_is_cleared() {
        let stop = AtomicBool::new(true);
        let conditions = StopConditions::new(&stop, &Limits::exact(), Instant::now());
        assert!(conditions.is_over());
        stop.store(false, SeqCst);
        assert!(conditions.is_over());
    }

    /// A time limit beyond the range of the clock is no limit.
    #[test]
    fn the_longest_time_limit_does_not_overflow() {
        let stop = AtomicBool::new(false);
        let conditions = StopConditions::new(&stop, &Limits::exact().with_time(Duration::MAX), Instant::now());
        conditions.spend(1, 1);
        assert!(!conditions.is_over());
    }
}
