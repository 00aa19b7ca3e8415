//! A game that is looked at, and not played here.

use outflank_play::GameResult;
use outflank_rules::{Game, Variant, opening, record};
use serde::Serialize;

use super::{
    Each, VariantView, board, position,
    state::{LegalView, MoveView, ResultView, json, legal},
    word,
};

/// A game as the page draws it: the parts of a state that need nobody who plays.
#[derive(Serialize)]
struct Line {
    variant: VariantView,
    start: String,
    first: &'static str,
    moves: Vec<MoveView>,
    board: String,
    turn: Option<&'static str>,
    legal: Vec<LegalView>,
    counts: Each<u32>,
    status: &'static str,
    opening: Option<&'static str>,
    result: Option<ResultView>,
    transcript: String,
    position: String,
}

/// The whole of a game and how it stands. Where a side must pass, it is its turn and nothing is legal.
pub fn line(variant: Variant, game: &Game) -> String {
    let now = game.position();
    let is_over = now.is_over();
    json(&Line {
        variant: VariantView::of(variant),
        start: board(&game.start()),
        first: word(game.start().turn()),
        moves: game.turns().enumerate().map(|(index, (before, mv))| MoveView::of(index, &before, mv, None)).collect(),
        board: board(&now),
        turn: (!is_over).then(|| word(now.turn())),
        legal: legal(&now),
        counts: Each::of(|color| now.discs(color).len()),
        status: if is_over { "over" } else { "playing" },
        opening: opening::name(game),
        result: GameResult::on_board(game).map(|result| ResultView::on_board(result, &now)),
        transcript: transcript(game),
        position: position(&now),
    })
}

/// The moves alone, as in `f5d6c3`: the start is told elsewhere.
pub fn transcript(game: &Game) -> String {
    let text = record::transcript::write(&record::Record::new(game.clone())).unwrap_or_default();
    text.rsplit(';').next().unwrap_or_default().trim().to_owned()
}
