//! Why a search ends before its goal.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::time::Instant;

use super::Limits;
use crate::params;

/// A stop from outside, the clock, the node limit, or that all is done.
pub(crate) struct Reasons<'a> {
    /// Set from outside.
    stop: &'a AtomicBool,
    /// Set here, and never cleared.
    over: AtomicBool,
    deadline: Option<Instant>,
    node_limit: u64,
    /// Nodes of all threads, as far as they have told.
    nodes: AtomicU64,
}

impl<'a> Reasons<'a> {
    pub(crate) fn new(stop: &'a AtomicBool, limits: &Limits, started: Instant) -> Reasons<'a> {
        Reasons {
            stop,
            over: AtomicBool::new(false),
            deadline: limits.time.and_then(|time| started.checked_add(time)),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
        }
    }

    /// Whether the search is over. A stop from outside is kept: the flag may be cleared before all threads have seen it.
    #[inline(always)]
    pub(crate) fn is_over(&self) -> bool {
        if self.stop.load(Relaxed) {
            self.finish();
        }
        self.over.load(Relaxed)
    }

    /// Takes note of `more` nodes, and ends the search if its time or its nodes are used up. After how many nodes one of so many
    /// threads should ask again.
    pub(crate) fn spend(&self, more: u64, threads: usize) -> u64 {
        let nodes = self.nodes.fetch_add(more, Relaxed) + more;
        let left = self.node_limit.saturating_sub(nodes);
        if left == 0 || self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.finish();
        }
        (left / threads as u64).clamp(1, params::NODES_BETWEEN_LOOKS_AT_THE_CLOCK)
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
    fn the_nearer_the_node_limit_the_sooner_it_is_looked_at_again() {
        let stop = AtomicBool::new(false);
        let reasons = Reasons::new(&stop, &Limits::exact().with_nodes(10_000), Instant::now());
        assert_eq!(reasons.spend(0, 1), params::NODES_BETWEEN_LOOKS_AT_THE_CLOCK);
        assert_eq!(reasons.spend(9_000, 2), 500);
        assert!(!reasons.is_over());
        reasons.spend(1_000, 2);
        assert!(reasons.is_over());
        assert_eq!(reasons.nodes(), 10_000);
    }

    #[test]
    fn a_deadline_that_has_passed_ends_the_search_at_the_first_look() {
        let stop = AtomicBool::new(false);
        let reasons = Reasons::new(&stop, &Limits::exact().with_time(Duration::ZERO), Instant::now());
        reasons.spend(0, 1);
        assert!(reasons.is_over());
    }

    #[test]
    fn a_stop_that_was_seen_is_kept_when_the_flag_is_cleared() {
        let stop = AtomicBool::new(true);
        let reasons = Reasons::new(&stop, &Limits::exact(), Instant::now());
        assert!(reasons.is_over());
        stop.store(false, SeqCst);
        assert!(reasons.is_over());
    }

    /// A time beyond what a clock can tell is no limit.
    #[test]
    fn a_search_may_have_all_the_time_in_the_world() {
        let stop = AtomicBool::new(false);
        let reasons = Reasons::new(&stop, &Limits::exact().with_time(Duration::MAX), Instant::now());
        reasons.spend(1, 1);
        assert!(!reasons.is_over());
    }
}
