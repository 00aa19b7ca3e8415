//! The engine with a fixed effort, for measurements: no book, no chance, one thread.

use std::sync::atomic::AtomicBool;

use outflank_engine::{Clock, Limits, Searcher, Settings};
use outflank_rules::{Game, Move, Position};

use super::{Bot, stopping::stopping};

/// The table of a search: a quiet one that many games side by side can have.
const HASH_BYTES: usize = 16 << 20;

/// A search this deep takes no time to speak of, and so does one of so many positions.
const QUICK_DEPTH: u32 = 8;
const QUICK_NODES: u64 = 50_000;

/// Boards of at most so many squares have no evaluation, as the engine knows them by heart.
const SOLVED_AREA: u32 = 16;

/// Plies to which squares of a free centre are compared: they are nearly alike.
const FREE_DEPTH: u32 = 8;

/// How much is searched for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// So many plies; the end exactly where that is as near.
    Depth(u32),
    /// About so many positions, as far as they carry.
    Nodes(u64),
}

impl Budget {
    /// How far to search with so many empty squares, without a clock.
    pub(crate) fn at(self, empties: u32) -> Limits {
        match self {
            Budget::Depth(depth) if depth >= empties => Limits::exact(),
            Budget::Depth(depth) => Limits::depth(depth),
            Budget::Nodes(nodes) => Limits::open_ended().with_nodes(nodes),
        }
    }

    /// How far to search this position on a clock.
    pub(crate) fn limits(self, position: &Position, clock: Clock) -> Limits {
        let empties = position.empties().len();
        let is_solved = position.ground().area().len() <= SOLVED_AREA;
        let limits = if is_solved { Limits::exact() } else { self.at(empties) };
        match clock.allot(empties) {
            Some(time) => limits.with_time(time),
            None => limits,
        }
    }
}

/// The engine of this project with the same effort for each move. A game is the same again on every machine, unless a clock cuts a search short.
pub struct SearchBot {
    budget: Budget,
    searcher: Searcher,
}

impl SearchBot {
    /// A player that searches so much.
    pub fn new(budget: Budget) -> SearchBot {
        SearchBot { budget, searcher: Searcher::new(&Settings { hash_bytes: HASH_BYTES, threads: 1 }) }
    }

    fn best(&mut self, position: &Position, limits: &Limits) -> Option<Move> {
        if position.free_squares().is_empty() {
            return self.searcher.search(position, limits).best;
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
        let (limits, own_stop) = (self.budget.limits(&position, clock), self.searcher.stop_flag());
        let is_quick = match self.budget {
            Budget::Depth(depth) => depth <= QUICK_DEPTH,
            Budget::Nodes(nodes) => nodes <= QUICK_NODES,
        };
        stopping(stop, &own_stop, is_quick, || self.best(&position, &limits)).unwrap_or(moves[0])
    }
}
