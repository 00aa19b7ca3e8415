//! The time a program takes for an answer, without the parts that are free.

use std::time::{Duration, Instant};

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
    fn what_takes_no_thought_counts_but_for_a_moment() {
        let since = Instant::now();
        let mut timer = Timer::new(since, Duration::ZERO, Some(2 * SECOND), SECOND);
        timer.excuse(since, since + COMMAND_ALLOWANCE / 2);
        assert_eq!(timer.spent(since + SECOND), SECOND - COMMAND_ALLOWANCE / 2);
        timer.excuse(since, since + 2 * SECOND);
        assert_eq!(timer.spent(since + 2 * SECOND), 2 * SECOND - COMMAND_ALLOWANCE / 2 - COMMAND_ALLOWANCE);
        assert!(timer.is_early(since - COMMAND_ALLOWANCE) && !timer.is_early(since));
    }

    #[test]
    fn no_clock_is_no_hurry_and_no_wait_is_endless() {
        let since = Instant::now();
        let timer = Timer::new(since, Duration::ZERO, None, Duration::MAX);
        assert!(!timer.has_clock());
        assert!(timer.ends() <= since + MAX_WAIT);
    }
}
