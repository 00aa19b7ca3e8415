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
    /// The found value minus the score in the file, in discs.
    #[serde(skip)]
    pub(super) error: Option<i32>,
    /// Whether the found move is one of `moves`. `None` if the file lists no moves.
    #[serde(skip)]
    pub(super) is_best_move: Option<bool>,
}

/// How far values and moves are from those in the input.
#[derive(Default)]
pub(super) struct Accuracy {
    values: u32,
    errors: i32,
    absolute_errors: i32,
    moves: u32,
    best_moves: u32,
}

impl Accuracy {
    pub(super) fn add(&mut self, check: &Check) {
        if let Some(error) = check.error {
            self.values += 1;
            self.errors += error;
            self.absolute_errors += error.abs();
        }
        if let Some(is_best) = check.is_best_move {
            self.moves += 1;
            self.best_moves += u32::from(is_best);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values == 0
    }

    pub(super) fn json(&self) -> Option<AccuracyJson> {
        let mean = |sum: i32| f64::from(sum) / f64::from(self.values);
        let (moves, best_moves) = (self.moves, self.best_moves);
        let json =
            || AccuracyJson { moves, best_moves, mean_error: mean(self.absolute_errors), bias: mean(self.errors) };
        (!self.is_empty()).then(json)
    }
}

/// The [`Accuracy`] in `outflank solve --check --json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccuracyJson {
    /// The positions whose moves the file lists.
    moves: u32,
    /// Those in which the found move is as good as any.
    best_moves: u32,
    /// The mean difference of the values, in discs.
    mean_error: f64,
    /// The mean of the found value minus that of the file, for the side to move.
    bias: f64,
}

impl fmt::Display for AccuracyJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves > 0 {
            let share = 100.0 * f64::from(self.best_moves) / f64::from(self.moves);
            write!(f, "best move in {} of {} positions ({share:.1}%), ", self.best_moves, self.moves)?;
        }
        write!(f, "mean error {:.2} discs, bias {:+.2}", self.mean_error, self.bias)
    }
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
    pub(super) fn compare(&self, value: Value, is_proven: bool, mv: Option<Move>, found: &[(Move, Value)]) -> Check {
        let is_move_right = |&(mv, value): &(Move, Value)| {
            let listed = self.moves.iter().find(|&&(known, _)| known == mv);
            listed.is_none_or(|&(_, expected)| is_same(value, expected))
        };
        let is_right = is_same(value, self.value) && found.iter().all(is_move_right);
        let best: Vec<Move> = self.moves.iter().filter(|&&(_, value)| value == self.value).map(|&(mv, _)| mv).collect();
        Check {
            expected: self.value.discs(),
            is_right,
            is_proven,
            moves: best.iter().map(Move::to_string).collect(),
            error: value.discs().map(|found| i32::from(found) - i32::from(self.value.discs())),
            is_best_move: mv.filter(|_| !best.is_empty()).map(|mv| best.contains(&mv)),
        }
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
