//! The JSON of results: evaluations of moves and reviews of games. Clients read them back.

use std::{fmt, time::Duration};

use outflank_engine::{Analysis, Bound, MoveClass, MoveValue, Outcome, Review, ReviewedMove, Selectivity};
use outflank_rules::{Color, DiscDiff, Move, Position, notation::Notation, record::LOST};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::view::word;

/// Evaluations of the moves of a position, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValuesView {
    /// The number of moves before the position, passes included.
    pub ply: usize,
    /// The side to move.
    pub turn: String,
    /// Every legal move, best first; a `solve` job has only the best.
    pub moves: Vec<ValueView>,
    /// The best move; `None` if the game is over.
    pub best: Option<String>,
    /// Positions searched.
    pub nodes: u64,
    /// The time of the search, in milliseconds.
    pub ms: u64,
    /// The smallest depth of a move, in plies.
    pub depth: u32,
    /// Whether all values are exact.
    pub exact: bool,
}

/// The evaluation of one move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The final disc difference for the side that moves, with empty squares for the winner.
    pub value: i8,
    /// The search depth in plies, including the move.
    pub depth: u32,
    /// The selectivity of the search, in percent.
    pub selectivity: u8,
    /// Whether the value is a bound.
    pub bound: BoundView,
    /// Whether the value is exact.
    pub exact: bool,
    /// The principal variation, beginning with the move.
    pub line: Vec<String>,
}

/// How a value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BoundView {
    /// Equal.
    Exact,
    /// The true value may be higher.
    AtLeast,
    /// The true value may be lower.
    AtMost,
}

impl From<Bound> for BoundView {
    fn from(bound: Bound) -> BoundView {
        match bound {
            Bound::Exact => BoundView::Exact,
            Bound::AtLeast => BoundView::AtLeast,
            Bound::AtMost => BoundView::AtMost,
        }
    }
}

impl From<BoundView> for Bound {
    fn from(bound: BoundView) -> Bound {
        match bound {
            BoundView::Exact => Bound::Exact,
            BoundView::AtLeast => Bound::AtLeast,
            BoundView::AtMost => Bound::AtMost,
        }
    }
}

impl ValuesView {
    /// Evaluations of all moves of the position at a ply of a game.
    pub fn of(ply: usize, position: &Position, analysis: &Analysis) -> ValuesView {
        ValuesView {
            ply,
            turn: word(position.turn()).to_owned(),
            moves: analysis.moves.iter().map(ValueView::of).collect(),
            best: analysis.best().map(|best| best.mv.to_string()),
            nodes: analysis.nodes,
            ms: milliseconds(analysis.time),
            depth: analysis.moves.iter().map(|valued| valued.depth).min().unwrap_or_default(),
            exact: analysis.is_exact(),
        }
    }

    /// The evaluation of the best move only.
    pub fn of_best(ply: usize, position: &Position, outcome: &Outcome) -> ValuesView {
        let best = outcome.mv.map(|mv| MoveValue {
            mv,
            value: outcome.value,
            depth: outcome.depth,
            selectivity: outcome.selectivity,
            bound: outcome.bound,
            is_proven: outcome.is_proven,
            line: outcome.line.clone(),
            nodes: outcome.nodes,
        });
        let analysis = Analysis { moves: best.into_iter().collect(), nodes: outcome.nodes, time: outcome.time };
        ValuesView::of(ply, position, &analysis)
    }

    /// Converts back to the engine's type.
    pub fn analysis(&self) -> Result<Analysis, ParseResultError> {
        let moves = self.moves.iter().map(ValueView::valued).collect::<Result<_, _>>()?;
        Ok(Analysis { moves, nodes: self.nodes, time: Duration::from_millis(self.ms) })
    }
}

impl ValueView {
    fn of(valued: &MoveValue) -> ValueView {
        ValueView {
            mv: valued.mv.to_string(),
            value: valued.value.discs(),
            depth: valued.depth,
            selectivity: valued.selectivity.percent(),
            bound: valued.bound.into(),
            exact: valued.is_exact(),
            line: names(&valued.line),
        }
    }

    fn valued(&self) -> Result<MoveValue, ParseResultError> {
        Ok(MoveValue {
            mv: read_move(&self.mv)?,
            value: DiscDiff::clamped(self.value.into()),
            depth: self.depth,
            selectivity: read_selectivity(self.selectivity)?,
            bound: self.bound.into(),
            is_proven: self.exact,
            line: read_line(&self.line)?,
            nodes: 0,
        })
    }
}

fn names(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn read_move(text: &str) -> Result<Move, ParseResultError> {
    text.parse().map_err(|_| ParseResultError::new("move", text))
}

fn read_line(line: &[String]) -> Result<Vec<Move>, ParseResultError> {
    line.iter().map(|mv| read_move(mv)).collect()
}

fn read_selectivity(percent: u8) -> Result<Selectivity, ParseResultError> {
    percent.to_string().parse().map_err(|_| ParseResultError::new("selectivity", percent))
}

/// The discs that each move of a game lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewView {
    /// The level of the review; `None` if the job set a depth or a time.
    pub level: Option<u8>,
    /// The loss from which a move counts as bad.
    pub thresholds: Thresholds,
    /// The reviewed moves in game order. The review runs backwards, so the first moves come last.
    pub moves: Vec<ReviewedView>,
    /// The ply from which all values are exact.
    pub exact_from: Option<usize>,
    /// The totals of each side.
    pub totals: Totals,
}

/// The smallest loss of each move class, in discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thresholds {
    /// A small loss.
    pub inaccuracy: i32,
    /// A loss.
    pub mistake: i32,
    /// A heavy loss.
    pub blunder: i32,
    /// Discs to add if the loss is not exact.
    #[serde(rename = "unprovenMargin")]
    pub unproven_margin: i32,
}

/// One reviewed move. Values are for the side that moved, except `value_for_black`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedView {
    /// The number of the move in the game, from 1, passes included.
    pub ply: usize,
    /// The side that moved.
    pub color: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The best move.
    pub best: String,
    /// The value of the best move.
    pub value: i8,
    /// The value of the move.
    pub played_value: i8,
    /// The value of the position after the move, for black.
    pub value_for_black: i8,
    /// Discs lost by the move.
    pub loss: i32,
    /// The move class.
    pub class: String,
    /// Whether it was the only legal move.
    pub forced: bool,
    /// Whether both values are exact.
    pub exact: bool,
    /// The search depth in plies.
    pub depth: u32,
    /// The selectivity of the search, in percent.
    pub selectivity: u8,
    /// The principal variation of the best move.
    pub line: Vec<String>,
    /// The results with best play before and after the move, if the move provably changed the
    /// result.
    pub change: Option<(String, String)>,
}

/// The totals of each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Black's totals.
    pub black: Total,
    /// White's totals.
    pub white: Total,
}

/// The totals of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    /// Discs lost by all moves.
    pub loss: i32,
    /// The number of inaccuracies.
    pub inaccuracy: usize,
    /// The number of mistakes.
    pub mistake: usize,
    /// The number of blunders.
    pub blunder: usize,
    /// The number of forced moves.
    pub forced: usize,
}

impl Thresholds {
    fn used() -> Thresholds {
        let [(_, inaccuracy), (_, mistake), (_, blunder)] = MoveClass::THRESHOLDS;
        Thresholds { inaccuracy, mistake, blunder, unproven_margin: MoveClass::NOISE }
    }
}

impl Total {
    fn of(review: &Review, color: Color) -> Total {
        Total {
            loss: review.total_loss(color),
            inaccuracy: review.count(color, MoveClass::Inaccuracy),
            mistake: review.count(color, MoveClass::Mistake),
            blunder: review.count(color, MoveClass::Blunder),
            forced: review.forced(color),
        }
    }
}

impl ReviewView {
    /// The view of a review, complete or so far.
    pub fn of(level: Option<u8>, review: &Review) -> ReviewView {
        let proven = review.moves.iter().rev().take_while(|reviewed| reviewed.is_exact);
        ReviewView {
            level,
            thresholds: Thresholds::used(),
            moves: review.moves.iter().map(ReviewedView::of).collect(),
            exact_from: proven.last().map(|reviewed| reviewed.ply),
            totals: Totals { black: Total::of(review, Color::Black), white: Total::of(review, Color::White) },
        }
    }

    /// Converts back to the engine's type.
    pub fn review(&self) -> Result<Review, ParseResultError> {
        Ok(Review { moves: self.moves.iter().map(ReviewedView::reviewed).collect::<Result<_, _>>()? })
    }
}

impl ReviewedView {
    fn of(reviewed: &ReviewedMove) -> ReviewedView {
        ReviewedView {
            ply: reviewed.ply,
            color: word(reviewed.color).to_owned(),
            mv: reviewed.played_name(Notation::Standard),
            best: reviewed.best.to_string(),
            value: reviewed.value.discs(),
            played_value: reviewed.played_value.discs(),
            value_for_black: reviewed.value_for_black().discs(),
            loss: reviewed.loss(),
            class: reviewed.class().to_string(),
            forced: reviewed.is_forced,
            exact: reviewed.is_exact,
            depth: reviewed.depth,
            selectivity: reviewed.selectivity.percent(),
            line: names(&reviewed.line),
            change: reviewed.result_change().map(|(before, after)| (before.to_string(), after.to_string())),
        }
    }

    fn reviewed(&self) -> Result<ReviewedMove, ParseResultError> {
        Ok(ReviewedMove {
            ply: self.ply,
            color: self.color.parse().map_err(|_| ParseResultError::new("color", &self.color))?,
            played: if self.mv == LOST { Move::Pass } else { read_move(&self.mv)? },
            best: read_move(&self.best)?,
            value: DiscDiff::clamped(self.value.into()),
            played_value: DiscDiff::clamped(self.played_value.into()),
            depth: self.depth,
            selectivity: read_selectivity(self.selectivity)?,
            is_exact: self.exact,
            is_forced: self.forced,
            line: read_line(&self.line)?,
        })
    }
}

/// A result from a server that has an impossible value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{got:?} is not a valid {field}")]
pub struct ParseResultError {
    field: &'static str,
    got: String,
}

impl ParseResultError {
    fn new(field: &'static str, got: impl fmt::Display) -> ParseResultError {
        ParseResultError { field, got: outflank_rules::excerpt(&got.to_string()) }
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::{Limits, Searcher, Settings};
    use outflank_rules::{Game, Variant};

    use super::*;

    fn searcher() -> Searcher {
        Searcher::new(&Settings { hash_bytes: 1 << 20, threads: 1 })
    }

    #[test]
    fn results_round_trip_through_json() {
        let moves = "d3d4c4d2a1b4d1c1".as_bytes().chunks(2).map(|mv| str::from_utf8(mv).unwrap().parse().unwrap());
        let game = Game::replay_with_passes_implied(Variant::TINY.start(), moves).unwrap();
        let mut review = searcher().review(&game, &|_| Limits::exact(), &mut |_| ());
        // As if the last move had lost.
        review.moves[7].played_value = DiscDiff::clamped(-2);
        assert!(review.turning_points().next().is_some());
        let view = ReviewView::of(Some(12), &review);
        let text = serde_json::to_string(&view).unwrap();
        let read: ReviewView = serde_json::from_str(&text).unwrap();
        assert_eq!((read.review().unwrap(), read.exact_from), (review, Some(1)));
        let start = Variant::STANDARD.start();
        let mut analysis = searcher().analyse(&start, &Limits::depth(5));
        let view = ValuesView::of(0, &start, &analysis);
        let read: ValuesView = serde_json::from_str(&serde_json::to_string(&view).unwrap()).unwrap();
        // Times are in milliseconds, and nodes for all moves together.
        analysis.moves.iter_mut().for_each(|valued| valued.nodes = 0);
        let read = read.analysis().unwrap();
        assert_eq!((read.moves, read.nodes), (analysis.moves, analysis.nodes));
    }

    #[test]
    fn an_impossible_result_is_an_error_that_quotes_it() {
        let start = Variant::STANDARD.start();
        let mut view = ValuesView::of(0, &start, &searcher().analyse(&start, &Limits::depth(1)));
        view.moves[0].mv = "z9".to_owned();
        assert!(view.analysis().unwrap_err().to_string().contains("\"z9\""));
        view.moves[0].mv = "f5".to_owned();
        view.moves[0].selectivity = 12;
        assert!(view.analysis().unwrap_err().to_string().contains("\"12\""));
    }
}
