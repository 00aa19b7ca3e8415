//! How much an engine thinks that others ask for moves.

use std::time::Duration;

use outflank_engine::{Clock, Level, Limits, Selectivity};

use crate::bot::Budget;

/// The level that thinks where neither a person nor a clock says how much.
const USUAL_LEVEL: u8 = 14;

/// How much to think about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// As level 14 without a clock, and as well as it goes with one.
    #[default]
    Usual,
    /// As this level does.
    Level(Level),
    /// So many plies; the end as the level does that looks as far.
    Depth {
        /// Plies.
        depth: u32,
        /// The risk, if another than the usual one is wanted.
        selectivity: Option<Selectivity>,
    },
    /// So long.
    Time(Duration),
    /// The same for each move, without the book: as the built-in bots `depth:4` and `nodes:100000`.
    Fixed(Budget),
}

impl Effort {
    /// This many plies at the usual risk.
    pub const fn depth(depth: u32) -> Effort {
        Effort::Depth { depth, selectivity: None }
    }

    /// The level that chooses moves on a clock; `None` where a depth is searched.
    pub(super) fn level(self, clock: Clock) -> Option<Level> {
        match self {
            Effort::Usual if clock == Clock::Unlimited => Level::numbered(USUAL_LEVEL),
            Effort::Usual | Effort::Time(_) => Some(Level::STRONGEST),
            Effort::Level(level) => Some(level),
            Effort::Depth { .. } | Effort::Fixed(_) => None,
        }
    }

    /// The same with another depth: who leaves the book out goes on without it.
    pub(super) fn with_depth(self, depth: u32) -> Effort {
        match self {
            Effort::Fixed(_) => Effort::Fixed(Budget::Depth(depth)),
            _ => Effort::depth(depth),
        }
    }

    /// The clock with which a move is chosen: one's own where that gives less time.
    pub(super) fn clock(self, clock: Clock, empties: u32) -> Clock {
        match self {
            Effort::Time(time) if clock.allot(empties).is_none_or(|allotted| allotted > time) => Clock::PerMove(time),
            _ => clock,
        }
    }

    /// How far to search with so many empty squares and no clock.
    ///
    /// ```
    /// use outflank_arena::protocol::Effort;
    /// use outflank_engine::Selectivity;
    ///
    /// let effort = Effort::depth(8);
    /// assert_eq!(effort.limits(40).depth, 8);
    /// assert_eq!(effort.limits(14).selectivity, Selectivity::Full, "the end is solved");
    /// ```
    pub fn limits(self, empties: u32) -> Limits {
        match self {
            Effort::Usual => Level::numbered(USUAL_LEVEL).unwrap_or(Level::STRONGEST).limits(empties),
            Effort::Level(level) => level.limits(empties),
            Effort::Depth { depth, selectivity } => to_depth(depth, selectivity, empties),
            Effort::Time(time) => Level::STRONGEST.limits_within(empties, time),
            Effort::Fixed(budget) => budget.at(empties),
        }
    }
}

fn to_depth(depth: u32, selectivity: Option<Selectivity>, empties: u32) -> Limits {
    let end = level_of(depth).limits(empties);
    let limits = if depth >= empties {
        Limits::exact()
    } else if end.depth >= empties {
        end
    } else {
        Limits::depth(depth)
    };
    match selectivity {
        Some(selectivity) => limits.with_selectivity(selectivity),
        None => limits,
    }
}

/// The first level that looks as far.
fn level_of(depth: u32) -> Level {
    let looks_as_far = |level: &Level| level.plan().is_some_and(|plan| plan.depth >= depth);
    Level::all().find(looks_as_far).unwrap_or(Level::STRONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_of_others_may_not_be_overstepped_and_nor_may_ones_own() {
        let own = Effort::Time(Duration::from_secs(2));
        let [short, long] = [1, 60].map(|seconds| Clock::PerMove(Duration::from_secs(seconds)));
        assert_eq!(own.clock(short, 40), short);
        assert_eq!(own.clock(long, 40), Clock::PerMove(Duration::from_secs(2)));
        assert_eq!(own.clock(Clock::Unlimited, 40), Clock::PerMove(Duration::from_secs(2)));
        assert_eq!(Effort::Usual.clock(long, 40), long);
    }

    #[test]
    fn a_clock_calls_for_all_strength_unless_less_is_wanted() {
        let clock = Clock::PerMove(Duration::from_secs(1));
        assert_eq!(Effort::Usual.level(clock), Some(Level::STRONGEST));
        assert_eq!(Effort::Usual.level(Clock::Unlimited), Level::numbered(14));
        assert_eq!(Effort::Level(Level::WEAKEST).level(clock), Some(Level::WEAKEST));
    }

    #[test]
    fn a_depth_beyond_the_end_is_the_end() {
        assert_eq!(Effort::depth(60).limits(50).selectivity, Selectivity::Full);
        let risky = Effort::Depth { depth: 60, selectivity: Some(Selectivity::P87) };
        assert_eq!(risky.limits(50).selectivity, Selectivity::P87);
    }
}
