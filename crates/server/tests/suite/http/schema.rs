//! The description of the API is true: of its methods, and of what is answered.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    app::{TestApp, place, text},
    client::Request,
};

pub(super) struct Document(Value);

impl Document {
    pub(super) async fn of(app: &TestApp) -> Document {
        Document(app.get("/api/openapi.json").send().await.expect(200))
    }

    /// Holds an answer against the schema of this operation.
    pub(super) fn check(&self, method: &str, path: &str, status: &str, answer: &Value) {
        let schema = &self.0["paths"][path][method]["responses"][status]["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{method} {path} {status} is not described");
        self.holds(schema, answer, &format!("{method} {path}"));
    }

    /// Everything required is there, nothing is there that is not described, and all of it has its type.
    fn holds(&self, schema: &Value, value: &Value, place: &str) {
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.rsplit('/').next().expect("a name");
            return self.holds(&self.0["components"]["schemas"][name], value, place);
        }
        if let Some(choices) = schema["oneOf"].as_array() {
            let schema = if value.is_null() { choices.last() } else { choices.first() };
            return self.holds(schema.expect("a choice"), value, place);
        }
        assert!(is_of(&schema["type"], value), "{place} is {value}, not {}", schema["type"]);
        if let Some(words) = schema["enum"].as_array() {
            assert!(words.contains(value), "{place} is {value}, not of {words:?}");
        }
        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            self.holds(&schema["items"], item, &format!("{place}[{index}]"));
        }
        let Some(fields) = value.as_object() else { return };
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(fields.contains_key(name.as_str().expect("a name")), "{place} lacks {name}: {value}");
        }
        let Some(described) = schema["properties"].as_object() else { return };
        for (name, field) in fields {
            let schema = described.get(name).unwrap_or_else(|| panic!("{place}.{name} is not described"));
            self.holds(schema, field, &format!("{place}.{name}"));
        }
    }
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

#[tokio::test]
async fn methods_are_those_that_are_described() {
    let app = TestApp::start().await;
    let Document(document) = Document::of(&app).await;
    for (path, operations) in document["paths"].as_object().expect("paths") {
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

#[tokio::test]
async fn answers_are_as_described() {
    let app = TestApp::start().await;
    let document = Document::of(&app).await;
    let created = app.create(&json!({"time": "5m+3s", "variant": "six"})).await.expect(201);
    document.check("post", "/api/games", "201", &created);
    let game = app.two_people_with(json!({"time": "1m", "from": "f5d6c3"})).await;
    document.check(
        "post",
        "/api/games/{id}/commands",
        "200",
        &app.command(&game, &game.white, &place(3, "d3")).await.expect(200),
    );
    let seated = app.post(&game.path("/seats"), &json!({"secret": game.link})).bearer(&game.white).send();
    let seated = seated.await.expect(200);
    document.check("post", "/api/games/{id}/seats", "200", &seated);
    for command in [json!({"type": "takeback"}), json!({"type": "resign"}), json!({"type": "rematch"})] {
        app.command(&game, &game.white, &command).await.expect(200);
    }
    document.check("get", "/api/games/{id}", "200", &app.state(&game).await);
    document.check("get", "/api/games/{id}/events", "200", &app.get(&game.path("/events")).send().await.expect(200));
    for filter in ["running", "finished"] {
        let list = app.get(&format!("/api/games?filter={filter}")).send().await.expect(200);
        assert_eq!(list["games"].as_array().map(Vec::len), Some(1));
        document.check("get", "/api/games", "200", &list);
    }
    for path in ["/api/options", "/health", "/ready"] {
        document.check("get", path, "200", &app.get(path).send().await.expect(200));
    }
    let hint = app.get(&game.path("/hint")).send().await.expect(200);
    document.check("get", "/api/games/{id}/hint", "200", &hint);
    let error = app.get("/api/games/abc").send().await.expect(404);
    document.check("get", "/api/games/{id}", "404", &error);
    assert!(text(&error["error"]["message"]).contains("abc"), "{error}");
}
