//! One tournament: looking at it, running it, and taking it home.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{Path, State, ws::WebSocket},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};

use super::{ApiError, Peer, Services, Who, input::Text};
use crate::{
    id::{GameId, NotAGameId},
    limits::Allowances,
    socket::{self, Spectator, Wanted},
    tournament::{File, view},
    tournaments::{ARCHIVE, TournamentError, Tournaments},
    wire::{self, LONGEST_MESSAGE, Order},
};

const JSON: [(header::HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];

/// The report brings its own style, and nothing that runs.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/// What may wait to be taken by somebody who looks on: a few tables of large tournaments.
const WRITE_BYTES: usize = 1024 * 1024;

/// The tournament that the path names.
fn named(text: &str) -> Result<GameId, ApiError> {
    text.parse().map_err(|_: NotAGameId| TournamentError::Unknown.into())
}

/// `GET /api/tournaments/{id}`
pub(super) async fn snapshot(
    State(tournaments): State<Tournaments>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    Path(id): Path<String>,
    who: Who,
) -> Result<impl IntoResponse, ApiError> {
    allowances.visits.take(peer.address)?;
    let board = tournaments.find(named(&id)?).await?;
    let is_host = board.contest().is_host(&who.visitor().known);
    let told = board.snapshot(&tournaments, is_host, Duration::ZERO).await;
    Ok((JSON, told.text.to_string()))
}

/// `GET /api/tournaments/{id}/rounds/{number}`
pub(super) async fn round(
    State(tournaments): State<Tournaments>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    Path((id, number)): Path<(String, String)>,
) -> Result<impl IntoResponse, ApiError> {
    allowances.requests.take(peer.address)?;
    let contest = tournaments.find(named(&id)?).await?.contest();
    let round = number.parse().ok().and_then(|number| view::round(&contest, number));
    Ok((JSON, round.ok_or_else(|| missing(&format!("round {number}")))?))
}

/// `GET /api/tournaments/{id}/boards`
pub(super) async fn boards(
    State(tournaments): State<Tournaments>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    allowances.requests.take(peer.address)?;
    let board = tournaments.find(named(&id)?).await?;
    Ok((JSON, board.boards(&tournaments, Duration::ZERO).await.text.to_string()))
}

/// `POST /api/tournaments/{id}/commands`
pub(super) async fn command(
    State(tournaments): State<Tournaments>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    Path(id): Path<String>,
    who: Who,
    Text(text): Text,
) -> Result<impl IntoResponse, ApiError> {
    allowances.requests.take(peer.address)?;
    let Order { id: word, command } = Order::parse(&text)?;
    let version = tournaments.command(named(&id)?, who.visitor().known, command).await?;
    Ok((JSON, wire::ack(word.as_deref(), version)))
}

/// `GET /api/tournaments/{id}/export.zip`
pub(super) async fn archive(
    State(tournaments): State<Tournaments>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    allowances.requests.take(peer.address)?;
    let board = tournaments.find(named(&id)?).await?;
    Ok(download(&*board.file(ARCHIVE).await.ok_or_else(|| missing(ARCHIVE))?))
}

/// `GET /api/tournaments/{id}/files/{name}`
pub(super) async fn file(
    State(tournaments): State<Tournaments>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    Path((id, name)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    allowances.requests.take(peer.address)?;
    let board = tournaments.find(named(&id)?).await?;
    let file = board.file(&name).await.ok_or_else(|| missing(&name))?;
    if file.name == "report.html" {
        let policy = (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REPORT_POLICY));
        return Ok(([(header::CONTENT_TYPE, file.kind)], [policy], file.bytes.clone()).into_response());
    }
    Ok(download(&file))
}

fn missing(what: &str) -> ApiError {
    ApiError::NotInTournament(what.chars().take(80).collect())
}

fn download(file: &File) -> Response {
    let name = file.name.rsplit('/').next().unwrap_or_default();
    // Names of records are made of letters, digits and dashes.
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, file.kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], file.bytes.clone())
        .into_response()
}

/// `GET /api/tournaments/{id}/socket`
pub(super) async fn socket(
    State(services): State<Services>,
    Path(id): Path<String>,
    Wanted { who, asked }: Wanted,
) -> Result<Response, ApiError> {
    let board = services.tournaments.find(named(&id)?).await?;
    // The connection is counted as long as the guest is there.
    let peer = asked.peer.clone();
    Ok(asked.open(LONGEST_MESSAGE, WRITE_BYTES).on_upgrade(async move |socket: WebSocket| {
        let (_counted, _peer) = (services.metrics.socket(), peer);
        let known = who.visitor().known;
        socket::look_on(Spectator { socket, board, known }, &services).await;
    }))
}
