//! Ctrl-C while the engine thinks: the search stops, and what it found so far is printed.
//!
//! A command that only waits for input ends at once, and so does one that is interrupted a second time.

use std::{
    process,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread,
};

use crate::{Verdict, tell};

/// What shells report for a command ended by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

static CAME: AtomicBool = AtomicBool::new(false);
static WAITS: AtomicBool = AtomicBool::new(false);
static ENDS: AtomicBool = AtomicBool::new(false);

/// What has to be done before the process is ended in the middle of its work.
static LAST_ACTS: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

/// An interrupt that ends the process does this first, on a thread of its own.
pub(crate) fn before_end(act: fn()) {
    LAST_ACTS.lock().unwrap_or_else(PoisonError::into_inner).push(act);
}

/// From now on an interrupt sets the flag.
pub(crate) fn watch(stop: Arc<AtomicBool>) {
    // Signals that are ignored stay so, as `nohup` wants it; then none of them is watched.
    let _ = ctrlc::try_set_handler(move || {
        let is_second = CAME.swap(true, SeqCst);
        stop.store(true, SeqCst);
        if is_second || WAITS.load(SeqCst) {
            end();
        }
    });
}

/// Was there an interrupt?
pub(crate) fn came() -> bool {
    CAME.load(SeqCst)
}

/// What a command that has printed its answer ends with; an interrupt is told.
pub(crate) fn verdict() -> Verdict {
    if !came() {
        return Verdict::Fine;
    }
    tell(format_args!("outflank: interrupted"));
    Verdict::Failed(INTERRUPTED)
}

/// Does something that may wait for somebody else; an interrupt meanwhile ends the process.
pub(crate) fn wait<T>(act: impl FnOnce() -> T) -> T {
    WAITS.store(true, SeqCst);
    if came() {
        end();
    }
    let result = act();
    WAITS.store(false, SeqCst);
    result
}

/// What fails while an interrupt ends the process, such as an engine that was ended with it, is not what the command ends with.
pub(crate) fn let_end() {
    while ENDS.load(SeqCst) {
        thread::park();
    }
}

pub(crate) fn end() -> ! {
    ENDS.store(true, SeqCst);
    for act in LAST_ACTS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        act();
    }
    tell(format_args!("outflank: interrupted"));
    process::exit(INTERRUPTED.into());
}
