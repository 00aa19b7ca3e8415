//! HTTP endpoints of one game: view it, take a seat, and send commands.

use std::sync::Arc;

use axum::{Json, extract::State, http::header, response::IntoResponse};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    game::{
        Command, Refusal, RoomError, Rooms,
        list::raw,
        wire::{self, Incoming, tidy},
    },
    log::secret::Secret,
    web::{
        ApiError, Credentials, LimitedPeer, Peer,
        input::{Body, InPath, Query, Text},
        limits::RateLimiters,
    },
};

const JSON: [(header::HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];

/// `GET /api/games/{id}`
pub(crate) async fn snapshot(
    State(rooms): State<Rooms>,
    State(limiters): State<Arc<RateLimiters>>,
    peer: Peer,
    InPath(id): InPath,
    who: Credentials,
) -> Result<impl IntoResponse, ApiError> {
    limiters.visits.take(peer.address)?;
    Ok((JSON, rooms.game(id).snapshot(&who.visitor()).await?))
}

#[derive(Serialize)]
pub(crate) struct Events {
    events: Vec<Box<RawValue>>,
    version: u64,
}

/// `GET /api/games/{id}/events`
pub(crate) async fn events(
    State(rooms): State<Rooms>,
    InPath(id): InPath,
    query: Query,
    _: LimitedPeer,
) -> Result<Json<Events>, ApiError> {
    let after = query.number("after")?.unwrap_or(0);
    let (events, version) = rooms.game(id).events(after).await?;
    let events = events.into_iter().map(raw).collect::<Result<_, _>>()?;
    Ok(Json(Events { events, version }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sitting {
    secret: String,
    name: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Seated {
    color: &'static str,
}

/// `POST /api/games/{id}/seats`
///
/// The client must send the secret that will prove the seat. Otherwise a lost reply or a rejected
/// cookie would lose the seat, since a link works once.
pub(crate) async fn sit(
    State(rooms): State<Rooms>,
    State(limiters): State<Arc<RateLimiters>>,
    peer: Peer,
    InPath(id): InPath,
    who: Credentials,
    Body(sitting): Body<Sitting>,
) -> Result<Json<Seated>, ApiError> {
    limiters.secrets.take(peer.address)?;
    let secret: Secret = sitting.secret.parse()?;
    let holder = who.holder().ok_or(RoomError::Refused(Refusal::NoProof))?;
    let name = sitting.name.as_deref().and_then(tidy);
    let color = rooms.game(id).sit(secret.hash(), holder, name).await?;
    Ok(Json(Seated { color: wire::word(color) }))
}

#[derive(Serialize)]
pub(crate) struct Invited {
    color: &'static str,
    secret: String,
}

/// `POST /api/games/{id}/invite`
pub(crate) async fn invite(
    State(rooms): State<Rooms>,
    State(limiters): State<Arc<RateLimiters>>,
    peer: Peer,
    InPath(id): InPath,
    who: Credentials,
) -> Result<Json<Invited>, ApiError> {
    limiters.secrets.take(peer.address)?;
    let (color, secret) = rooms.game(id).invite(&who.visitor()).await?;
    Ok(Json(Invited { color: wire::word(color), secret: secret.reveal() }))
}

/// `POST /api/games/{id}/commands`
pub(crate) async fn command(
    State(rooms): State<Rooms>,
    State(limiters): State<Arc<RateLimiters>>,
    peer: Peer,
    InPath(id): InPath,
    who: Credentials,
    Text(text): Text,
) -> Result<impl IntoResponse, ApiError> {
    let arrival = rooms.game(id).arrive();
    let Incoming { id: word, command } = match Incoming::parse(&text) {
        Ok(incoming) => incoming,
        Err(bad) => {
            limiters.requests.take(peer.address)?;
            return Err(bad.into());
        }
    };
    let is_move = matches!(command, Command::Place { .. });
    match command {
        Command::Place { .. } => {}
        // A rematch creates a game.
        Command::Rematch => limiters.games.take(peer.address)?,
        _ => limiters.requests.take(peer.address)?,
    }
    match arrival.command(&who.visitor(), word.as_deref(), command).await {
        Ok(version) => Ok((JSON, wire::ack(word.as_deref(), version))),
        // Legal moves are free, so a move counts against the limit only when it is refused.
        Err(RoomError::Refused(refusal)) if is_move && !matches!(refusal, Refusal::Stale { .. }) => {
            limiters.requests.take(peer.address)?;
            Err(RoomError::Refused(refusal).into())
        }
        Err(error) => Err(error.into()),
    }
}
