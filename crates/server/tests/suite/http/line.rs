//! Games and positions that are looked at.

use serde_json::{Value, json};

use super::app::{TestApp, text};

async fn line(app: &TestApp, subject: &Value) -> Value {
    app.post("/api/line", subject).send().await.expect(200)
}

#[tokio::test]
async fn a_line_has_what_a_page_needs_to_draw_it() {
    let app = TestApp::start().await;
    let line = line(&app, &json!({"moves": "f5d6c3"})).await;
    assert_eq!((line["turn"].as_str(), line["status"].as_str()), (Some("white"), Some("playing")));
    assert_eq!(line["moves"][1], json!({"ply": 2, "color": "white", "move": "d6", "flips": ["d5"], "ms": null}));
    assert_eq!(line["counts"], json!({"black": 5, "white": 2}));
    assert_eq!((line["transcript"].as_str(), line["variant"]["name"].as_str()), (Some("f5d6c3"), Some("standard")));
    let legal: Vec<String> = line["legal"].as_array().expect("a list").iter().map(|it| text(&it["square"])).collect();
    assert_eq!(legal, ["d3", "f3", "f4", "g5"]);
    assert_eq!(line["position"], format!("{} O", text(&line["board"])));
}

#[tokio::test]
async fn the_position_of_a_line_is_a_valid_start() {
    let app = TestApp::start().await;
    let whole = line(&app, &json!({"variant": "six", "moves": "e4c5"})).await;
    let rest = line(&app, &json!({"variant": "six", "start": whole["position"]})).await;
    assert_eq!((&rest["board"], &rest["turn"], &rest["legal"]), (&whole["board"], &whole["turn"], &whole["legal"]));
    assert_eq!((rest["start"].clone(), rest["moves"].clone()), (whole["board"].clone(), json!([])));
}

#[tokio::test]
async fn a_line_shows_forced_passes_and_results() {
    let app = TestApp::start().await;
    let passing = line(&app, &json!({"start": "-XOO------------ X"})).await;
    assert_eq!(
        (&passing["turn"], &passing["legal"], &passing["status"]),
        (&json!("black"), &json!([]), &json!("playing"))
    );
    let over = line(&app, &json!({"start": "-XO------------- O", "moves": ["a1"]})).await;
    assert_eq!((&over["turn"], &over["legal"], &over["status"]), (&json!(null), &json!([]), &json!("over")));
    assert_eq!((&over["result"]["winner"], &over["result"]["reason"]), (&json!("white"), &json!("wipe-out")));
}

#[tokio::test]
async fn an_illegal_move_is_quoted_with_its_ply() {
    let app = TestApp::start().await;
    let refused = app.post("/api/line", &json!({"moves": "f5a1"})).send().await.refused(400, "bad-moves");
    assert_eq!((refused["error"]["received"].as_str(), refused["error"]["ply"].as_u64()), (Some("a1"), Some(2)));
    let message = text(&refused["error"]["message"]);
    assert!(message.contains("move 2") && message.contains("a1 flips nothing for white"), "{message}");
    assert_eq!(refused["error"]["reason"], "flips-nothing");
    assert_eq!(refused["error"]["parts"], json!({"ply": 2, "move": "a1", "color": "white"}));
    for (subject, reason) in [
        (json!({"moves": "f5f5"}), json!("occupied")),
        (json!({"moves": "f5z9"}), json!("unreadable")),
        (json!({"moves": "f5pass"}), json!("pass-with-moves")),
        (json!({"moves": "tiny; b1"}), json!("start-in-moves")),
        (json!({"variant": "six", "moves": "h8"}), json!("off-board")),
        (json!({"variant": "octagon", "start": format!("X{} X", "-".repeat(63))}), json!("outside-board")),
        (json!({"from": "no game at all"}), json!("no-record")),
        (json!({"from": "f5f5"}), json!("occupied")),
        (json!({"variant": "cubic"}), json!(null)),
    ] {
        let refused = app.post("/api/line", &subject).send().await.expect(400);
        assert_eq!(refused["error"]["reason"], reason, "{refused}");
    }
    for (subject, code) in [
        (json!({"moves": 7}), "bad-message"),
        (json!({"movs": "f5"}), "bad-message"),
        (json!({"variant": "cubic"}), "bad-variant"),
        (json!({"start": "-----OX--XO----"}), "bad-position"),
        (json!({"from": "no game at all"}), "bad-record"),
    ] {
        app.post("/api/line", &subject).send().await.refused(400, code);
    }
    app.post("/api/line", &json!({"from": "f5".repeat(10_000)})).send().await.refused(413, "too-large");
}
