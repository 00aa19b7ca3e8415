//! The players of a course that speak JSON lines, over real connections.

mod client;
mod games;
mod hostile;

use std::time::Duration;

use outflank_server::{
    config::{Config, Limits, Rate},
    course::{CourseEvent, CourseServers, JsonCourse},
};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::app::TestApp;
use client::Client;

const PASSWORD: &str = "kite";

/// A server with a course listener, and its events.
struct Class {
    app: TestApp,
    news: UnboundedReceiver<CourseEvent>,
}

/// Games begin as soon as all are ready.
fn at_once() -> JsonCourse {
    JsonCourse { countdown: Duration::ZERO, ..JsonCourse::new(PASSWORD) }
}

impl Class {
    async fn start(class: JsonCourse) -> Class {
        Class::with(class, Config::default()).await
    }

    async fn with(class: JsonCourse, config: Config) -> Class {
        let (sender, news) = mpsc::unbounded_channel();
        let json = Some(JsonCourse { port: 0, ..class });
        let course = CourseServers { json, events: Some(sender), ..CourseServers::default() };
        Class { app: TestApp::with_course(config, course).await, news }
    }

    async fn dial(&self) -> Client {
        Client::dial(self.app.course[0]).await
    }

    /// A client that has logged in.
    async fn login(&self, name: &str, kind: &str) -> Client {
        let mut client = self.dial().await;
        client.login(name, PASSWORD, kind).await;
        assert_eq!(client.hear("login_ok").await["name"], name);
        client
    }

    /// Two programs at the first table, ready.
    async fn pair(&self) -> (Client, Client) {
        let (mut ann, mut bob) = (self.login("Ann", "ai").await, self.login("Bob", "ai").await);
        ann.sit_ready(0, "white").await;
        bob.sit_ready(0, "black").await;
        (ann, bob)
    }

    /// The next game that is made.
    async fn game(&mut self) -> String {
        loop {
            if let CourseEvent::Game { game, .. } = self.news.recv().await.expect("it goes on") {
                return game.to_string();
            }
        }
    }

    async fn state(&self, game: &str) -> Value {
        self.app.get(&format!("/api/games/{game}")).send().await.expect(200)
    }
}

#[tokio::test]
async fn the_password_lets_clients_in_and_others_may_retry() {
    let class = Class::start(at_once()).await;
    let mut ann = class.dial().await;
    ann.login("Ann", "hawk", "ai").await;
    assert!(ann.hear("login_error").await["reason"].as_str().expect("a reason").contains("wrong password"));
    ann.say(&json!({"type": "login", "name": "Ann"})).await;
    ann.hear("login_error").await;
    ann.login("no name", PASSWORD, "ai").await;
    assert!(ann.hear("login_error").await["reason"].as_str().expect("a reason").contains("1 to 16"));
    ann.login("Ann", PASSWORD, "ai").await;
    assert_eq!(ann.hear("login_ok").await["name"], "Ann");
    let mut other = class.dial().await;
    other.login("ann", PASSWORD, "human").await;
    assert!(other.hear("login_error").await["reason"].as_str().expect("a reason").contains("another name"));
    other.login("Bob", PASSWORD, "human").await;
    other.hear("login_ok").await;
    assert_eq!(
        ann.lobby(|lobby| lobby["users"].as_array().expect("names").len() == 2).await["users"],
        json!(["Ann", "Bob"])
    );
}

#[tokio::test]
async fn guesses_of_the_password_are_limited() {
    let limits = Limits { secrets: Rate { burst: 2, per_minute: 1 }, loopback_too: true, ..Limits::default() };
    let class = Class::with(at_once(), Config { limits, ..Config::default() }).await;
    let mut guesser = class.dial().await;
    for (guess, received) in [("a", "wrong password"), ("b", "wrong password"), (PASSWORD, "too many attempts")] {
        guesser.login("Eve", guess, "ai").await;
        let reason = guesser.hear("login_error").await["reason"].clone();
        assert!(reason.as_str().expect("a reason").contains(received), "{reason}");
    }
}

#[tokio::test]
async fn a_whole_class_logs_in_from_one_address() {
    let limits = Limits { loopback_too: true, ..Limits::default() };
    let class = Class::with(at_once(), Config { limits, ..Config::default() }).await;
    let mut clients = Vec::new();
    for number in 1..=60 {
        clients.push(class.login(&format!("Player-{number}"), "ai").await);
    }
    let everybody = |lobby: &Value| lobby["users"].as_array().is_some_and(|users| users.len() == 60);
    clients[0].lobby(everybody).await;
}

#[tokio::test]
async fn a_client_over_the_limit_reads_why() {
    let limits = Limits { course: Rate { burst: 1, per_minute: 1 }, loopback_too: true, ..Limits::default() };
    let class = Class::with(at_once(), Config { limits, ..Config::default() }).await;
    let _first = class.login("Ann", "ai").await;
    let mut second = class.dial().await;
    second.login("Bob", PASSWORD, "ai").await;
    let reason = second.hear("error").await["reason"].clone();
    assert!(reason.as_str().expect("a reason").contains("too many connections from your address"), "{reason}");
    second.is_ended().await;
}

#[tokio::test]
async fn the_lobby_shows_who_sits_where_and_a_countdown_that_can_be_stopped() {
    let class = Class::start(JsonCourse { countdown: Duration::from_secs(600), ..at_once() }).await;
    let (mut ann, mut bob) = class.pair().await;
    let counting = ann.lobby(|lobby| lobby["tables"][0]["status"] == "countdown").await;
    assert_eq!(counting["tables"][0]["countdown"], 600);
    assert_eq!(counting["tables"][0]["seats"]["black"], json!({"name": "Bob", "kind": "ai", "ready": true}));
    assert_eq!(counting["you"], json!({"table": 0, "seat": "white", "ready": true}));
    bob.say(&json!({"type": "ready", "ready": false})).await;
    let waiting = ann.lobby(|lobby| lobby["tables"][0]["status"] == "waiting").await;
    assert_eq!(waiting["tables"][0]["countdown"], Value::Null);
    let mut eve = class.login("Eve", "human").await;
    for (request, reason) in [
        (json!({"type": "sit", "table": 0, "seat": "white"}), "seat is taken"),
        (json!({"type": "sit", "table": 7, "seat": "white"}), "there is no table 7"),
        (json!({"type": "ready", "ready": true}), "sit down first"),
        (json!({"type": "stand"}), "sit down first"),
    ] {
        eve.say(&request).await;
        let received = eve.hear("error").await["reason"].clone();
        assert!(received.as_str().expect("a reason").contains(reason), "{received}");
    }
    bob.say(&json!({"type": "stand"})).await;
    ann.lobby(|lobby| lobby["tables"][0]["seats"]["black"].is_null()).await;
    drop(bob);
    ann.lobby(|lobby| lobby["users"] == json!(["Ann", "Eve"])).await;
}

#[tokio::test]
async fn the_seconds_are_counted_down() {
    let class = Class::start(JsonCourse { countdown: Duration::from_millis(1100), ..at_once() }).await;
    let (mut ann, _bob) = class.pair().await;
    ann.lobby(|lobby| lobby["tables"][0]["countdown"] == 2).await;
    ann.lobby(|lobby| lobby["tables"][0]["countdown"] == 1).await;
    ann.lobby(|lobby| lobby["tables"][0]["status"] == "playing").await;
}
