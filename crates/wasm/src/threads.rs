//! Threads in the page: workers that share the memory of the instance and wait for searches to help.

#![deny(clippy::undocumented_unsafe_blocks)]

use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What helpers run, with the number of the helper.
type Help = dyn Fn(usize) + Sync;

/// The work that helpers wait for.
#[derive(Default)]
struct Board {
    /// What to run, and how many helpers may.
    work: Option<(&'static Help, usize)>,
    /// Helpers that have taken it.
    taken: usize,
    /// Helpers that run it.
    running: usize,
}

static BOARD: Mutex<Board> = Mutex::new(Board { work: None, taken: 0, running: 0 });
static CHANGED: Condvar = Condvar::new();

fn board() -> MutexGuard<'static, Board> {
    BOARD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `lead` here and `help` on as many of the waiting workers. Returns when all have ended.
pub(crate) fn run_together(helpers: usize, help: &(dyn Fn(usize) + Sync), lead: &mut dyn FnMut()) {
    // SAFETY: only the lifetime changes. Helpers take it from the board while it is there and count
    // themselves under the same lock. Before this function returns it takes it away and waits
    // until no helper runs it. A panic in between ends the instance.
    let help: &'static Help = unsafe { mem::transmute(help) };
    *board() = Board { work: Some((help, helpers)), ..Board::default() };
    CHANGED.notify_all();
    lead();
    let mut board = board();
    board.work = None;
    while board.running > 0 {
        board = CHANGED.wait(board).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Helps searches for ever. A worker of its own calls it.
#[unsafe(no_mangle)]
extern "C" fn help() {
    let mut board = board();
    loop {
        match board.work {
            Some((work, helpers)) if board.taken < helpers => {
                let number = board.taken;
                board.taken += 1;
                board.running += 1;
                drop(board);
                work(number);
                board = self::board();
                board.running -= 1;
                CHANGED.notify_all();
            }
            _ => board = CHANGED.wait(board).unwrap_or_else(PoisonError::into_inner),
        }
    }
}
