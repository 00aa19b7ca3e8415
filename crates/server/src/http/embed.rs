//! A game in a frame of somebody else's page.

use std::sync::Arc;

use axum::{
    Extension,
    extract::State,
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{Html, IntoResponse, Response},
};

use super::{
    ApiError, Peer,
    guard::MayBeFramed,
    input::{InPath, Query},
    page::has,
    picture,
};
use crate::{chores::Chores, limits::Allowances, picture::Caption, rooms::Rooms};

/// Its script can reach nothing and is of no origin, so that nobody is fooled who clicks in a foreign page; links open a page of their own.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors *";

/// `GET /embed/{id}`: the only page that others may show within theirs.
pub(super) async fn embed(
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
    let meta = [
        (header::ETAG, tag.as_str()),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    if has(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, Extension(MayBeFramed), meta).into_response());
    }
    let (theme, ply) = (picture::theme(&query)?, picture::ply(&query, table.game())?);
    let look = crate::picture::Look { theme, ..Default::default() };
    let caption = Caption::of_table(&table, table.game());
    let replay = look.replay(table.game(), ply, &caption).for_frames(format!("/watch/{id}"));
    let page = chores.pictures.run(move || replay.to_html()).await?;
    Ok((Extension(MayBeFramed), meta, Html(page)).into_response())
}
