//! Time management: the time for a move, so that the clock never runs out.

use std::time::Duration;

use crate::{Level, Limits};

/// Reserve for a move beyond its search: replying, waking threads, a busy machine.
const OVERHEAD: Duration = Duration::from_millis(25);

/// The divisor of the part of a time per move that is reserved, at most [`OVERHEAD`].
const RESERVED_PART: u32 = 50;

/// The least reserve of a time per move. A search of one thread ends less than this late.
const MIN_RESERVE: Duration = Duration::from_millis(2);

/// Moves beyond half of the empty squares for which time is kept, because the other side may have
/// to pass.
const SPARE_MOVES: u32 = 4;

/// The divisor of the part of a clock that is always kept.
const KEPT_PART: u32 = 20;

/// Shorter times are not worth a search by the clock.
const MIN_SEARCH_TIME: Duration = Duration::from_millis(3);

/// A depth that takes almost no time.
const HURRIED_DEPTH: u32 = 4;

/// An endgame of this many empty squares takes almost no time.
const HURRIED_END: u32 = 10;

/// The time of a side.
///
/// ```
/// use outflank_engine::Clock;
/// use std::time::Duration;
///
/// let clock = Clock::Game { left: Duration::from_secs(300), increment: Duration::ZERO };
/// let (opening, middle, end) = (clock.allot(58), clock.allot(34), clock.allot(6));
/// assert!(opening < middle, "there is more to decide in the midgame");
/// assert!(end < Some(Duration::from_secs(290)), "a reserve is always kept");
/// assert_eq!(Clock::Unlimited.allot(34), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Clock {
    /// No limit.
    #[default]
    Unlimited,
    /// This much for each move.
    PerMove(Duration),
    /// A clock for the rest of the game.
    Game {
        /// The time left now.
        left: Duration,
        /// The time added after each move.
        increment: Duration,
    },
}

impl Clock {
    /// Returns the time for a move with this many empty squares, or `None` without a limit. Nothing
    /// else matters: unused time is part of the time left at the next move. It is zero if the clock
    /// has nearly run out.
    pub fn allot(self, empties: u32) -> Option<Duration> {
        match self {
            Clock::Unlimited => None,
            Clock::PerMove(time) => Some(time.saturating_sub((time / RESERVED_PART).clamp(MIN_RESERVE, OVERHEAD))),
            Clock::Game { left, increment } => Some(share(left, increment, empties)),
        }
    }

    /// Returns the limits of a level on this clock.
    pub fn limits(self, level: Level, empties: u32) -> Limits {
        match self.allot(empties) {
            None => level.limits(empties),
            Some(time) if time < MIN_SEARCH_TIME => hurried(level.limits(empties), empties),
            Some(time) => level.limits_within(empties, time),
        }
    }
}

/// The limits without time for a search by the clock. The last squares are solved anyway, because
/// that takes no longer.
fn hurried(limits: Limits, empties: u32) -> Limits {
    if empties <= HURRIED_END { limits } else { Limits::depth(limits.depth.min(HURRIED_DEPTH)) }
}

/// Returns the share of this move in the clock of a game.
fn share(left: Duration, increment: Duration, empties: u32) -> Duration {
    let usable = left.saturating_sub(reserve(left, increment, empties));
    let all: u32 = moves_to_come(empties).map(weight).sum();
    let part = usable / all.max(1) * weight(empties);
    part.saturating_add(increment.saturating_sub(OVERHEAD)).min(usable)
}

/// Returns the time that must be left after this move: its overhead, the overhead of later moves
/// beyond their increments, and a reserve.
fn reserve(left: Duration, increment: Duration, empties: u32) -> Duration {
    let moves = empties.min(64).div_ceil(2) + SPARE_MOVES;
    left / KEPT_PART + OVERHEAD + OVERHEAD.saturating_sub(increment) * moves
}

/// The empty squares at this move and at the following ones, if nobody passes.
fn moves_to_come(empties: u32) -> impl Iterator<Item = u32> {
    (0..=empties.min(64)).rev().step_by(2)
}

/// The weight of a move: small in the opening, largest just before the end can be solved, almost
/// zero after that.
fn weight(empties: u32) -> u32 {
    match empties {
        0..=13 => 1,
        14..=17 => 2,
        18..=21 => 6,
        22..=38 => 16,
        39..=46 => 12,
        47..=52 => 8,
        _ => 5,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Selectivity;

    /// The most that a move costs beyond its time in these games.
    const OVERSHOOT_MS: u64 = 20;

    proptest! {
        /// Whatever part of its time each move takes, and up to 20 ms more, with passes of the
        /// other side now and then.
        #[test]
        fn no_game_is_lost_on_time(
            mut left_ms in 1000_u64..3_600_000,
            increment_ms in 0_u64..10_000,
            empties in 1_u32..=60,
            uses in prop::collection::vec((0.0..=1.0_f64, 0..=OVERSHOOT_MS), 64),
            passes in prop::collection::vec(0_u32..60, 0..4),
        ) {
            let increment = Duration::from_millis(increment_ms);
            let (mut empties, mut uses) = (empties, uses.into_iter());
            while empties > 0 {
                let clock = Clock::Game { left: Duration::from_millis(left_ms), increment };
                let allotted = clock.allot(empties).unwrap().as_millis() as u64;
                let (part, overshoot) = uses.next().unwrap();
                let used = (allotted as f64 * part) as u64 + overshoot;
                prop_assert!(used <= left_ms, "{used} of {left_ms} ms at {empties} empty squares");
                left_ms = left_ms - used + increment_ms;
                empties -= if passes.contains(&empties) { 1 } else { 2.min(empties) };
            }
        }

        /// A game in which every move takes all its time ends with a reserve.
        #[test]
        fn all_time_given_is_less_than_the_clock(mut left_ms in 0_u64..36_000_000, empties in 0_u32..=64) {
            for empties in moves_to_come(empties) {
                let clock = Clock::Game { left: Duration::from_millis(left_ms), increment: Duration::ZERO };
                let allotted = clock.allot(empties).unwrap();
                prop_assert!(allotted <= Duration::from_millis(left_ms));
                prop_assert!(left_ms == 0 || allotted < Duration::from_millis(left_ms));
                left_ms -= allotted.as_millis() as u64;
            }
        }

        #[test]
        fn extreme_clocks_never_panic(left in any::<Duration>(), increment in any::<Duration>(), empties in any::<u32>()) {
            let clock = Clock::Game { left, increment };
            prop_assert!(clock.allot(empties).unwrap() <= left);
            prop_assert!(Clock::PerMove(left).allot(empties).unwrap() <= left);
        }
    }

    #[test]
    fn an_increment_is_used() {
        let left = Duration::from_secs(20);
        let with = Clock::Game { left, increment: Duration::from_secs(5) }.allot(40).unwrap();
        let without = Clock::Game { left, increment: Duration::ZERO }.allot(40).unwrap();
        assert!(with > without + Duration::from_secs(4), "{with:?} {without:?}");
    }

    #[test]
    fn nearly_all_of_a_time_per_move_is_used() {
        for (limit, used) in [(0, 0), (2, 0), (10, 8), (100, 98), (1000, 980), (60_000, 59_975)] {
            let allotted = Clock::PerMove(Duration::from_millis(limit)).allot(40);
            assert_eq!(allotted, Some(Duration::from_millis(used)), "{limit} ms");
        }
    }

    #[test]
    fn most_of_a_long_clock_is_used() {
        let mut left = Duration::from_secs(300);
        for empties in moves_to_come(60) {
            left -= Clock::Game { left, increment: Duration::ZERO }.allot(empties).unwrap();
        }
        assert!(left < Duration::from_secs(30), "{left:?} left");
    }

    #[test]
    fn a_clock_run_down_leaves_a_search_without_time() {
        let clock = Clock::Game { left: Duration::from_millis(10), increment: Duration::ZERO };
        let limits = clock.limits(Level::STRONGEST, 40);
        assert_eq!((limits.depth, limits.time), (HURRIED_DEPTH, None));
        assert_eq!(clock.limits(Level::WEAKEST, 40).depth, Level::WEAKEST.limits(40).depth);
    }

    #[test]
    fn the_strongest_level_near_the_end_solves_it() {
        let limits = Clock::PerMove(Duration::from_secs(1)).limits(Level::STRONGEST, 12);
        assert_eq!(limits.selectivity, Selectivity::Full);
        assert!(limits.depth >= 12 && limits.time.is_some());
    }
}
