//! What a search may use, and how far it shall go.

use std::time::Duration;

use super::Window;
use crate::Selectivity;

/// What an engine may use.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Bytes of the transposition table.
    pub hash_bytes: usize,
    /// Threads that search together. Each takes less than a megabyte of its own.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { hash_bytes: 64 << 20, threads: 1 }
    }
}

/// In which steps a search comes to its goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Approach {
    /// In as few as bring it there soonest.
    #[default]
    Direct,
    /// In every step that might be the last: each depth, then each risk. Wherever it must stop, the answer is about the best
    /// that could be had in the time.
    Gradual,
}

/// How far to search. Whatever comes first ends the search.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Plies; as many as there are empty squares, or more, means to the end of the game.
    pub depth: u32,
    /// The risk that is taken at that depth.
    pub selectivity: Selectivity,
    /// In which steps.
    pub approach: Approach,
    /// Wall-clock time. A search always has a value, though: one ply is looked at even if there is no time at all.
    pub time: Option<Duration>,
    /// Positions. The last step of a search may go beyond by some thousands, the more the nearer the end of the game is.
    pub nodes: Option<u64>,
    /// Which values are of interest.
    pub window: Window,
}

impl Limits {
    /// To this depth, by evaluation, at 73 %.
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth,
            selectivity: Selectivity::P73,
            approach: Approach::Direct,
            time: None,
            nodes: None,
            window: Window::ALL,
        }
    }

    /// To the exact end of the game.
    pub fn exact() -> Limits {
        Limits { selectivity: Selectivity::Full, ..Limits::depth(64) }
    }

    /// As far as it goes until something else stops it: deeper and deeper, then to the end with less and less risk.
    ///
    /// ```
    /// use outflank_engine::{Limits, Searcher, Settings};
    /// use outflank_rules::Variant;
    ///
    /// let limits = Limits::open_ended().with_nodes(100_000);
    /// let outcome = Searcher::new(&Settings::default()).search(&Variant::STANDARD.start(), &limits);
    /// assert!(outcome.depth > 5);
    /// ```
    pub fn open_ended() -> Limits {
        Limits { approach: Approach::Gradual, ..Limits::exact() }
    }

    /// Only who wins: the value's sign counts.
    #[must_use]
    pub fn win_loss_draw(self) -> Limits {
        Limits { window: Window::SIGN, ..self }
    }

    /// With another selectivity.
    #[must_use]
    pub fn with_selectivity(self, selectivity: Selectivity) -> Limits {
        Limits { selectivity, ..self }
    }

    /// No longer than this.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }

    /// No more positions than this, about.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }

    /// Whether time or nodes may end the search before its goal.
    pub(crate) fn is_limited(&self) -> bool {
        self.time.is_some() || self.nodes.is_some()
    }
}
