//! Serves the files of the page.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};

use super::{
    ApiError, Services,
    guard::{ENGINE_POLICY, ISOLATED},
    preview::{Preview, Visit},
};
use crate::{
    game::RoomError,
    tournament::TournamentError,
    web::assets::{Asset, Assets},
};

/// The reply of a binary that was built without the page.
const NO_PAGE: &str = "This server was built without its page; its API is at /api.\n";

/// The page for unknown addresses.
const LOST: &str = include_str!("page/lost.html");

pub(crate) async fn home(State(assets): State<Arc<Assets>>, headers: HeaderMap) -> Response {
    page(&assets, "index.html", &headers).await
}

/// A game that the browser keeps; its id is in the query, which only the page reads.
pub(crate) async fn local_game(State(assets): State<Arc<Assets>>, headers: HeaderMap) -> Response {
    page(&assets, "game.html", &headers).await
}

pub(crate) async fn game(State(services): State<Services>, visit: Visit) -> Response {
    named(&services, "game.html", &visit, visit.game(&services).await).await
}

pub(crate) async fn watch(State(services): State<Services>, visit: Visit) -> Response {
    named(&services, "watch.html", &visit, visit.game(&services).await).await
}

pub(crate) async fn analyse(State(services): State<Services>, visit: Visit) -> Response {
    announced(&services, "analyse.html", &visit, visit.subject(&services).await).await
}

pub(crate) async fn edit(State(assets): State<Arc<Assets>>, headers: HeaderMap) -> Response {
    page(&assets, "edit.html", &headers).await
}

pub(crate) async fn archive(State(assets): State<Arc<Assets>>, headers: HeaderMap) -> Response {
    page(&assets, "archive.html", &headers).await
}

pub(crate) async fn arena(State(assets): State<Arc<Assets>>, headers: HeaderMap) -> Response {
    page(&assets, "arena.html", &headers).await
}

pub(crate) async fn tournament(State(services): State<Services>, visit: Visit) -> Response {
    named(&services, "tournament.html", &visit, visit.tournament(&services).await).await
}

pub(crate) async fn projector(State(services): State<Services>, visit: Visit) -> Response {
    named(&services, "projector.html", &visit, visit.tournament(&services).await).await
}

pub(crate) async fn bot(State(assets): State<Arc<Assets>>, headers: HeaderMap) -> Response {
    page(&assets, "bot.html", &headers).await
}

/// Any other file, by its path.
pub(crate) async fn file(State(assets): State<Arc<Assets>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if uri.path() == "/api" || uri.path().starts_with("/api/") {
        return ApiError::UnknownRoute(uri.path().chars().take(80).collect()).into_response();
    }
    if !method.is_safe() {
        return ApiError::WrongMethod.into_response();
    }
    match assets.find(uri.path().trim_start_matches('/')).await {
        Some(asset) => send(asset, &headers),
        None => lost(&uri, &headers),
    }
}

/// Replies to browsers with a page that links home, and to programs with one line of text.
fn lost(uri: &Uri, headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if accepted.contains("text/html") {
        return (StatusCode::NOT_FOUND, Html(LOST)).into_response();
    }
    let path: String = uri.path().chars().take(80).collect();
    (StatusCode::NOT_FOUND, format!("There is nothing at {path}; the page is at /.\n")).into_response()
}

async fn page(assets: &Assets, name: &str, headers: &HeaderMap) -> Response {
    match assets.find(name).await {
        Some(asset) => send(asset, headers),
        None => (StatusCode::NOT_FOUND, NO_PAGE).into_response(),
    }
}

/// The page of the game or tournament in the path. The page itself says if that does not exist.
async fn named(services: &Services, name: &str, visit: &Visit, found: Result<Option<Preview>, ApiError>) -> Response {
    match found {
        Err(ApiError::UnknownRoute(_)) => lost(&visit.uri, &visit.headers),
        Err(ApiError::Room(RoomError::Unknown) | ApiError::Tournament(TournamentError::Unknown)) => {
            // Without the browser's conditional headers: a 304 would keep the old page and the old
            // status.
            (StatusCode::NOT_FOUND, page(&services.assets, name, &HeaderMap::new()).await).into_response()
        }
        found => announced(services, name, visit, found.ok().flatten()).await,
    }
}

/// A page with its preview in the head.
async fn announced(services: &Services, name: &str, visit: &Visit, preview: Option<Preview>) -> Response {
    let Some(asset) = services.assets.find(name).await else {
        return (StatusCode::NOT_FOUND, NO_PAGE).into_response();
    };
    let text = str::from_utf8(&asset.content).ok().zip(preview);
    match text.and_then(|(text, preview)| preview.put_into(text, &visit.headers)) {
        Some(text) => send(Asset::new(name, text.into()), &visit.headers),
        None => send(asset, &visit.headers),
    }
}

/// The file, or 304 if the browser's copy is current.
fn send(asset: Asset, headers: &HeaderMap) -> Response {
    let meta = [
        (header::ETAG, asset.tag.clone()),
        (header::CACHE_CONTROL, asset.caching.to_owned()),
        (header::VARY, "Accept-Encoding".to_owned()),
    ];
    if has(headers, &asset.tag) {
        return (StatusCode::NOT_MODIFIED, meta).into_response();
    }
    let kind = [(header::CONTENT_TYPE, asset.kind)];
    let policy = asset.is_engine.then_some([(header::CONTENT_SECURITY_POLICY, ENGINE_POLICY), ISOLATED]);
    let packed = if reads_deflate(headers) { asset.packed() } else { None };
    match packed {
        Some(packed) => (meta, kind, policy, [(header::CONTENT_ENCODING, "deflate")], packed).into_response(),
        None => (meta, kind, policy, asset.content).into_response(),
    }
}

fn reads_deflate(headers: &HeaderMap) -> bool {
    let mut named = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    named.any(|value| value.split(',').any(|one| one.trim().eq_ignore_ascii_case("deflate")))
}

pub(crate) fn has(headers: &HeaderMap, tag: &str) -> bool {
    let mut named = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    named.any(|value| value.split(',').any(|one| one.trim().trim_start_matches("W/") == tag || one.trim() == "*"))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn encoding(accepted: Option<&'static str>) -> Option<HeaderValue> {
        let text = "words and words ".repeat(100);
        let mut headers = HeaderMap::new();
        headers.extend(accepted.map(|it| (header::ACCEPT_ENCODING, HeaderValue::from_static(it))));
        let asset = Asset::new("a.txt", text.into());
        send(asset, &headers).headers().get(header::CONTENT_ENCODING).cloned()
    }

    #[test]
    fn only_clients_that_accept_it_get_compressed_text() {
        assert_eq!(encoding(Some("gzip, deflate, br")).expect("packed"), "deflate");
        assert_eq!(encoding(Some("Deflate")).expect("packed"), "deflate");
        assert_eq!(encoding(Some("deflate;q=0, gzip")), None);
        assert_eq!(encoding(None), None);
    }
}
