//! One game: looking at it, sitting down, and doing something there.

use std::sync::Arc;

use axum::{Json, extract::State, http::header, response::IntoResponse};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{
    ApiError, Peer, Who,
    games::raw,
    input::{Body, InPath, Query, Text},
};
use crate::{
    limits::Allowances,
    room::RoomError,
    rooms::Rooms,
    secret::Secret,
    table::{Command, Refusal},
    wire::{self, Incoming, tidy},
};

const JSON: [(header::HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];

/// `GET /api/games/{id}`
pub(super) async fn snapshot(
    State(rooms): State<Rooms>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    InPath(id): InPath,
    who: Who,
) -> Result<impl IntoResponse, ApiError> {
    allowances.visits.take(peer.address)?;
    Ok((JSON, rooms.game(id).snapshot(&who.visitor()).await?))
}

#[derive(Serialize)]
pub(super) struct Events {
    events: Vec<Box<RawValue>>,
    version: u64,
}

/// `GET /api/games/{id}/events`
pub(super) async fn events(
    State(rooms): State<Rooms>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    InPath(id): InPath,
    query: Query,
) -> Result<Json<Events>, ApiError> {
    allowances.requests.take(peer.address)?;
    let after = query.number("after")?.unwrap_or(0);
    let (events, version) = rooms.game(id).events(after).await?;
    let events = events.into_iter().map(raw).collect::<Result<_, _>>()?;
    Ok(Json(Events { events, version }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sitting {
    secret: String,
    name: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Seated {
    color: &'static str,
}

/// `POST /api/games/{id}/seats`
///
/// Only who has shown what will prove the seat takes it: a link that is spent on an answer which gets lost, or on a cookie which is not
/// kept, would be lost with the seat.
pub(super) async fn sit(
    State(rooms): State<Rooms>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    InPath(id): InPath,
    who: Who,
    Body(sitting): Body<Sitting>,
) -> Result<Json<Seated>, ApiError> {
    allowances.secrets.take(peer.address)?;
    let secret: Secret = sitting.secret.parse()?;
    let holder = who.holder().ok_or(RoomError::Refused(Refusal::NoProof))?;
    let name = sitting.name.as_deref().and_then(tidy);
    let color = rooms.game(id).sit(secret.hash(), holder, name).await?;
    Ok(Json(Seated { color: wire::word(color) }))
}

#[derive(Serialize)]
pub(super) struct Invited {
    color: &'static str,
    secret: String,
}

/// `POST /api/games/{id}/invite`
pub(super) async fn invite(
    State(rooms): State<Rooms>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    InPath(id): InPath,
    who: Who,
) -> Result<Json<Invited>, ApiError> {
    allowances.secrets.take(peer.address)?;
    let (color, secret) = rooms.game(id).invite(&who.visitor()).await?;
    Ok(Json(Invited { color: wire::word(color), secret: secret.reveal() }))
}

/// `POST /api/games/{id}/commands`
pub(super) async fn command(
    State(rooms): State<Rooms>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    InPath(id): InPath,
    who: Who,
    Text(text): Text,
) -> Result<impl IntoResponse, ApiError> {
    let Incoming { id: word, command } = match Incoming::parse(&text) {
        Ok(incoming) => incoming,
        Err(bad) => {
            allowances.requests.take(peer.address)?;
            return Err(bad.into());
        }
    };
    let is_move = matches!(command, Command::Place { .. });
    match command {
        Command::Place { .. } => {}
        // It makes a game.
        Command::Rematch => allowances.games.take(peer.address)?,
        _ => allowances.requests.take(peer.address)?,
    }
    match rooms.game(id).command(&who.visitor(), command).await {
        Ok(version) => Ok((JSON, wire::ack(word.as_deref(), version))),
        // A legal move costs nothing, so that it is paid for only now.
        Err(RoomError::Refused(refusal)) if is_move && !matches!(refusal, Refusal::Stale { .. }) => {
            allowances.requests.take(peer.address)?;
            Err(RoomError::Refused(refusal).into())
        }
        Err(error) => Err(error.into()),
    }
}
