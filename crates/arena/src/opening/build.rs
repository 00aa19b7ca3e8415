//! Selects openings by search.

use std::{
    collections::HashSet,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use outflank_engine::{Limits, Searcher, Settings};
use outflank_rules::{Position, Square, Variant};

use super::{Opening, Openings, PLIES};

/// Depth of a first search that rejects most lopsided positions.
const QUICK_DEPTH: u32 = 4;

/// Error bound of the first search in discs.
const QUICK_ERROR: i32 = 8;

/// Table size of each search; small, because it is cleared each time.
const HASH_BYTES: usize = 1 << 20;

/// Which openings to select.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningOptions {
    /// Search depth in plies.
    pub depth: u32,
    /// Maximum distance from even, in discs.
    pub margin: u8,
    /// Number of threads; it does not affect the result.
    pub threads: usize,
}

impl Default for OpeningOptions {
    fn default() -> OpeningOptions {
        OpeningOptions { depth: 12, margin: 2, threads: 1 }
    }
}

impl Openings {
    /// Selects the balanced candidates and calls `tell` after each. Every search starts with an
    /// empty table, so the value depends only on position and depth. `None` if stopped.
    pub fn build(
        candidates: &[Opening],
        options: &OpeningOptions,
        stop: &AtomicBool,
        tell: &(dyn Fn() + Sync),
    ) -> Option<Openings> {
        let (next, chosen) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            let mut searcher = Searcher::new(&Settings { hash_bytes: HASH_BYTES, threads: 1 });
            while let Some(opening) = candidates.get(next.fetch_add(1, Relaxed)).filter(|_| !stop.load(Relaxed)) {
                if is_balanced(&opening.position(), options, &mut searcher) {
                    chosen.lock().unwrap_or_else(PoisonError::into_inner).push(*opening);
                }
                tell();
            }
        };
        thread::scope(|scope| (0..options.threads.max(1)).for_each(|_| drop(scope.spawn(work))));
        let chosen = chosen.into_inner().unwrap_or_else(PoisonError::into_inner);
        (!stop.load(Relaxed)).then(|| chosen.into_iter().collect())
    }
}

fn is_balanced(position: &Position, options: &OpeningOptions, searcher: &mut Searcher) -> bool {
    let margin = i32::from(options.margin);
    let mut is_within = |depth: u32, margin: i32| {
        searcher.clear();
        i32::from(searcher.search(position, &Limits::depth(depth)).value).abs() <= margin
    };
    is_within(QUICK_DEPTH.min(options.depth), margin + QUICK_ERROR) && is_within(options.depth, margin)
}

/// One line to every position reachable in [`PLIES`] plies without a pass, up to symmetry. All
/// first moves are equivalent, so all lines start with the same one.
pub fn positions() -> Vec<Opening> {
    let mut reached: Vec<(Position, Vec<Square>)> = vec![(Variant::STANDARD.start(), Vec::new())];
    for _ in 0..PLIES {
        let mut met = HashSet::new();
        let mut further = Vec::new();
        for (position, line) in reached {
            for square in position.legal() {
                let next = position.play_unchecked(square.into());
                if !next.legal().is_empty() && met.insert(next.canonical().0) {
                    further.push((next, [line.as_slice(), &[square]].concat()));
                }
            }
        }
        reached = further;
    }
    reached.into_iter().filter_map(|(_, line)| Some(Opening { squares: line.try_into().ok()? })).collect()
}
