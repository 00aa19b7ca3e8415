//! Who plays what next.

use std::{
    collections::BTreeSet,
    iter::Fuse,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
};

use super::{Fixture, LOOK};

/// Fixtures, handed out in their order.
pub(super) struct Queue<I> {
    state: Mutex<State<I>>,
    /// One of those under way was finished.
    moved_on: Condvar,
    /// How many may be handed out beyond the first that is not finished.
    window: Option<usize>,
}

struct State<I> {
    fixtures: Fuse<I>,
    /// How many were handed out.
    taken: usize,
    /// Which of them are not finished.
    under_way: BTreeSet<usize>,
}

impl<I: Iterator<Item = Fixture>> Queue<I> {
    pub(super) fn new(fixtures: I, window: Option<usize>) -> Queue<I> {
        let state = State { fixtures: fixtures.fuse(), taken: 0, under_way: BTreeSet::new() };
        Queue { state: Mutex::new(state), moved_on: Condvar::new(), window }
    }

    /// The next fixture with its turn; `None` if there is none, or nothing more is wanted. Waits while it would be too far ahead.
    pub(super) fn next(&self, halt: &AtomicBool) -> Option<(usize, Fixture)> {
        // Whoever panicked while a fixture was made ends everything; nothing more is to be played then.
        let mut state = self.state.lock().ok()?;
        while self.is_too_far(&state) {
            if halt.load(SeqCst) {
                return None;
            }
            state = self.moved_on.wait_timeout(state, LOOK).map_or(None, |(state, _)| Some(state))?;
        }
        let fixture = state.fixtures.next()?;
        let turn = state.taken;
        state.taken += 1;
        state.under_way.insert(turn);
        Some((turn, fixture))
    }

    /// The game of this turn is finished.
    pub(super) fn done(&self, turn: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.under_way.remove(&turn);
        self.moved_on.notify_all();
    }

    fn is_too_far(&self, state: &MutexGuard<'_, State<I>>) -> bool {
        let first = state.under_way.first().copied().unwrap_or(state.taken);
        self.window.is_some_and(|window| state.taken - first >= window)
    }
}
