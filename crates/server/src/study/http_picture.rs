//! Routes of pictures and link previews.

mod card;
mod look;
mod review;

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{FromRequestParts, State},
    http::{HeaderMap, HeaderName, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use outflank_rules::Game;

pub(crate) use card::card;
pub(crate) use look::{ply, theme, title};
pub(crate) use review::chart;

use crate::{
    game::Rooms,
    study::{
        GameInput, Moves,
        picture::{Caption, PictureFormat, up_to},
    },
    web::{
        ApiError, Peer, Services,
        blocking::{BlockingTasks, OverloadedError},
        input::{InPath, Query, QueryError},
        page::has,
    },
};

/// Other sites may show our pictures. Opened alone, a picture can run nothing.
const OPEN: [(HeaderName, &str); 1] = [(HeaderName::from_static("cross-origin-resource-policy"), "cross-origin")];
const PICTURE: &str = "default-src 'none'; sandbox";

/// The policy of an HTML page: its script has no origin and no network.
const PAGE: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; sandbox allow-scripts; frame-ancestors 'none'";

/// Equal queries always have equal pictures.
const CACHE_FOREVER: &str = "public, max-age=31536000, immutable";

/// A game changes, so the browser revalidates its picture.
const REVALIDATE: &str = "no-cache";

impl<S: Sync> FromRequestParts<S> for PictureFormat {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<PictureFormat, ApiError> {
        PictureFormat::of_path(parts.uri.path()).ok_or_else(|| ApiError::UnknownRoute(parts.uri.path().to_owned()))
    }
}

/// A renderer for pictures, within the rate limit of the client.
pub(crate) struct PictureRenderer {
    blocking: Arc<BlockingTasks>,
    address: IpAddr,
}

impl FromRequestParts<Services> for PictureRenderer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<PictureRenderer, ApiError> {
        let peer = Peer::from_request_parts(parts, services).await.map_err(|_| ApiError::Panicked)?;
        services.limiters.pictures.take(peer.address)?;
        Ok(PictureRenderer { blocking: Arc::clone(&services.blocking), address: peer.address })
    }
}

impl PictureRenderer {
    /// Draws in a queue. GIFs take long and have a separate queue.
    async fn draw(
        &self,
        format: PictureFormat,
        work: impl FnOnce() -> Vec<u8> + Send + 'static,
    ) -> Result<Vec<u8>, OverloadedError> {
        let limit = if format == PictureFormat::Gif { &self.blocking.gifs } else { &self.blocking.pictures };
        limit.run(self.address, work).await
    }
}

/// `GET /api/picture.svg` and other formats: the game in the query.
pub(crate) async fn of_query(
    renderer: PictureRenderer,
    format: PictureFormat,
    query: Query,
) -> Result<Response, ApiError> {
    let (variant, game) = input(&query).read()?;
    let (look, ply) = (look::look(&query, format)?, look::ply(&query, &game)?);
    let title = look::title(&query)?;
    let draw = move || look.draw(format, &game, ply, &Caption::of_game(title.as_deref(), variant, &game));
    Ok(sent(format, "outflank", CACHE_FOREVER, &query, renderer.draw(format, draw).await?))
}

/// `GET /api/games/{id}/picture.svg` and other formats.
pub(crate) async fn of_game(
    State(rooms): State<Rooms>,
    renderer: PictureRenderer,
    InPath(id): InPath,
    format: PictureFormat,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let live = rooms.game(id).state().await?;
    if let Some(unchanged) = unchanged(&headers, live.version()) {
        return Ok(unchanged);
    }
    let (look, ply) = (look::look(&query, format)?, look::ply(&query, live.game())?);
    let (caption, game, tag) = (Caption::of_live_game(&live, live.game()), live.game().clone(), tag(live.version()));
    let picture = renderer.draw(format, move || look.draw(format, &game, ply, &caption)).await?;
    let sent = sent(format, &format!("outflank-{id}"), REVALIDATE, &query, picture);
    Ok(([(header::ETAG, tag)], sent).into_response())
}

/// `GET /api/preview.png`: the link preview of the game in the query.
pub(crate) async fn preview_of_query(renderer: PictureRenderer, query: Query) -> Result<Response, ApiError> {
    let (variant, game) = input(&query).read()?;
    let (look, game) = (look::look(&query, PictureFormat::Png)?, at(&query, &game)?);
    let title = look::title(&query)?;
    let draw = move || look.preview(&game, Caption::of_game(title.as_deref(), variant, &game));
    Ok(sent(PictureFormat::Png, "outflank", CACHE_FOREVER, &query, renderer.draw(PictureFormat::Png, draw).await?))
}

/// `GET /api/games/{id}/preview.png`
pub(crate) async fn preview_of_game(
    State(rooms): State<Rooms>,
    renderer: PictureRenderer,
    InPath(id): InPath,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let live = rooms.game(id).state().await?;
    if let Some(unchanged) = unchanged(&headers, live.version()) {
        return Ok(unchanged);
    }
    let (look, game) = (look::look(&query, PictureFormat::Png)?, at(&query, live.game())?);
    let (caption, tag) = (Caption::of_live_game(&live, &game), tag(live.version()));
    let picture = renderer.draw(PictureFormat::Png, move || look.preview(&game, caption)).await?;
    let sent = sent(PictureFormat::Png, &format!("outflank-{id}"), REVALIDATE, &query, picture);
    Ok(([(header::ETAG, tag)], sent).into_response())
}

/// A 304 response, if the browser has this version.
fn unchanged(headers: &HeaderMap, version: u64) -> Option<Response> {
    let tag = tag(version);
    let meta = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, REVALIDATE.to_owned())];
    has(headers, &tag).then(|| (StatusCode::NOT_MODIFIED, OPEN, meta).into_response())
}

/// The game up to the ply in the query.
fn at(query: &Query, game: &Game) -> Result<Game, QueryError> {
    Ok(up_to(game, look::ply(query, game)?))
}

/// The game in the query.
pub(crate) fn input(query: &Query) -> GameInput {
    let text = |name| query.text(name).map(str::to_owned);
    GameInput { variant: text("variant"), start: text("start"), from: None, moves: text("moves").map(Moves::Text) }
}

/// The entity tag of a game's picture. It changes with the game and with our version.
pub(crate) fn tag(version: u64) -> String {
    format!("\"{version}-{}\"", env!("CARGO_PKG_VERSION"))
}

fn sent(format: PictureFormat, name: &str, caching: &'static str, query: &Query, picture: Vec<u8>) -> Response {
    let policy = if format == PictureFormat::Html { PAGE } else { PICTURE };
    let meta = [
        (header::CONTENT_TYPE, format.content_type()),
        (header::CACHE_CONTROL, caching),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    let disposition = if query.text("download").is_some() { "attachment" } else { "inline" };
    let file = format!("{disposition}; filename=\"{name}.{}\"", format.extension());
    (OPEN, meta, [(header::CONTENT_DISPOSITION, file)], picture).into_response()
}
