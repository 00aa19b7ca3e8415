//! `openapi.json` is true: every reply that any test sees is checked against it.

use std::{collections::BTreeSet, sync::LazyLock};

use serde_json::{Value, json};

use super::{
    app::{TestApp, place, text},
    client::Request,
};

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../openapi.json")).expect("openapi.json is JSON"));

/// Fails if a described operation gives a reply that is not described. `body` is the body of a JSON
/// reply. Pages and undescribed methods are not checked.
#[track_caller]
pub(super) fn check(method: &str, path: &str, status: u16, body: Option<&Value>) {
    // A head that is too long is refused before the server knows the operation.
    if status == 431 {
        return;
    }
    let path = path.split('?').next().unwrap_or_default();
    let paths = DOCUMENT["paths"].as_object().expect("paths");
    // A path without parameters wins, as in the router.
    let fits = paths.iter().filter(|(route, _)| leads(route, path));
    let Some((route, operations)) = fits.min_by_key(|(route, _)| route.matches('{').count()) else { return };
    let operation = &operations[method.to_ascii_lowercase()];
    if operation.is_null() {
        return;
    }
    let reply = resolved(&operation["responses"][status.to_string()]);
    assert!(reply.is_object(), "{method} {route} replies {status}, which openapi.json does not describe");
    if let Some(body) = body {
        let schema = &reply["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{method} {route} {status}: openapi.json describes no JSON");
        holds(schema, body, &format!("{method} {route}"));
    }
}

/// Does a path belong to a route, as `/api/games/abc` to `/api/games/{id}`?
fn leads(route: &str, path: &str) -> bool {
    let (wanted, given) = (route.split('/'), path.split('/'));
    wanted.clone().count() == given.clone().count()
        && wanted.zip(given).all(|(wanted, given)| wanted == given || wanted.starts_with('{') && !given.is_empty())
}

/// The target of a `$ref`, or the value itself.
fn resolved(value: &'static Value) -> &'static Value {
    match value["$ref"].as_str() {
        Some(reference) => {
            DOCUMENT.pointer(reference.trim_start_matches('#')).expect("a reference that leads somewhere")
        }
        None => value,
    }
}

/// All required fields are there, no other than the described ones, and each has its type.
fn holds(schema: &'static Value, value: &Value, place: &str) {
    let schema = resolved(schema);
    if let Some(choices) = schema["oneOf"].as_array() {
        let schema = if value.is_null() { choices.last() } else { choices.first() };
        return holds(schema.expect("a choice"), value, place);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let schema = choices.iter().find(|schema| has_required_fields(schema, value));
        return holds(schema.unwrap_or_else(|| panic!("{place} is none of {choices:?}")), value, place);
    }
    assert!(is_of(&schema["type"], value), "{place} is {value}, not {}", schema["type"]);
    if let Some(words) = schema["enum"].as_array() {
        assert!(words.contains(value), "{place} is {value}, not of {words:?}");
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        holds(&schema["items"], item, &format!("{place}[{index}]"));
    }
    let Some(fields) = value.as_object() else { return };
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(fields.contains_key(name.as_str().expect("a name")), "{place} lacks {name}: {value}");
    }
    let Some(described) = schema["properties"].as_object() else { return };
    for (name, field) in fields {
        let schema = described.get(name).unwrap_or_else(|| panic!("{place}.{name} is not described"));
        holds(schema, field, &format!("{place}.{name}"));
    }
}

fn has_required_fields(schema: &'static Value, value: &Value) -> bool {
    let required = resolved(schema)["required"].as_array().expect("required fields");
    required.iter().all(|field| value.get(field.as_str().expect("a name")).is_some())
}

fn is_of(kind: &Value, value: &Value) -> bool {
    let is = |kind: &Value| match kind.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        other => panic!("the type {other:?} is not known here"),
    };
    kind.as_array().map_or_else(|| is(kind), |kinds| kinds.iter().any(is))
}

#[test]
fn replies_that_are_not_described_are_noticed() {
    check("GET", "/api/games?limit=3", 200, None);
    check("DELETE", "/api/games", 405, None);
    check("GET", "/game/abc", 418, None);
    assert!(std::panic::catch_unwind(|| check("GET", "/api/games/abc", 418, None)).is_err());
    check("GET", "/health", 200, Some(&json!({"status": "ok", "version": "1"})));
    for wrong in
        [json!({"status": "ok"}), json!({"status": 1, "version": "1"}), json!({"status": "ok", "version": "1", "x": 1})]
    {
        assert!(std::panic::catch_unwind(|| check("GET", "/health", 200, Some(&wrong))).is_err(), "{wrong}");
    }
}

#[tokio::test]
async fn methods_are_those_that_are_described() {
    let app = TestApp::start().await;
    for (path, operations) in DOCUMENT["paths"].as_object().expect("paths") {
        let path = path.replace("{id}", "aaaaaaaaaaaa");
        let answer = Request::new(app.address, "PATCH", &path).send().await;
        assert_eq!(answer.status, 405, "{path}: {}", answer.body);
        let allowed: BTreeSet<String> = answer.headers["allow"].split(',').map(str::to_ascii_lowercase).collect();
        let methods = operations.as_object().expect("operations").keys().filter(|key| *key != "parameters");
        let mut described: BTreeSet<String> = methods.cloned().collect();
        if described.contains("get") {
            described.insert("head".to_owned());
        }
        assert_eq!(allowed, described, "{path}");
    }
}

/// Replies of games that no other test sees.
#[tokio::test]
async fn replies_about_games_are_as_described() {
    let app = TestApp::start().await;
    app.create(&json!({"time": "5m+3s", "variant": "six", "from": "b3"})).await.expect(201);
    let game = app.two_people_with(json!({"time": "1m", "from": "f5d6c3"})).await;
    app.command(&game, &game.white, &place(3, "d3")).await.expect(200);
    app.post(&game.path("/seats"), &json!({"secret": game.link})).bearer(&game.white).send().await.expect(200);
    for command in [json!({"type": "takeback"}), json!({"type": "resign"}), json!({"type": "rematch"})] {
        app.command(&game, &game.white, &command).await.expect(200);
    }
    app.state(&game).await;
    app.get(&game.path("/events")).send().await.expect(200);
    for filter in ["running", "finished"] {
        let list = app.get(&format!("/api/games?filter={filter}")).send().await.expect(200);
        assert_eq!(list["games"].as_array().map(Vec::len), Some(1));
    }
    for path in ["/api/options", "/health", "/ready"] {
        app.get(path).send().await.expect(200);
    }
    app.get(&game.path("/hint")).send().await.expect(200);
    let error = app.get("/api/games/abc").send().await.expect(404);
    assert!(text(&error["error"]["message"]).contains("abc"), "{error}");
}
