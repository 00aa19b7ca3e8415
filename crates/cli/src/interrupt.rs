//! Ctrl-C: the first one stops a search, whose results so far are printed.
//!
//! A command that waits for input ends at once, and so does every command at the second Ctrl-C.

use std::{
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread,
};

use crate::{CommandStatus, print_message, screen};

/// Exit code of a command that Ctrl-C ended, as in shells.
pub(crate) const INTERRUPTED: u8 = 130;

static CAME: AtomicBool = AtomicBool::new(false);
static WAITS: AtomicBool = AtomicBool::new(false);
static ENDS: AtomicBool = AtomicBool::new(false);

/// Returns a flag that an interrupt sets.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::<AtomicBool>::default();
    watch(Arc::clone(&stop));
    stop
}

/// Lets an interrupt set this flag from now on.
pub(crate) fn watch(stop: Arc<AtomicBool>) {
    // Fails if signals are ignored, as under `nohup`; then they stay ignored.
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

/// The status of a command that has printed its result. Prints a message after an interrupt.
pub(crate) fn verdict() -> CommandStatus {
    if !came() {
        return CommandStatus::Fine;
    }
    print_message(format_args!("outflank: interrupted"));
    CommandStatus::Failed(INTERRUPTED)
}

/// Calls a function that may block; an interrupt meanwhile ends the process.
pub(crate) fn wait<T>(act: impl FnOnce() -> T) -> T {
    WAITS.store(true, SeqCst);
    if came() {
        end();
    }
    let result = act();
    WAITS.store(false, SeqCst);
    result
}

/// Blocks while an interrupt ends the process: errors that it causes, such as an engine that was
/// ended, must not be reported.
pub(crate) fn let_end() {
    while ENDS.load(SeqCst) {
        thread::park();
    }
}

/// Ends the process with all programs that it started, and restores the terminal.
pub(crate) fn end() -> ! {
    ENDS.store(true, SeqCst);
    outflank_arena::end_engines();
    screen::restore_terminal();
    print_message(format_args!("outflank: interrupted"));
    process::exit(INTERRUPTED.into());
}
