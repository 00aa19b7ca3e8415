//! What the engine thinks of the moves.

use std::{sync::Arc, time::Duration};

use axum::{Json, extract::State};
use outflank_engine::{Analysis, Limits, MoveValue};
use serde::Serialize;

use super::{ApiError, Peer, Who, input::InPath};
use crate::{
    limits::Allowances,
    pool::{Client, Pool, PoolError},
    rooms::Rooms,
    wire,
};

/// Long enough for good advice, and short enough to wait for.
const TIME: Duration = Duration::from_millis(500);

#[derive(Serialize)]
pub(super) struct Hint {
    ply: usize,
    values: Vec<Valued>,
    best: Option<String>,
}

#[derive(Serialize)]
struct Valued {
    #[serde(rename = "move")]
    mv: String,
    /// The final difference in discs, for the side to move.
    value: i8,
    exact: bool,
    depth: u32,
}

/// `GET /api/games/{id}/hint`
pub(super) async fn hint(
    State(rooms): State<Rooms>,
    State(pool): State<Arc<Pool>>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    InPath(id): InPath,
    who: Who,
) -> Result<Json<Hint>, ApiError> {
    allowances.requests.take(peer.address)?;
    let table = rooms.game(id).table().await?;
    if !wire::may_have_hints(&table, table.held_by(&who.visitor().known)) {
        return Err(ApiError::NoHints);
    }
    let position = table.game().position();
    if position.is_over() {
        return Err(PoolError::Over.into());
    }
    let limits = Limits::open_ended().with_time(TIME);
    let analysis = pool.values(Client::at(peer.address), position, limits).await?;
    Ok(Json(told(table.game().ply(), &analysis)))
}

fn told(ply: usize, analysis: &Analysis) -> Hint {
    Hint {
        ply,
        values: analysis.moves.iter().map(valued).collect(),
        best: analysis.best().map(|best| best.mv.to_string()),
    }
}

fn valued(of: &MoveValue) -> Valued {
    Valued { mv: of.mv.to_string(), value: of.value.discs(), exact: of.is_exact(), depth: of.depth }
}
