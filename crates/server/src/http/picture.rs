//! Pictures of games and positions, for pages, mails and social networks.

mod card;
mod look;
mod review;

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, State},
    http::{HeaderMap, HeaderName, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use outflank_rules::Game;

pub(super) use card::card;
pub(super) use look::{ply, theme, title};
pub(super) use review::chart;

use super::{
    ApiError, Peer, Services,
    input::{BadQuery, InPath, Query},
    page::has,
};
use crate::{
    chores::{ChoreError, Chores},
    picture::{Caption, Kind, up_to},
    rooms::Rooms,
    wire::{Moves, Subject},
};

/// Others may show our pictures; nothing in one can do anything, whoever opens it by itself.
const OPEN: [(HeaderName, &str); 1] = [(HeaderName::from_static("cross-origin-resource-policy"), "cross-origin")];
const PICTURE: &str = "default-src 'none'; sandbox";

/// A page with a script of its own that can reach nothing, and is of no origin.
const PAGE: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; sandbox allow-scripts; frame-ancestors 'none'";

/// The same question has the same picture for ever.
const KEEP: &str = "public, max-age=31536000, immutable";

/// A picture of a game is asked about each time.
const ASK: &str = "no-cache";

impl<S: Sync> FromRequestParts<S> for Kind {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Kind, ApiError> {
        Kind::of_path(parts.uri.path()).ok_or_else(|| ApiError::UnknownRoute(parts.uri.path().to_owned()))
    }
}

/// A place to draw at, for those who do not ask too often.
pub(super) struct Easel(Arc<Chores>);

impl FromRequestParts<Services> for Easel {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Easel, ApiError> {
        let peer = Peer::from_request_parts(parts, services).await.map_err(|_| ApiError::Panicked)?;
        services.allowances.pictures.take(peer.address)?;
        Ok(Easel(Arc::clone(&services.chores)))
    }
}

impl Easel {
    /// Films take long: they wait for each other, and nobody else for them.
    async fn draw(&self, kind: Kind, work: impl FnOnce() -> Vec<u8> + Send + 'static) -> Result<Vec<u8>, ChoreError> {
        let lane = if kind == Kind::Gif { &self.0.films } else { &self.0.pictures };
        lane.run(work).await
    }
}

/// `GET /api/picture.svg` and the like: of what the query names.
pub(super) async fn of_query(easel: Easel, kind: Kind, query: Query) -> Result<Response, ApiError> {
    let (variant, game) = subject(&query).read()?;
    let (look, ply) = (look::look(&query, kind)?, look::ply(&query, &game)?);
    let title = look::title(&query)?;
    let draw = move || look.draw(kind, &game, ply, &Caption::of_game(title.as_deref(), variant, &game));
    Ok(sent(kind, "outflank", KEEP, &query, easel.draw(kind, draw).await?))
}

/// `GET /api/games/{id}/picture.svg` and the like.
pub(super) async fn of_game(
    State(rooms): State<Rooms>,
    easel: Easel,
    InPath(id): InPath,
    kind: Kind,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let table = rooms.game(id).table().await?;
    if let Some(unchanged) = unchanged(&headers, table.version()) {
        return Ok(unchanged);
    }
    let (look, ply) = (look::look(&query, kind)?, look::ply(&query, table.game())?);
    let (caption, game, tag) = (Caption::of_table(&table, table.game()), table.game().clone(), tag(table.version()));
    let picture = easel.draw(kind, move || look.draw(kind, &game, ply, &caption)).await?;
    let sent = sent(kind, &format!("outflank-{id}"), ASK, &query, picture);
    Ok(([(header::ETAG, tag)], sent).into_response())
}

/// `GET /api/preview.png`: what the query names, in the shape that social networks show.
pub(super) async fn preview_of_query(easel: Easel, query: Query) -> Result<Response, ApiError> {
    let (variant, game) = subject(&query).read()?;
    let (look, game) = (look::look(&query, Kind::Png)?, at(&query, &game)?);
    let title = look::title(&query)?;
    let draw = move || look.poster(&game, Caption::of_game(title.as_deref(), variant, &game));
    Ok(sent(Kind::Png, "outflank", KEEP, &query, easel.draw(Kind::Png, draw).await?))
}

/// `GET /api/games/{id}/preview.png`
pub(super) async fn preview_of_game(
    State(rooms): State<Rooms>,
    easel: Easel,
    InPath(id): InPath,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let table = rooms.game(id).table().await?;
    if let Some(unchanged) = unchanged(&headers, table.version()) {
        return Ok(unchanged);
    }
    let (look, game) = (look::look(&query, Kind::Png)?, at(&query, table.game())?);
    let (caption, tag) = (Caption::of_table(&table, &game), tag(table.version()));
    let picture = easel.draw(Kind::Png, move || look.poster(&game, caption)).await?;
    let sent = sent(Kind::Png, &format!("outflank-{id}"), ASK, &query, picture);
    Ok(([(header::ETAG, tag)], sent).into_response())
}

/// That what the browser has is still right.
fn unchanged(headers: &HeaderMap, version: u64) -> Option<Response> {
    let tag = tag(version);
    let meta = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, ASK.to_owned())];
    has(headers, &tag).then(|| (StatusCode::NOT_MODIFIED, OPEN, meta).into_response())
}

/// The game up to the ply that the query names.
fn at(query: &Query, game: &Game) -> Result<Game, BadQuery> {
    Ok(up_to(game, look::ply(query, game)?))
}

/// What the query names.
pub(super) fn subject(query: &Query) -> Subject {
    let text = |name| query.text(name).map(str::to_owned);
    Subject { variant: text("variant"), start: text("start"), from: None, moves: text("moves").map(Moves::Text) }
}

/// Changes with the game, and with the program that draws it.
pub(super) fn tag(version: u64) -> String {
    format!("\"{version}-{}\"", env!("CARGO_PKG_VERSION"))
}

fn sent(kind: Kind, name: &str, caching: &'static str, query: &Query, picture: Vec<u8>) -> Response {
    let policy = if kind == Kind::Html { PAGE } else { PICTURE };
    let meta = [
        (header::CONTENT_TYPE, kind.content_type()),
        (header::CACHE_CONTROL, caching),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    let manner = if query.text("download").is_some() { "attachment" } else { "inline" };
    let file = format!("{manner}; filename=\"{name}.{}\"", kind.extension());
    (OPEN, meta, [(header::CONTENT_DISPOSITION, file)], picture).into_response()
}
