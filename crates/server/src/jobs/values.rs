//! The values of moves, as they are told.

use std::time::Duration;

use outflank_engine::{Analysis, Bound, MoveValue, Outcome, Selectivity};
use outflank_rules::{DiscDiff, Move, Position};
use serde::{Deserialize, Serialize};

use super::NotAnAnswer;
use crate::wire::word;

/// What the moves of a position are worth to the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValuesView {
    /// Moves of the game before the position, passes included.
    pub ply: usize,
    /// Who is to move.
    pub turn: String,
    /// Every legal move, best first; of a job that solves, the best alone.
    pub moves: Vec<ValueView>,
    /// The best of them; none where the game is over.
    pub best: Option<String>,
    /// Positions searched.
    pub nodes: u64,
    /// The time that it took, in milliseconds.
    pub ms: u64,
    /// Plies searched for all moves.
    pub depth: u32,
    /// Is all of it proven?
    pub exact: bool,
}

/// What one move is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The final difference in discs for the side that makes it, empty squares to the winner.
    pub value: i8,
    /// Plies searched, the move included.
    pub depth: u32,
    /// How sure that is, in percent.
    pub percent: u8,
    /// Is it the value, or may it be more or less?
    pub bound: BoundView,
    /// Is it proven?
    pub exact: bool,
    /// Best play, beginning with the move.
    pub line: Vec<String>,
}

/// How a value stands to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BoundView {
    /// It is that.
    Exact,
    /// It may be more.
    AtLeast,
    /// It may be less.
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
    /// All moves of a position after so many moves of a game.
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

    /// The best move alone, as a search found it.
    pub fn of_best(ply: usize, position: &Position, outcome: &Outcome) -> ValuesView {
        let best = outcome.best.map(|mv| MoveValue {
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

    /// The analysis that this tells of.
    pub fn analysis(&self) -> Result<Analysis, NotAnAnswer> {
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
            percent: valued.selectivity.percent(),
            bound: valued.bound.into(),
            exact: valued.is_exact(),
            line: names(&valued.line),
        }
    }

    fn valued(&self) -> Result<MoveValue, NotAnAnswer> {
        Ok(MoveValue {
            mv: read_move(&self.mv)?,
            value: DiscDiff::clamped(self.value.into()),
            depth: self.depth,
            selectivity: read_percent(self.percent)?,
            bound: self.bound.into(),
            is_proven: self.exact,
            line: read_line(&self.line)?,
            nodes: 0,
        })
    }
}

pub(super) fn names(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
}

pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

pub(super) fn read_move(text: &str) -> Result<Move, NotAnAnswer> {
    text.parse().map_err(|_| NotAnAnswer::at("move", text))
}

pub(super) fn read_line(line: &[String]) -> Result<Vec<Move>, NotAnAnswer> {
    line.iter().map(|mv| read_move(mv)).collect()
}

pub(super) fn read_percent(percent: u8) -> Result<Selectivity, NotAnAnswer> {
    percent.to_string().parse().map_err(|_| NotAnAnswer::at("percent", percent))
}
