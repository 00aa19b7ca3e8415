//! Limits on the tournaments of one client.

use outflank_server::config::{Limits, Rate};

use super::*;

#[tokio::test]
async fn new_tournaments_are_limited() {
    let tournaments = Rate { burst: 2, per_minute: 1 };
    let app = TestApp::limited(Limits { tournaments, ..Limits::default() }).await;
    for _ in 0..2 {
        app.post("/api/tournaments", &json!({})).send().await.expect(201);
    }
    let received = app.post("/api/tournaments", &json!({})).send().await.refused(429, "rate-limited");
    assert_eq!(received["error"]["limit"], "tournaments");
    assert!(received["error"]["retryAfter"].as_u64().is_some_and(|seconds| seconds > 0), "{received}");
}

#[tokio::test]
async fn unfinished_tournaments_per_address_are_limited() {
    let app = TestApp::limited(Limits { open_tournaments: 1, ..Limits::default() }).await;
    let first = TestTournament::new(&app, json!({})).await;
    app.post("/api/tournaments", &json!({})).send().await.refused(503, "busy");
    first.command(&json!({"type": "stop"})).await.expect(200);
    first.wait_until("stopped").await;
    app.post("/api/tournaments", &json!({})).send().await.expect(201);
}

#[tokio::test]
async fn invalid_requests_have_a_reason() {
    let app = TestApp::start().await;
    let wrong = [
        (json!({"format": "league"}), "format"),
        (json!({"games": 0}), "games"),
        (json!({"time": "soon"}), "time"),
        (json!({"players": ["human"]}), "players"),
        (json!({"openings": "z9"}), "openings"),
    ];
    for (request, field) in wrong {
        let received = app.post("/api/tournaments", &request).send().await.refused(400, "bad-tournament");
        assert!(text(&received["error"]["message"]).starts_with(field), "{received}");
    }
    app.post("/api/tournaments", &json!({"colour": "red"})).send().await.refused(400, "bad-message");
    app.post("/api/tournaments", &json!({"title": "x".repeat(20_000)})).send().await.refused(413, "too-large");
}

#[tokio::test]
async fn invalid_messages_end_the_socket_and_delay_no_move() {
    let app = TestApp::start().await;
    let tournament = TestTournament::new(&app, json!({"variant": "tiny", "openings": "none", "games": 1})).await;
    tournament.player("Ann").await;
    tournament.player("Bob").await;
    let mut loud = tournament.line().await;
    for _ in 0..200 {
        loud.say_text("{}").await;
    }
    loud.is_ended().await;
    tournament.command(&json!({"type": "start"})).await.expect(200);
    tournament.wait_until("over").await;
}

#[tokio::test]
async fn pages_of_other_origins_get_no_socket() {
    let app = TestApp::start().await;
    let tournament = TestTournament::new(&app, json!({})).await;
    let answer = app.get(&tournament.path("/socket")).header("Origin", "https://evil.example").send().await;
    answer.refused(403, "cross-origin");
    app.get(&tournament.path("/socket")).send().await.refused(426, "not-a-socket");
}
