//! Values of the legal moves in the current position of a game.

use std::{sync::Arc, time::Duration};

use axum::{Json, extract::State};
use outflank_engine::{Analysis, Limits, MoveValue};
use serde::Serialize;

use crate::{
    engine::pool::{Client, Pool, PoolError},
    game::{LiveGame, Rooms, wire},
    web::{ApiError, Credentials, LimitedPeer, input::InPath},
};

/// Long enough for good values, short enough to wait for.
const TIME: Duration = Duration::from_millis(500);

#[derive(Serialize)]
pub(crate) struct Hint {
    ply: usize,
    board: String,
    turn: &'static str,
    values: Vec<Valued>,
    best: Option<String>,
}

#[derive(Serialize)]
struct Valued {
    #[serde(rename = "move")]
    mv: String,
    /// The final disc difference for the side to move.
    value: i8,
    exact: bool,
    depth: u32,
}

/// `GET /api/games/{id}/hint`
pub(crate) async fn hint(
    State(rooms): State<Rooms>,
    State(pool): State<Arc<Pool>>,
    InPath(id): InPath,
    who: Credentials,
    peer: LimitedPeer,
) -> Result<Json<Hint>, ApiError> {
    let game = rooms.game(id).state().await?;
    if !wire::may_have_hints(&game, game.held_by(&who.visitor().known)) {
        return Err(ApiError::NoHints);
    }
    let position = game.game().position();
    if position.is_over() {
        return Err(PoolError::Over.into());
    }
    let limits = Limits::time(TIME);
    let analysis = pool.values(Client::at(peer.address), position, limits).await?;
    Ok(Json(view(&game, &analysis)))
}

fn view(game: &LiveGame, analysis: &Analysis) -> Hint {
    let position = game.game().position();
    Hint {
        ply: game.game().ply(),
        board: wire::board(&position),
        turn: wire::word(position.turn()),
        values: analysis.moves.iter().map(valued).collect(),
        best: analysis.best().map(|best| best.mv.to_string()),
    }
}

fn valued(of: &MoveValue) -> Valued {
    Valued { mv: of.mv.to_string(), value: of.value.discs(), exact: of.is_exact(), depth: of.depth }
}
