//! Bots that are connected, and what their owners may see.

use std::sync::Arc;

use axum::{
    Json,
    extract::{State, ws::WebSocket},
    http::header,
    response::{IntoResponse, Response},
};
use outflank_arena::protocol::json::{Info, MAX_LINE};
use outflank_rules::Color;
use serde::Serialize;

use super::{ApiError, InPath, Peer, Services, Who};
use crate::{
    bots::{self, BotView, Bots, OwnView, Port},
    limits::Allowances,
    rooms::Rooms,
    secret::SecretHash,
    socket::Asked,
    store::GameStatus,
    table::Table,
    wire,
};

/// What may wait to be taken by a bot.
const WRITE_BYTES: usize = 256 * 1024;

#[derive(Serialize)]
pub(super) struct List {
    bots: Vec<BotView>,
}

/// `GET /api/bots`
pub(super) async fn list(
    State(bots): State<Bots>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
) -> Result<Json<List>, ApiError> {
    allowances.requests.take(peer.address)?;
    Ok(Json(List { bots: bots.list() }))
}

/// `GET /api/bots/me`
pub(super) async fn me(
    State(bots): State<Bots>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    who: Who,
) -> Result<Json<OwnView>, ApiError> {
    allowances.requests.take(peer.address)?;
    let token = who.holder().ok_or(ApiError::NoToken)?;
    bots.own(token).await?.map(Json).ok_or(ApiError::UnknownBot)
}

/// `GET /api/games/{id}/traffic`
///
/// For the owner of a bot that plays there, or has played.
pub(super) async fn traffic(
    State(bots): State<Bots>,
    State(rooms): State<Rooms>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    InPath(id): InPath,
    who: Who,
) -> Result<impl IntoResponse, ApiError> {
    allowances.requests.take(peer.address)?;
    let known = who.visitor().known;
    let table = rooms.game(id).table().await?;
    let mut colors = Color::ALL.into_iter();
    let color = colors.find(|&color| is_owner(&bots, &table, &known, color)).ok_or(ApiError::NotYourBot)?;
    let text = bots.traffic(id, color).await?.unwrap_or_default();
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}

/// Is it the owner of the bot that plays this color? Who took a seat over owns it as well as whoever had it before.
fn is_owner(bots: &Bots, table: &Table, known: &[SecretHash], color: Color) -> bool {
    let Some(token) = table.bot(color) else { return false };
    known.contains(&token) || bots.is_held_by(known, (table.id(), color))
}

#[derive(Serialize)]
pub(super) struct Thoughts {
    thoughts: Vec<Thought>,
}

#[derive(Serialize)]
struct Thought {
    /// The number of the move, as in the list of moves.
    ply: usize,
    color: &'static str,
    info: Info,
}

/// `GET /api/games/{id}/thoughts`
///
/// During the game the owner of a bot sees what that bot thinks; after it everybody sees all.
pub(super) async fn thoughts(
    State(bots): State<Bots>,
    State(rooms): State<Rooms>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    InPath(id): InPath,
    who: Who,
) -> Result<Json<Thoughts>, ApiError> {
    allowances.requests.take(peer.address)?;
    let known = who.visitor().known;
    let table = rooms.game(id).table().await?;
    let is_over = table.status() == GameStatus::Over;
    let may_see = |color| is_over || is_owner(&bots, &table, &known, color);
    let thoughts = table.thoughts().filter(|&(_, color, _)| may_see(color));
    let view = |(ply, color, info): (usize, Color, &Info)| Thought {
        ply: ply + 1,
        color: wire::word(color),
        info: info.clone(),
    };
    Ok(Json(Thoughts { thoughts: thoughts.map(view).collect() }))
}

/// `GET /api/bots/socket`
///
/// Pages of others may not open it: on this machine nothing limits what comes from its browser.
pub(super) async fn socket(State(services): State<Services>, asked: Asked) -> Response {
    let peer = asked.peer.clone();
    asked.open(MAX_LINE, WRITE_BYTES).on_upgrade(async move |socket: WebSocket| {
        let _counted = services.metrics.socket();
        let bots = services.bots.clone();
        bots::serve(Port::socket(socket), peer, bots, &services).await;
    })
}
