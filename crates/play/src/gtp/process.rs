//! A program spoken to line by line, with every wait bounded; it ends with all that it has started.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use super::command_line::words;
use crate::FaultKind;

/// No line of an answer is longer.
const LONGEST_LINE: u64 = 1 << 16;

/// No answer, with the chatter before it, is longer: one without an end must not fill the memory.
const LONGEST_ANSWER: usize = 1 << 20;

/// Lines that may wait to be read; an engine that writes more has to wait itself.
const WAITING_LINES: usize = 256;

/// How often somebody who waits looks whether that is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// How long a program that has closed its output may take to end.
const TO_END: Duration = Duration::from_millis(500);

/// A running program.
pub(super) struct Process {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    last_words: Receiver<String>,
    stop: Arc<AtomicBool>,
    is_ended: bool,
}

impl Process {
    /// Starts a program in a group of its own: Ctrl-C at our terminal is not for it, and what it starts ends with it.
    pub(super) fn start(command: &str, stop: Arc<AtomicBool>) -> Result<Process, FaultKind> {
        let words = words(command);
        let (program, arguments) =
            words.split_first().ok_or_else(|| FaultKind::NotStarted(io::ErrorKind::NotFound.into()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(FaultKind::NotStarted)?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        let (last, last_words) = mpsc::channel();
        thread::spawn(move || pass_on(stdout.expect("piped"), &sender));
        thread::spawn(move || last.send(last_line(stderr.expect("piped"))));
        Ok(Process { child, stdin: stdin.expect("piped"), lines, last_words, stop, is_ended: false })
    }

    /// Sends a command and waits for the text of its answer.
    pub(super) fn ask(&mut self, command: &str, patience: Duration) -> Result<String, FaultKind> {
        let mut wait = Wait { command, until: Instant::now() + patience, patience, bytes: 0 };
        if writeln!(self.stdin, "{command}").and_then(|()| self.stdin.flush()).is_err() {
            return Err(self.ended());
        }
        // Whatever an engine says before its answer is not for us.
        let mut answer = loop {
            let line = self.line(&mut wait)?;
            if line.starts_with(['=', '?']) {
                break line;
            }
        };
        loop {
            let line = self.line(&mut wait)?;
            if line.is_empty() {
                break;
            }
            answer.push('\n');
            answer.push_str(&line);
        }
        read_answer(command, &answer)
    }

    /// The next line. Whether it is still wanted is looked at before each, so that one who never stops writing is stopped as well.
    fn line(&mut self, wait: &mut Wait<'_>) -> Result<String, FaultKind> {
        loop {
            if self.stop.load(SeqCst) {
                return Err(FaultKind::Cancelled);
            }
            wait.check()?;
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => {
                    wait.bytes += line.len() + 1;
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How it ended, if it does: one that closes its output mostly ends right after that.
    fn ended(&mut self) -> FaultKind {
        let begun = Instant::now();
        let mut status = None;
        while status.is_none() && begun.elapsed() < TO_END {
            status = self.child.try_wait().ok().flatten();
            thread::sleep(Duration::from_millis(1));
        }
        FaultKind::Ended(status)
    }

    /// Ends the program and returns the last line of its standard error.
    pub(super) fn end(mut self) -> String {
        self.kill();
        self.last_words.recv_timeout(TO_END).unwrap_or_default()
    }

    fn kill(&mut self) {
        if self.is_ended {
            return;
        }
        self.is_ended = true;
        kill_group(&mut self.child);
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How long and how much is waited for.
struct Wait<'a> {
    command: &'a str,
    until: Instant,
    patience: Duration,
    bytes: usize,
}

impl Wait<'_> {
    fn check(&self) -> Result<(), FaultKind> {
        let asked = || self.command.to_owned();
        if self.bytes > LONGEST_ANSWER {
            return Err(FaultKind::TooMuch { asked: asked() });
        }
        if Instant::now() > self.until {
            return Err(FaultKind::Silent { asked: asked(), waited: self.patience });
        }
        Ok(())
    }
}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(child), rustix::process::Signal::KILL);
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

/// The text behind `=` or `?` and the number that some engines put there.
fn read_answer(command: &str, answer: &str) -> Result<String, FaultKind> {
    let text = answer[1..].trim_start_matches(|sign: char| sign.is_ascii_digit()).trim().to_owned();
    if answer.starts_with('=') {
        return Ok(text);
    }
    Err(FaultKind::Refused { asked: command.to_owned(), answer: text })
}

fn pass_on(stdout: impl Read, lines: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = read_line(&mut stdout) {
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// The last line that is not empty, once there are no more.
fn last_line(stderr: impl Read) -> String {
    const LONGEST: usize = 200;
    let mut stderr = BufReader::new(stderr);
    let mut last = String::new();
    while let Ok(Some(line)) = read_line(&mut stderr) {
        if !line.trim().is_empty() {
            last = line.trim().chars().take(LONGEST).collect();
        }
    }
    last
}

/// The next line, without its end, or as much of it as anybody would write.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let count = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).trim_end().to_owned()))
}
