//! Programs as child processes, with bounded output, memory and number of processes.
//!
//! Nothing here waits without a limit or holds more than a few MiB per program. A separate thread
//! stamps each line with its arrival time, so our own load costs the players nothing.

pub(crate) mod command;
pub(crate) mod group;
#[cfg(windows)]
#[allow(unsafe_code)]
mod job;
pub(crate) mod lines;
mod process_tree;
pub(crate) mod supervisor;

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
use lines::{LineChannel, Meter};
pub(crate) use lines::{Output, TimedOutput};

/// If set, Python flushes every line: a program that forgets to flush then works here and nowhere
/// else.
pub(crate) const UNBUFFERED: &str = "PYTHONUNBUFFERED";

/// Maximum number of processes of one program, where the system counts them.
#[cfg(any(target_os = "linux", windows))]
const MAX_PROCESSES: usize = 256;

/// Default memory limit of each process of a program.
pub(crate) const DEFAULT_MEMORY: u64 = 4 << 30;

/// Bytes kept of the end of standard error.
const MAX_STDERR_BYTES: usize = 8 << 10;

/// How long a program may take to exit after it closed its output, and its output to end after it
/// was killed.
pub(crate) const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// A running program. Dropping it ends the program and all its processes.
pub(crate) struct Process {
    group: Group,
    channel: LineChannel,
    errors: Arc<Mutex<Vec<u8>>>,
    errors_ended: Receiver<()>,
}

impl Process {
    /// Starts a command line in this folder (default: the current one), with these limits.
    pub(crate) fn start(command: &str, folder: Option<&Path>, limits: &Limits) -> io::Result<Process> {
        let mut command = command::piped(&command::words_in(command, folder)?, limits.memory)?;
        folder.into_iter().for_each(|folder| _ = command.current_dir(folder));
        if limits.buffers {
            command.env_remove(UNBUFFERED);
        }
        let mut group = Group::spawn(&mut command, limits.memory)?;
        let leader = group.leader();
        let (stdin, stdout, stderr) = (leader.stdin.take(), leader.stdout.take(), leader.stderr.take());
        let stdin = stdin.expect("piped");
        let meter = Meter::new(&stdin);
        let channel = LineChannel::new(stdout.expect("piped"), stdin).with_meter(meter);
        let (errors_end, errors_ended) = mpsc::channel();
        let errors = Arc::default();
        let for_errors = Arc::clone(&errors);
        thread::spawn(move || {
            keep_end(stderr.expect("piped"), &for_errors);
            errors_end.send(())
        });
        Ok(Process { group, channel, errors, errors_ended })
    }

    /// The lines to and from the program.
    pub(crate) fn channel(&self) -> &LineChannel {
        &self.channel
    }

    pub(crate) fn channel_mut(&mut self) -> &mut LineChannel {
        &mut self.channel
    }

    /// True if the program itself has ended; its child processes may still run.
    pub(crate) fn is_over(&mut self) -> bool {
        self.group.is_over()
    }

    /// The resource error that kept its supervisor from starting it, if any.
    pub(crate) fn shortage(&mut self) -> Option<io::Error> {
        self.group.is_short().then(|| io::Error::other(last_words(&self.errors())))
    }

    /// Its exit status, if it exits soon. A program that closes its output usually exits right
    /// after.
    pub(crate) fn status(&mut self) -> Option<ExitStatus> {
        self.status_within(EXIT_TIMEOUT)
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

    /// Closes its input and waits for it to exit.
    pub(crate) fn dismiss(&mut self, wait: Duration) -> Option<ExitStatus> {
        self.channel.close_input();
        self.status_within(wait)
    }

    /// The end of the standard error of a program that has ended.
    pub(crate) fn errors(&self) -> Vec<u8> {
        let _ = self.errors_ended.recv_timeout(EXIT_TIMEOUT);
        lock(&self.errors).clone()
    }

    /// Ends it with all its processes and returns the end of its standard error.
    pub(crate) fn end(mut self) -> Vec<u8> {
        self.group.end();
        self.errors()
    }
}

/// True for errors that mean this machine is out of memory, processes or open files.
#[cfg(unix)]
pub(crate) fn is_shortage(cause: &io::Error) -> bool {
    use rustix::io::Errno;
    let is = |errno: Errno| cause.raw_os_error() == Some(errno.raw_os_error());
    [Errno::AGAIN, Errno::MFILE, Errno::NFILE, Errno::NOMEM, Errno::NOBUFS].into_iter().any(is)
}

/// True for errors that mean this machine is out of memory.
#[cfg(not(unix))]
pub(crate) fn is_shortage(cause: &io::Error) -> bool {
    cause.kind() == io::ErrorKind::OutOfMemory
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The line of standard error that names the error, without stack traces and runtime notes.
pub(crate) fn last_words(errors: &[u8]) -> String {
    let is_place =
        |line: &&str| ["at ", "... ", "Node.js v", "note: run with"].into_iter().any(|begin| line.starts_with(begin));
    let text = String::from_utf8_lossy(errors);
    let lines_from_end = || text.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    lines_from_end().find(|line| !is_place(line)).or_else(|| lines_from_end().next()).unwrap_or_default().to_owned()
}

/// Reads to the end and keeps the last bytes.
fn keep_end(mut input: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4096];
    while let Ok(Some(count)) = lines::read_some(&mut input, &mut chunk) {
        let mut kept = lock(kept);
        kept.extend_from_slice(&chunk[..count]);
        let surplus = kept.len().saturating_sub(MAX_STDERR_BYTES);
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
