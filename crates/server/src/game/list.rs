//! HTTP endpoints to create and list games.

use std::{cmp::Reverse, collections::HashSet, sync::Arc};

use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use outflank_arena::Sides;
use outflank_rules::Color;
use serde::Serialize;
use serde_json::{Value, value::RawValue};

use crate::{
    bots::{Bots, Reserved, programs::Programs},
    engine::pool::{Client, PoolError},
    game::{
        LiveGame, Rooms, Seat,
        wire::{self, BadNewGame, Draft, NewGame},
    },
    log::{
        self, EventStore, GameStatus, Listed, LogKind, MAX_LISTED, StoreError,
        id::GameId,
        secret::{Secret, SecretHash},
    },
    web::{
        ApiError, Credentials, LimitedPeer, Peer, Services,
        credentials::kept_by_browser,
        input::{Body, Query},
        list::{self, NextCursor},
    },
};

#[derive(Serialize)]
struct Created {
    id: GameId,
    url: String,
    secrets: Secrets,
    state: Box<RawValue>,
}

/// The secrets that open the seats of people. The server returns them only here.
#[derive(Serialize)]
struct Secrets {
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
}

/// `POST /api/games`
pub(crate) async fn create(
    State(services): State<Services>,
    peer: Peer,
    who: Credentials,
    Body(request): Body<NewGame>,
) -> Result<impl IntoResponse, ApiError> {
    let Services { limiters, bots, pool, programs, rooms, .. } = services;
    limiters.games.take(peer.address)?;
    let (holder, secret) = who.holder_or_new();
    let played = request.played()?;
    let mut draft = request.resolve(holder, seed())?;
    find_programs(&programs, &mut draft)?;
    let game = played.unwrap_or_else(GameId::random);
    let reserved = challenge(&bots, game, &mut draft)?;
    let client = Client::at(peer.address);
    let waiting = pool.moves_waiting(client) + programs.moves_waiting(client);
    if !draft.has_people() && waiting >= limiters.computer_games {
        return Err(PoolError::Busy.into());
    }
    let (room, status) = match rooms.create_as(game, &draft, Some(peer.address)).await {
        Ok(room) => (room, StatusCode::CREATED),
        // The client has sent it before, and did not hear of it. Secrets are returned once.
        Err(StoreError::Conflict { .. }) if played.is_some() => {
            draft.secrets = Sides::default();
            (rooms.game(game), StatusCode::OK)
        }
        Err(error) => return Err(error.into()),
    };
    reserved.keep();
    let mut visitor = who.visitor();
    visitor.known.push(holder);
    let state = raw(room.snapshot(&visitor).await?)?;
    let headers = kept_by_browser(secret.as_ref());
    let url = format!("/game/{}", room.id());
    let created = Created { id: room.id(), url, secrets: draft.secrets.into(), state };
    Ok((status, headers, Json(created)))
}

impl From<Sides<Option<Secret>>> for Secrets {
    fn from(Sides { black, white }: Sides<Option<Secret>>) -> Secrets {
        let reveal = |secret: Option<Secret>| secret.as_ref().map(Secret::reveal);
        Secrets { black: reveal(black), white: reveal(white) }
    }
}

/// Checks that the operator offers the requested programs, and spells their names as the operator
/// does.
fn find_programs(programs: &Programs, draft: &mut Draft) -> Result<(), BadNewGame> {
    for color in Color::ALL {
        if let Seat::Program(name) = &mut draft.created.seats[color] {
            let found =
                programs.find(name).ok_or_else(|| BadNewGame::unknown_program(color, name, programs.names()))?;
            found.clone_into(name);
        }
    }
    Ok(())
}

/// Finds the requested bots and reserves their seats. Bots cannot decline: a free bot accepts every
/// challenge.
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

/// Wraps a text that is JSON already.
pub(crate) fn raw(json: String) -> Result<Box<RawValue>, ApiError> {
    Ok(RawValue::from_string(json)?)
}

fn seed() -> u64 {
    getrandom::u64().expect("the system has random bytes")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filter {
    Mine,
    /// The requester's games that are not over.
    Unfinished,
    /// Games with a player present or a recent event. Games without moves are left out, unless they
    /// wait for a start.
    Running,
    /// Running games with moves that the requester does not play.
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
pub(crate) struct List {
    games: Vec<Value>,
    #[serde(flatten)]
    next: NextCursor,
}

/// `GET /api/games`
pub(crate) async fn list(
    State(rooms): State<Rooms>,
    State(store): State<Arc<dyn EventStore>>,
    who: Credentials,
    query: Query,
    _: LimitedPeer,
) -> Result<Json<List>, ApiError> {
    let filter = query.choice("filter", &FILTERS)?.unwrap_or(Filter::Running);
    let Some(question) = question(filter, &query, who.holder(), &rooms)? else {
        return Ok(Json(List { games: Vec::new(), next: NextCursor::default() }));
    };
    let mut found = store.list(question.clone()).await?;
    add_quiet(&rooms, &question, &mut found).await;
    let mine = mine(&*store, &question, who.holder()).await?;
    let next = NextCursor::after(&found, question.limit);
    let mut games = Vec::with_capacity(found.len());
    for listed in found {
        let yours = if mine.contains(&listed.game) { yours(&rooms, &listed, &who).await? } else { Vec::new() };
        games.push(entry(&listed, yours)?);
    }
    games.retain(|game| filter != Filter::Others || game["waitingForStart"] == false);
    Ok(Json(List { games, next }))
}

/// Returns the query for the store; `None` if the result is empty anyway.
fn question(
    filter: Filter,
    query: &Query,
    holder: Option<SecretHash>,
    rooms: &Rooms,
) -> Result<Option<log::Query>, ApiError> {
    let except = holder.filter(|_| filter == Filter::Others);
    let (statuses, holder) = match filter {
        Filter::Mine | Filter::Unfinished if holder.is_none() => return Ok(None),
        Filter::Mine => (GameStatus::ALL.to_vec(), holder),
        Filter::Unfinished => (vec![GameStatus::Open, GameStatus::Playing], holder),
        Filter::Running | Filter::Others => (vec![GameStatus::Playing], None),
        Filter::Finished => (vec![GameStatus::Over], None),
    };
    let (before, limit) = list::page(query)?;
    let since = matches!(filter, Filter::Running | Filter::Others).then(|| rooms.lively_since());
    let kind = LogKind::Game;
    Ok(Some(log::Query { kind, statuses, only_listed: holder.is_none(), holder, except, since, before, limit }))
}

/// Adds games whose players are present but that have no recent event, if the query is about
/// running games.
async fn add_quiet(rooms: &Rooms, question: &log::Query, found: &mut Vec<Listed>) {
    let Some(since) = question.since else { return };
    let mut quiet = 0;
    for id in rooms.attended_but_quiet(since, question.before) {
        if quiet == question.limit {
            break;
        }
        // A game that changed meanwhile is correct in the next reply.
        if let Ok(game) = rooms.game(id).state().await
            && game.status() == GameStatus::Playing
            && game.is_listed()
            && game.updated_at() <= since
            && question.except.is_none_or(|holder| game.held_by(&[holder]).colors().next().is_none())
        {
            quiet += 1;
            found.push(listed(&game));
        }
    }
    found.sort_unstable_by_key(|listed| Reverse(listed.cursor()));
    found.truncate(question.limit);
}

fn listed(game: &LiveGame) -> Listed {
    Listed {
        game: game.id(),
        version: game.version(),
        status: game.status(),
        listed: game.is_listed(),
        updated: game.updated_at(),
        data: wire::summary(game),
    }
}

/// Returns the requester's games among those of a query, at most [`MAX_LISTED`].
async fn mine(
    store: &dyn EventStore,
    question: &log::Query,
    holder: Option<SecretHash>,
) -> Result<HashSet<GameId>, ApiError> {
    let Some(holder) = holder.filter(|_| question.except.is_none()) else { return Ok(HashSet::new()) };
    let (holder, since) = (Some(holder), None);
    let question = log::Query { holder, since, only_listed: false, limit: MAX_LISTED, ..question.clone() };
    Ok(store.list(question).await?.into_iter().map(|listed| listed.game).collect())
}

async fn yours(rooms: &Rooms, listed: &Listed, who: &Credentials) -> Result<Vec<&'static str>, ApiError> {
    let game = rooms.game(listed.game).state().await?;
    Ok(game.held_by(&who.visitor().known).colors().map(wire::word).collect())
}

fn entry(listed: &Listed, yours: Vec<&'static str>) -> Result<Value, ApiError> {
    let mut entry: Value = serde_json::from_str(&listed.data)?;
    if entry.get("waitingForStart").is_none() {
        // Rows of older versions have the old name.
        entry["waitingForStart"] = entry["held"].clone();
    }
    entry["yours"] = yours.into();
    Ok(entry)
}
