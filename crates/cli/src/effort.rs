//! Search limits: `--level`, `--depth` or `--time`.

use std::{str::FromStr, time::Duration};

use outflank_arena::protocol::EngineLimits;
use outflank_engine::{Level, Limits, Selectivity};
use serde_json::{Value, json};

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Engine")]
#[group(skip)]
pub(crate) struct EffortArgs {
    /// Search as this level does: 1 to 20 (see docs/reference/levels.md)
    #[arg(long, value_name = "N", value_parser = parse_level, conflicts_with_all = ["depth", "time"])]
    level: Option<Level>,

    /// Search PLIES deep, passes not counted
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "time")]
    depth: Option<u32>,

    /// Set the selectivity: 73, 87, 95, 98, 99 or 100 [default: 73, or 100 if --depth reaches the end]
    #[arg(long, value_name = "PERCENT", requires = "depth", conflicts_with_all = ["level", "time"])]
    selectivity: Option<Selectivity>,

    /// Search for TIME: 2s, 500ms, 1m; a bare number is in seconds
    #[arg(long, value_name = "TIME", visible_alias = "time-per-move")]
    time: Option<Time>,
}

impl EffortArgs {
    /// The search limits for a position with this many empty squares; those of the default level if
    /// none are given.
    pub(crate) fn limits(&self, empties: u32, default: u8) -> Limits {
        match (self.depth, self.time, self.level) {
            (Some(depth), ..) => Limits::depth(depth).with_selectivity(self.risk(depth, empties)),
            (_, Some(Time(time)), _) => Level::STRONGEST.limits_within(empties, time),
            (_, _, level) => level.or(Level::numbered(default)).unwrap_or(Level::STRONGEST).limits(empties),
        }
    }

    /// The search limits as JSON, for a job on a server.
    pub(crate) fn job_limits(&self, default: u8) -> serde_json::Map<String, Value> {
        let limits = match (self.depth, self.time, self.level) {
            (Some(depth), ..) => match self.selectivity {
                Some(selectivity) => json!({ "depth": depth, "percent": selectivity.percent() }),
                None => json!({ "depth": depth }),
            },
            (_, Some(Time(time)), _) => json!({ "timeMs": u64::try_from(time.as_millis()).unwrap_or(u64::MAX) }),
            (_, _, level) => json!({ "level": level.and_then(Level::number).unwrap_or(default) }),
        };
        limits.as_object().cloned().unwrap_or_default()
    }

    /// The search limits for an engine that plays, which has another default.
    pub(crate) fn effort(&self) -> EngineLimits {
        match (self.depth, self.time, self.level) {
            (Some(depth), ..) => EngineLimits::Depth { depth, selectivity: self.selectivity },
            (_, Some(Time(time)), _) => EngineLimits::Time(time),
            (_, _, Some(level)) => EngineLimits::Level(level),
            _ => EngineLimits::Usual,
        }
    }

    fn risk(&self, depth: u32, empties: u32) -> Selectivity {
        let usual = if depth >= empties { Selectivity::Full } else { Selectivity::P73 };
        self.selectivity.unwrap_or(usual)
    }
}

/// Parses a level that searches, which `random` and `greedy` do not.
fn parse_level(text: &str) -> Result<Level, ParseSearchLevelError> {
    let level = text.parse::<Level>().ok().filter(|level| level.number().is_some());
    level.ok_or_else(|| ParseSearchLevelError(text.to_owned()))
}

#[derive(Clone, Debug, thiserror::Error)]
#[error("{0:?} is not a level that searches: use a number from 1 to 20")]
struct ParseSearchLevelError(String);

/// A search time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Time(pub(crate) Duration);

impl FromStr for Time {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Time, ParseTimeError> {
        const MAX_SECONDS: f64 = 1e7;
        let text = text.trim();
        let number = text.trim_end_matches(|sign: char| !sign.is_ascii_digit());
        let unit = match &text[number.len()..] {
            "" | "s" => Some(1.0),
            "ms" => Some(1e-3),
            "m" | "min" => Some(60.0),
            _ => None,
        };
        let seconds = unit.and_then(|unit| Some(number.parse::<f64>().ok()? * unit));
        match seconds {
            Some(seconds) if (1e-3..=MAX_SECONDS).contains(&seconds) => Ok(Time(Duration::from_secs_f64(seconds))),
            _ => Err(ParseTimeError(text.to_owned())),
        }
    }
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0:?} is not a time: write 2s, 500ms or 1m")]
pub(crate) struct ParseTimeError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, milliseconds) in [("2", 2000), ("1.5s", 1500), ("500ms", 500), ("1m", 60_000), (" 3 ", 3000)] {
            assert_eq!(text.parse(), Ok(Time(Duration::from_millis(milliseconds))), "{text}");
        }
        for wrong in ["", "s", "0", "-1", "nan", "inf", "2h", "1e99", "soon"] {
            assert!(wrong.parse::<Time>().is_err(), "{wrong}");
        }
    }
}
