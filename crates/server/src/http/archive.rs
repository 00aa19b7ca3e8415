//! Games that are over: finding them, what was played in a position, taking them home, bringing more.

mod desk;
mod export;
mod import;
mod question;
mod stream;

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use serde_json::Value;

use super::{ApiError, Peer, input::Query, record};
use crate::{
    archive::{self, Page},
    limits::Allowances,
};
pub(crate) use desk::Desk;
pub(super) use export::export;
pub(super) use import::import;
use question::{filters, line, search};
pub(super) use stream::too_large;

/// Games on a page, unless somebody says how many.
const USUAL: usize = 20;

/// Games that are shown of a position.
const SHOWN: usize = 10;

/// Names that complete a beginning.
const COMPLETED: usize = 10;

/// `GET /api/archive`
pub(super) async fn list(
    State(desk): State<Desk>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    query: Query,
) -> Result<Json<Value>, ApiError> {
    allowances.requests.take(peer.address)?;
    let search = search(&query)?;
    let after = query.filled("cursor").map(str::parse).transpose()?;
    let limit = query.number("limit")?.unwrap_or(USUAL).clamp(1, archive::MOST);
    let found = desk.read(move |archive| archive.find(&search, Page { after, limit })).await?;
    Ok(Json(archive::page(&found)))
}

/// `GET /api/archive/explore`
pub(super) async fn explore(
    State(desk): State<Desk>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    query: Query,
) -> Result<Json<Value>, ApiError> {
    allowances.requests.take(peer.address)?;
    let (variant, game) = line(&query)?;
    let (position, among) = (game.position(), filters(&query)?);
    let (explored, some) = desk.read(move |archive| archive.explore_with_games(&position, &among, SHOWN)).await?;
    Ok(Json(archive::explored(variant, &game, &explored, &some)))
}

/// `GET /api/archive/{id}`
pub(super) async fn one(
    State(desk): State<Desk>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    Path(id): Path<String>,
    query: Query,
) -> Result<Response, ApiError> {
    allowances.requests.take(peer.address)?;
    let unknown = || ApiError::NotInArchive(id.chars().take(80).collect());
    let number = id.parse().map_err(|_| unknown())?;
    let kept = desk.read(move |archive| archive.game(number)).await?.ok_or_else(unknown)?;
    match query.filled("format") {
        None => Ok(Json(archive::entry(&kept)).into_response()),
        Some(format) => record::download(&kept.past.record(), record::wanted(format)?, &format!("archive-{number}")),
    }
}

#[derive(Serialize)]
pub(super) struct Players {
    players: Vec<Player>,
}

#[derive(Serialize)]
struct Player {
    name: String,
    games: u64,
}

/// `GET /api/archive/players`
pub(super) async fn players(
    State(desk): State<Desk>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    query: Query,
) -> Result<Json<Players>, ApiError> {
    allowances.requests.take(peer.address)?;
    let beginning = query.filled("prefix").unwrap_or_default().to_owned();
    let limit = query.number("limit")?.unwrap_or(COMPLETED).clamp(1, archive::MOST);
    let players = desk.read(move |archive| archive.players(&beginning, limit)).await?;
    let players = players.into_iter().map(|(name, games)| Player { name, games }).collect();
    Ok(Json(Players { players }))
}
