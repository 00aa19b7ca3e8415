//! A program spoken to line by line, with every wait bounded; it ends with all that it has started.

use std::{
    io::{BufReader, Read, Write},
    process::ChildStdin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use super::answer::{Answer, Answering, TooMuch, read_line};
use crate::{
    FaultKind,
    process::{command_line::words, group::Group, memory},
};

/// Lines that may wait to be read; an engine that writes more has to wait itself.
const WAITING_LINES: usize = 256;

/// How often somebody who waits looks whether that is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// How long a program that has closed its output, or was told to quit, may take to end.
const TO_END: Duration = Duration::from_secs(1);

/// How long the last words of a program that has ended may take to come; on a busy machine that is not at once.
const TO_BE_HEARD: Duration = Duration::from_secs(2);

/// A running program.
pub(super) struct Process {
    group: Group,
    stdin: ChildStdin,
    lines: Receiver<String>,
    last_words: Receiver<String>,
    stop: Arc<AtomicBool>,
}

impl Process {
    pub(super) fn start(command: &str, stop: Arc<AtomicBool>) -> Result<Process, FaultKind> {
        let command = memory::bounded(&words(command), Some(memory::USUAL));
        let mut group = command.and_then(|mut command| Group::spawn(&mut command)).map_err(FaultKind::NotStarted)?;
        let leader = group.leader();
        let (stdin, stdout, stderr) = (leader.stdin.take(), leader.stdout.take(), leader.stderr.take());
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        let (last, last_words) = mpsc::channel();
        thread::spawn(move || pass_on(stdout.expect("piped"), &sender));
        thread::spawn(move || last.send(last_line(stderr.expect("piped"))));
        Ok(Process { group, stdin: stdin.expect("piped"), lines, last_words, stop })
    }

    /// Sends a command and waits for the text of its answer.
    pub(super) fn ask(&mut self, command: &str, patience: Duration) -> Result<String, FaultKind> {
        let asked = || command.to_owned();
        let until = Instant::now() + patience;
        if writeln!(self.stdin, "{command}").and_then(|()| self.stdin.flush()).is_err() {
            return Err(self.ended());
        }
        let mut answering = Answering::default();
        loop {
            let Some(line) = self.line(until)? else {
                return Err(FaultKind::Silent { asked: asked(), waited: patience });
            };
            match answering.line(&line) {
                Ok(None) => {}
                Ok(Some(Answer::Done(text))) => return Ok(text),
                Ok(Some(Answer::Refused(answer))) => return Err(FaultKind::Refused { asked: asked(), answer }),
                Err(TooMuch) => return Err(FaultKind::TooMuch { asked: asked() }),
            }
        }
    }

    /// The next line; `None` if it is too late. Whether it is still wanted is looked at before each, so that one who never stops
    /// writing is stopped as well.
    fn line(&mut self, until: Instant) -> Result<Option<String>, FaultKind> {
        while Instant::now() <= until {
            if self.stop.load(SeqCst) {
                return Err(FaultKind::Cancelled);
            }
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        Ok(None)
    }

    /// How it ended, if it does: one that closes its output mostly ends right after that.
    fn ended(&mut self) -> FaultKind {
        FaultKind::Ended(if self.ends_soon() { self.group.end() } else { None })
    }

    fn ends_soon(&mut self) -> bool {
        let begun = Instant::now();
        while !self.group.is_over() {
            if begun.elapsed() >= TO_END {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Ends the program at once and returns the last line of its standard error.
    pub(super) fn end(mut self) -> String {
        self.group.end();
        self.last_words.recv_timeout(TO_BE_HEARD).unwrap_or_default()
    }
}

impl Drop for Process {
    /// A program that has answered all it was asked may have something to write down before it ends.
    fn drop(&mut self) {
        self.group.look_around();
        if !self.group.is_over() && writeln!(self.stdin, "quit").and_then(|()| self.stdin.flush()).is_ok() {
            self.ends_soon();
        }
    }
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
