//! Search and exact scores: `outflank_searcher`.

use std::ffi::{c_char, c_int};
use std::mem::MaybeUninit;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Mutex, TryLockError};
use std::thread::available_parallelism;
use std::time::Duration;

use outflank_engine::{Bound, DeepeningStrategy, Limits, Outcome, Searcher, Selectivity, Settings, StopHandle, Window};
use outflank_rules::Game;

use crate::boundary::{Handle, array, given, guard, hand_out};
use crate::error::Error;
use crate::game::list;

/// The size of the transposition table if the caller gives 0, as in the program.
const DEFAULT_HASH_BYTES: usize = 128 << 20;

/// `outflank_searcher`. Threads share it: one searches, others stop the search.
struct SharedSearcher {
    searcher: Mutex<Searcher>,
    stop: StopHandle,
}

/// `outflank_limits`.
#[repr(C)]
struct CLimits {
    depth: u32,
    selectivity: u32,
    time_ms: u64,
    nodes: u64,
    exact: i32,
}

/// `outflank_outcome`.
#[repr(C)]
struct COutcome {
    nodes: u64,
    value: i32,
    bound: i32,
    depth: u32,
    selectivity: u32,
    is_exact: i32,
    best: [c_char; 8],
    line: [c_char; 512],
}

#[unsafe(no_mangle)]
extern "C" fn outflank_searcher_new(hash_bytes: usize, threads: usize, searcher: Handle<'_, SharedSearcher>) -> c_int {
    hand_out(searcher, "searcher", || {
        let hash_bytes = if hash_bytes == 0 { DEFAULT_HASH_BYTES } else { hash_bytes };
        // The searcher itself would abort the process.
        let reserved = Vec::<u8>::new().try_reserve_exact(hash_bytes);
        reserved.map_err(|_| Error::TooMuchMemory(hash_bytes))?;
        let processors = available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = if threads == 0 { processors } else { threads.min(processors) };
        let searcher = Searcher::new(&Settings { hash_bytes, threads });
        let stop = searcher.stop_handle().clone();
        Ok(SharedSearcher { searcher: Mutex::new(searcher), stop })
    })
}

#[unsafe(no_mangle)]
extern "C" fn outflank_searcher_free(searcher: Option<Box<SharedSearcher>>) {
    guard(|| {
        drop(searcher);
        Ok(0)
    });
}

#[unsafe(no_mangle)]
extern "C" fn outflank_searcher_search(
    searcher: Option<&SharedSearcher>,
    game: Option<&Game>,
    limits: Option<&CLimits>,
    outcome: Option<&mut MaybeUninit<COutcome>>,
) -> c_int {
    guard(|| {
        let shared = given(searcher, "searcher")?;
        let position = given(game, "game")?.position();
        let limits = given(limits, "limits")?.read(position.empties().len())?;
        let outcome = given(outcome, "outcome")?;
        if !position.free_squares().is_empty() {
            return Err(Error::FreeOpening);
        }
        let mut searcher = shared.searcher.try_lock().map_err(|cause| match cause {
            TryLockError::WouldBlock => Error::Busy,
            TryLockError::Poisoned(_) => Error::Internal("this searcher failed before: make a new one".to_owned()),
        })?;
        let found = searcher.search(&position, &limits);
        // A stop ends one search. If it came too late for this one, it must not end the next.
        shared.stop.as_ref().store(false, SeqCst);
        outcome.write(COutcome::new(&found));
        Ok(0)
    })
}

#[unsafe(no_mangle)]
extern "C" fn outflank_searcher_stop(searcher: Option<&SharedSearcher>) -> c_int {
    guard(|| {
        given(searcher, "searcher")?.stop.stop();
        Ok(0)
    })
}

impl CLimits {
    /// The limits for a position with this many empty squares, as the program sets them.
    fn read(&self, empties: u32) -> Result<Limits, Error> {
        let is_exact = self.exact != 0;
        if is_exact && (self.depth != 0 || self.selectivity != 0) {
            return Err(Error::ExactWithDepth);
        }
        let depth = if self.depth == 0 { u32::MAX } else { self.depth };
        let selectivity = match self.selectivity {
            0 if depth < empties => Selectivity::P73,
            0 => Selectivity::Full,
            percent => percent.to_string().parse()?,
        };
        let time = (self.time_ms != 0).then(|| Duration::from_millis(self.time_ms));
        let nodes = (self.nodes != 0).then_some(self.nodes);
        let is_open_ended = self.depth == 0 && !is_exact;
        let approach = if is_open_ended || time.is_some() || nodes.is_some() {
            DeepeningStrategy::Gradual
        } else {
            DeepeningStrategy::Direct
        };
        Ok(Limits { depth, selectivity, approach, time, nodes, window: Window::ALL })
    }
}

impl COutcome {
    fn new(found: &Outcome) -> COutcome {
        COutcome {
            nodes: found.nodes,
            value: found.value.into(),
            bound: match found.bound {
                Bound::AtMost => -1,
                Bound::Exact => 0,
                Bound::AtLeast => 1,
            },
            depth: found.depth,
            selectivity: found.selectivity.percent().into(),
            is_exact: found.is_exact().into(),
            best: array(&found.mv.map(|mv| mv.to_string()).unwrap_or_default()),
            line: array(&list(&found.line)),
        }
    }
}
