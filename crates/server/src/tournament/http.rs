//! HTTP endpoints of one tournament: view, commands and export.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{Path, State, ws::WebSocket},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};

use crate::{
    game::wire::{self, LONGEST_MESSAGE},
    log::id::{GameId, NotAGameId},
    tournament::{
        EXPORT_ARCHIVE, File, Order, TournamentError, Tournaments,
        socket::{self, Spectator},
        view,
    },
    web::{
        ApiError, Credentials, LimitedPeer, Peer, Services, input::Text, limits::RateLimiters, socket::SpectatorUpgrade,
    },
};

const JSON: [(header::HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];

/// The report has inline styles and no scripts.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/// The most bytes queued for one spectator: a few tables of large tournaments.
const WRITE_BYTES: usize = 1024 * 1024;

/// Parses the tournament id of a path.
fn named(text: &str) -> Result<GameId, ApiError> {
    text.parse().map_err(|_: NotAGameId| TournamentError::Unknown.into())
}

/// `GET /api/tournaments/{id}`
pub(crate) async fn snapshot(
    State(tournaments): State<Tournaments>,
    State(limiters): State<Arc<RateLimiters>>,
    peer: Peer,
    Path(id): Path<String>,
    who: Credentials,
) -> Result<impl IntoResponse, ApiError> {
    limiters.visits.take(peer.address)?;
    let board = tournaments.find(named(&id)?).await?;
    let contest = board.tournament();
    let is_host = contest.is_host(&tournaments.proven(&contest, who.visitor().known));
    let snapshot = board.snapshot(&tournaments, is_host, Duration::ZERO).await;
    Ok((JSON, snapshot.text.to_string()))
}

/// `GET /api/tournaments/{id}/rounds/{number}`
pub(crate) async fn round(
    State(tournaments): State<Tournaments>,
    Path((id, number)): Path<(String, String)>,
    _: LimitedPeer,
) -> Result<impl IntoResponse, ApiError> {
    let contest = tournaments.find(named(&id)?).await?.tournament();
    let round = number.parse().ok().and_then(|number| view::round(&contest, number));
    Ok((JSON, round.ok_or_else(|| missing(&format!("round {number}")))?))
}

/// `GET /api/tournaments/{id}/boards`
pub(crate) async fn boards(
    State(tournaments): State<Tournaments>,
    Path(id): Path<String>,
    _: LimitedPeer,
) -> Result<impl IntoResponse, ApiError> {
    let board = tournaments.find(named(&id)?).await?;
    Ok((JSON, board.boards(&tournaments, Duration::ZERO).await.text.to_string()))
}

/// `POST /api/tournaments/{id}/commands`
pub(crate) async fn command(
    State(tournaments): State<Tournaments>,
    Path(id): Path<String>,
    who: Credentials,
    _: LimitedPeer,
    Text(text): Text,
) -> Result<impl IntoResponse, ApiError> {
    let Order { id: word, command } = Order::parse(&text)?;
    let version = tournaments.command(named(&id)?, who.visitor().known, command).await?;
    Ok((JSON, wire::ack(word.as_deref(), version)))
}

/// `GET /api/tournaments/{id}/export.zip`
pub(crate) async fn archive(
    State(tournaments): State<Tournaments>,
    Path(id): Path<String>,
    _: LimitedPeer,
) -> Result<Response, ApiError> {
    let board = tournaments.find(named(&id)?).await?;
    Ok(download(&*board.file(EXPORT_ARCHIVE).await.ok_or_else(|| missing(EXPORT_ARCHIVE))?))
}

/// `GET /api/tournaments/{id}/files/{name}`
pub(crate) async fn file(
    State(tournaments): State<Tournaments>,
    Path((id, name)): Path<(String, String)>,
    _: LimitedPeer,
) -> Result<Response, ApiError> {
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
    // Names of records consist of letters, digits and dashes.
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, file.kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], file.bytes.clone())
        .into_response()
}

/// `GET /api/tournaments/{id}/socket`
pub(crate) async fn socket(
    State(services): State<Services>,
    Path(id): Path<String>,
    SpectatorUpgrade { who, asked }: SpectatorUpgrade,
) -> Result<Response, ApiError> {
    let board = services.tournaments.find(named(&id)?).await?;
    // The task holds the peer, so the connection counts until it ends.
    let peer = asked.peer.clone();
    Ok(asked.open(LONGEST_MESSAGE, WRITE_BYTES).on_upgrade(async move |socket: WebSocket| {
        let (_counted, _peer) = (services.metrics.socket(), peer);
        let known = who.visitor().known;
        socket::look_on(Spectator { socket, board, known }, &services).await;
    }))
}
