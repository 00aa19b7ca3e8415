//! Compares found scores with those in the input.

use std::fmt;

use outflank_rules::{
    DiscDiff, Move,
    record::{Record, obf},
};
use serde::Serialize;

use super::answer::Value;

/// The score and move values in a record.
pub(super) struct Expected {
    value: DiscDiff,
    /// The listed moves with their values, best first.
    moves: Vec<(Move, DiscDiff)>,
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Check {
    /// The score in the file.
    pub(super) expected: i8,
    pub(super) is_right: bool,
    /// Whether the found value is proven.
    #[serde(skip)]
    pub(super) is_proven: bool,
    /// The moves that have this score in the file; empty if it lists none.
    pub(super) moves: Vec<String>,
}

impl Expected {
    /// The score of a record that is a position. `None` for a game, whose score is not that of its
    /// last position.
    pub(super) fn of(record: &Record) -> Option<Expected> {
        if record.game.ply() > 0 {
            return None;
        }
        let best = record.values.iter().map(|&(_, value)| value).max();
        let bare = || record.tag(obf::SCORE)?.parse().ok().and_then(DiscDiff::new);
        Some(Expected { value: best.or_else(bare)?, moves: record.values.clone() })
    }

    /// Compares the value, and the value of each evaluated move that the file lists.
    pub(super) fn compare(&self, value: Value, is_proven: bool, found: &[(Move, Value)]) -> Check {
        let is_move_right = |&(mv, value): &(Move, Value)| {
            let listed = self.moves.iter().find(|&&(known, _)| known == mv);
            listed.is_none_or(|&(_, expected)| is_same(value, expected))
        };
        let is_right = is_same(value, self.value) && found.iter().all(is_move_right);
        let moves = self.moves.iter().filter(|&&(_, value)| value == self.value).map(|(mv, _)| mv.to_string());
        Check { expected: self.value.discs(), is_right, is_proven, moves: moves.collect() }
    }
}

fn is_same(found: Value, expected: DiscDiff) -> bool {
    match found {
        Value::Discs(value) => value == expected,
        Value::Sign(outlook) => outlook == expected.into(),
        Value::Unknown => false,
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match (self.is_right, self.is_proven) {
            (true, _) => "right",
            (false, true) => "wrong",
            (false, false) => "differs",
        })
    }
}
