//! HTTP endpoints to create and list tournaments.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::IntoResponse,
};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{
    game::list::raw,
    log::{self, EventStore, GameStatus, LogKind, id::GameId},
    tournament::{Code, NewTournament, TournamentError, Tournaments},
    web::{
        ApiError, Credentials, LimitedPeer, Peer,
        credentials::kept_by_browser,
        input::{Body, Query},
        limits::RateLimiters,
        list::{self, NextCursor},
    },
};

#[derive(Serialize)]
struct Created {
    id: GameId,
    code: Code,
    url: String,
    /// The secret of the host, if the request had none. The server returns it once and stores only
    /// its hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

/// `POST /api/tournaments`
pub(crate) async fn create(
    State(tournaments): State<Tournaments>,
    State(limiters): State<Arc<RateLimiters>>,
    peer: Peer,
    who: Credentials,
    Body(request): Body<NewTournament>,
) -> Result<impl IntoResponse, ApiError> {
    let limit = &limiters.tournaments;
    if limit.concerns(peer.address) && tournaments.made_by(peer.address) >= limiters.open_tournaments {
        return Err(TournamentError::TooMany.into());
    }
    limit.take(peer.address)?;
    let (host, secret) = who.holder_or_new();
    let board = tournaments.create(request, host, peer.address).await?;
    let headers = kept_by_browser(secret.as_ref());
    let (id, code) = (board.id(), board.tournament().created().code);
    let secret = secret.map(|secret| secret.reveal());
    Ok((StatusCode::CREATED, headers, Json(Created { id, code, url: format!("/tournament/{id}"), secret })))
}

#[derive(Serialize)]
pub(crate) struct List {
    tournaments: Vec<Box<RawValue>>,
    #[serde(flatten)]
    next: NextCursor,
}

#[derive(Clone, Copy)]
enum Filter {
    Unfinished,
    Only(GameStatus),
    All,
    Mine,
}

const FILTERS: [(&str, Filter); 6] = [
    ("unfinished", Filter::Unfinished),
    ("open", Filter::Only(GameStatus::Open)),
    ("playing", Filter::Only(GameStatus::Playing)),
    ("over", Filter::Only(GameStatus::Over)),
    ("all", Filter::All),
    ("mine", Filter::Mine),
];

/// `GET /api/tournaments`
pub(crate) async fn list(
    State(store): State<Arc<dyn EventStore>>,
    who: Credentials,
    query: Query,
    _: LimitedPeer,
) -> Result<Json<List>, ApiError> {
    let filter = query.choice("status", &FILTERS)?.unwrap_or(Filter::All);
    let statuses = match filter {
        Filter::Unfinished => vec![GameStatus::Open, GameStatus::Playing],
        Filter::Only(status) => vec![status],
        Filter::All | Filter::Mine => GameStatus::ALL.to_vec(),
    };
    let holder = who.holder().filter(|_| matches!(filter, Filter::Mine));
    if matches!(filter, Filter::Mine) && holder.is_none() {
        return Ok(Json(List { tournaments: Vec::new(), next: NextCursor::default() }));
    }
    let (before, limit) = list::page(&query)?;
    let (kind, only_listed) = (LogKind::Tournament, holder.is_none());
    let question = log::Query { kind, statuses, only_listed, holder, except: None, since: None, before, limit };
    let found = store.list(question).await?;
    let next = NextCursor::after(&found, limit);
    let tournaments = found.into_iter().map(|listed| raw(listed.data)).collect::<Result<_, _>>()?;
    Ok(Json(List { tournaments, next }))
}

#[derive(Serialize)]
pub(crate) struct Called {
    id: GameId,
    url: String,
}

/// `GET /api/tournaments/code/{code}`
pub(crate) async fn called(
    State(tournaments): State<Tournaments>,
    Path(text): Path<String>,
    _: LimitedPeer,
) -> Result<Json<Called>, ApiError> {
    let id = text.parse().ok().and_then(|code| tournaments.called(code));
    let id = id.ok_or_else(|| ApiError::UnknownCode(outflank_rules::excerpt(&text)))?;
    Ok(Json(Called { id, url: format!("/tournament/{id}") }))
}
