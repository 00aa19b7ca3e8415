//! A game in a frame of somebody else's page: the only pages that others may show within theirs.

use std::sync::Arc;

use axum::{
    Extension,
    extract::State,
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{Html, IntoResponse, Response},
};

use super::{
    ApiError, Peer,
    address::with_query,
    guard::MayBeFramed,
    input::{InPath, Query},
    page::has,
    picture,
};
use crate::{
    chores::Chores,
    limits::Allowances,
    picture::{Caption, Look},
    rooms::Rooms,
};

/// Its script can reach nothing and is of no origin, so that nobody is fooled who clicks in a foreign page; links open a page of their own.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors *";

/// What makes a page one for frames.
const FRAMED: (Extension<MayBeFramed>, [(HeaderName, &str); 2]) = (
    Extension(MayBeFramed),
    [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ],
);

/// The same question has the same page, as long as the program is the same.
const KEEP: &str = "public, max-age=86400";

/// `GET /embed`: what the query names.
pub(super) async fn of_query(
    State(allowances): State<Arc<Allowances>>,
    State(chores): State<Arc<Chores>>,
    peer: Peer,
    query: Query,
) -> Result<Response, ApiError> {
    allowances.visits.take(peer.address)?;
    let (variant, game) = picture::subject(&query).read()?;
    let (theme, ply, title) = (picture::theme(&query)?, picture::ply(&query, &game)?, picture::title(&query)?);
    let caption = Caption::of_game(title.as_deref(), variant, &game);
    let more = ["variant", "start", "moves", "ply"].map(|name| (name, query.text(name)));
    let replay = Look { theme, ..Look::default() }.replay(&game, ply, &caption);
    let replay = replay.for_frames(with_query("/analyse", &more));
    let page = chores.pictures.run(move || replay.to_html()).await?;
    Ok((FRAMED, [(header::CACHE_CONTROL, KEEP)], Html(page)).into_response())
}

/// `GET /embed/{id}`
pub(super) async fn of_game(
    State(rooms): State<Rooms>,
    State(allowances): State<Arc<Allowances>>,
    State(chores): State<Arc<Chores>>,
    peer: Peer,
    InPath(id): InPath,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    allowances.visits.take(peer.address)?;
    let table = rooms.game(id).table().await?;
    let tag = picture::tag(table.version());
    let meta = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    if has(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, FRAMED, meta).into_response());
    }
    let (theme, ply) = (picture::theme(&query)?, picture::ply(&query, table.game())?);
    let look = Look { theme, ..Look::default() };
    let caption = Caption::of_table(&table, table.game());
    let replay = look.replay(table.game(), ply, &caption).for_frames(format!("/watch/{id}"));
    let page = chores.pictures.run(move || replay.to_html()).await?;
    Ok((FRAMED, meta, Html(page)).into_response())
}
