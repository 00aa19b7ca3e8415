//! Playing strength: random, greedy, or search at one of twenty levels.

mod table;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_rules::excerpt;
use thiserror::Error;

pub use table::LevelPlan;

use crate::{Limits, Selectivity};

/// A playing strength: `random`, `greedy`, or 1 (a child can win) to 20 (full strength).
///
/// [`Level::plan`] returns the settings of a level.
///
/// ```
/// use outflank_engine::{Level, Selectivity};
///
/// let level: Level = "level:12".parse()?;
/// assert_eq!(level.to_string(), "12");
/// assert_eq!(level, Level::numbered(12).unwrap());
/// assert!(Level::RANDOM < Level::GREEDY && Level::GREEDY < level && level < Level::STRONGEST);
///
/// let limits = level.limits(10);
/// assert_eq!(limits.selectivity, Selectivity::Full, "ten empty squares are solved");
/// # Ok::<(), outflank_engine::ParseLevelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(Kind);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    Random,
    Greedy,
    /// From 1 to 20.
    Numbered(u8),
}

impl Level {
    /// Plays any legal move, each equally likely.
    pub const RANDOM: Level = Level(Kind::Random);
    /// Plays the first square that flips the most discs, row by row from a1.
    pub const GREEDY: Level = Level(Kind::Greedy);
    /// The weakest level that searches.
    pub const WEAKEST: Level = Level(Kind::Numbered(1));
    /// Full strength.
    pub const STRONGEST: Level = Level(Kind::Numbered(table::LEVELS));

    /// Returns level 1 to 20, or `None` for another number.
    pub const fn numbered(number: u8) -> Option<Level> {
        if 1 <= number && number <= table::LEVELS { Some(Level(Kind::Numbered(number))) } else { None }
    }

    /// Returns 1 to 20, or `None` for `random` and `greedy`.
    pub const fn number(self) -> Option<u8> {
        match self.0 {
            Kind::Numbered(number) => Some(number),
            Kind::Random | Kind::Greedy => None,
        }
    }

    /// All levels, the weakest first.
    ///
    /// ```
    /// # use outflank_engine::Level;
    /// assert_eq!(Level::all().count(), 22);
    /// assert!(Level::all().is_sorted());
    /// ```
    pub fn all() -> impl Iterator<Item = Level> {
        [Level::RANDOM, Level::GREEDY].into_iter().chain((1..=table::LEVELS).filter_map(Level::numbered))
    }

    /// Returns the settings of this level, or `None` for `random` and `greedy`, which do not
    /// search.
    pub fn plan(self) -> Option<&'static LevelPlan> {
        self.number().map(|number| &table::PLANS[usize::from(number) - 1])
    }

    /// Returns the limits of this level with this many empty squares and no clock. For `random` and
    /// `greedy`, which do not search, it returns one ply.
    pub fn limits(self, empties: u32) -> Limits {
        match self.plan() {
            Some(plan) => plan.limits(empties),
            None => Limits::depth(1),
        }
    }

    /// Returns the limits of this level in this time. The shorter one of the time and the limits of
    /// the level counts; the strongest level has only the time.
    ///
    /// ```
    /// # use outflank_engine::Level;
    /// use std::time::Duration;
    ///
    /// let second = Duration::from_secs(1);
    /// assert!(Level::STRONGEST.limits_within(60, second).depth >= 60);
    /// assert_eq!(Level::WEAKEST.limits_within(60, second).depth, Level::WEAKEST.limits(60).depth);
    /// ```
    pub fn limits_within(self, empties: u32, time: Duration) -> Limits {
        let limits = if self == Level::STRONGEST { unbounded(empties, time) } else { self.limits(empties) };
        limits.with_time(time)
    }
}

/// Searches straight to the end if that is likely to finish in time, because it spends little on
/// the depths before.
fn unbounded(empties: u32, time: Duration) -> Limits {
    if empties <= table::end_within(time) { Limits::exact() } else { Limits::open_ended() }
}

impl LevelPlan {
    /// Returns the limits with this many empty squares.
    pub fn limits(&self, empties: u32) -> Limits {
        match self.end_selectivity(empties) {
            Some(selectivity) => Limits::exact().with_selectivity(selectivity),
            None => Limits::depth(self.depth).with_selectivity(self.selectivity),
        }
    }

    /// Returns the selectivity of the endgame search with this many empty squares, or `None` if
    /// they are too many.
    fn end_selectivity(&self, empties: u32) -> Option<Selectivity> {
        let ends = [
            (self.exact_from, Selectivity::Full),
            (self.end_95_from, Selectivity::P95),
            (self.end_73_from, Selectivity::P73),
        ];
        ends.into_iter().find(|(from, _)| empties <= *from).map(|(_, selectivity)| selectivity)
    }

    /// Whether the level makes mistakes on purpose.
    pub fn errs(&self) -> bool {
        self.noise > 0.0 || self.greed > 0.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Random => f.pad("random"),
            Kind::Greedy => f.pad("greedy"),
            Kind::Numbered(number) => f.pad(&number.to_string()),
        }
    }
}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Level({self})")
    }
}

/// A text that is not a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a level: use random, greedy or a number from 1 to {max}", max = table::LEVELS)]
pub struct ParseLevelError(String);

/// Reads `random`, `greedy`, `5` and `level:5`, in any case.
impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let word = text.trim().to_ascii_lowercase();
        let word = word.strip_prefix("level:").unwrap_or(&word);
        let level = match word {
            "random" => Some(Level::RANDOM),
            "greedy" => Some(Level::GREEDY),
            number => number.parse().ok().and_then(Level::numbered),
        };
        level.ok_or_else(|| ParseLevelError(excerpt(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_print_and_parse() {
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(format!(" LEVEL:{level} ").parse(), Ok(level));
        }
        for text in ["", "0", "21", "-1", "256", "level:", "level 5", "expert", "5.0"] {
            let error = text.parse::<Level>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("{text:?} is not a level")), "{error}");
        }
    }

    /// Each level searches at least as deep as the one below it and makes no more mistakes.
    #[test]
    fn every_level_is_at_least_the_one_below() {
        let plans: Vec<&LevelPlan> = Level::all().filter_map(Level::plan).collect();
        for pair in plans.windows(2) {
            let (weaker, stronger) = (pair[0], pair[1]);
            assert!(weaker.depth <= stronger.depth && weaker.selectivity <= stronger.selectivity);
            assert!(weaker.end_73_from <= stronger.end_73_from);
            assert!(weaker.end_95_from <= stronger.end_95_from);
            assert!(weaker.exact_from <= stronger.exact_from);
            assert!(weaker.noise >= stronger.noise && weaker.greed >= stronger.greed);
            assert!(weaker.book_plies <= stronger.book_plies);
            assert_ne!(weaker, stronger);
        }
        assert!(!Level::STRONGEST.plan().unwrap().errs());
        assert!(Level::WEAKEST.plan().unwrap().errs());
    }

    #[test]
    fn the_end_is_searched_with_less_risk_the_nearer_it_is() {
        for level in Level::all().filter(|level| level.number().is_some()) {
            let plan = level.plan().unwrap();
            assert!(plan.exact_from <= plan.end_95_from && plan.end_95_from <= plan.end_73_from);
            let mut risk = Selectivity::Full;
            for empties in 0..=60 {
                let limits = level.limits(empties);
                assert!(limits.depth >= plan.depth, "level {level} at {empties}");
                if limits.depth >= empties && empties > plan.depth {
                    assert!(limits.selectivity <= risk);
                    risk = limits.selectivity;
                }
            }
        }
    }

    #[test]
    fn more_time_never_searches_the_end_later() {
        let ends = (0..20).map(|power| table::end_within(Duration::from_millis(1 << power)));
        let ends: Vec<u32> = ends.collect();
        assert!(ends.is_sorted(), "{ends:?}");
        assert!(ends[0] >= 12 && *ends.last().unwrap() <= 40, "{ends:?}");
    }
}
