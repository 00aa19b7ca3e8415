//! How long to think: time for a move out of a clock, so that the clock never runs out.

use std::time::Duration;

use crate::{Level, Limits};

/// What a move may cost beyond the time given to it: answering, waking threads, a busy machine.
const OVERHEAD: Duration = Duration::from_millis(25);

/// Moves more than half the empty squares for which time is kept: the other side may have to pass.
const SPARE_MOVES: u32 = 4;

/// One part in so many of a game's clock is never given away.
const KEPT_PART: u32 = 20;

/// Less time than this is not worth a search by the clock.
const SHORTEST: Duration = Duration::from_millis(3);

/// The depth that takes no time to speak of.
const HURRIED_DEPTH: u32 = 4;

/// Empty squares that are solved in no time to speak of.
const HURRIED_END: u32 = 10;

/// The time a side has.
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
pub enum Clock {
    /// As long as it takes.
    #[default]
    Unlimited,
    /// So much for each move.
    PerMove(Duration),
    /// For the rest of the game.
    Game {
        /// The time left now.
        left: Duration,
        /// What is added after each move.
        increment: Duration,
    },
}

impl Clock {
    /// The time for a move with so many empty squares; `None` if it does not matter. It depends on nothing else: time that is
    /// not used is found again in what is left at the next move. If the clock is nearly run down it is zero.
    pub fn allot(self, empties: u32) -> Option<Duration> {
        match self {
            Clock::Unlimited => None,
            Clock::PerMove(time) => Some(time.saturating_sub(OVERHEAD.min(time / 2))),
            Clock::Game { left, increment } => Some(share(left, increment, empties)),
        }
    }

    /// How far a level searches on this clock.
    pub fn limits(self, level: Level, empties: u32) -> Limits {
        match self.allot(empties) {
            None => level.limits(empties),
            Some(time) if time < SHORTEST => hurried(level.limits(empties), empties),
            Some(time) => level.limits_within(empties, time),
        }
    }
}

/// Without time for a search by the clock, which might not even begin. The last squares are solved all the same: that takes no longer.
fn hurried(limits: Limits, empties: u32) -> Limits {
    if empties <= HURRIED_END { limits } else { Limits::depth(limits.depth.min(HURRIED_DEPTH)) }
}

/// This move's part of a game's clock.
fn share(left: Duration, increment: Duration, empties: u32) -> Duration {
    let usable = left.saturating_sub(reserve(left, increment, empties));
    let all: u32 = moves_to_come(empties).map(weight).sum();
    let part = usable / all.max(1) * weight(empties);
    part.saturating_add(increment.saturating_sub(OVERHEAD)).min(usable)
}

/// What must be left after this move: for its overhead, for that of moves to come as far as their increments do not make
/// up for it, and for mishaps.
fn reserve(left: Duration, increment: Duration, empties: u32) -> Duration {
    let moves = empties.min(64).div_ceil(2) + SPARE_MOVES;
    left / KEPT_PART + OVERHEAD + OVERHEAD.saturating_sub(increment) * moves
}

/// The empty squares at this move and at those that follow it, if nobody passes.
fn moves_to_come(empties: u32) -> impl Iterator<Item = u32> {
    (0..=empties.min(64)).rev().step_by(2)
}

/// How much a move is worth thinking about: little in the opening, most before the end can be solved, nothing to speak of after.
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
        /// Whatever part of its time each move takes, and up to 20 ms more, with passes of the other side now and then.
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
        fn no_clock_is_too_strange(left in any::<Duration>(), increment in any::<Duration>(), empties in any::<u32>()) {
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
