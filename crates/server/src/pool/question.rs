//! What is asked of a player.

use std::time::{Duration, Instant};

use outflank_engine::{Choice, Clock, Level, Player, Searcher};
use outflank_rules::Position;

use super::{PoolError, state::Class};

/// From so many plies on a level takes its time, and a large table pays.
const DEEP: u32 = 10;

/// What is asked of a player. The same question has the same answer, unless the clock ends the thought.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Where a move is wanted.
    pub position: Position,
    /// Who plays.
    pub level: Level,
    /// What its chance comes from: one seed a game.
    pub seed: u64,
    /// The time that it has, counted from the call.
    pub clock: Clock,
}

impl Question {
    pub(super) fn class(&self) -> Class {
        match self.level.plan() {
            Some(plan) if plan.depth >= DEEP => Class::Deep,
            _ => Class::Quick,
        }
    }

    /// The question as a worker will answer it, from now on and no longer than this.
    pub(super) fn within(self, longest: Duration) -> Thought {
        Thought { question: self, asked: Instant::now(), longest }
    }
}

/// A question that waits to be thought about.
pub(super) struct Thought {
    question: Question,
    asked: Instant,
    longest: Duration,
}

impl Thought {
    pub(super) fn think(self, mut searcher: Searcher) -> (Result<Choice, PoolError>, Searcher) {
        let Question { position, level, seed, clock } = self.question;
        searcher.prepare_for(position.ground());
        // Another game's positions would make a weak level see further than it should.
        if level.plan().is_some() {
            searcher.clear();
        }
        let clock = match self.question.class() {
            Class::Deep => at_most(after(clock, self.asked.elapsed()), self.longest, position.empties().len()),
            Class::Quick | Class::Service => after(clock, self.asked.elapsed()),
        };
        let mut player = Player::with_searcher(level, seed, searcher);
        let choice = player.choose(&position, clock).ok_or(PoolError::Over);
        (choice, player.into_searcher())
    }
}

/// The clock of somebody who has waited for its turn to think.
fn after(clock: Clock, waited: Duration) -> Clock {
    match clock {
        Clock::Unlimited => Clock::Unlimited,
        Clock::PerMove(time) => Clock::PerMove(time.saturating_sub(waited)),
        Clock::Game { left, increment } => Clock::Game { left: left.saturating_sub(waited), increment },
    }
}

/// The clock of somebody who may not think longer than this about one move.
fn at_most(clock: Clock, longest: Duration, empties: u32) -> Clock {
    match clock.allot(empties) {
        Some(time) if time <= longest => clock,
        _ => Clock::PerMove(longest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn waiting_costs_time() {
        assert_eq!(after(Clock::Unlimited, SECOND), Clock::Unlimited);
        assert_eq!(after(Clock::PerMove(3 * SECOND), SECOND), Clock::PerMove(2 * SECOND));
        assert_eq!(after(Clock::PerMove(SECOND), 3 * SECOND), Clock::PerMove(Duration::ZERO));
        let clock = |seconds: u32| Clock::Game { left: seconds * SECOND, increment: SECOND };
        assert_eq!(after(clock(60), 2 * SECOND), clock(58));
    }

    #[test]
    fn no_clock_gives_more_than_the_longest() {
        let longest = Clock::PerMove(5 * SECOND);
        let game = |minutes: u32| Clock::Game { left: 60 * minutes * SECOND, increment: Duration::ZERO };
        assert_eq!(at_most(Clock::Unlimited, 5 * SECOND, 40), longest);
        assert_eq!(at_most(Clock::PerMove(60 * SECOND), 5 * SECOND, 40), longest);
        assert_eq!(at_most(game(60), 5 * SECOND, 40), longest);
        assert_eq!(at_most(game(1), 5 * SECOND, 40), game(1));
        assert_eq!(at_most(Clock::PerMove(SECOND), 5 * SECOND, 40), Clock::PerMove(SECOND));
    }
}
