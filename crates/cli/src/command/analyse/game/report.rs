//! A judged game for programs.

use outflank_engine::{MoveClass, Review, ReviewedMove};
use outflank_rules::{Color, Game, notation::Notation};
use serde::Serialize;

use crate::{interrupt, line};

#[derive(Serialize)]
pub(super) struct Report {
    kind: &'static str,
    plies: usize,
    /// After an interrupt, the last ones of the game.
    moves: Vec<MoveReport>,
    black: Side,
    white: Side,
    interrupted: bool,
}

#[derive(Serialize)]
struct MoveReport {
    ply: usize,
    turn: String,
    #[serde(rename = "move")]
    mv: String,
    /// In discs for the side that made the move.
    value: i8,
    best: String,
    best_value: i8,
    loss: i32,
    class: String,
    forced: bool,
    exact: bool,
    depth: u32,
    selectivity: u8,
    /// Best play instead.
    line: Vec<String>,
    /// The result with best play before the move and after it, where the move provably changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<Change>,
}

#[derive(Serialize)]
struct Change {
    from: String,
    to: String,
}

/// The moves of one side together.
#[derive(Serialize)]
struct Side {
    loss: i32,
    best: usize,
    good: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

impl Report {
    pub(super) fn new(game: &Game, review: &Review, notation: Notation) -> Report {
        Report {
            kind: "game",
            plies: game.ply(),
            moves: review.moves.iter().map(|reviewed| MoveReport::new(reviewed, notation)).collect(),
            black: Side::new(review, Color::Black),
            white: Side::new(review, Color::White),
            interrupted: interrupt::came(),
        }
    }
}

impl Side {
    fn new(review: &Review, color: Color) -> Side {
        let [best, good, inaccuracies, mistakes, blunders] = MoveClass::ALL.map(|class| review.count(color, class));
        Side { loss: review.total_loss(color), best, good, inaccuracies, mistakes, blunders }
    }
}

impl MoveReport {
    fn new(reviewed: &ReviewedMove, notation: Notation) -> MoveReport {
        MoveReport {
            ply: reviewed.ply,
            turn: reviewed.color.to_string(),
            mv: notation.write(reviewed.played),
            value: reviewed.played_value.discs(),
            best: notation.write(reviewed.best),
            best_value: reviewed.value.discs(),
            loss: reviewed.loss(),
            class: reviewed.class().to_string(),
            forced: reviewed.is_forced,
            exact: reviewed.is_exact,
            depth: reviewed.depth,
            selectivity: reviewed.selectivity.percent(),
            line: line::names(&reviewed.line, notation),
            changed: reviewed.result_change().map(|(from, to)| Change { from: from.to_string(), to: to.to_string() }),
        }
    }
}
