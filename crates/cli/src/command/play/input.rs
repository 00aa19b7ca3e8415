//! What somebody types, line by line, without ever holding up the game: clocks run and interrupts come meanwhile.

use std::{
    cell::{OnceCell, RefCell},
    collections::VecDeque,
    io::{self, BufRead, IsTerminal, Read, Write},
    sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    thread,
    time::{Duration, Instant},
};

use crate::{error::Error, interrupt};

/// No line that means something is longer; the rest of a longer one counts as the next.
const LONGEST_LINE: u64 = 4096;

/// Lines read ahead.
const AHEAD: usize = 64;

/// How often somebody who waits looks whether there was an interrupt.
const LOOK: Duration = Duration::from_millis(50);

/// What came instead of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    End,
    Interrupt,
    /// The time to wait was over.
    TooLate,
    /// Somebody wants to leave.
    Quit,
}

/// Standard input, read by a thread of its own from the first question on: games without people leave it alone.
pub(super) struct Input {
    lines: OnceCell<Receiver<String>>,
    /// Lines that came before anybody asked.
    waiting: RefCell<VecDeque<String>>,
    /// A terminal shows what is typed; what comes from elsewhere is shown by us, so that the transcript is whole.
    echoes: bool,
}

impl Input {
    pub(super) fn new() -> Input {
        Input { lines: OnceCell::new(), waiting: RefCell::default(), echoes: !io::stdin().is_terminal() }
    }

    /// Asks, and waits for a line until a moment if one is given.
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
                // What is told next may go elsewhere.
                writeln!(out)?;
                out.flush()?;
            }
        }
        Ok(answer)
    }

    /// Has somebody at a terminal typed such a line, while nobody asked? What comes through a pipe is for the next questions.
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
            match lines.recv_timeout(LOOK) {
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
    let (sender, lines) = mpsc::sync_channel(AHEAD);
    thread::spawn(move || read(&sender));
    lines
}

fn read(lines: &SyncSender<String>) {
    let mut stdin = io::stdin().lock();
    loop {
        let mut bytes = Vec::new();
        match stdin.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if lines.send(line).is_err() {
            return;
        }
    }
}
