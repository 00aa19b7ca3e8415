//! A progress bar on stderr, shown only on a terminal and after 400 ms.

use std::{
    io::{self, BufRead, Read},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use outflank_arena::printable;

/// Shorter work shows no bar.
const SHOW_DELAY: Duration = Duration::from_millis(400);

/// A progress bar. Several threads may advance it. Dropping it clears it.
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    is_shown: AtomicBool,
}

impl Progress {
    /// A bar for `total` steps.
    pub(crate) fn of_steps(total: u64, doing: &str) -> Progress {
        Progress::new(total, doing, "{msg} [{bar:30}] {percent:>3}% {elapsed}, {eta} left")
    }

    /// A bar for `total` games below a table, which is set by
    /// [`set_message`](Progress::set_message).
    pub(crate) fn of_table(total: u64) -> Progress {
        Progress::new(total, "", "{msg}[{bar:30}] {pos} of {len} games, {elapsed}, {eta} left")
    }

    /// A bar for `total` bytes, or a counter for a pipe.
    pub(crate) fn of_bytes(total: Option<u64>, doing: &str) -> Progress {
        match total {
            Some(total) => Progress::new(total, doing, "{msg} [{bar:30}] {bytes} of {total_bytes}, {eta} left"),
            None => Progress::new(0, doing, "{msg} {bytes} in {elapsed}"),
        }
    }

    /// A line for a search, redrawn every [`SHOW_DELAY`].
    pub(crate) fn of_search() -> Progress {
        let progress = Progress::new(0, "", "{msg} {elapsed}");
        progress.is_shown.store(true, Ordering::Relaxed);
        progress.bar.set_draw_target(ProgressDrawTarget::stderr());
        progress.bar.enable_steady_tick(SHOW_DELAY);
        progress
    }

    /// Sets the text of the line.
    pub(crate) fn set_message(&self, doing: &str) {
        self.bar.set_message(printable(doing));
    }

    /// No bar, for output to the same terminal.
    pub(crate) fn hidden() -> Progress {
        let progress = Progress::of_steps(0, "");
        progress.is_shown.store(true, Ordering::Relaxed);
        progress
    }

    fn new(total: u64, doing: &str, template: &str) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(template).expect("the templates above are well formed");
        bar.set_style(style.progress_chars("=> "));
        bar.set_message(doing.to_owned());
        Progress { bar, begun: Instant::now(), is_shown: AtomicBool::new(false) }
    }

    pub(crate) fn advance(&self, steps: u64) {
        self.bar.inc(steps);
        if !self.is_shown.load(Ordering::Relaxed) && self.begun.elapsed() > SHOW_DELAY {
            self.is_shown.store(true, Ordering::Relaxed);
            // Draws nothing if stderr is not a terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Hides the bar while a function writes to the terminal.
    pub(crate) fn suspend<T>(&self, act: impl FnOnce() -> T) -> T {
        self.bar.suspend(act)
    }
}

/// An input that advances a progress bar.
pub(crate) struct Counted<'a, R> {
    input: R,
    progress: &'a Progress,
}

impl<'a, R> Counted<'a, R> {
    pub(crate) fn new(input: R, progress: &'a Progress) -> Counted<'a, R> {
        Counted { input, progress }
    }
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.input.read(buffer)?;
        self.progress.advance(len as u64);
        Ok(len)
    }
}

impl<R: BufRead> BufRead for Counted<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, len: usize) {
        self.input.consume(len);
        self.progress.advance(len as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
