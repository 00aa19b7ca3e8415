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

use group::Group;
use meter::Meter;
pub(crate) use output::{Heard, Output};
use wire::Wire;

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
    /// Starts a command line, in this folder or where we are. No process of it gets more memory than this many bytes, where the system can
    /// see to that.
    pub(crate) fn start(command: &str, folder: Option<&Path>, memory: Option<u64>) -> io::Result<Process> {
        let mut command = memory::bounded(&command_line::words_in(command, folder), memory)?;
        folder.into_iter().for_each(|folder| _ = command.current_dir(folder));
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
