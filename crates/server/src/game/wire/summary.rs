//! The summary of a game for lists.

use serde::Serialize;

use super::{
    Each, SeatView, VariantView, board,
    state::{MoveView, ResultView, json},
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
pub fn summary(table: &LiveGame) -> String {
    let position = table.game().position();
    json(&SummaryView {
        id: table.id(),
        status: table.status(),
        variant: VariantView::of(table.created().variant),
        seats: Each::of(|color| SeatView::of(table, color)),
        board: board(&position),
        counts: Each::of(|color| position.discs(color).len()),
        ply: table.game().ply(),
        turn: table.turn().map(word),
        last: MoveView::last(table).map(|last| last.mv),
        time: table.created().time.map(|time| time.to_string()),
        waiting_for_start: table.is_held(),
        held: table.is_held(),
        tournament: table.created().terms.tournament,
        result: ResultView::of(table),
        created: table.created_at(),
        updated: table.updated_at(),
    })
}
