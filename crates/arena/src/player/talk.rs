//! The conversation with one program: lines in both directions, bounded and written down.

use std::{
    collections::VecDeque,
    path::Path,
    str,
    sync::atomic::{AtomicBool, Ordering::SeqCst},
    time::{Duration, Instant},
};

use super::{
    Limits, Trouble,
    link::{Leave, Link},
    log::Log,
    timer::Timer,
};
use crate::{
    Foul, Verdict,
    process::{
        Heard, Output,
        wire::{Deaf, Next},
    },
};

/// How often somebody who waits looks whether that is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// What one that has shown that it runs, but said nothing yet, may still take of its first answer for getting ready.
const FIRST_WORD: Duration = Duration::from_secs(1);

/// How often somebody who waits for a program to start looks.
const GLANCE: Duration = Duration::from_millis(2);

/// How long what a program wrote before it ended may take to come.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// How long one that never said anything may take to show, after the end of its input, what it kept back; and one that has spoken before,
/// which flushes and is just slow.
const TO_FLUSH: Duration = Duration::from_secs(1);
const TO_FINISH: Duration = Duration::from_millis(250);

/// No more is looked at of what was kept back.
const MOST_KEPT_BACK: usize = 16 << 10;

/// Who said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// Whoever runs the game.
    Runner,
    /// The program, to its standard output.
    Player,
    /// The program, to its standard error: the end of what it wrote there.
    Errors,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// By whom.
    pub voice: Voice,
    /// What, byte for byte.
    pub bytes: Vec<u8>,
}

/// A line of a program, and when it had come.
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    pub(super) at: Instant,
}

impl Line {
    /// The text without blanks around it, where it need not be UTF-8.
    pub(super) fn lossy(&self) -> String {
        String::from_utf8_lossy(&self.bytes).trim().to_owned()
    }

    /// The text without blanks around it.
    pub(super) fn text(&self) -> Result<&str, Foul> {
        let text = str::from_utf8(&self.bytes);
        text.map(str::trim).map_err(|_| Foul::new(Verdict::Garbage, &self.bytes, "this is not UTF-8"))
    }
}

/// A running program that is spoken to.
pub(super) struct Talk {
    link: Link,
    limits: Limits,
    log: Log,
    /// What was heard since the last question.
    lines: usize,
    bytes: usize,
    /// Has it said anything that shows that it runs?
    is_started: bool,
    /// Has a line of it ever come? Then it flushes.
    has_spoken: bool,
    /// What its first answer may take for starting.
    allowance: Duration,
    /// What it said before anybody listened.
    early: VecDeque<Heard>,
    /// Nothing more is said to it.
    is_dismissed: bool,
    /// What is done to each line before it is said.
    amend: Option<fn(&str) -> String>,
    /// Does somebody else keep its clock?
    is_clocked_elsewhere: bool,
}

impl Talk {
    pub(super) fn start(command: &str, folder: Option<&Path>, limits: Limits) -> Result<Talk, Trouble> {
        let link = Link::new(command, folder, limits)?;
        Ok(Talk {
            link,
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
            is_clocked_elsewhere: false,
        })
    }

    /// From now on each line is changed like this before it is said.
    pub(super) fn amend(&mut self, amend: Option<fn(&str) -> String>) {
        self.amend = amend;
    }

    /// Whether somebody else keeps the clock: then nothing that is still waited for comes late.
    pub(super) fn clock_elsewhere(&mut self, is_elsewhere: bool) {
        self.is_clocked_elsewhere = is_elsewhere;
    }

    /// Says a line, or several.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Foul> {
        if self.is_dismissed {
            return Err(Foul::new(Verdict::Closed, b"", "nothing more is said to it"));
        }
        let text = self.amend.map_or_else(|| text.to_owned(), |amend| amend(text));
        let bytes = format!("{text}\n").into_bytes();
        self.write_down(Voice::Runner, &bytes);
        match self.link.say(bytes) {
            Ok(()) => Ok(()),
            Err(Deaf::NotReading) => Err(Foul::new(Verdict::Hung, b"", "it does not read what it is told")),
            Err(Deaf::Gone) => Err(self.gone()),
        }
    }

    /// The time of a question that is asked now. From here on what is heard counts anew.
    pub(super) fn timer(&mut self, left: Option<Duration>) -> Timer {
        (self.lines, self.bytes) = (0, 0);
        let free = if self.is_started { Duration::ZERO } else { self.allowance };
        let (left, grace) = match left {
            Some(left) if self.is_clocked_elsewhere => (None, left.saturating_add(self.limits.grace)),
            Some(_) => (left, self.limits.grace),
            None => (None, self.limits.patience),
        };
        Timer::new(Instant::now(), free, left, grace)
    }

    /// The time for an answer that takes no thought, before the answer to a question: without a clock nobody waits for it as long as for a
    /// move.
    pub(super) fn brief(&self, timer: &Timer) -> Timer {
        if timer.has_clock() {
            return *timer;
        }
        let now = Instant::now();
        let left = timer.ends().saturating_duration_since(now);
        Timer::new(now, Duration::ZERO, None, left.min(self.limits.startup))
    }

    /// The time for an answer that takes no thought, at least once the program has started.
    pub(super) fn timer_to_start(&mut self) -> Timer {
        (self.lines, self.bytes) = (0, 0);
        Timer::new(Instant::now(), Duration::ZERO, None, self.limits.startup)
    }

    /// It has shown that it runs.
    pub(super) fn has_started(&mut self) {
        self.is_started = true;
    }

    pub(super) fn is_started(&self) -> bool {
        self.is_started
    }

    /// Waits while it starts: until it says something, or has read what it was told. Where that cannot be seen nobody waits, and the first
    /// question has to.
    pub(super) fn wait_for_start(&mut self, stop: &AtomicBool) -> Result<(), Trouble> {
        let begun = Instant::now();
        while !self.is_started && self.link.is_read() == Some(false) && !self.link.is_over() {
            if stop.load(SeqCst) {
                return Err(Trouble::Stopped);
            }
            if begun.elapsed() >= self.limits.startup {
                self.allowance = Duration::ZERO;
                return Ok(());
            }
            match self.link.hear(GLANCE) {
                Next::Said(heard) => {
                    self.early.push_back(heard);
                    break;
                }
                Next::Nothing => {}
                Next::End => break,
            }
        }
        if self.link.is_read().is_some() {
            self.allowance = self.limits.startup.min(FIRST_WORD);
        }
        Ok(())
    }

    /// The next line.
    pub(super) fn hear(&mut self, timer: &Timer, stop: &AtomicBool) -> Result<Line, Trouble> {
        loop {
            if stop.load(SeqCst) {
                return Err(Trouble::Stopped);
            }
            // Looked at before what waits is: what came in time is heard, however late somebody gets to it.
            let left = timer.ends().saturating_duration_since(Instant::now());
            let is_over = self.link.is_over();
            match self.next(if is_over { LAST_WORDS } else { left.min(LOOK) }) {
                Next::Said(heard) => return Ok(self.take(heard)?),
                Next::Nothing if is_over => return Err(self.left_open().into()),
                Next::Nothing if left.is_zero() => return Err(self.silence(timer.spent(timer.ends())).into()),
                Next::Nothing => {}
                Next::End => return Err(self.gone().into()),
            }
        }
    }

    fn next(&mut self, wait: Duration) -> Next {
        self.early.pop_front().map_or_else(|| self.link.hear(wait), Next::Said)
    }

    /// A line that came without being asked for, if there is one.
    pub(super) fn unasked(&mut self) -> Result<Option<Line>, Foul> {
        match self.next(Duration::ZERO) {
            Next::Said(heard) => self.take(heard).map(Some),
            Next::Nothing => Ok(None),
            Next::End => Err(self.gone()),
        }
    }

    /// Takes what was said since the last answer; one more answer may not be among it.
    pub(super) fn drain(&mut self, is_answer: fn(&str) -> bool) -> Result<(), Foul> {
        while let Some(line) = self.unasked()? {
            self.is_started = true;
            if is_answer(&line.lossy()) {
                return Err(Foul::new(Verdict::AnsweredTwice, &line.bytes, "it had not been asked"));
            }
        }
        Ok(())
    }

    /// Does another answer come soon after the last, which was wrong in any case?
    pub(super) fn says_more(&mut self, is_answer: fn(&str) -> bool) -> bool {
        let begun = Instant::now();
        loop {
            let left = self.limits.grace.saturating_sub(begun.elapsed());
            match self.next(left) {
                Next::Said(heard) => match self.take(heard) {
                    Ok(line) if is_answer(&line.lossy()) => return true,
                    Ok(_) => {}
                    Err(_) => return false,
                },
                Next::Nothing if left.is_zero() => return false,
                Next::Nothing => {}
                Next::End => return false,
            }
        }
    }

    fn take(&mut self, heard: Heard) -> Result<Line, Foul> {
        let Heard { at, output } = heard;
        let (bytes, broken) = match output {
            Output::Line(bytes) => (bytes, None),
            Output::TooLong(bytes) => (bytes, Some(Foul::new(Verdict::Flood, b"", "a line is too long"))),
            Output::Half(bytes) => {
                (bytes, Some(Foul::new(Verdict::HalfLine, b"", "its output ended in the middle of a line")))
            }
        };
        self.write_down(Voice::Player, &bytes);
        self.lines += 1;
        self.bytes += bytes.len();
        if let Some(foul) = broken {
            return Err(Foul { bytes, ..foul });
        }
        self.has_spoken = true;
        if self.lines > self.limits.lines || self.bytes > self.limits.bytes {
            let told = format!("{} lines and {} bytes without an answer", self.lines, self.bytes);
            return Err(Foul::new(Verdict::Flood, &bytes, told));
        }
        Ok(Line { bytes, at })
    }

    /// It has not answered in time, which was so much.
    fn silence(&mut self, waited: Duration) -> Foul {
        let told = format!("nothing came within {:.1} s", waited.as_secs_f64());
        let foul = self.half_line().or_else(|| self.kept_back(waited));
        foul.unwrap_or_else(|| Foul::new(Verdict::Hung, b"", told)).after(waited)
    }

    /// What was written and not sent on comes when a program ends, and most end with their input. What comes from one that goes on is just
    /// late, and so is one of which lines came before: those it had sent on.
    fn kept_back(&mut self, waited: Duration) -> Option<Foul> {
        self.is_dismissed = true;
        let closed = Instant::now();
        self.link.close_input();
        let wait = if self.has_spoken { TO_FINISH } else { TO_FLUSH };
        let (mut kept, mut has_ended) = (Vec::new(), false);
        while closed.elapsed() < wait && kept.len() < MOST_KEPT_BACK {
            match self.link.hear(LOOK) {
                Next::Said(Heard {
                    at,
                    output: Output::Line(bytes) | Output::TooLong(bytes) | Output::Half(bytes),
                }) => {
                    self.has_spoken |= at < closed;
                    kept.extend(bytes);
                }
                Next::Nothing => {}
                Next::End => {
                    has_ended = true;
                    break;
                }
            }
        }
        self.write_down(Voice::Player, &kept);
        let foul = || match has_ended && !self.has_spoken {
            true => Foul::new(Verdict::Unflushed, &kept, "flush each line when it is written"),
            false => Foul::new(Verdict::Late, &kept, format!("after more than {:.1} s", waited.as_secs_f64())),
        };
        (!kept.is_empty()).then(foul)
    }

    /// It has ended, and something that it started holds its output open.
    fn left_open(&mut self) -> Foul {
        self.half_line().unwrap_or_else(|| self.gone())
    }

    /// It has begun with an answer.
    fn half_line(&mut self) -> Option<Foul> {
        let open = self.link.open_line();
        self.write_down(Voice::Player, &open);
        let foul = || Foul::new(Verdict::HalfLine, &open, "end it with a line break, and flush it");
        (!open.is_empty()).then(foul)
    }

    /// Its output has ended.
    fn gone(&mut self) -> Foul {
        self.link.gone()
    }

    fn write_down(&mut self, voice: Voice, bytes: &[u8]) {
        self.log.add(voice, bytes);
    }

    pub(super) fn take_log(&mut self) -> Vec<Exchange> {
        self.log.take()
    }

    /// Gives it a while to end by itself; how it did, if it did.
    pub(super) fn dismiss(&mut self, wait: Duration) -> Option<Leave> {
        self.is_dismissed = true;
        self.link.dismiss(wait)
    }

    /// Ends it, and returns what was said since the log was last taken.
    pub(super) fn end(mut self) -> Vec<Exchange> {
        let errors = self.link.end();
        self.log.add(Voice::Errors, &errors);
        self.log.take()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// The line waits when nobody may be waited for any longer: whether it came in time its own stamp tells.
    #[test]
    fn what_has_come_is_heard_even_by_one_who_looks_too_late() {
        let mut talk = Talk::start("sh -c 'echo d3; exec sleep 1000'", None, Limits::default()).unwrap();
        let stop = AtomicBool::default();
        talk.say("it does not read this").unwrap();
        talk.wait_for_start(&stop).unwrap();
        let timer = Timer::new(Instant::now(), Duration::ZERO, Some(Duration::ZERO), Duration::ZERO);
        let line = talk.hear(&timer, &stop).unwrap_or_else(|trouble| panic!("{trouble:?}"));
        assert_eq!(line.bytes, b"d3\n");
        talk.end();
    }
}
