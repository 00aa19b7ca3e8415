//! Making games, and finding them.

use std::{cmp::Reverse, collections::HashSet, sync::Arc};

use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use outflank_play::Sides;
use serde::Serialize;
use serde_json::{Value, value::RawValue};

use super::{
    ApiError, Peer, Who,
    input::{Body, Query},
    who::kept_by_browser,
};
use crate::{
    bots::{Bots, Reserved},
    id::GameId,
    limits::Allowances,
    pool::{Client, Pool, PoolError},
    rooms::Rooms,
    secret::{Secret, SecretHash},
    store::{self, EventStore, GameStatus, Listed, LogKind, MOST_LISTED},
    table::Table,
    wire::{self, BadNewGame, Draft, NewGame},
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
    State(bots): State<Bots>,
    State(rooms): State<Rooms>,
    State(allowances): State<Arc<Allowances>>,
    State(pool): State<Arc<Pool>>,
    peer: Peer,
    who: Who,
    Body(wish): Body<NewGame>,
) -> Result<impl IntoResponse, ApiError> {
    allowances.games.take(peer.address)?;
    let (holder, secret) = who.holder_or_new();
    let mut draft = wish.resolve(holder, seed())?;
    let game = GameId::random();
    let reserved = challenge(&bots, game, &mut draft)?;
    if !draft.has_people() && pool.moves_waiting(Client::at(peer.address)) >= allowances.computer_games {
        return Err(PoolError::Busy.into());
    }
    let room = rooms.create_as(game, &draft, Some(peer.address)).await?;
    reserved.keep();
    let mut visitor = who.visitor();
    visitor.known.push(holder);
    let state = raw(room.snapshot(&visitor).await?)?;
    let headers = kept_by_browser(secret.as_ref());
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

/// Finds the bots that are to play, and keeps their seats. They are not asked: a bot that is free plays whoever challenges it.
fn challenge(bots: &Bots, game: GameId, draft: &mut Draft) -> Result<Reserved, BadNewGame> {
    let names = Sides::of(|color| draft.created.seats[color].bot().map(str::to_owned));
    let is_challenge = names.black.is_some() || names.white.is_some();
    if is_challenge && draft.has_people() && draft.seated.is_empty() {
        return Err(BadNewGame::nobody_plays());
    }
    let (tokens, reserved) = bots
        .challenge(game, &names)
        .map_err(|color| BadNewGame::unknown_bot(color, names[color].as_deref().unwrap_or_default()))?;
    if is_challenge {
        draft.created.terms.bots = tokens;
        draft.created.terms.grace_ms = bots.grace_ms();
    }
    Ok(reserved)
}

/// Text that is JSON already.
pub(super) fn raw(json: String) -> Result<Box<RawValue>, ApiError> {
    Ok(RawValue::from_string(json)?)
}

fn seed() -> u64 {
    getrandom::u64().expect("the system gives random bytes")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filter {
    Mine,
    /// Those of them that are not over.
    Unfinished,
    /// Those in which something happened lately, or at whose board somebody sits.
    Running,
    /// Those of them that the asker does not play.
    Others,
    Finished,
}

const FILTERS: [(&str, Filter); 5] = [
    ("running", Filter::Running),
    ("others", Filter::Others),
    ("finished", Filter::Finished),
    ("mine", Filter::Mine),
    ("unfinished", Filter::Unfinished),
];

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
    query: Query,
) -> Result<Json<List>, ApiError> {
    allowances.requests.take(peer.address)?;
    let Some(question) = question(&query, who.holder(), &rooms)? else {
        return Ok(Json(List { games: Vec::new(), next: None }));
    };
    let mut found = store.list(question.clone()).await?;
    add_quiet(&rooms, &question, &mut found).await;
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
fn question(query: &Query, holder: Option<SecretHash>, rooms: &Rooms) -> Result<Option<store::Query>, ApiError> {
    let filter = query.choice("filter", &FILTERS)?.unwrap_or(Filter::Running);
    let except = holder.filter(|_| filter == Filter::Others);
    let (statuses, holder) = match filter {
        Filter::Mine | Filter::Unfinished if holder.is_none() => return Ok(None),
        Filter::Mine => (GameStatus::ALL.to_vec(), holder),
        Filter::Unfinished => (vec![GameStatus::Open, GameStatus::Playing], holder),
        Filter::Running | Filter::Others => (vec![GameStatus::Playing], None),
        Filter::Finished => (vec![GameStatus::Over], None),
    };
    let before = query.text("before").map(str::parse).transpose()?;
    let limit = query.number("limit")?.unwrap_or(USUAL).clamp(1, MOST_LISTED);
    let since = matches!(filter, Filter::Running | Filter::Others).then(|| rooms.lively_since());
    let kind = LogKind::Game;
    Ok(Some(store::Query { kind, statuses, only_listed: holder.is_none(), holder, except, since, before, limit }))
}

/// Where only games are asked for in which something happened lately: adds those at whose board somebody sits and thinks.
async fn add_quiet(rooms: &Rooms, question: &store::Query, found: &mut Vec<Listed>) {
    let Some(since) = question.since else { return };
    let mut quiet = 0;
    for id in rooms.attended_but_quiet(since, question.before) {
        if quiet == question.limit {
            break;
        }
        // What has become of a game in the meantime is shown the next time.
        if let Ok(table) = rooms.game(id).table().await
            && table.status() == GameStatus::Playing
            && table.updated_at() <= since
            && question.except.is_none_or(|holder| table.held_by(&[holder]).colors().next().is_none())
        {
            quiet += 1;
            found.push(listed(&table));
        }
    }
    found.sort_unstable_by_key(|listed| Reverse(listed.cursor()));
    found.truncate(question.limit);
}

fn listed(table: &Table) -> Listed {
    Listed {
        game: table.id(),
        version: table.version(),
        status: table.status(),
        listed: table.created().listed,
        updated: table.updated_at(),
        data: wire::summary(table),
    }
}

/// Which of the games that a question finds are the asker's, as far as one page of them goes.
async fn mine(
    store: &dyn EventStore,
    question: &store::Query,
    holder: Option<SecretHash>,
) -> Result<HashSet<GameId>, ApiError> {
    let Some(holder) = holder.filter(|_| question.except.is_none()) else { return Ok(HashSet::new()) };
    let (holder, since) = (Some(holder), None);
    let question = store::Query { holder, since, only_listed: false, limit: MOST_LISTED, ..question.clone() };
    Ok(store.list(question).await?.into_iter().map(|listed| listed.game).collect())
}

async fn yours(rooms: &Rooms, listed: &Listed, who: &Who) -> Result<Vec<&'static str>, ApiError> {
    let table = rooms.game(listed.game).table().await?;
    Ok(table.held_by(&who.visitor().known).colors().map(wire::word).collect())
}

fn entry(listed: &Listed, yours: Vec<&'static str>) -> Result<Value, ApiError> {
    let mut entry: Value = serde_json::from_str(&listed.data)?;
    entry["yours"] = yours.into();
    Ok(entry)
}
