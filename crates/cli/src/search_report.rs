//! Parts of reports about searches, as text and as JSON.

use std::{fmt, time::Duration};

use outflank_engine::Selectivity;
use outflank_rules::{Move, notation::Notation};
use serde::{Serialize, Serializer};

use crate::number::per_second;

/// The depth of a search: `20` for an exact score, `20@73%` for a selective search.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct SearchDepth {
    exact: bool,
    depth: u32,
    selectivity: u8,
}

impl SearchDepth {
    pub(crate) fn new(depth: u32, selectivity: Selectivity, exact: bool) -> SearchDepth {
        SearchDepth { exact, depth, selectivity: selectivity.percent() }
    }

    /// `with perfect play` or `at depth 20@73%`.
    pub(crate) fn proof(self) -> String {
        if self.exact { "with perfect play".to_owned() } else { format!("at depth {self}") }
    }
}

impl fmt::Display for SearchDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchDepth { exact, depth, selectivity } = self;
        f.pad(&if *exact { depth.to_string() } else { format!("{depth}@{selectivity}%") })
    }
}

/// Moves in a notation: a transcript as text, a list of names in JSON.
#[derive(Clone, Debug)]
pub(crate) struct MoveList {
    moves: Vec<Move>,
    notation: Notation,
}

impl MoveList {
    pub(crate) fn new(moves: &[Move], notation: Notation) -> MoveList {
        MoveList { moves: moves.to_vec(), notation }
    }
}

impl fmt::Display for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |mv: &Move| if *mv == Move::Pass { "--".to_owned() } else { self.notation.write(*mv) };
        let between = if self.notation == Notation::Standard { "" } else { " " };
        f.write_str(&self.moves.iter().map(name).collect::<Vec<_>>().join(between))
    }
}

impl Serialize for MoveList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.moves.iter().map(|&mv| self.notation.write(mv)))
    }
}

/// The cost of a search.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchCost {
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    nodes_per_second: f64,
}

impl SearchCost {
    pub(crate) fn new(nodes: u64, time: Duration) -> SearchCost {
        SearchCost::default().plus(nodes, time)
    }

    /// The cost of these searches and one more.
    pub(crate) fn plus(self, nodes: u64, time: Duration) -> SearchCost {
        let (nodes, seconds) = (self.nodes + nodes, self.seconds + time.as_secs_f64());
        SearchCost { nodes, seconds, nodes_per_second: per_second(nodes, seconds) }
    }
}
