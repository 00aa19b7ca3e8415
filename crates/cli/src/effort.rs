//! How much thought a command takes: `--level`, `--depth` or `--time`.

use std::{fmt, str::FromStr, time::Duration};

use outflank_arena::protocol::Effort;
use outflank_engine::{Level, Limits, Selectivity};
use serde_json::{Value, json};

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Engine")]
#[group(skip)]
pub(crate) struct EffortArgs {
    /// Think as far as a level does: 1 to 20 (docs/levels.md has what each does)
    #[arg(long, value_name = "N", value_parser = parse_level, conflicts_with_all = ["depth", "time"])]
    level: Option<Level>,

    /// Think so many moves ahead, passes not counted
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "time")]
    depth: Option<u32>,

    /// How sure to be, in percent: 73, 87, 95, 98, 99 or 100 [default: 73, and 100 where --depth reaches the end]
    #[arg(long, value_name = "PERCENT", requires = "depth", conflicts_with_all = ["level", "time"])]
    selectivity: Option<Selectivity>,

    /// Think so long: 2s, 500ms, 1m; a number alone is in seconds
    #[arg(long, value_name = "TIME", visible_alias = "time-per-move")]
    time: Option<Time>,
}

impl EffortArgs {
    /// The limits for a position with so many empty squares; a level's if nothing was asked for.
    pub(crate) fn limits(&self, empties: u32, default: u8) -> Limits {
        match (self.depth, self.time, self.level) {
            (Some(depth), ..) => Limits::depth(depth).with_selectivity(self.risk(depth, empties)),
            (_, Some(Time(time)), _) => Level::STRONGEST.limits_within(empties, time),
            (_, _, level) => level.or(Level::numbered(default)).unwrap_or(Level::STRONGEST).limits(empties),
        }
    }

    /// The same as a server is told it; a level if nothing was asked for.
    pub(crate) fn wish(&self, default: u8) -> serde_json::Map<String, Value> {
        let wish = match (self.depth, self.time, self.level) {
            (Some(depth), ..) => match self.selectivity {
                Some(selectivity) => json!({ "depth": depth, "percent": selectivity.percent() }),
                None => json!({ "depth": depth }),
            },
            (_, Some(Time(time)), _) => json!({ "timeMs": u64::try_from(time.as_millis()).unwrap_or(u64::MAX) }),
            (_, _, level) => json!({ "level": level.and_then(Level::number).unwrap_or(default) }),
        };
        wish.as_object().cloned().unwrap_or_default()
    }

    /// The same for an engine that is asked for moves, with nothing asked for left to it.
    pub(crate) fn effort(&self) -> Effort {
        match (self.depth, self.time, self.level) {
            (Some(depth), ..) => Effort::Depth { depth, selectivity: self.selectivity },
            (_, Some(Time(time)), _) => Effort::Time(time),
            (_, _, Some(level)) => Effort::Level(level),
            _ => Effort::Usual,
        }
    }

    fn risk(&self, depth: u32, empties: u32) -> Selectivity {
        let usual = if depth >= empties { Selectivity::Full } else { Selectivity::P73 };
        self.selectivity.unwrap_or(usual)
    }
}

/// A level that thinks.
fn parse_level(text: &str) -> Result<Level, NotALevel> {
    let level = text.parse::<Level>().ok().filter(|level| level.number().is_some());
    level.ok_or_else(|| NotALevel(text.to_owned()))
}

#[derive(Clone, Debug)]
struct NotALevel(String);

impl fmt::Display for NotALevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a level that thinks: use a number from 1 to 20", self.0)
    }
}

impl std::error::Error for NotALevel {}

/// A time to think.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Time(pub(crate) Duration);

impl FromStr for Time {
    type Err = NotATime;

    fn from_str(text: &str) -> Result<Time, NotATime> {
        const LONGEST: f64 = 1e7;
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
            Some(seconds) if (1e-3..=LONGEST).contains(&seconds) => Ok(Time(Duration::from_secs_f64(seconds))),
            _ => Err(NotATime(text.to_owned())),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NotATime(String);

impl fmt::Display for NotATime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a time: write 2s, 500ms or 1m", self.0)
    }
}

impl std::error::Error for NotATime {}

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
