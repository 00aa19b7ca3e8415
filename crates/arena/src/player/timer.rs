//! The time of one request, and the only place that decides that a player has lost by time.
//!
//! The runner waits for an answer until the player's time and a grace period are over.
//!
//! | what the player did | verdict | function |
//! |---|---|---|
//! | answered, and used more than its time | `late` | [`late`] |
//! | sent nothing, and then exited and flushed its first output when its input was closed | `unflushed` | [`silent`] |
//! | sent nothing, and then other output when its input was closed | `late` | [`silent`] |
//! | sent nothing at all | `hung` | [`silent`] |
//! | left 64 messages unread | `hung` | [`not_reading`] |
//!
//! The referee calls [`late`], because it keeps the clocks. The session with a program calls the
//! others, because only it sees the output. A program that began a line and did not end it gets
//! `unterminated-line` instead of a verdict about time.

use std::time::{Duration, Instant};

use super::Answer;
use crate::{Foul, Verdict};

/// Maximum waiting time for an answer.
const MAX_WAIT: Duration = Duration::from_secs(7 * 24 * 3600);

/// Free time per protocol command, for pipes and scheduling.
const COMMAND_ALLOWANCE: Duration = Duration::from_millis(50);

/// The timer of one answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    /// When the request was sent.
    asked: Instant,
    /// When counting starts.
    since: Instant,
    /// Free time of a program that may still be starting.
    free: Duration,
    /// `None` without a clock.
    left: Option<Duration>,
    /// Extra waiting time.
    grace: Duration,
}

impl Timer {
    pub(crate) fn new(since: Instant, free: Duration, left: Option<Duration>, grace: Duration) -> Timer {
        Timer { asked: since, since, free, left, grace }
    }

    /// True if it arrived before the request was sent.
    pub(crate) fn is_early(&self, at: Instant) -> bool {
        at < self.asked
    }

    /// True if a clock runs.
    pub(crate) fn has_clock(&self) -> bool {
        self.left.is_some()
    }

    /// Excuses a command that needs no thinking: at most [`COMMAND_ALLOWANCE`] of its time is free.
    pub(crate) fn excuse(&mut self, asked: Instant, answered: Instant) {
        self.since += answered.saturating_duration_since(asked).min(COMMAND_ALLOWANCE);
    }

    /// The program has shown that it runs: its time counts from here, but not later than without
    /// this.
    pub(crate) fn is_ready(&mut self, at: Instant) {
        if !self.free.is_zero() {
            (self.since, self.free) = (at.clamp(self.since, self.since + self.free), Duration::ZERO);
        }
    }

    /// The end of the waiting time.
    pub(crate) fn ends(&self) -> Instant {
        let wait = self.free.saturating_add(self.left.unwrap_or_default()).saturating_add(self.grace);
        self.since + wait.min(MAX_WAIT)
    }

    /// The time that counts for an answer that arrived then.
    pub(crate) fn spent(&self, at: Instant) -> Duration {
        at.saturating_duration_since(self.since).saturating_sub(self.free)
    }
}

/// The foul of an answer that took more than the time left; `None` if it is in time or there is no
/// clock.
pub(crate) fn late(answer: &Answer, left: Option<Duration>) -> Option<Foul> {
    let detail = || format!("after {:.3} s", answer.spent.as_secs_f64());
    let is_late = left.is_some_and(|left| answer.spent > left);
    is_late.then(|| Foul::new(Verdict::Late, &answer.bytes, detail()).after(answer.spent))
}

/// The output of a silent program after its input was closed.
pub(super) struct FinalOutput {
    pub(super) bytes: Vec<u8>,
    /// True if the program closed its output.
    pub(super) has_ended: bool,
    /// True if a line came before the input was closed: the program flushes, and is only slow.
    pub(super) flushes: bool,
}

/// The foul of a program that did not answer while it was waited for.
pub(super) fn silent(waited: Duration, output: &FinalOutput) -> Foul {
    let FinalOutput { bytes, has_ended, flushes } = output;
    let seconds = waited.as_secs_f64();
    let foul = if bytes.is_empty() {
        Foul::new(Verdict::Hung, b"", format!("nothing came within {seconds:.1} s"))
    } else if *has_ended && !flushes {
        Foul::new(Verdict::Unflushed, bytes, "flush each line when it is written")
    } else {
        Foul::new(Verdict::Late, bytes, format!("after more than {seconds:.1} s"))
    };
    foul.after(waited)
}

/// The foul of a program that does not read its input.
pub(super) fn not_reading() -> Foul {
    Foul::new(Verdict::Hung, b"", "it does not read its input")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn starting_is_free_until_the_program_shows_that_it_runs() {
        let since = Instant::now();
        let mut timer = Timer::new(since, 10 * SECOND, Some(2 * SECOND), SECOND);
        assert_eq!((timer.spent(since + 11 * SECOND), timer.ends()), (SECOND, since + 13 * SECOND));
        timer.is_ready(since + 4 * SECOND);
        assert_eq!((timer.spent(since + 5 * SECOND), timer.ends()), (SECOND, since + 7 * SECOND));
        timer.is_ready(since + 6 * SECOND);
        assert_eq!(timer.spent(since + 6 * SECOND), 2 * SECOND, "only the first sign counts");
        let mut timer = Timer::new(since, SECOND, Some(2 * SECOND), SECOND);
        timer.is_ready(since + 2 * SECOND);
        assert_eq!(timer.spent(since + 2 * SECOND), SECOND, "who holds its greeting back gains nothing by that");
    }

    #[test]
    fn commands_without_thinking_are_partly_free() {
        let since = Instant::now();
        let mut timer = Timer::new(since, Duration::ZERO, Some(2 * SECOND), SECOND);
        timer.excuse(since, since + COMMAND_ALLOWANCE / 2);
        assert_eq!(timer.spent(since + SECOND), SECOND - COMMAND_ALLOWANCE / 2);
        timer.excuse(since, since + 2 * SECOND);
        assert_eq!(timer.spent(since + 2 * SECOND), 2 * SECOND - COMMAND_ALLOWANCE / 2 - COMMAND_ALLOWANCE);
        assert!(timer.is_early(since - COMMAND_ALLOWANCE) && !timer.is_early(since));
    }

    #[test]
    fn without_a_clock_the_wait_is_still_bounded() {
        let since = Instant::now();
        let timer = Timer::new(since, Duration::ZERO, None, Duration::MAX);
        assert!(!timer.has_clock());
        assert!(timer.ends() <= since + MAX_WAIT);
    }
    #[test]
    fn a_silent_program_is_judged_by_its_output_after_the_end_of_its_input() {
        let output = |bytes: &[u8], has_ended, flushes| FinalOutput { bytes: bytes.to_vec(), has_ended, flushes };
        for (output, verdict) in [
            (output(b"", true, false), Verdict::Hung),
            (output(b"d3\n", true, false), Verdict::Unflushed),
            (output(b"d3\n", true, true), Verdict::Late),
            (output(b"d3\n", false, false), Verdict::Late),
        ] {
            let foul = silent(SECOND, &output);
            assert_eq!((foul.verdict, foul.bytes, foul.spent), (verdict, output.bytes, Some(SECOND)));
        }
    }
}
