//! Routes of the archive: search, explorer, single games, player names, import and export.

mod export;
mod import;
mod service;
mod stream;

use axum::{
    Json,
    extract::{Path, State},
    response::{IntoResponse, Response},
};
use outflank_rules::{Color, Game, Variant};
use serde::Serialize;
use serde_json::Value;

use crate::{
    archive::{self, Day, Decision, GameFilter, Page, is_name},
    game::record,
    study::{GameInput, GameInputError, InputField, Moves},
    web::{
        ApiError, LimitedPeer,
        input::{Query, QueryError},
    },
};
pub(crate) use export::export;
pub(crate) use import::import;
pub(crate) use service::ArchiveService;
pub(crate) use stream::too_large;

/// The default number of games on a page.
const DEFAULT_LIMIT: usize = 20;

/// The number of games that the explorer returns.
const EXPLORER_GAMES: usize = 10;

/// The default number of player names.
const DEFAULT_NAMES: usize = 10;

/// `GET /api/archive`
pub(crate) async fn list(
    State(service): State<ArchiveService>,
    query: Query,
    peer: LimitedPeer,
) -> Result<Json<Value>, ApiError> {
    let filter = filter(&query)?;
    let after = query.filled("cursor").map(str::parse).transpose()?;
    let limit = query.number("limit")?.unwrap_or(DEFAULT_LIMIT).clamp(1, archive::MAX_PAGE_GAMES);
    let found = service.read(peer.address, move |archive| archive.find(&filter, Page { after, limit })).await?;
    Ok(Json(archive::page(&found)))
}

/// `GET /api/archive/explore`
pub(crate) async fn explore(
    State(service): State<ArchiveService>,
    query: Query,
    peer: LimitedPeer,
) -> Result<Json<Value>, ApiError> {
    let (variant, game) = line(&query)?;
    let (position, filter) = (game.position(), filter_anywhere(&query)?);
    let (explored, games) = service
        .read(peer.address, move |archive| archive.explore_with_games(&position, &filter, EXPLORER_GAMES))
        .await?;
    Ok(Json(archive::explored(variant, &game, &explored, &games)))
}

/// `GET /api/archive/{id}`
pub(crate) async fn one(
    State(service): State<ArchiveService>,
    Path(id): Path<String>,
    query: Query,
    peer: LimitedPeer,
) -> Result<Response, ApiError> {
    let unknown = || ApiError::NotInArchive(id.chars().take(80).collect());
    let number = id.parse().map_err(|_| unknown())?;
    let entry = service.read(peer.address, move |archive| archive.game(number)).await?.ok_or_else(unknown)?;
    match query.filled("format") {
        None => Ok(Json(archive::entry(&entry)).into_response()),
        Some(format) => record::download(&entry.game.record(), record::wanted(format)?, &format!("archive-{number}")),
    }
}

#[derive(Serialize)]
pub(crate) struct PlayersView {
    players: Vec<PlayerView>,
}

#[derive(Serialize)]
struct PlayerView {
    name: String,
    games: u64,
}

/// `GET /api/archive/players`
pub(crate) async fn players(
    State(service): State<ArchiveService>,
    query: Query,
    peer: LimitedPeer,
) -> Result<Json<PlayersView>, ApiError> {
    let prefix = query.filled("prefix").unwrap_or_default().to_owned();
    let limit = query.number("limit")?.unwrap_or(DEFAULT_NAMES).clamp(1, archive::MAX_PAGE_GAMES);
    let players = service.read(peer.address, move |archive| archive.players(&prefix, limit)).await?;
    let players = players.into_iter().map(|(name, games)| PlayerView { name, games }).collect();
    Ok(Json(PlayersView { players }))
}

const COLORS: [(&str, Color); 2] = [("black", Color::Black), ("white", Color::White)];

/// The game that the query names.
fn line(query: &Query) -> Result<(Variant, Game), GameInputError> {
    let text = |name: &str| query.filled(name).map(str::to_owned);
    let (position, moves) = (text("position"), text("moves").map(Moves::Text));
    let is_position = position.is_some();
    let subject = GameInput { variant: text("variant"), start: position.or_else(|| text("start")), from: None, moves };
    subject.read().map_err(|mut bad| {
        if is_position && bad.part == InputField::Start {
            bad.part = InputField::Position;
        }
        bad
    })
}

/// The filter of the query.
pub(super) fn filter(query: &Query) -> Result<GameFilter, ApiError> {
    let has_position = ["position", "moves", "start"].into_iter().any(|name| query.filled(name).is_some());
    let (variant, game) = line(query)?;
    Ok(GameFilter {
        position: has_position.then(|| game.position()),
        variant: (!has_position && query.filled("variant").is_some()).then_some(variant),
        ..filter_anywhere(query)?
    })
}

/// The filter of the query without its position and variant.
fn filter_anywhere(query: &Query) -> Result<GameFilter, QueryError> {
    let (player, opponent) = (name(query, "player")?, name(query, "opponent")?);
    let color = query.choice("color", &COLORS)?;
    if color.is_some() && player.is_none() && opponent.is_none() {
        let wanted = "a player or an opponent as well".to_owned();
        return Err(QueryError::new("color", query.filled("color").unwrap_or_default(), wanted));
    }
    Ok(GameFilter {
        player,
        opponent,
        color,
        result: query.choice("result", &Decision::WORDS)?,
        opening: name(query, "opening")?,
        min_plies: query.number("minPlies")?,
        max_plies: query.number("maxPlies")?,
        from: day(query, "since", "from")?,
        to: day(query, "until", "to")?,
        source: query.filled("source").map(str::to_owned),
        ..GameFilter::default()
    })
}

fn name(query: &Query, field: &'static str) -> Result<Option<String>, QueryError> {
    let Some(text) = query.filled(field) else { return Ok(None) };
    if !is_name(text) {
        return Err(QueryError::new(field, text, "a name with letters or digits".to_owned()));
    }
    Ok(Some(text.to_owned()))
}

/// Parses a day. `former` is the name of the field until 0.3.
fn day(query: &Query, field: &'static str, former: &'static str) -> Result<Option<Day>, QueryError> {
    let field = if query.filled(field).is_some() { field } else { former };
    let wanted = || "a day such as 2026-11-15, a month such as 2026-11, or a year".to_owned();
    let read = |text: &str| text.parse().map_err(|_| QueryError::new(field, text, wanted()));
    query.filled(field).map(read).transpose()
}
