//! The summary of a game for lists.

use serde::Serialize;

use super::{
    Each, SeatView, VariantView, board,
    state::{ResultView, json, last_turn},
    word,
};
use crate::{
    game::LiveGame,
    log::{GameStatus, id::GameId},
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SummaryView {
    id: GameId,
    status: GameStatus,
    variant: VariantView,
    seats: Each<SeatView>,
    board: String,
    counts: Each<u32>,
    ply: usize,
    turn: Option<&'static str>,
    last: Option<String>,
    time: Option<String>,
    waiting_for_start: bool,
    /// The name of `waitingForStart` until 0.3.
    held: bool,
    tournament: Option<GameId>,
    result: Option<ResultView>,
    created: u64,
    updated: u64,
}

/// Returns the summary for lists.
pub fn summary(game: &LiveGame) -> String {
    let position = game.game().position();
    json(&SummaryView {
        id: game.id(),
        status: game.status(),
        variant: VariantView::of(game.created().variant),
        seats: Each::of(|color| SeatView::of(game, color)),
        board: board(&position),
        counts: Each::of(|color| position.discs(color).len()),
        ply: game.game().ply(),
        turn: game.turn().map(word),
        last: last_turn(game).map(|last| last.mv),
        time: game.created().time.map(|time| time.to_string()),
        waiting_for_start: game.is_held(),
        held: game.is_held(),
        tournament: game.created().terms.tournament,
        result: ResultView::of(game),
        created: game.created_at(),
        updated: game.updated_at(),
    })
}
