//! A progress bar on stderr: only on a terminal, and only for work that takes a while.

use std::{
    io::{self, BufRead, Read},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that is done sooner than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// A bar that several threads may move on. It is wiped when dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    is_shown: AtomicBool,
}

impl Progress {
    /// A bar for so many steps, with a word on what is being done.
    pub(crate) fn of_steps(total: u64, doing: &str) -> Progress {
        Progress::new(total, doing, "{msg} [{bar:30}] {percent:>3}% {elapsed}, {eta} left")
    }

    /// A bar for so many games below a table, which [`say`](Progress::say) draws.
    pub(crate) fn of_table(total: u64) -> Progress {
        Progress::new(total, "", "{msg}[{bar:30}] {pos} of {len} games, {elapsed}, {eta} left")
    }

    /// A bar for so many bytes, or a count where a pipe does not tell how many will come.
    pub(crate) fn of_bytes(total: Option<u64>, doing: &str) -> Progress {
        match total {
            Some(total) => Progress::new(total, doing, "{msg} [{bar:30}] {bytes} of {total_bytes}, {eta} left"),
            None => Progress::new(0, doing, "{msg} {bytes} in {elapsed}"),
        }
    }

    /// A line for a search, of which nobody knows how long it takes; it is drawn at intervals of [`PATIENCE`].
    pub(crate) fn of_search() -> Progress {
        let progress = Progress::new(0, "", "{msg} {elapsed}");
        progress.is_shown.store(true, Ordering::Relaxed);
        progress.bar.set_draw_target(ProgressDrawTarget::stderr());
        progress.bar.enable_steady_tick(PATIENCE);
        progress
    }

    /// Says what is being done now.
    pub(crate) fn say(&self, doing: String) {
        self.bar.set_message(doing);
    }

    /// No bar, where it would be drawn among the output.
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

    /// So many steps more are done.
    pub(crate) fn advance(&self, steps: u64) {
        self.bar.inc(steps);
        if !self.is_shown.load(Ordering::Relaxed) && self.begun.elapsed() > PATIENCE {
            self.is_shown.store(true, Ordering::Relaxed);
            // Draws nothing where stderr is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Does something that writes to the terminal, with the bar out of the way.
    pub(crate) fn aside<T>(&self, act: impl FnOnce() -> T) -> T {
        self.bar.suspend(act)
    }
}

/// An input that moves a bar on as it is read.
pub(crate) struct Counted<'a, R> {
    input: R,
    progress: &'a Progress,
}

impl<'a, R: BufRead> Counted<'a, R> {
    pub(crate) fn new(input: R, progress: &'a Progress) -> Counted<'a, R> {
        Counted { input, progress }
    }
}

impl<R: BufRead> Read for Counted<'_, R> {
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
