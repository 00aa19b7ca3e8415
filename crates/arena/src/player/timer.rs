//! How long a program took for an answer, without what does not count.

use std::time::{Duration, Instant};

/// No answer is waited for longer.
const LONGEST_WAIT: Duration = Duration::from_secs(7 * 24 * 3600);

/// What an answer that takes no thought may take of its own, for all that lies between.
const COURTESY: Duration = Duration::from_millis(50);

/// The time of one answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    /// When the question was asked.
    asked: Instant,
    /// From when on time counts.
    since: Instant,
    /// What a program that may still be starting has for that.
    free: Duration,
    /// `None` without a clock.
    left: Option<Duration>,
    /// How much longer it is waited for.
    grace: Duration,
}

impl Timer {
    pub(crate) fn new(since: Instant, free: Duration, left: Option<Duration>, grace: Duration) -> Timer {
        Timer { asked: since, since, free, left, grace }
    }

    /// Is something that came then no answer, as there was no question yet?
    pub(crate) fn is_early(&self, at: Instant) -> bool {
        at < self.asked
    }

    /// Is there a time after which an answer is late?
    pub(crate) fn has_clock(&self) -> bool {
        self.left.is_some()
    }

    /// Something that takes no thought was asked first, and answered: that counts too, but for a moment.
    pub(crate) fn excuse(&mut self, asked: Instant, answered: Instant) {
        self.since += answered.saturating_duration_since(asked).min(COURTESY);
    }

    /// The program has shown that it runs: from then on its time counts, but not from later on than if it had not.
    pub(crate) fn is_ready(&mut self, at: Instant) {
        if !self.free.is_zero() {
            (self.since, self.free) = (at.clamp(self.since, self.since + self.free), Duration::ZERO);
        }
    }

    /// When nobody waits any longer.
    pub(crate) fn ends(&self) -> Instant {
        let wait = self.free.saturating_add(self.left.unwrap_or_default()).saturating_add(self.grace);
        self.since + wait.min(LONGEST_WAIT)
    }

    /// The time that counts of an answer that came then.
    pub(crate) fn spent(&self, at: Instant) -> Duration {
        at.saturating_duration_since(self.since).saturating_sub(self.free)
    }

    /// Was that after its time?
    pub(crate) fn is_late(&self, at: Instant) -> bool {
        self.left.is_some_and(|left| self.spent(at) > left)
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
        assert!(!timer.is_late(since + 12 * SECOND) && timer.is_late(since + 12 * SECOND + SECOND / 2));
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
        timer.excuse(since, since + COURTESY / 2);
        assert_eq!(timer.spent(since + SECOND), SECOND - COURTESY / 2);
        timer.excuse(since, since + 2 * SECOND);
        assert_eq!(timer.spent(since + 2 * SECOND), 2 * SECOND - COURTESY / 2 - COURTESY);
        assert!(timer.is_late(since + 3 * SECOND) && timer.is_early(since - COURTESY) && !timer.is_early(since));
    }

    #[test]
    fn no_clock_is_no_hurry_and_no_wait_is_endless() {
        let since = Instant::now();
        let timer = Timer::new(since, Duration::ZERO, None, Duration::MAX);
        assert!(!timer.is_late(since + 1000 * SECOND));
        assert!(timer.ends() <= since + LONGEST_WAIT);
    }
}
