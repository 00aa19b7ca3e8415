//! Making games, and finding them.

use std::{collections::HashSet, sync::Arc};

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::IntoResponse,
};
use outflank_play::Sides;
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};

use super::{
    ApiError, Peer, Who,
    input::{Body, Query},
};
use crate::{
    id::GameId,
    limits::Allowances,
    pool::{Client, Pool, PoolError},
    rooms::Rooms,
    secret::{Secret, SecretHash},
    store::{self, EventStore, GameStatus, Listed, MOST_LISTED},
    wire::{self, NewGame},
};

/// Games on a page of a list, unless somebody says how many.
const USUAL: usize = 20;

#[derive(Serialize)]
struct Created {
    id: GameId,
    url: String,
    secrets: Secrets,
    state: Box<RawValue>,
}

/// What opens the seats of people. It is told here and nowhere else.
#[derive(Serialize)]
struct Secrets {
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
}

/// `POST /api/games`
pub(super) async fn create(
    State(rooms): State<Rooms>,
    State(allowances): State<Arc<Allowances>>,
    State(pool): State<Arc<Pool>>,
    peer: Peer,
    who: Who,
    Body(wish): Body<NewGame>,
) -> Result<impl IntoResponse, ApiError> {
    allowances.games.take(peer.address)?;
    let (holder, cookie) = who.holder_or_new();
    let draft = wish.resolve(holder, seed())?;
    if !draft.has_people() && pool.moves_waiting(Client::at(peer.address)) >= allowances.computer_games {
        return Err(PoolError::Busy.into());
    }
    let room = rooms.create(&draft, Some(peer.address)).await?;
    let mut visitor = who.visitor(None);
    visitor.known.push(holder);
    let state = raw(room.snapshot(&visitor).await?)?;
    let mut headers = HeaderMap::new();
    headers.extend(cookie.map(|cookie| (header::SET_COOKIE, cookie)));
    let url = format!("/game/{}", room.id());
    let created = Created { id: room.id(), url, secrets: draft.secrets.into(), state };
    Ok((StatusCode::CREATED, headers, Json(created)))
}

impl From<Sides<Option<Secret>>> for Secrets {
    fn from(Sides { black, white }: Sides<Option<Secret>>) -> Secrets {
        let reveal = |secret: Option<Secret>| secret.as_ref().map(Secret::reveal);
        Secrets { black: reveal(black), white: reveal(white) }
    }
}

/// Text that is JSON already.
pub(super) fn raw(json: String) -> Result<Box<RawValue>, ApiError> {
    Ok(RawValue::from_string(json)?)
}

fn seed() -> u64 {
    getrandom::u64().expect("the system gives random bytes")
}

#[derive(Debug, Deserialize)]
pub(super) struct ListQuery {
    #[serde(default)]
    filter: Filter,
    limit: Option<usize>,
    before: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Filter {
    Mine,
    /// Those of them that are not over.
    Unfinished,
    #[default]
    Running,
    Finished,
}

#[derive(Serialize)]
pub(super) struct List {
    games: Vec<Value>,
    next: Option<String>,
}

/// `GET /api/games`
pub(super) async fn list(
    State(rooms): State<Rooms>,
    State(store): State<Arc<dyn EventStore>>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    who: Who,
    Query(query): Query<ListQuery>,
) -> Result<Json<List>, ApiError> {
    allowances.requests.take(peer.address)?;
    let Some(question) = question(&query, who.holder())? else {
        return Ok(Json(List { games: Vec::new(), next: None }));
    };
    let found = store.list(question.clone()).await?;
    let mine = mine(&*store, &question, who.holder()).await?;
    let next = found.last().filter(|_| found.len() == question.limit).map(|last| last.cursor().to_string());
    let mut games = Vec::with_capacity(found.len());
    for listed in found {
        let yours = if mine.contains(&listed.game) { yours(&rooms, &listed, &who).await? } else { Vec::new() };
        games.push(entry(&listed, yours)?);
    }
    Ok(Json(List { games, next }))
}

/// What to ask the store for; nothing where the answer is nothing.
fn question(query: &ListQuery, holder: Option<SecretHash>) -> Result<Option<store::Query>, ApiError> {
    let (statuses, holder) = match query.filter {
        Filter::Mine | Filter::Unfinished if holder.is_none() => return Ok(None),
        Filter::Mine => (GameStatus::ALL.to_vec(), holder),
        Filter::Unfinished => (vec![GameStatus::Open, GameStatus::Playing], holder),
        Filter::Running => (vec![GameStatus::Playing], None),
        Filter::Finished => (vec![GameStatus::Over], None),
    };
    let before = query.before.as_deref().map(str::parse).transpose()?;
    let limit = query.limit.unwrap_or(USUAL).clamp(1, MOST_LISTED);
    Ok(Some(store::Query { statuses, only_listed: holder.is_none(), holder, before, limit }))
}

/// Which of the games that a question finds are the asker's, as far as one page of them goes.
async fn mine(
    store: &dyn EventStore,
    question: &store::Query,
    holder: Option<SecretHash>,
) -> Result<HashSet<GameId>, ApiError> {
    let Some(holder) = holder else { return Ok(HashSet::new()) };
    let question = store::Query { holder: Some(holder), only_listed: false, limit: MOST_LISTED, ..question.clone() };
    Ok(store.list(question).await?.into_iter().map(|listed| listed.game).collect())
}

async fn yours(rooms: &Rooms, listed: &Listed, who: &Who) -> Result<Vec<&'static str>, ApiError> {
    let table = rooms.game(listed.game).table().await?;
    Ok(table.held_by(&who.visitor(None).known).colors().map(wire::word).collect())
}

fn entry(listed: &Listed, yours: Vec<&'static str>) -> Result<Value, ApiError> {
    let mut entry: Value = serde_json::from_str(&listed.data)?;
    entry["yours"] = yours.into();
    Ok(entry)
}
