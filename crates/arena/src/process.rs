//! Programs that play, as processes: bounded in what they may say, hold and start.
//!
//! Nothing here waits without an end, and nothing that a program does makes us hold more than a few MiB for it. What it says is stamped
//! with the time at which it came, on a thread that does nothing else, so that nobody pays for our being busy.

pub(crate) mod command_line;
pub(crate) mod group;
mod memory;
mod output;
mod stray;

use std::{
    io::{self, Read, Write},
    process::{Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError},
    },
    thread,
    time::{Duration, Instant},
};

use group::Group;
pub(crate) use output::{Heard, Output};

/// Lines that may wait to be read; who writes more has to wait.
const WAITING_LINES: usize = 256;

/// What we say that may wait until the program reads it, in pieces.
const WAITING_INPUT: usize = 64;

/// What is kept of the end of the standard error.
const KEPT_ERRORS: usize = 8 << 10;

/// How long a program that has closed its output may take to end, and one that was killed to be heard no more.
pub(crate) const TO_END: Duration = Duration::from_secs(2);

/// A program that could not be spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deaf {
    /// It does not read what it is told.
    NotReading,
    /// It has closed its input, or ended.
    Gone,
}

/// What came next.
#[derive(Debug)]
pub(crate) enum Next {
    /// Something was said.
    Said(Heard),
    /// Nothing until then.
    Nothing,
    /// Its output has ended.
    End,
}

/// A running program. Dropped, it is ended with all that it has started.
pub(crate) struct Process {
    group: Group,
    input: Option<SyncSender<Vec<u8>>>,
    output: Receiver<Heard>,
    open_line: Arc<Mutex<Vec<u8>>>,
    errors: Arc<Mutex<Vec<u8>>>,
    errors_ended: Receiver<()>,
}

impl Process {
    /// Starts a command line. No process of it gets more memory than this many bytes, where the system can see to that.
    pub(crate) fn start(command: &str, memory: Option<u64>) -> io::Result<Process> {
        let words = command_line::words(command);
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Group::spawn(&mut command)?;
        if let Some(bytes) = memory {
            memory::limit(group.leader(), bytes);
        }
        let leader = group.leader();
        let (stdin, stdout, stderr) = (leader.stdin.take(), leader.stdout.take(), leader.stderr.take());
        let (input, to_say) = mpsc::sync_channel(WAITING_INPUT);
        let (said, output) = mpsc::sync_channel(WAITING_LINES);
        let (errors_end, errors_ended) = mpsc::channel();
        let (open_line, errors) = (Arc::default(), Arc::default());
        let (for_output, for_errors) = (Arc::clone(&open_line), Arc::clone(&errors));
        thread::spawn(move || write_all(stdin.expect("piped"), &to_say));
        thread::spawn(move || output::read(stdout.expect("piped"), &said, &for_output));
        thread::spawn(move || {
            keep_end(stderr.expect("piped"), &for_errors);
            errors_end.send(())
        });
        Ok(Process { group, input: Some(input), output, open_line, errors, errors_ended })
    }

    /// Says something; it is on its way when this returns, and never waited for.
    pub(crate) fn say(&self, bytes: Vec<u8>) -> Result<(), Deaf> {
        match self.input.as_ref().map(|input| input.try_send(bytes)) {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(Deaf::NotReading),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(Deaf::Gone),
        }
    }

    /// What it says next, waiting no longer than this.
    pub(crate) fn hear(&self, timeout: Duration) -> Next {
        match self.output.recv_timeout(timeout) {
            Ok(heard) => Next::Said(heard),
            Err(RecvTimeoutError::Timeout) => Next::Nothing,
            Err(RecvTimeoutError::Disconnected) => Next::End,
        }
    }

    /// What it has written of a line that has no end yet.
    pub(crate) fn open_line(&self) -> Vec<u8> {
        lock(&self.open_line).clone()
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

    /// Lets it see the end of its input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Lets it see the end of its input and gives it so long to end by itself; how it did, if it did.
    pub(crate) fn dismiss(&mut self, wait: Duration) -> Option<ExitStatus> {
        self.close_input();
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

fn write_all(mut stdin: impl Write, to_say: &Receiver<Vec<u8>>) {
    while let Ok(bytes) = to_say.recv() {
        if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads all there is and keeps the end of it.
fn keep_end(mut input: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4096];
    while let Some(count) = output::read_some(&mut input, &mut chunk) {
        let mut kept = lock(kept);
        kept.extend_from_slice(&chunk[..count]);
        let surplus = kept.len().saturating_sub(KEPT_ERRORS);
        kept.drain(..surplus);
    }
}
