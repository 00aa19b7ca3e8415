//! Routes of the pages that other sites may embed in a frame.

use std::sync::Arc;

use axum::{
    Extension,
    extract::State,
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{Html, IntoResponse, Response},
};

use crate::{
    game::Rooms,
    study::{
        http_picture,
        picture::{Caption, PictureOptions},
    },
    web::{
        ApiError, Peer,
        address::with_query,
        blocking::BlockingTasks,
        guard::MayBeFramed,
        input::{InPath, Query},
        limits::RateLimiters,
        page::has,
    },
};

/// The script has no origin and no network, which prevents clickjacking. Links open a new page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors *";

/// The headers of a page for frames.
const FRAMED: (Extension<MayBeFramed>, [(HeaderName, &str); 2]) = (
    Extension(MayBeFramed),
    [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ],
);

/// Equal queries have equal pages until the next version.
const CACHE_FOR_A_DAY: &str = "public, max-age=86400";

/// `GET /embed`: the game in the query.
pub(crate) async fn of_query(
    State(limiters): State<Arc<RateLimiters>>,
    State(blocking): State<Arc<BlockingTasks>>,
    peer: Peer,
    query: Query,
) -> Result<Response, ApiError> {
    limiters.visits.take(peer.address)?;
    let (variant, game) = http_picture::input(&query).read()?;
    let (theme, ply, title) =
        (http_picture::theme(&query)?, http_picture::ply(&query, &game)?, http_picture::title(&query)?);
    let caption = Caption::of_game(title.as_deref(), variant, &game);
    let more = ["variant", "start", "moves", "ply"].map(|name| (name, query.text(name)));
    let replay = PictureOptions { theme, ..PictureOptions::default() }.replay(&game, ply, &caption);
    let replay = replay.for_frames(with_query("/analyse", &more));
    let page = blocking.pictures.run(peer.address, move || replay.to_html()).await?;
    Ok((FRAMED, [(header::CACHE_CONTROL, CACHE_FOR_A_DAY)], Html(page)).into_response())
}

/// `GET /embed/{id}`
pub(crate) async fn of_game(
    State(rooms): State<Rooms>,
    State(limiters): State<Arc<RateLimiters>>,
    State(blocking): State<Arc<BlockingTasks>>,
    peer: Peer,
    InPath(id): InPath,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    limiters.visits.take(peer.address)?;
    let live = rooms.game(id).state().await?;
    let tag = http_picture::tag(live.version());
    let meta = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    if has(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, FRAMED, meta).into_response());
    }
    let (theme, ply) = (http_picture::theme(&query)?, http_picture::ply(&query, live.game())?);
    let look = PictureOptions { theme, ..PictureOptions::default() };
    let caption = Caption::of_live_game(&live, live.game());
    let replay = look.replay(live.game(), ply, &caption).for_frames(format!("/watch/{id}"));
    let page = blocking.pictures.run(peer.address, move || replay.to_html()).await?;
    Ok((FRAMED, meta, Html(page)).into_response())
}
