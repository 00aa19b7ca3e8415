//! Time controls, and the time source of a game.

use std::{
    fmt,
    str::FromStr,
    sync::Arc,
    time::{Duration, Instant},
};

/// The time control of a game, the same for both sides.
///
/// ```
/// use outflank_arena::TimeControl;
///
/// for text in ["5m", "3m+2s", "10s/move", "1m30s"] {
///     assert_eq!(text.parse::<TimeControl>()?.to_string(), text);
/// }
/// # Ok::<(), outflank_arena::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// Time for each move.
    PerMove(Duration),
    /// Time for the game, with an increment after each move.
    Game {
        /// Time for the whole game.
        main: Duration,
        /// Added after each move.
        increment: Duration,
    },
}

impl TimeControl {
    /// The time of a side before its first move.
    pub fn initial(self) -> Duration {
        match self {
            TimeControl::PerMove(time) | TimeControl::Game { main: time, .. } => time,
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::PerMove(time) => write!(f, "{}/move", written(*time)),
            TimeControl::Game { main, increment } if increment.is_zero() => f.write_str(&written(*main)),
            TimeControl::Game { main, increment } => write!(f, "{}+{}", written(*main), written(*increment)),
        }
    }
}

/// A text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a time: write 5m for the game, 3m+2s with an increment, or 10s/move")]
pub struct ParseTimeControlError(String);

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        let parsed = if let Some(time) = text.trim().strip_suffix("/move") {
            parse(time).map(TimeControl::PerMove)
        } else {
            let (main, increment) = text.split_once('+').map_or((text, None), |(main, more)| (main, Some(more)));
            let increment = increment.map_or(Some(Duration::ZERO), parse);
            parse(main).zip(increment).map(|(main, increment)| TimeControl::Game { main, increment })
        };
        parsed.filter(|time| !time.initial().is_zero()).ok_or_else(|| ParseTimeControlError(text.to_owned()))
    }
}

/// Units in milliseconds, largest first.
const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];

/// The longest time that is accepted.
const MAX_TIME: Duration = Duration::from_secs(1_000_000);

fn written(time: Duration) -> String {
    let mut left = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let mut text = String::new();
    for (unit, milliseconds) in UNITS {
        let count = left / milliseconds;
        left %= milliseconds;
        if count > 0 {
            text += &format!("{count}{unit}");
        }
    }
    if text.is_empty() { "0s".to_owned() } else { text }
}

/// Parses `1m30s`, `500ms`, `2.5s`; a bare number is in seconds.
fn parse(text: &str) -> Option<Duration> {
    let mut rest = text.trim();
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let number_end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, behind) = rest.split_at(number_end);
        let unit_end = behind.find(|c: char| c.is_ascii_digit()).unwrap_or(behind.len());
        let (unit, next) = behind.split_at(unit_end);
        seconds += number.parse::<f64>().ok()? * unit_seconds(unit)?;
        rest = next;
    }
    let is_time = !text.trim().is_empty() && (0.0..=MAX_TIME.as_secs_f64()).contains(&seconds);
    is_time.then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}

fn unit_seconds(unit: &str) -> Option<f64> {
    let unit = match unit.trim() {
        "" => "s",
        "min" => "m",
        other => other,
    };
    UNITS.iter().find(|(name, _)| *name == unit).map(|(_, milliseconds)| *milliseconds as f64 / 1000.0)
}

/// A monotonic clock: the time since some zero. Clones share the same time.
///
/// It is the real time by default. Tests and replays can pass their own:
///
/// ```
/// use std::{sync::{Arc, atomic::{AtomicU64, Ordering::SeqCst}}, time::Duration};
/// use outflank_arena::TimeSource;
///
/// let seconds = Arc::new(AtomicU64::new(0));
/// let told = Arc::clone(&seconds);
/// let source = TimeSource::new(move || Duration::from_secs(told.load(SeqCst)));
/// seconds.store(90, SeqCst);
/// assert_eq!(source.now(), Duration::from_secs(90));
/// ```
#[derive(Clone)]
pub struct TimeSource(Arc<dyn Fn() -> Duration + Send + Sync>);

impl TimeSource {
    /// The real time, with zero now.
    pub fn real() -> TimeSource {
        let zero = Instant::now();
        TimeSource::new(move || zero.elapsed())
    }

    /// A custom time. Engines call it from their own threads.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> TimeSource {
        TimeSource(Arc::new(now))
    }

    /// The time since the zero of this source.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

impl Default for TimeSource {
    fn default() -> TimeSource {
        TimeSource::real()
    }
}

impl fmt::Debug for TimeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TimeSource").field(&self.now()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_way_people_write_them() {
        let game = |main, increment| {
            Ok(TimeControl::Game { main: Duration::from_millis(main), increment: Duration::from_millis(increment) })
        };
        assert_eq!("90".parse(), game(90_000, 0));
        assert_eq!(" 1h2m3s4ms ".parse(), game(3_723_004, 0));
        assert_eq!("2.5s + 500ms".parse(), game(2500, 500));
        assert_eq!("5min".parse(), game(300_000, 0));
        assert_eq!("2s/move".parse(), Ok(TimeControl::PerMove(Duration::from_secs(2))));
    }

    #[test]
    fn bad_times_are_quoted() {
        for wrong in
            ["", "soon", "0", "5m+", "+5s", "-3s", "5x", "nan", "1e9", "99999999h", "/move", "0s/move", "1..2s"]
        {
            let error = wrong.parse::<TimeControl>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("{wrong:?} is not a time")), "{error}");
        }
    }
}
