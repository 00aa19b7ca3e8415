//! Limits of a search: depth, risk, time, nodes and the window of interesting values.

use std::time::Duration;

use outflank_rules::DiscDiff;

use crate::Selectivity;

/// The memory and threads of a searcher.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Bytes of the transposition table.
    pub hash_bytes: usize,
    /// Threads that search together. Each needs less than 1 MiB more.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { hash_bytes: 64 << 20, threads: 1 }
    }
}

/// The steps by which a search deepens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum DeepeningStrategy {
    /// Skips depths: the fastest way to the goal, but a poor result if stopped early.
    #[default]
    Direct,
    /// Every depth, then every selectivity. Wherever the search is stopped, its result is about the
    /// best possible in that time.
    Gradual,
}

/// The limits of a search. It ends at the first one reached.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// Plies. As many as there are empty squares, or more, means to the end of the game.
    pub depth: u32,
    /// The selectivity at that depth.
    pub selectivity: Selectivity,
    /// The steps to that depth.
    pub approach: DeepeningStrategy,
    /// Wall-clock time. One ply is searched even if there is no time at all.
    pub time: Option<Duration>,
    /// Positions. The last step may exceed the limit by some thousands, more so near the end of the
    /// game.
    pub nodes: Option<u64>,
    /// The values of interest.
    pub window: Window,
}

impl Limits {
    /// Searches to this depth with a selectivity of 73 %.
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth,
            selectivity: Selectivity::P73,
            approach: DeepeningStrategy::Direct,
            time: None,
            nodes: None,
            window: Window::ALL,
        }
    }

    /// Searches as deep as this time allows.
    ///
    /// ```
    /// use std::time::Duration;
    /// use outflank_engine::{Limits, Searcher, Settings};
    /// use outflank_rules::Position;
    ///
    /// let limits = Limits::time(Duration::from_millis(50));
    /// let outcome = Searcher::new(&Settings::default()).search(&Position::default(), &limits);
    /// assert!(outcome.depth > 2);
    /// ```
    pub fn time(time: Duration) -> Limits {
        Limits::open_ended().with_time(time)
    }

    /// Searches to the end of the game for the exact score.
    pub fn exact() -> Limits {
        Limits { selectivity: Selectivity::Full, ..Limits::depth(64) }
    }

    /// Searches deeper and deeper, then to the end with less and less risk, until another limit or
    /// a stop ends it.
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
        Limits { approach: DeepeningStrategy::Gradual, ..Limits::exact() }
    }

    /// Searches only for the winner: the sign of the score.
    #[must_use]
    pub fn win_loss_draw(self) -> Limits {
        Limits { window: Window::SIGN, ..self }
    }

    /// Sets the selectivity.
    #[must_use]
    pub fn with_selectivity(self, selectivity: Selectivity) -> Limits {
        Limits { selectivity, ..self }
    }

    /// Sets the time limit.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }

    /// Sets the approximate limit of positions.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }

    /// Whether time or nodes may end the search before its goal.
    pub(crate) fn is_limited(&self) -> bool {
        self.time.is_some() || self.nodes.is_some()
    }
}

/// Values from `low` to `high`. A search finds only a bound for values outside, or on an edge
/// inside the scale, and takes less time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Window {
    /// Values up to this one count as bad enough.
    pub low: DiscDiff,
    /// Values from this one on count as good enough.
    pub high: DiscDiff,
}

impl Window {
    /// Every value.
    pub const ALL: Window = Window { low: DiscDiff::MIN, high: DiscDiff::MAX };

    /// Only the winner: the sign of the value.
    pub const SIGN: Window = Window { low: DiscDiff::clamped(-1), high: DiscDiff::clamped(1) };

    /// The window from the view of the other side.
    #[must_use]
    pub fn turned(self) -> Window {
        Window { low: -self.high, high: -self.low }
    }

    /// Returns the bounds of the search, in order even if the fields are not. The ends of the scale
    /// are opened, so that a value there is exact and has a principal variation.
    pub(crate) fn bounds(self) -> (i32, i32) {
        let (low, high) = (self.low.min(self.high), self.high.max(self.low));
        let (low, high) =
            (i32::from(low) - i32::from(low == DiscDiff::MIN), i32::from(high) + i32::from(high == DiscDiff::MAX));
        (low, high.max(low + 1))
    }
}
