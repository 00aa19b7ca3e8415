//! Signs of life, and those who give none or do not keep up.

use std::time::Duration;

use outflank_server::config::{Config, Limits};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    app::{TestApp, TestGame, place, text},
    client::{Line, TIMEOUT},
};

/// More messages than the system buffers for a client that reads nothing, and than the server sends
/// one by one.
const MANY: usize = 400;

async fn app_with(limits: Limits) -> TestApp {
    TestApp::with(Config { limits, ..Config::default() }).await
}

/// One person on both sides, who can take back every move.
async fn alone(app: &TestApp) -> TestGame {
    let created = app.create(&json!({"you": "both"})).await.expect(201);
    let secret = |color: &str| text(&created["secrets"][color]);
    TestGame { id: text(&created["id"]), black: secret("black"), white: secret("white"), link: String::new() }
}

/// A move, and it is taken back: two events that leave the game as it was.
async fn to_and_fro(app: &TestApp, game: &TestGame) {
    app.command(game, &game.black, &place(0, "d3")).await.expect(200);
    app.command(game, &game.black, &json!({"type": "takeback"})).await.expect(200);
}

async fn dropped(app: &TestApp) -> u64 {
    let metrics = app.get("/metrics").send().await.body;
    let line = metrics.lines().find_map(|line| line.strip_prefix("outflank_sockets_dropped_total "));
    line.and_then(|count| count.parse().ok()).expect("a count")
}

fn version(message: &Value) -> u64 {
    message["version"].as_u64().unwrap_or_else(|| panic!("no version: {message}"))
}

#[tokio::test]
async fn sockets_receive_heartbeats() {
    let app = app_with(Limits { alive_every: Duration::from_millis(300), ..Limits::default() }).await;
    let game = app.two_people().await;
    let (mut line, state) = app.line(&game, None).await;
    let first = line.hear("alive").await;
    let second = line.hear("alive").await;
    let times = [&state, &first, &second].map(|message| message["now"].as_u64().expect("a time"));
    assert!(times.is_sorted(), "{times:?}");
}

/// A client that is there answers pings; one that hangs, or whose line was cut, does not.
#[tokio::test]
async fn clients_without_heartbeat_are_disconnected() {
    let app = app_with(Limits { alive_every: Duration::from_millis(50), ..Limits::default() }).await;
    let game = app.two_people().await;
    let (mut silent, _) = app.line(&game, None).await;
    timeout(TIMEOUT, async { while dropped(&app).await == 0 {} }).await.expect("it is cut off");
    silent.is_ended().await;
}

#[tokio::test]
async fn a_slow_reader_is_disconnected_and_can_return() {
    let limits = Limits { send_buffer: 4096, send_time: Duration::from_millis(300), ..Limits::default() };
    let app = app_with(limits).await;
    let game = alone(&app).await;
    let mut slow = Line::narrow(app.address, &game.id).await;
    slow.say(&json!({"type": "hello"})).await;
    let mut seen = version(&slow.hear("state").await);
    let fill = async {
        while dropped(&app).await == 0 {
            to_and_fro(&app, &game).await;
        }
    };
    timeout(TIMEOUT, fill).await.expect("it is dropped");
    while let Some(message) = slow.next().await {
        if message["type"] == "event" {
            assert_eq!(version(&message), seen + 1, "what came before the end is whole");
            seen += 1;
        }
    }
    let now = version(&app.state(&game).await);
    assert!(seen < now, "something was missed");
    let mut back = Line::open(app.address, &game.id).await;
    back.say(&json!({"type": "hello", "after": seen})).await;
    let first = back.next().await.expect("what was missed");
    assert!(first["type"] == "state" || version(&first) == seen + 1, "{first}");
    let mut seen = version(&first);
    while seen < now {
        seen = version(&back.hear("event").await);
    }
    assert_eq!(seen, now);
}

/// A client that reads again before it is disconnected receives the state over the same socket.
#[tokio::test]
async fn a_client_that_missed_too_much_receives_a_snapshot() {
    let app = app_with(Limits { send_buffer: 4096, send_time: Duration::from_secs(60), ..Limits::default() }).await;
    let game = alone(&app).await;
    let mut slow = Line::narrow(app.address, &game.id).await;
    slow.say(&json!({"type": "hello"})).await;
    let mut seen = version(&slow.hear("state").await);
    for _ in 0..MANY / 2 {
        to_and_fro(&app, &game).await;
    }
    let now = version(&app.state(&game).await);
    let state = loop {
        let message = slow.next().await.expect("the socket goes on");
        match message["type"].as_str() {
            Some("state") => break message,
            Some("event") => {
                assert_eq!(version(&message), seen + 1, "nothing is left out without a word");
                seen += 1;
            }
            _ => {}
        }
    };
    assert!(seen < now && version(&state) == now, "{seen} {now} {state}");
    app.command(&game, &game.black, &place(0, "d3")).await.expect(200);
    assert_eq!(version(&slow.hear("event").await), now + 1);
}

/// A player takes a move back while the computer thinks about its answer. The answer is never
/// played.
#[tokio::test]
async fn a_move_is_taken_back_while_the_computer_thinks() {
    let app = TestApp::start().await;
    let request = json!({"white": "level:20", "from": "f5d6c3d3c4f4f6f3e6e7d7c5"});
    let created = app.create(&request).await.expect(201);
    let secret = text(&created["secrets"]["black"]);
    let legal = |index: usize| text(&created["state"]["legal"][index]["square"]);
    let ply = created["state"]["moves"].as_array().expect("moves").len();
    let mut line = Line::open(app.address, &text(&created["id"])).await;
    line.say(&json!({"type": "hello", "secret": secret})).await;
    line.hear("state").await;
    line.say(&place(ply, &legal(0))).await;
    line.say(&json!({"type": "takeback"})).await;
    line.say(&place(ply, &legal(1))).await;
    let mut received = Vec::new();
    for _ in 0..4 {
        let event = line.hear("event").await["event"].clone();
        received.push((text(&event["kind"]), event["color"].clone(), event["ply"].clone(), event["move"].clone()));
    }
    let [moved, taken_back, other, answer] = &received[..] else { panic!("{received:?}") };
    assert_eq!((&moved.3, moved.0.as_str()), (&json!(legal(0)), "moved"), "{received:?}");
    assert_eq!((&taken_back.2, taken_back.0.as_str()), (&json!(ply), "taken_back"), "{received:?}");
    assert_eq!((&other.3, other.0.as_str()), (&json!(legal(1)), "moved"), "{received:?}");
    assert_eq!((&answer.1, &answer.2, answer.0.as_str()), (&json!("white"), &json!(ply + 2), "moved"), "{received:?}");
}
