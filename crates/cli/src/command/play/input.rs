//! Reads lines from standard input without blocking the game: clocks run and interrupts arrive
//! meanwhile.

use std::{
    cell::{OnceCell, RefCell},
    collections::VecDeque,
    io::{self, BufRead, IsTerminal, Read, Write},
    sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    thread,
    time::{Duration, Instant},
};

use crate::{error::Error, interrupt};

/// Longest line in bytes. The rest of a longer line counts as the next line.
const MAX_LINE_BYTES: u64 = 4096;

/// Number of lines that are read ahead.
const QUEUE_CAPACITY: usize = 64;

/// Poll interval for interrupts while waiting for a line.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The reason why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    End,
    Interrupt,
    /// The deadline passed.
    TooLate,
    /// The player quit.
    Quit,
}

/// Standard input. A thread reads it from the first question on, so games without people do not
/// read it.
pub(super) struct Input {
    lines: OnceCell<Receiver<String>>,
    /// Lines that arrived before a question.
    waiting: RefCell<VecDeque<String>>,
    /// Whether to print lines that were read. A terminal shows them itself; for a pipe this
    /// completes the transcript.
    echoes: bool,
}

impl Input {
    pub(super) fn new() -> Input {
        Input { lines: OnceCell::new(), waiting: RefCell::default(), echoes: !io::stdin().is_terminal() }
    }

    /// Prints a prompt and waits for a line, at most until the deadline.
    pub(super) fn ask(
        &self,
        prompt: &str,
        until: Option<Instant>,
        out: &mut dyn Write,
    ) -> Result<Result<String, NoLine>, Error> {
        write!(out, "{prompt}")?;
        out.flush()?;
        let answer = self.line(until);
        match &answer {
            Ok(line) if self.echoes => writeln!(out, "{line}")?,
            Ok(_) => {}
            Err(_) => {
                // The next message may go to stderr.
                writeln!(out)?;
                out.flush()?;
            }
        }
        Ok(answer)
    }

    /// Whether a matching line was typed at a terminal before a question. Lines from a pipe are
    /// kept for the next questions.
    pub(super) fn has(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        let Some(lines) = self.lines.get().filter(|_| !self.echoes) else { return false };
        let mut waiting = self.waiting.borrow_mut();
        waiting.extend(lines.try_iter());
        waiting.iter().any(|line| is_wanted(line))
    }

    fn line(&self, until: Option<Instant>) -> Result<String, NoLine> {
        if let Some(line) = self.waiting.borrow_mut().pop_front() {
            return Ok(line);
        }
        let lines = self.lines.get_or_init(lines);
        loop {
            match lines.recv_timeout(POLL_INTERVAL) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::End),
                Err(RecvTimeoutError::Timeout) if interrupt::came() => return Err(NoLine::Interrupt),
                Err(RecvTimeoutError::Timeout) if until.is_some_and(|until| Instant::now() >= until) => {
                    return Err(NoLine::TooLate);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

fn lines() -> Receiver<String> {
    let (sender, lines) = mpsc::sync_channel(QUEUE_CAPACITY);
    thread::spawn(move || read(&sender));
    lines
}

fn read(lines: &SyncSender<String>) {
    let mut stdin = io::stdin().lock();
    loop {
        let mut bytes = Vec::new();
        match stdin.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// Asks until the answer is understood, or the player quits.
pub(super) fn ask<T>(
    prompt: &str,
    read: impl Fn(&str) -> Result<T, String>,
    input: &Input,
    out: &mut dyn Write,
) -> Result<Result<T, NoLine>, Error> {
    loop {
        let line = match input.ask(prompt, None, out)? {
            Ok(line) if is_quit(&line) => return Ok(Err(NoLine::Quit)),
            Ok(line) => line,
            Err(none) => return Ok(Err(none)),
        };
        match read(&line) {
            Ok(answer) => return Ok(Ok(answer)),
            Err(complaint) => writeln!(out, "{complaint}")?,
        }
    }
}

/// Whether a line ends the program, at any question.
pub(super) fn is_quit(line: &str) -> bool {
    ["quit", "exit", "q"].iter().any(|word| line.trim().eq_ignore_ascii_case(word))
}

/// Parses yes or no.
pub(super) fn yes_or_no(line: &str) -> Result<bool, String> {
    match line.to_ascii_lowercase().as_str() {
        "y" | "yes" => Ok(true),
        "n" | "no" => Ok(false),
        _ => Err(format!("{line:?} is not an answer: type y or n")),
    }
}
