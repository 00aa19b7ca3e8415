//! The review of a game as JSON.

use outflank_engine::{MoveClass, Review, ReviewedMove};
use outflank_rules::{Color, notation::Notation};
use serde::Serialize;

use super::GameReview;
use crate::{
    interrupt,
    search_report::{MoveList, SearchDepth},
};

/// JSON printed by `outflank analyse --json` for a game.
#[derive(Serialize)]
pub(super) struct GameReviewJson {
    kind: &'static str,
    plies: usize,
    /// After an interrupt, only the last moves of the game: a review starts at the end.
    moves: Vec<ReviewedMoveJson>,
    black: SideJson,
    white: SideJson,
    interrupted: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReviewedMoveJson {
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
    #[serde(flatten)]
    depth: SearchDepth,
    /// Principal variation of the position before the move.
    line: MoveList,
    /// The result with best play before and after the move, if the move provably changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<ResultChangeJson>,
}

#[derive(Serialize)]
struct ResultChangeJson {
    from: String,
    to: String,
}

/// The moves of one side together.
#[derive(Serialize)]
struct SideJson {
    loss: i32,
    best: usize,
    good: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

impl From<GameReview<'_>> for GameReviewJson {
    fn from(GameReview { game, review, notation }: GameReview<'_>) -> GameReviewJson {
        GameReviewJson {
            kind: "game",
            plies: game.ply(),
            moves: review.moves.iter().map(|reviewed| ReviewedMoveJson::new(reviewed, notation)).collect(),
            black: SideJson::new(review, Color::Black),
            white: SideJson::new(review, Color::White),
            interrupted: interrupt::came(),
        }
    }
}

impl SideJson {
    fn new(review: &Review, color: Color) -> SideJson {
        let [best, good, inaccuracies, mistakes, blunders] = MoveClass::ALL.map(|class| review.count(color, class));
        SideJson { loss: review.total_loss(color), best, good, inaccuracies, mistakes, blunders }
    }
}

impl ReviewedMoveJson {
    fn new(reviewed: &ReviewedMove, notation: Notation) -> ReviewedMoveJson {
        ReviewedMoveJson {
            ply: reviewed.ply,
            turn: reviewed.color.to_string(),
            mv: reviewed.played_name(notation),
            value: reviewed.played_value.discs(),
            best: notation.write(reviewed.best),
            best_value: reviewed.value.discs(),
            loss: reviewed.loss(),
            class: reviewed.class().to_string(),
            forced: reviewed.is_forced,
            depth: SearchDepth::new(reviewed.depth, reviewed.selectivity, reviewed.is_exact),
            line: MoveList::new(&reviewed.line, notation),
            changed: reviewed
                .result_change()
                .map(|(from, to)| ResultChangeJson { from: from.to_string(), to: to.to_string() }),
        }
    }
}
