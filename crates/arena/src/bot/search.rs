//! The engine with fixed search limits, for measurements: no book, no randomness, one thread.

use std::sync::atomic::AtomicBool;

use outflank_engine::{Clock, Limits, Searcher, Settings};
use outflank_rules::{Game, Move, Position};

use super::{Bot, deadline::stopping};

/// Transposition table size: small enough for many games at once.
const HASH_BYTES: usize = 16 << 20;

/// Searches up to these limits take milliseconds.
const QUICK_DEPTH: u32 = 8;
const QUICK_NODES: u64 = 50_000;

/// Boards with at most this many squares are solved exactly; they have no evaluation.
const SOLVED_AREA: u32 = 16;

/// Search depth for moves in a free center: they are nearly equal.
const FREE_DEPTH: u32 = 8;

/// Search limits per move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// This many plies; exact if the game ends within them.
    Depth(u32),
    /// About this many nodes.
    Nodes(u64),
}

impl Budget {
    /// The engine's limits with this many empty squares and no clock.
    pub(crate) fn at(self, empties: u32) -> Limits {
        match self {
            Budget::Depth(depth) if depth >= empties => Limits::exact(),
            Budget::Depth(depth) => Limits::depth(depth),
            Budget::Nodes(nodes) => Limits::open_ended().with_nodes(nodes),
        }
    }

    /// The engine's limits for this position on this clock.
    pub(crate) fn limits(self, position: &Position, clock: Clock) -> Limits {
        let empties = position.empties().len();
        let is_solved = position.spec().area().len() <= SOLVED_AREA;
        let limits = if is_solved { Limits::exact() } else { self.at(empties) };
        match clock.allot(empties) {
            Some(time) => limits.with_time(time),
            None => limits,
        }
    }
}

/// The engine with the same limits for each move. Games are reproducible on every machine unless a
/// clock cuts a search short.
pub struct SearchBot {
    budget: Budget,
    searcher: Searcher,
}

impl SearchBot {
    /// Creates a bot with this budget.
    pub fn new(budget: Budget) -> SearchBot {
        SearchBot { budget, searcher: Searcher::new(&Settings { hash_bytes: HASH_BYTES, threads: 1 }) }
    }

    fn best(&mut self, position: &Position, limits: &Limits) -> Option<Move> {
        if position.free_squares().is_empty() {
            return self.searcher.search(position, limits).mv;
        }
        let limits = Limits { depth: limits.depth.min(FREE_DEPTH), ..limits.clone() };
        self.searcher.analyse(position, &limits).best().map(|valued| valued.mv)
    }
}

impl Bot for SearchBot {
    fn name(&self) -> String {
        match self.budget {
            Budget::Depth(depth) => format!("depth:{depth}"),
            Budget::Nodes(nodes) => format!("nodes:{nodes}"),
        }
    }

    fn choose(&mut self, game: &Game, clock: Clock, stop: &AtomicBool) -> Move {
        let position = game.position();
        let moves = position.moves();
        if let [only] = moves[..] {
            return only;
        }
        let (limits, own_stop) = (self.budget.limits(&position, clock), self.searcher.new_stop_handle());
        let is_quick = match self.budget {
            Budget::Depth(depth) => depth <= QUICK_DEPTH,
            Budget::Nodes(nodes) => nodes <= QUICK_NODES,
        };
        stopping(stop, &own_stop, is_quick, || self.best(&position, &limits)).unwrap_or(moves[0])
    }
}
