//! Bots that send too much, or at the wrong time, harm no other client.

use outflank_server::config::Config;
use tokio_tungstenite::tungstenite::Message;

use super::*;

/// The longest line that says nothing; quoted, each of its signs grows.
fn longest() -> String {
    format!("{{\"type\":\"{}\"}}\n", "\u{e000}".repeat(21_000))
}

#[tokio::test]
async fn a_foul_of_any_length_disconnects_no_client() {
    let app = TestApp::start().await;
    let mut ann = TestBot::join(app.address, json!({"name": "Ann"})).await;
    let created = app.create(&json!({"black": "bot:Ann", "you": "white", "white": "human"})).await.expect(201);
    let id = text(&created["id"]);
    let mut person = Line::open(app.address, &id).await;
    person.say(&json!({"type": "hello"})).await;
    person.hear("state").await;
    ann.wait_for("move").await;
    ann.write(&longest()).await;
    let mut received = person.hear("event").await;
    while received["state"]["status"] != "over" {
        received = person.hear("event").await;
    }
    let foul = &received["state"]["result"]["foul"];
    assert_eq!(foul["verdict"], "garbage");
    assert!(text(&foul["detail"]).chars().count() <= 301 && text(&foul["received"]).chars().count() <= 1001);
    assert_eq!(end(&app, &id).await["foul"]["verdict"], "garbage", "whoever comes later sees it too");
}

/// Answers on one connection while the next one is made.
async fn answer_and_connect_again(app: &TestApp, ann: &mut TestBot, question: &Value) -> TestBot {
    let mut again = TestBot::dial(app.address).await;
    again.say(&json!({"type": "hello", "outflank": 1, "name": "Ann", "token": ann.token})).await;
    ann.answer(question, question["legal"][0].as_str().unwrap()).await;
    assert_eq!(again.hear().await["type"], "hello");
    again.token.clone_from(&ann.token);
    again
}

#[tokio::test]
async fn answers_while_a_bot_reconnects_cause_no_foul() {
    let tokens = Rate { burst: 1000, per_minute: 1000 };
    let app = TestApp::with(Config { limits: Limits { tokens, ..Limits::default() }, ..Config::default() }).await;
    let request = json!({"black": "bot:Ann", "you": "none", "white": "random", "variant": "tiny"});
    let mut ann = TestBot::join(app.address, json!({"name": "Ann"})).await;
    let mut older = Vec::new();
    for _ in 0..10 {
        // The game before may not have let go of her yet.
        let mut made = app.create(&request).await;
        while made.status != 201 {
            made = app.create(&request).await;
        }
        let id = text(&made.expect(201)["id"]);
        let mut ended = std::pin::pin!(end(&app, &id));
        let mut connects = true;
        let result = loop {
            let message = tokio::select! {
                result = &mut ended => break result,
                message = ann.hear() => message,
            };
            if message["type"] != "move" {
                continue;
            }
            if connects {
                let again = answer_and_connect_again(&app, &mut ann, &message).await;
                older.push(std::mem::replace(&mut ann, again));
            } else {
                ann.answer(&message, message["legal"][0].as_str().unwrap()).await;
            }
            connects = !connects;
        };
        assert_ne!(result["reason"], "foul", "{result}");
    }
}

#[tokio::test]
async fn lines_for_the_log_cost_no_game() {
    let app = TestApp::start().await;
    let request = json!({"black": "bot:Ann", "you": "none", "white": "random"});
    let mut ann = TestBot::join(app.address, json!({"name": "Ann"})).await;
    let id = text(&app.create(&request).await.expect(201)["id"]);
    loop {
        let message = ann.hear().await;
        match message["type"].as_str() {
            Some("move") => {
                ann.write(&"{\"type\":\"log\",\"text\":\"I think\"}\n".repeat(20)).await;
                ann.answer(&message, message["legal"][0].as_str().unwrap()).await;
            }
            Some("over") => break,
            Some("start") => {}
            _ => panic!("{message}"),
        }
    }
    assert_ne!(end(&app, &id).await["reason"], "foul");
}

#[tokio::test]
async fn a_bot_that_floods_is_disconnected() {
    let log = "{\"type\":\"log\",\"text\":\"x\"}\n";
    let (foul, mut ann, ..) = verdict_on(async |ann: &mut TestBot, _| ann.write(&log.repeat(11_000)).await).await;
    assert_eq!(foul["verdict"], "flood");
    while ann.line().await.is_some() {}
}

#[tokio::test]
async fn a_socket_that_pings_endlessly_is_disconnected() {
    let app = TestApp::with(Config::default()).await;
    let mut bot = Line::open_at(app.address, "/api/bots/socket").await;
    bot.say(&json!({"type": "hello", "outflank": 1, "name": "Ann"})).await;
    bot.hear("hello").await;
    for _ in 0..500 {
        bot.say_raw(Message::Ping(Vec::new().into())).await;
    }
    bot.is_ended().await;
}

#[tokio::test]
async fn names_and_details_of_bots_are_cleaned() {
    let app = TestApp::start().await;
    let hello = json!({"name": "Dan\u{200d}", "version": "\u{202e}evil\u{7}", "author": "\u{3164}"});
    let _dan = TestBot::join(app.address, hello).await;
    let list = app.get("/api/bots").send().await.expect(200);
    let dan = &list["bots"][0];
    assert_eq!((&dan["name"], &dan["version"], &dan["author"]), (&json!("Dan"), &json!("evil"), &json!("")));
    let mut blank = TestBot::dial(app.address).await;
    blank.say(&json!({"type": "hello", "outflank": 1, "name": "\u{3164}\u{2800}"})).await;
    assert_eq!(blank.hear().await["code"], "bad-hello");
}
