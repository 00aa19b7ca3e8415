//! Every answer that any test sees has a status that the description of the API names.

use std::sync::LazyLock;

use serde_json::Value;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../openapi.json")).expect("openapi.json is JSON"));

/// Fails where an operation that is described gives an answer that is not. Pages, and what is asked in a wrong way, are not operations.
#[track_caller]
pub(super) fn check(method: &str, path: &str, status: u16) {
    // A head that is too long is refused before anybody knows what it asks for.
    if status == 431 {
        return;
    }
    let path = path.split('?').next().unwrap_or_default();
    let paths = DOCUMENT["paths"].as_object().expect("paths");
    let Some((route, operations)) = paths.iter().find(|(route, _)| leads(route, path)) else { return };
    let operation = &operations[method.to_ascii_lowercase()];
    let is_described = operation.is_null() || operation["responses"][status.to_string()].is_object();
    assert!(is_described, "{method} {route} answers {status}, which openapi.json does not describe");
}

/// Does a path belong to a route, as `/api/games/abc` to `/api/games/{id}`?
fn leads(route: &str, path: &str) -> bool {
    let (wanted, given) = (route.split('/'), path.split('/'));
    wanted.clone().count() == given.clone().count()
        && wanted.zip(given).all(|(wanted, given)| wanted == given || wanted.starts_with('{') && !given.is_empty())
}

#[test]
fn what_is_not_described_is_noticed() {
    check("GET", "/api/games?limit=3", 200);
    check("DELETE", "/api/games", 405);
    check("GET", "/game/abc", 418);
    assert!(std::panic::catch_unwind(|| check("GET", "/api/games/abc", 418)).is_err());
}
