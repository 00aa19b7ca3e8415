//! Dates of games, which may lack the day or the month.

use std::{fmt, str::FromStr};

use outflank_rules::record::date_of_day;
use thiserror::Error;

/// A day, a month or a year, as a number such as 20261115 with zeros for unknown parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u32);

impl Day {
    /// An unknown date.
    pub const UNKNOWN: Day = Day(0);

    fn new(year: u32, month: u32, day: u32) -> Option<Day> {
        let is_real = matches!(year, 1000..=9999) && month <= 12 && day <= 31 && (month > 0 || day == 0);
        is_real.then_some(Day(year * 10_000 + month * 100 + day))
    }

    /// Reads the date of a record: `1999`, `2003.12.15_12:33:18.MST`, `15/04/2003`, or seconds
    /// since
    /// 1970. Returns [`Day::UNKNOWN`] for anything else.
    pub fn of_record(date: &str) -> Day {
        let date = date.trim();
        let numbers: Vec<&str> =
            date.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).collect();
        let read = |digits: &str| digits.parse::<u32>().unwrap_or(u32::MAX);
        let day = match numbers[..] {
            [seconds] if seconds.len() > 8 => seconds.parse().ok().and_then(Day::of_seconds),
            [day] if day.len() == 8 => Day::new(read(day) / 10_000, read(day) / 100 % 100, read(day) % 100),
            [first, month, year, ..] if first.len() <= 2 && year.len() == 4 => {
                // American dates have the month first; the second number is a month if it can be
                // one.
                let (one, other) = (read(first), read(month));
                let (month, day) = if other > 12 { (one, other) } else { (other, one) };
                Day::new(read(year), month, day).or_else(|| Day::new(read(year), 0, 0))
            }
            [year, month, day, ..] if year.len() == 4 && is_date(date, 2) => {
                Day::new(read(year), read(month), read(day)).or_else(|| Day::new(read(year), 0, 0))
            }
            [year, month, ..] if year.len() == 4 && is_date(date, 1) => {
                Day::new(read(year), read(month), 0).or_else(|| Day::new(read(year), 0, 0))
            }
            _ => numbers.iter().find(|digits| digits.len() == 4).and_then(|year| Day::new(read(year), 0, 0)),
        };
        day.unwrap_or_default()
    }

    fn of_seconds(seconds: u64) -> Option<Day> {
        let (year, month, day) = date_of_day(seconds.min(200_000_000_000) / 86_400);
        Day::new(year.into(), month.into(), day.into())
    }

    /// The year; 0 if unknown.
    pub(crate) fn year(self) -> u32 {
        self.0 / 10_000
    }

    pub(super) fn number(self) -> u32 {
        self.0
    }

    pub(super) fn from_number(number: u32) -> Day {
        Day(number)
    }

    /// The first and last number that this date can stand for.
    pub(super) fn range(self) -> (u32, u32) {
        let last = match (self.0 / 100 % 100, self.0 % 100) {
            (0, _) => self.0 + 1231,
            (_, 0) => self.0 + 31,
            _ => self.0,
        };
        (self.0, last)
    }
}

/// Whether the first separators are those of a date, not of a time of day.
fn is_date(date: &str, parts: usize) -> bool {
    let separators = date.chars().filter(|c| !c.is_ascii_digit());
    separators.take(parts).all(|c| matches!(c, '-' | '.' | '/'))
}

/// Prints `2026-11-15`, `2026-11` or `2026`; nothing for an unknown date.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 10_000, self.0 / 100 % 100, self.0 % 100) {
            (0, _, _) => Ok(()),
            (year, 0, _) => write!(f, "{year:04}"),
            (year, month, 0) => write!(f, "{year:04}-{month:02}"),
            (year, month, day) => write!(f, "{year:04}-{month:02}-{day:02}"),
        }
    }
}

impl FromStr for Day {
    type Err = ParseDayError;

    fn from_str(text: &str) -> Result<Day, ParseDayError> {
        let parts: Option<Vec<u32>> = text.split('-').map(|part| part.parse().ok()).collect();
        let day = match parts.as_deref() {
            Some(&[year]) => Day::new(year, 0, 0),
            Some(&[year, month @ 1..=12]) => Day::new(year, month, 0),
            Some(&[year, month @ 1..=12, day @ 1..=31]) => Day::new(year, month, day),
            _ => None,
        };
        day.ok_or_else(|| ParseDayError(outflank_rules::excerpt(text)))
    }
}

/// A text that is not a day, cut to 40 characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a day; write 2026-11-15, 2026-11 or 2026")]
pub struct ParseDayError(pub(crate) String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_write_days_in_many_ways() {
        for (written, day) in [
            ("1999", "1999"),
            ("2003.12.15_12:33:18.MST", "2003-12-15"),
            ("2003-12-15", "2003-12-15"),
            ("2003-12", "2003-12"),
            ("15/04/2003", "2003-04-15"),
            ("04/25/2003", "2003-04-25"),
            ("20031215", "2003-12-15"),
            ("947375357", "2000-01-08"),
            ("1993.??.??", "1993"),
            ("????.??.??", ""),
            ("2003.99.99", "2003"),
            ("2003 12:33", "2003"),
            ("99999999999999999999", ""),
            ("", ""),
        ] {
            assert_eq!(Day::of_record(written).to_string(), day, "{written}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_date_of_a_record_prints_and_parses(date in "[0-9]{0,10}[-./: ?x][0-9]{0,4}[-./_][0-9]{0,5}.{0,4}") {
            let day = Day::of_record(&date);
            proptest::prop_assert!(day == Day::UNKNOWN || day.to_string().parse() == Ok(day), "{}: {:?}", date, day);
            proptest::prop_assert_eq!(Day::of_record(&day.to_string()), day);
        }
    }

    #[test]
    fn days_round_trip() {
        for text in ["2026-11-15", "2026-11", "2026"] {
            assert_eq!(text.parse::<Day>().map(|day| day.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "2026-13", "2026-00", "26", "2026-11-15-1", "soon"] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_year_matches_all_its_days() {
        assert_eq!(Day::of_record("1999").range(), (19_990_000, 19_991_231));
        assert_eq!(Day::of_record("1999-02").range(), (19_990_200, 19_990_231));
    }
}
