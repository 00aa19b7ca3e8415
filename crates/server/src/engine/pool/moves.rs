//! Requests for a move of a bot or a level.

use std::time::{Duration, Instant};

use outflank_arena::{bot::BotKind, seed};
use outflank_engine::{Clock, Player, Searcher};
use outflank_rules::{Game, Move, Position};

use super::{PoolError, queue::Priority};

/// Searches of at least this many plies take seconds and need the large table.
const DEEP_PLIES: u32 = 10;

/// The most plies of minimax, playouts of MCTS and nodes of a search that take milliseconds.
const QUICK_MINIMAX_PLIES: u32 = 4;
const QUICK_PLAYOUTS: u32 = 200;
const QUICK_NODES: u64 = 50_000;

/// A request for a move. Equal requests get the same move, unless the clock ends the search.
#[derive(Clone, Copy, Debug)]
pub struct MoveRequest {
    /// The position to move in.
    pub position: Position,
    /// The player that moves.
    pub kind: BotKind,
    /// The seed of the player's random choices, one per game.
    pub seed: u64,
    /// The player's clock when it makes the request.
    pub clock: Clock,
}

impl MoveRequest {
    pub(super) fn priority(&self) -> Priority {
        let is_quick = match self.kind {
            BotKind::Random | BotKind::Greedy | BotKind::Corners | BotKind::Positional => true,
            BotKind::Minimax(depth) => depth <= QUICK_MINIMAX_PLIES,
            BotKind::Mcts(games) => games <= QUICK_PLAYOUTS,
            BotKind::Level(level) => level.plan().is_none_or(|plan| plan.depth < DEEP_PLIES),
            BotKind::Depth(depth) => depth < DEEP_PLIES,
            BotKind::Nodes(nodes) => nodes <= QUICK_NODES,
        };
        if is_quick { Priority::QuickMove } else { Priority::DeepMove }
    }

    /// Notes the time of arrival, from which the clock runs.
    pub(super) fn queued(self, max_time: Duration) -> QueuedMove {
        QueuedMove { request: self, queued_at: Instant::now(), max_time }
    }
}

/// A request that waits for a worker thread.
pub(super) struct QueuedMove {
    request: MoveRequest,
    queued_at: Instant,
    max_time: Duration,
}

impl QueuedMove {
    pub(super) fn choose(self, mut searcher: Searcher) -> (Result<Move, PoolError>, Searcher) {
        let MoveRequest { position, kind, seed, clock } = self.request;
        if position.legal().is_empty() {
            return (Err(PoolError::Over), searcher);
        }
        let clock = after(clock, self.queued_at.elapsed());
        let clock = match self.request.priority() {
            Priority::DeepMove => at_most(clock, self.max_time, position.empties().len()),
            _ => clock,
        };
        let BotKind::Level(level) = kind else {
            // Each move makes a new bot, which must not repeat the random numbers of the last.
            let seed = seed::derived(seed, position.empties().len().into());
            let mv = kind.bot(seed).choose(&Game::new(position), clock, searcher.stop_handle().as_ref());
            return (Ok(mv), searcher);
        };
        searcher.prepare_for(position.spec());
        // Stored positions of another game would make a weak level too strong.
        if level.plan().is_some() {
            searcher.clear();
        }
        let mut player = Player::with_searcher(level, seed, searcher);
        let choice = player.choose(&position, clock).map(|choice| choice.mv).ok_or(PoolError::Over);
        (choice, player.into_searcher())
    }
}

/// The clock after a wait in the queue.
fn after(clock: Clock, waited: Duration) -> Clock {
    match clock {
        Clock::Unlimited => Clock::Unlimited,
        Clock::PerMove(time) => Clock::PerMove(time.saturating_sub(waited)),
        Clock::Game { left, increment } => Clock::Game { left: left.saturating_sub(waited), increment },
    }
}

/// The clock of a player that may search at most `longest` for one move.
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
