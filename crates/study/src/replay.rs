//! The JSON of a game that is replayed, and its transcript.

use outflank_rules::{Game, Move, Position, Variant, opening, record::LOST};
use serde::Serialize;

use crate::view::{Each, LegalView, MoveView, ResultView, VariantView, board, json, legal, position, word};

/// A replayed game: the parts of a game's state that need no players.
#[derive(Serialize)]
struct ReplayView {
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

/// The JSON of a game at its last position. A side that must pass has the turn and no legal moves.
pub fn replay(variant: Variant, game: &Game) -> String {
    let now = game.position();
    let is_over = now.is_over();
    json(&ReplayView {
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
        result: ResultView::on_board(&now),
        transcript: transcript(game),
        position: position(&now),
    })
}

/// The moves as text such as `f5d6c3`, as a [`GameInput`](super::GameInput) reads them. Passes are
/// omitted, except at the end. [`LOST`] marks lost turns.
pub fn transcript(game: &Game) -> String {
    let last = game.ply().saturating_sub(1);
    let text = |(ply, (before, mv)): (usize, (Position, Move))| match mv {
        Move::Place(square) => square.to_string(),
        Move::Pass if before.loses_turn(mv) => LOST.to_owned(),
        Move::Pass if ply == last => mv.to_string(),
        Move::Pass => String::new(),
    };
    game.turns().enumerate().map(text).collect()
}
