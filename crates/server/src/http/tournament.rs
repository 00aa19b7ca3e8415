//! One tournament: looking at it, running it, and taking it home.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{FromRequestParts, Path, State, WebSocketUpgrade, ws::WebSocket},
    http::{HeaderValue, header, request::Parts},
    response::{IntoResponse, Response},
};

use super::{ApiError, Peer, Services, Who, input::Text, origin};
use crate::{
    id::{GameId, NotAGameId},
    limits::Allowances,
    socket::{self, Spectator},
    tournament::{Contest, Export, File, view},
    tournaments::{TournamentError, Tournaments},
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
    let contest = tournaments.find(named(&id)?).await?.contest();
    let file = made(contest, |export| Some(export.archive())).await;
    Ok(download(file.ok_or_else(|| missing("export.zip"))?))
}

/// `GET /api/tournaments/{id}/files/{name}`
pub(super) async fn file(
    State(tournaments): State<Tournaments>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    Path((id, name)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    allowances.requests.take(peer.address)?;
    let contest = tournaments.find(named(&id)?).await?.contest();
    let wanted = name.clone();
    let file = made(contest, move |export| export.file(&wanted)).await;
    let file = file.ok_or_else(|| missing(&name))?;
    if file.name == "report.html" {
        let policy = (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REPORT_POLICY));
        return Ok(([(header::CONTENT_TYPE, file.kind)], [policy], file.bytes).into_response());
    }
    Ok(download(file))
}

fn missing(what: &str) -> ApiError {
    ApiError::NotInTournament(what.chars().take(80).collect())
}

/// Large tournaments take a while: other connections need not wait. Before the start there is nothing.
async fn made(contest: Arc<Contest>, make: impl FnOnce(&Export<'_>) -> Option<File> + Send + 'static) -> Option<File> {
    let made = tokio::task::spawn_blocking(move || Export::new(&contest).and_then(|export| make(&export)));
    made.await.expect("exports do not panic")
}

fn download(file: File) -> Response {
    let name = file.name.rsplit('/').next().unwrap_or_default();
    // Names of records are made of letters, digits and dashes.
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, file.kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], file.bytes)
        .into_response()
}

/// A request for the socket of a tournament.
pub(super) struct Wanted {
    upgrade: WebSocketUpgrade,
    who: Who,
    peer: Peer,
}

impl FromRequestParts<Services> for Wanted {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Wanted, ApiError> {
        origin::check(&parts.headers)?;
        let who = Who::from_request_parts(parts, services).await?;
        let peer = Peer::from_request_parts(parts, services).await.map_err(|_| ApiError::Panicked)?;
        services.allowances.visits.take(peer.address)?;
        let upgrade = WebSocketUpgrade::from_request_parts(parts, services).await;
        let upgrade = upgrade
            .map_err(|_| ApiError::NotASocket)?
            .max_message_size(LONGEST_MESSAGE)
            .max_frame_size(LONGEST_MESSAGE)
            .read_buffer_size(LONGEST_MESSAGE)
            .write_buffer_size(0)
            .max_write_buffer_size(WRITE_BYTES);
        Ok(Wanted { upgrade, who, peer })
    }
}

/// `GET /api/tournaments/{id}/socket`
pub(super) async fn socket(
    State(services): State<Services>,
    Path(id): Path<String>,
    Wanted { upgrade, who, peer }: Wanted,
) -> Result<Response, ApiError> {
    let board = services.tournaments.find(named(&id)?).await?;
    Ok(upgrade.on_upgrade(async move |socket: WebSocket| {
        let _counted = services.metrics.socket();
        // The connection is counted as long as the guest is there.
        let _peer = peer;
        let known = who.visitor().known;
        socket::look_on(Spectator { socket, board, known }, &services).await;
    }))
}
