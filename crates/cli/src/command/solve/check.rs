//! Scores that come with positions, compared with those found.

use std::fmt;

use outflank_rules::{
    DiscDiff, Move,
    record::{Record, obf},
};
use serde::Serialize;

use super::answer::Value;

/// What a record says about its position.
pub(super) struct Expected {
    value: DiscDiff,
    /// The values of moves that are listed, best first.
    moves: Vec<(Move, DiscDiff)>,
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Check {
    /// The score in the file.
    pub(super) expected: i8,
    pub(super) is_right: bool,
    /// The moves that the file gives that score; empty if it names none.
    pub(super) moves: Vec<String>,
}

impl Expected {
    /// The score of a position without moves; nothing is said of those that follow.
    pub(super) fn of(record: &Record) -> Option<Expected> {
        if record.game.ply() > 0 {
            return None;
        }
        let best = record.values.iter().map(|&(_, value)| value).max();
        let bare = || record.tag(obf::SCORE)?.parse().ok().and_then(DiscDiff::new);
        Some(Expected { value: best.or_else(bare)?, moves: record.values.clone() })
    }

    /// The value must be that of the file. The move must have it too, unless the file does not list it.
    pub(super) fn compare(&self, found: Value, best: Option<Move>) -> Check {
        let expected = self.value.discs();
        let is_value = match found {
            Value::Discs(value) => value == i32::from(expected),
            Value::Sign(sign) => sign == i32::from(expected).signum(),
            Value::Unknown => false,
        };
        let listed = self.moves.iter().find(|&&(mv, _)| Some(mv) == best);
        let is_move = match (listed, found) {
            (Some(&(_, value)), Value::Sign(sign)) => i32::from(value.discs()).signum() == sign,
            (Some(&(_, value)), _) => value == self.value,
            (None, _) => true,
        };
        let moves = self.moves.iter().filter(|&&(_, value)| value == self.value).map(|(mv, _)| mv.to_string());
        Check { expected, is_right: is_value && is_move, moves: moves.collect() }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if self.is_right { "right" } else { "wrong" })
    }
}
