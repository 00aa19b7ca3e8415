//! The risk of selective search.

use std::fmt;
use std::str::FromStr;

use outflank_rules::excerpt;
use thiserror::Error;

/// The share of positions in which a selective search is expected to find no less than a full one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Selectivity {
    /// 73 %: the fastest.
    P73,
    /// 87 %.
    P87,
    /// 95 %.
    P95,
    /// 98 %.
    P98,
    /// 99 %.
    P99,
    /// No risk: at the end of the game the value is exact.
    #[default]
    Full,
}

impl Selectivity {
    /// All levels, the boldest first.
    pub const ALL: [Selectivity; 6] =
        [Selectivity::P73, Selectivity::P87, Selectivity::P95, Selectivity::P98, Selectivity::P99, Selectivity::Full];

    /// Returns the percentage, 73 to 100.
    pub const fn percent(self) -> u8 {
        [73, 87, 95, 98, 99, 100][self as usize]
    }

    pub(crate) const fn level(self) -> u8 {
        self as u8
    }

    pub(crate) fn from_level(level: u8) -> Selectivity {
        Selectivity::ALL[usize::from(level).min(5)]
    }
}

impl fmt::Display for Selectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.percent())
    }
}

/// A text that is not one of the six levels.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a selectivity: use 73, 87, 95, 98, 99 or 100")]
pub struct ParseSelectivityError(String);

impl FromStr for Selectivity {
    type Err = ParseSelectivityError;

    fn from_str(text: &str) -> Result<Selectivity, ParseSelectivityError> {
        let number = text.trim().trim_end_matches('%').parse::<u8>().ok();
        let found = Selectivity::ALL.into_iter().find(|level| Some(level.percent()) == number);
        found.ok_or_else(|| ParseSelectivityError(excerpt(text)))
    }
}
