//! The conversation with one program: lines in both directions, bounded and logged.

use std::{
    collections::VecDeque,
    io,
    path::Path,
    str,
    sync::atomic::{AtomicBool, Ordering::SeqCst},
    time::{Duration, Instant},
};

use super::{
    Limits, PlayerError,
    timer::{self, FinalOutput, Timer},
    transport::{Leave, Transport},
};
use crate::{
    Foul, Verdict,
    process::{
        Output, TimedOutput,
        lines::{Received, SendError},
    },
};

/// Poll interval for the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Startup time that is still free in the first answer of a program that runs but has sent nothing
/// yet.
const FIRST_ANSWER_ALLOWANCE: Duration = Duration::from_secs(1);

/// Poll interval while a program starts.
const START_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// How long output that a program wrote before it ended may take to arrive.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(200);

/// How long to wait for buffered output after closing the input: for a program that never sent a
/// line, and for one that did, which flushes and is merely slow.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);
const FINISH_TIMEOUT: Duration = Duration::from_millis(250);

/// Maximum size of buffered output that is read.
const MAX_BUFFERED_BYTES: usize = 16 << 10;

/// The sender of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrafficSource {
    /// The runner.
    Runner,
    /// The program's standard output.
    Player,
    /// The end of the program's standard error.
    Errors,
}

/// A line of traffic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrafficLine {
    /// The sender.
    pub source: TrafficSource,
    /// The exact bytes.
    pub bytes: Vec<u8>,
}

/// A line of a program with its arrival time.
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    pub(super) at: Instant,
}

impl Line {
    /// The trimmed text; invalid UTF-8 is replaced.
    pub(super) fn lossy(&self) -> String {
        String::from_utf8_lossy(&self.bytes).trim().to_owned()
    }

    /// The trimmed text, which must be UTF-8.
    pub(super) fn text(&self) -> Result<&str, Foul> {
        let text = str::from_utf8(&self.bytes);
        text.map(str::trim).map_err(|_| Foul::new(Verdict::Garbage, &self.bytes, "this is not UTF-8"))
    }
}

/// A running program.
pub(super) struct ProgramSession {
    transport: Transport,
    limits: Limits,
    log: Log,
    /// Output since the last request.
    lines: usize,
    bytes: usize,
    /// Set once its output shows that it runs.
    is_started: bool,
    /// Set once a line has arrived: the program flushes.
    has_spoken: bool,
    /// Free startup time in the first answer.
    allowance: Duration,
    /// Output received while waiting for the start.
    early: VecDeque<TimedOutput>,
    /// Nothing more is sent.
    is_dismissed: bool,
    /// Changes each line before it is sent.
    amend: Option<fn(&str) -> String>,
}

impl ProgramSession {
    pub(super) fn start(command: &str, folder: Option<&Path>, limits: Limits) -> Result<ProgramSession, PlayerError> {
        let transport = Transport::new(command, folder, limits)?;
        Ok(ProgramSession {
            transport,
            limits,
            log: Log::default(),
            lines: 0,
            bytes: 0,
            is_started: false,
            has_spoken: false,
            allowance: limits.startup,
            early: VecDeque::new(),
            is_dismissed: false,
            amend: None,
        })
    }

    /// Sets the change made to each line before it is sent.
    pub(super) fn amend(&mut self, amend: Option<fn(&str) -> String>) {
        self.amend = amend;
    }

    /// Sends one or more lines.
    pub(super) fn send(&mut self, text: &str) -> Result<(), Foul> {
        if self.is_dismissed {
            return Err(Foul::new(Verdict::Closed, b"", "nothing more is sent to it"));
        }
        let text = self.amend.map_or_else(|| text.to_owned(), |amend| amend(text));
        let bytes = format!("{text}\n").into_bytes();
        self.log_traffic(TrafficSource::Runner, &bytes);
        match self.transport.send(bytes) {
            Ok(()) => Ok(()),
            Err(SendError::NotReading) => Err(timer::not_reading()),
            Err(SendError::Gone) => Err(self.gone()),
        }
    }

    /// Starts the timer of a request and resets the output limits.
    pub(super) fn timer(&mut self, left: Option<Duration>) -> Timer {
        (self.lines, self.bytes) = (0, 0);
        let free = if self.is_started { Duration::ZERO } else { self.allowance };
        let (left, grace) = match left {
            Some(left) if self.limits.is_clocked_elsewhere => (None, left.saturating_add(self.limits.grace)),
            Some(_) => (left, self.limits.grace),
            None => (None, self.limits.patience),
        };
        Timer::new(Instant::now(), free, left, grace)
    }

    /// The timer for a command that needs no thinking, before a request. Without a clock it ends
    /// sooner than that of a move.
    pub(super) fn brief(&self, timer: &Timer) -> Timer {
        if timer.has_clock() {
            return *timer;
        }
        let now = Instant::now();
        let left = timer.ends().saturating_duration_since(now);
        Timer::new(now, Duration::ZERO, None, left.min(self.limits.startup))
    }

    /// The timer for commands that need no thinking, while the program starts.
    pub(super) fn timer_to_start(&mut self) -> Timer {
        (self.lines, self.bytes) = (0, 0);
        Timer::new(Instant::now(), Duration::ZERO, None, self.limits.startup)
    }

    /// Marks the program as started.
    pub(super) fn has_started(&mut self) {
        self.is_started = true;
    }

    pub(super) fn is_started(&self) -> bool {
        self.is_started
    }

    /// Waits until the program writes something or has read its input. If that is not visible, the
    /// wait moves to the first request.
    pub(super) fn wait_for_start(&mut self, stop: &AtomicBool) -> Result<(), PlayerError> {
        let begun = Instant::now();
        while !self.is_started && self.transport.is_read() == Some(false) && !self.transport.is_over() {
            if stop.load(SeqCst) {
                return Err(PlayerError::Stopped);
            }
            if begun.elapsed() >= self.limits.startup {
                self.allowance = Duration::ZERO;
                return Ok(());
            }
            match self.transport.recv(START_POLL_INTERVAL) {
                Received::Output(output) => {
                    self.early.push_back(output);
                    break;
                }
                Received::Timeout => {}
                Received::End => break,
            }
        }
        if self.transport.is_read().is_some() {
            self.allowance = self.limits.startup.min(FIRST_ANSWER_ALLOWANCE);
        }
        Ok(())
    }

    /// The next line.
    pub(super) fn recv(&mut self, timer: &Timer, stop: &AtomicBool) -> Result<Line, PlayerError> {
        loop {
            if stop.load(SeqCst) {
                return Err(PlayerError::Stopped);
            }
            // Read before looking for output: a line that came in time counts, however late we read
            // it.
            let left = timer.ends().saturating_duration_since(Instant::now());
            let is_over = self.transport.is_over();
            match self.next(if is_over { DRAIN_TIMEOUT } else { left.min(POLL_INTERVAL) }) {
                Received::Output(output) => return Ok(self.take(output)?),
                Received::Timeout if is_over => return Err(self.left_open().into()),
                Received::Timeout if left.is_zero() => return Err(self.silence(timer.spent(timer.ends())).into()),
                Received::Timeout => {}
                Received::End => return Err(self.gone().into()),
            }
        }
    }

    fn next(&mut self, wait: Duration) -> Received {
        self.early.pop_front().map_or_else(|| self.transport.recv(wait), Received::Output)
    }

    /// A line that arrived without a request, if any.
    pub(super) fn unrequested(&mut self) -> Result<Option<Line>, Foul> {
        match self.next(Duration::ZERO) {
            Received::Output(output) => self.take(output).map(Some),
            Received::Timeout => Ok(None),
            Received::End => Err(self.gone()),
        }
    }

    /// Reads output since the last answer. Another answer in it is a foul.
    pub(super) fn drain(&mut self, is_answer: fn(&str) -> bool) -> Result<(), Foul> {
        while let Some(line) = self.unrequested()? {
            self.is_started = true;
            if is_answer(&line.lossy()) {
                return Err(Foul::new(Verdict::AnsweredTwice, &line.bytes, "no move was requested"));
            }
        }
        Ok(())
    }

    /// True if another answer follows shortly after the last one, which was wrong anyway.
    pub(super) fn sends_more(&mut self, is_answer: fn(&str) -> bool) -> bool {
        let begun = Instant::now();
        loop {
            let left = self.limits.grace.saturating_sub(begun.elapsed());
            match self.next(left) {
                Received::Output(output) => match self.take(output) {
                    Ok(line) if is_answer(&line.lossy()) => return true,
                    Ok(_) => {}
                    Err(_) => return false,
                },
                Received::Timeout if left.is_zero() => return false,
                Received::Timeout => {}
                Received::End => return false,
            }
        }
    }

    fn take(&mut self, output: TimedOutput) -> Result<Line, Foul> {
        let TimedOutput { at, output } = output;
        let (bytes, broken) = match output {
            Output::Line(bytes) => (bytes, None),
            Output::TooLong(bytes) => (bytes, Some(Foul::new(Verdict::Flood, b"", "a line is too long"))),
            Output::Half(bytes) => {
                (bytes, Some(Foul::new(Verdict::UnterminatedLine, b"", "its output ended in the middle of a line")))
            }
        };
        self.log_traffic(TrafficSource::Player, &bytes);
        self.lines += 1;
        self.bytes += bytes.len();
        if let Some(foul) = broken {
            return Err(Foul { bytes, ..foul });
        }
        self.has_spoken = true;
        if self.lines > self.limits.lines || self.bytes > self.limits.bytes {
            let message = format!("{} lines and {} bytes without an answer", self.lines, self.bytes);
            return Err(Foul::new(Verdict::Flood, &bytes, message));
        }
        Ok(Line { bytes, at })
    }

    /// The foul of a program that did not answer in time.
    fn silence(&mut self, waited: Duration) -> Foul {
        if let Some(foul) = self.unterminated_line() {
            return foul.after(waited);
        }
        timer::silent(waited, &self.final_output())
    }

    /// Closes the input and reads buffered output: most programs then flush it and exit.
    fn final_output(&mut self) -> FinalOutput {
        self.is_dismissed = true;
        let closed = Instant::now();
        self.transport.close_input();
        let wait = if self.has_spoken { FINISH_TIMEOUT } else { FLUSH_TIMEOUT };
        let mut output = FinalOutput { bytes: Vec::new(), has_ended: false, flushes: self.has_spoken };
        while closed.elapsed() < wait && output.bytes.len() < MAX_BUFFERED_BYTES {
            match self.transport.recv(POLL_INTERVAL) {
                Received::Output(TimedOutput {
                    at,
                    output: Output::Line(bytes) | Output::TooLong(bytes) | Output::Half(bytes),
                }) => {
                    output.flushes |= at < closed;
                    output.bytes.extend(bytes);
                }
                Received::Timeout => {}
                Received::End => {
                    output.has_ended = true;
                    break;
                }
            }
        }
        self.log_traffic(TrafficSource::Player, &output.bytes);
        output
    }

    /// The program has ended, but a process that it started holds its output open.
    fn left_open(&mut self) -> Foul {
        self.unterminated_line().unwrap_or_else(|| self.gone())
    }

    /// The foul of a program that sent the beginning of a line.
    fn unterminated_line(&mut self) -> Option<Foul> {
        let open = self.transport.open_line();
        self.log_traffic(TrafficSource::Player, &open);
        let foul = || Foul::new(Verdict::UnterminatedLine, &open, "end it with a line break, and flush it");
        (!open.is_empty()).then(foul)
    }

    /// The resource error that kept this machine from starting the program, if any.
    pub(super) fn shortage(&mut self) -> Option<io::Error> {
        self.transport.shortage()
    }

    /// The foul of a program whose output has ended.
    fn gone(&mut self) -> Foul {
        self.transport.gone()
    }

    fn log_traffic(&mut self, source: TrafficSource, bytes: &[u8]) {
        self.log.add(source, bytes);
    }

    pub(super) fn take_log(&mut self) -> Vec<TrafficLine> {
        self.log.take()
    }

    /// Waits for it to leave by itself; returns how it did.
    pub(super) fn dismiss(&mut self, wait: Duration) -> Option<Leave> {
        self.is_dismissed = true;
        self.transport.dismiss(wait)
    }

    /// Ends it and returns the traffic since the log was last taken.
    pub(super) fn end(mut self) -> Vec<TrafficLine> {
        let errors = self.transport.end();
        self.log.add(TrafficSource::Errors, &errors);
        self.log.take()
    }
}

/// Maximum number of bytes kept of the start of a game, and of its end.
const MAX_LOG_BYTES: usize = 512 << 10;

/// The start and the end of the traffic. After a foul, the end shows why.
#[derive(Default)]
pub(super) struct Log {
    begin: Vec<TrafficLine>,
    end: VecDeque<TrafficLine>,
    /// Sizes in bytes.
    begin_bytes: usize,
    end_bytes: usize,
}

impl Log {
    pub(super) fn add(&mut self, source: TrafficSource, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let exchange = TrafficLine { source, bytes: bytes.to_vec() };
        if self.end.is_empty() && self.begin_bytes + bytes.len() <= MAX_LOG_BYTES {
            self.begin_bytes += bytes.len();
            self.begin.push(exchange);
            return;
        }
        self.end_bytes += bytes.len();
        self.end.push_back(exchange);
        while self.end_bytes > MAX_LOG_BYTES && self.end.len() > 1 {
            self.end_bytes -= self.end.pop_front().map_or(0, |oldest| oldest.bytes.len());
        }
    }

    /// Takes all kept lines in order.
    pub(super) fn take(&mut self) -> Vec<TrafficLine> {
        let Log { mut begin, end, .. } = std::mem::take(self);
        begin.extend(end);
        begin
    }
}

#[cfg(all(test, target_os = "linux"))]
mod talk_tests {
    use super::*;

    /// The line waits although the time is over: its own time stamp decides whether it came in
    /// time.
    #[test]
    fn a_line_that_arrived_in_time_counts_even_if_read_late() {
        let mut session = ProgramSession::start("sh -c 'echo d3; exec sleep 1000'", None, Limits::default()).unwrap();
        let stop = AtomicBool::default();
        session.send("it does not read this").unwrap();
        session.wait_for_start(&stop).unwrap();
        let timer = Timer::new(Instant::now(), Duration::ZERO, Some(Duration::ZERO), Duration::ZERO);
        let line = session.recv(&timer, &stop).unwrap_or_else(|error| panic!("{error:?}"));
        assert_eq!(line.bytes, b"d3\n");
        session.end();
    }
}

#[cfg(test)]
mod log_tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        let mut log = Log::default();
        let line = vec![b'x'; 64 << 10];
        log.add(TrafficSource::Runner, b"first");
        (0..100).for_each(|_| log.add(TrafficSource::Player, &line));
        log.add(TrafficSource::Player, b"last");
        let kept = log.take();
        assert_eq!((&kept[0].bytes[..], &kept[kept.len() - 1].bytes[..]), (&b"first"[..], &b"last"[..]));
        assert!(kept.iter().map(|exchange| exchange.bytes.len()).sum::<usize>() <= 2 * MAX_LOG_BYTES);
        assert!(kept.len() > 10 && log.take().is_empty());
    }
}
