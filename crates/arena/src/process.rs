//! Programs that play, as processes: bounded in what they may say, hold and start.
//!
//! Nothing here waits without an end, and nothing that a program does makes us hold more than a few MiB for it. What it says is stamped
//! with the time at which it came, on a thread that does nothing else, so that nobody pays for our being busy.

pub(crate) mod command_line;
mod family;
pub(crate) mod group;
mod guard;
pub(crate) mod memory;
mod meter;
mod output;
mod stray;
pub(crate) mod wire;

use std::{
    io::{self, Read},
    path::Path,
    process::ExitStatus,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver},
    },
    thread,
    time::{Duration, Instant},
};

use crate::Limits;
use group::Group;
use meter::Meter;
pub(crate) use output::{Heard, Output};
use wire::Wire;

/// Where this is set, Python sends on every line that it writes: a program that does not flush works here, and nowhere else.
pub(crate) const UNBUFFERED: &str = "PYTHONUNBUFFERED";

/// What is kept of the end of the standard error.
const KEPT_ERRORS: usize = 8 << 10;

/// How long a program that has closed its output may take to end, and one that was killed to be heard no more.
pub(crate) const TO_END: Duration = Duration::from_secs(2);

/// A running program. Dropped, it is ended with all that it has started.
pub(crate) struct Process {
    group: Group,
    wire: Wire,
    errors: Arc<Mutex<Vec<u8>>>,
    errors_ended: Receiver<()>,
}

impl Process {
    /// Starts a command line, in this folder or where we are. No process of it gets more memory than the limits say, where the system can
    /// see to that.
    pub(crate) fn start(command: &str, folder: Option<&Path>, limits: &Limits) -> io::Result<Process> {
        let mut command = memory::bounded(&command_line::words_in(command, folder)?, limits.memory)?;
        folder.into_iter().for_each(|folder| _ = command.current_dir(folder));
        if limits.buffers {
            command.env_remove(UNBUFFERED);
        }
        let mut group = Group::spawn(&mut command)?;
        let leader = group.leader();
        let (stdin, stdout, stderr) = (leader.stdin.take(), leader.stdout.take(), leader.stderr.take());
        let stdin = stdin.expect("piped");
        let meter = Meter::new(&stdin);
        let wire = Wire::new(stdout.expect("piped"), stdin).with_meter(meter);
        let (errors_end, errors_ended) = mpsc::channel();
        let errors = Arc::default();
        let for_errors = Arc::clone(&errors);
        thread::spawn(move || {
            keep_end(stderr.expect("piped"), &for_errors);
            errors_end.send(())
        });
        Ok(Process { group, wire, errors, errors_ended })
    }

    /// What is said to it and by it.
    pub(crate) fn wire(&self) -> &Wire {
        &self.wire
    }

    pub(crate) fn wire_mut(&mut self) -> &mut Wire {
        &mut self.wire
    }

    /// Has the program itself ended? What it started may still be there.
    pub(crate) fn is_over(&mut self) -> bool {
        self.group.is_over()
    }

    /// How it ended, if it does so soon: who closes the output mostly ends right after that.
    pub(crate) fn status(&mut self) -> Option<ExitStatus> {
        self.status_within(TO_END)
    }

    fn status_within(&mut self, wait: Duration) -> Option<ExitStatus> {
        let begun = Instant::now();
        while !self.group.is_over() {
            if begun.elapsed() >= wait {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
        self.group.end()
    }

    /// Lets it see the end of its input and gives it so long to end by itself; how it did, if it did.
    pub(crate) fn dismiss(&mut self, wait: Duration) -> Option<ExitStatus> {
        self.group.look_around();
        self.wire.close_input();
        self.status_within(wait)
    }

    /// The end of what one that has ended wrote to its standard error.
    pub(crate) fn errors(&self) -> Vec<u8> {
        let _ = self.errors_ended.recv_timeout(TO_END);
        lock(&self.errors).clone()
    }

    /// Ends it with all that it has started, and returns the end of its standard error.
    pub(crate) fn end(mut self) -> Vec<u8> {
        self.group.end();
        self.errors()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a program said last on its standard error: the line that names the error, and not where it was, or what the language adds.
pub(crate) fn last_words(errors: &[u8]) -> String {
    let is_place =
        |line: &&str| ["at ", "... ", "Node.js v", "note: run with"].into_iter().any(|begin| line.starts_with(begin));
    let text = String::from_utf8_lossy(errors);
    let said = || text.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    said().find(|line| !is_place(line)).or_else(|| said().next()).unwrap_or_default().to_owned()
}

/// Reads all there is and keeps the end of it.
fn keep_end(mut input: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4096];
    while let Ok(Some(count)) = output::read_some(&mut input, &mut chunk) {
        let mut kept = lock(kept);
        kept.extend_from_slice(&chunk[..count]);
        let surplus = kept.len().saturating_sub(KEPT_ERRORS);
        kept.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::last_words;

    #[test]
    fn the_last_words_name_the_error() {
        for (errors, words) in [
            ("Traceback:\n  File \"bot.py\"\nValueError: x\n\n", "ValueError: x"),
            (
                "Exception in thread \"main\" java.lang.Error: x\n\tat Bot.main(Bot.java:2)\n",
                "Exception in thread \"main\" java.lang.Error: x",
            ),
            ("bot.js:1\n\nTypeError: x\n    at main (bot.js:1:1)\n\nNode.js v20.1.0\n", "TypeError: x"),
            ("thread 'main' panicked at bot.rs:1:\nx\nnote: run with `RUST_BACKTRACE=1`\n", "x"),
            ("at last\n", "at last"),
            ("", ""),
        ] {
            assert_eq!(last_words(errors.as_bytes()), words);
        }
    }
}
