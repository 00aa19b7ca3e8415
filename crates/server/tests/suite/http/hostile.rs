//! Those who mean harm are refused, and the rest of the server plays on.

use std::time::Duration;

use outflank_server::config::{Config, Hosts, Limits, Rate};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::{
    app::{TestApp, TestGame, place},
    client::{Line, Request},
};

/// A game that is played while others misbehave.
struct Witness {
    app: TestApp,
    game: TestGame,
    black: Line,
    white: Line,
}

impl Witness {
    async fn of(app: TestApp) -> Witness {
        let game = app.two_people().await;
        let (black, _) = app.line(&game, Some(&game.black)).await;
        let (white, _) = app.line(&game, Some(&game.white)).await;
        Witness { app, game, black, white }
    }

    async fn start() -> Witness {
        Witness::of(TestApp::start().await).await
    }

    /// Both still play, and each sees the other's move.
    async fn plays_on(mut self) {
        assert_eq!(self.black.ask(place(0, "f5")).await["type"], "ack");
        assert_eq!(self.white.hear("event").await["event"]["move"], "f5");
        assert_eq!(self.white.ask(place(1, "d6")).await["type"], "ack");
        assert_eq!(self.app.state(&self.game).await["moves"].as_array().map(Vec::len), Some(2));
    }
}

#[tokio::test]
async fn pages_of_other_origins_get_no_socket_and_no_effect() {
    let witness = Witness::start().await;
    let headers = [("origin", "http://evil.example")];
    let refused = Line::try_open(witness.app.address, &witness.game.id, &headers).await;
    let Err(Error::Http(answer)) = refused.map(|_| ()) else { panic!("it was let in") };
    assert_eq!(answer.status(), 403);
    let resign = witness.app.post(&witness.game.path("/commands"), &json!({"type": "resign"}));
    let resign = resign.bearer(&witness.game.black).header("Origin", "http://evil.example");
    resign.send().await.refused(403, "cross-origin");
    // What a form of another page can send without asking first.
    let form = super::client::Request::new(witness.app.address, "POST", "/api/games").body("text/plain", "{}");
    form.send().await.refused(415, "not-json");
    witness.plays_on().await;
}

/// A foreign name that resolves to this machine must not make a foreign page one of ours.
#[tokio::test]
async fn a_server_for_this_machine_answers_to_no_other_name() {
    let witness = Witness::start().await;
    let headers = [("host", "evil.example"), ("origin", "http://evil.example")];
    let refused = Line::try_open(witness.app.address, &witness.game.id, &headers).await;
    let Err(Error::Http(answer)) = refused.map(|_| ()) else { panic!("it was let in") };
    assert_eq!(answer.status(), 421);
    let named = |host: &str| Request::to(witness.app.address, host, "GET", "/api/games");
    let answer = named("evil.example").send().await.refused(421, "unknown-host");
    assert_eq!(answer["error"]["received"], "evil.example");
    named(&format!("localhost:{}", witness.app.address.port())).send().await.expect(200);
    witness.plays_on().await;
}

#[tokio::test]
async fn a_server_behind_a_proxy_answers_to_its_name() {
    let hosts = Hosts::ThisMachine(vec!["games.example".parse().expect("a name")]);
    let app = TestApp::with(Config { hosts, ..Config::default() }).await;
    Request::to(app.address, "games.example", "GET", "/api/games").send().await.expect(200);
    Request::to(app.address, "evil.example", "GET", "/api/games").send().await.refused(421, "unknown-host");
    Request::to(app.address, "games.example", "GET", "/metrics").send().await.refused(403, "local-only");
    assert_eq!(Request::to(app.address, "localhost", "GET", "/metrics").send().await.status, 200);
}

/// A page of others can let its name lead to this machine, and asks from here then.
#[tokio::test]
async fn metrics_are_refused_under_unknown_names() {
    let app = TestApp::with(Config { hosts: Hosts::Any, ..Config::default() }).await;
    Request::to(app.address, "evil.example", "GET", "/metrics").send().await.refused(403, "local-only");
    Request::to(app.address, "evil.example", "GET", "/api/games").send().await.expect(200);
}

#[tokio::test]
async fn frames_that_are_too_large_end_their_socket() {
    let witness = Witness::start().await;
    for size in [5_000, 1 << 20] {
        let (mut line, _) = witness.app.line(&witness.game, Some(&witness.game.black)).await;
        line.say_text(&"x".repeat(size)).await;
        line.is_ended().await;
    }
    witness.plays_on().await;
}

#[tokio::test]
async fn invalid_messages_are_refused_until_the_socket_is_closed() {
    let witness = Witness::start().await;
    let (mut line, _) = witness.app.line(&witness.game, None).await;
    for text in ["", "null", "[]", "{\"type\":\"move\"}", "{\"type\":\"hello\"}", "\u{0}"] {
        line.say_text(text).await;
        assert_eq!(line.hear("refused").await["code"], "bad-message", "{text:?}");
    }
    for _ in 0..200 {
        line.say_text("{}").await;
    }
    line.is_ended().await;
    let (mut line, _) = witness.app.line(&witness.game, None).await;
    line.say_raw(Message::binary(vec![0; 8])).await;
    line.is_ended().await;
    witness.plays_on().await;
}

#[tokio::test]
async fn the_first_message_must_be_hello() {
    let witness = Witness::start().await;
    for text in ["{\"type\":\"resign\"}", "hello", "{\"type\":\"hello\",\"secret\":7}"] {
        let mut line = Line::open(witness.app.address, &witness.game.id).await;
        line.say_text(text).await;
        assert_eq!(line.hear("refused").await["code"], "bad-message", "{text}");
        line.is_ended().await;
    }
    witness.plays_on().await;
}

#[tokio::test]
async fn a_version_from_the_future_gets_the_whole_game() {
    let witness = Witness::start().await;
    for after in [json!(1_000_000), json!(u64::MAX)] {
        let mut line = Line::open(witness.app.address, &witness.game.id).await;
        line.say(&json!({"type": "hello", "after": after})).await;
        assert_eq!(line.hear("state").await["version"], 3);
    }
    let events = witness.app.get(&witness.game.path("/events?after=18446744073709551615")).send().await;
    assert_eq!(events.expect(200)["events"], json!([]));
    witness.app.get(&witness.game.path("/events?after=-1")).send().await.refused(400, "bad-query");
    witness.plays_on().await;
}

#[tokio::test]
async fn half_open_connections_do_not_block_others() {
    let witness = Witness::start().await;
    let mut half = Vec::new();
    for text in ["", "G", "GET / HTTP/1.1\r\nHost: x\r\n", "POST /api/games HTTP/1.1\r\nContent-Length: 100\r\n\r\n{"] {
        for _ in 0..20 {
            let mut stream = TcpStream::connect(witness.app.address).await.expect("it listens");
            stream.write_all(text.as_bytes()).await.expect("it reads");
            half.push(stream);
        }
    }
    for _ in 0..20 {
        half_open_socket(&witness).await;
    }
    witness.plays_on().await;
}

/// A socket whose other end says hello and is never heard of again.
async fn half_open_socket(witness: &Witness) {
    let (line, _) = witness.app.line(&witness.game, None).await;
    std::mem::forget(line);
}

#[tokio::test]
async fn silent_connections_are_closed() {
    let short = Duration::from_millis(1500);
    let app = TestApp::limited(Limits { head_time: short, hello_time: short, ..Limits::default() }).await;
    let witness = Witness::of(app).await;
    for text in ["", "GET / HTTP/1.1\r\nHost: x\r\n"] {
        let mut stream = TcpStream::connect(witness.app.address).await.expect("it listens");
        stream.write_all(text.as_bytes()).await.expect("it reads");
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "{text:?} is still waited for");
    }
    Line::open(witness.app.address, &witness.game.id).await.is_ended().await;
    witness.plays_on().await;
}

#[tokio::test]
async fn garbage_instead_of_http_is_refused() {
    let witness = Witness::start().await;
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"\0\0\0\0\r\n\r\n",
        b"GET\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(witness.app.address).await.expect("it listens");
        stream.write_all(bytes).await.expect("it reads");
        stream.shutdown().await.expect("it reads");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{bytes:?}");
    }
    witness.plays_on().await;
}

#[tokio::test]
async fn bodies_and_heads_are_bounded() {
    let witness = Witness::start().await;
    let app = &witness.app;
    app.create(&json!({"from": "f5".repeat(10_000)})).await.refused(413, "too-large");
    app.post(&witness.game.path("/commands"), &json!({"type": "resign", "id": "x".repeat(5000)}))
        .send()
        .await
        .refused(400, "bad-message");
    let long = app.get("/health").header("X-Long", &"x".repeat(100_000)).send().await;
    assert_eq!(long.status, 431);
    witness.plays_on().await;
}

#[tokio::test]
async fn new_games_are_limited_and_moves_are_not() {
    let games = Rate { burst: 3, per_minute: 1 };
    let requests = Rate { burst: 2, per_minute: 1 };
    let app = TestApp::limited(Limits { games, requests, ..Limits::default() }).await;
    let witness = Witness::of(app).await;
    for _ in 0..2 {
        witness.app.create(&json!({})).await.expect(201);
    }
    let answer = witness.app.create(&json!({})).await;
    answer.refused(429, "rate-limited");
    assert!(answer.headers["retry-after"].parse::<u32>().is_ok_and(|seconds| seconds > 0), "{answer:?}");
    for _ in 0..2 {
        witness.app.get("/api/games").send().await.expect(200);
    }
    witness.app.get("/api/games").send().await.refused(429, "rate-limited");
    let move_by_http = witness.app.command(&witness.game, &witness.game.black, &place(0, "f5")).await;
    assert_eq!(move_by_http.expect(200)["type"], "ack");
    witness.plays_on().await;
}

#[tokio::test]
async fn rematches_count_as_new_games() {
    let app = TestApp::limited(Limits { games: Rate { burst: 4, per_minute: 1 }, ..Limits::default() }).await;
    let witness = Witness::of(app).await;
    let created = witness.app.create(&json!({"variant": "tiny"})).await.expect(201);
    let game = TestGame {
        id: created["id"].as_str().expect("an id").to_owned(),
        black: created["secrets"]["black"].as_str().expect("a secret").to_owned(),
        white: String::new(),
        link: String::new(),
    };
    witness.app.command(&game, &game.black, &json!({"type": "resign"})).await.expect(200);
    for _ in 0..2 {
        witness.app.command(&game, &game.black, &json!({"type": "rematch"})).await.expect(200);
    }
    witness.app.command(&game, &game.black, &json!({"type": "rematch"})).await.refused(429, "rate-limited");
    let (mut line, _) = witness.app.line(&game, Some(&game.black)).await;
    assert_eq!(line.ask(json!({"type": "rematch"})).await["code"], "rate-limited");
    witness.plays_on().await;
}

#[tokio::test]
async fn loading_games_is_limited() {
    let app = TestApp::limited(Limits { visits: Rate { burst: 6, per_minute: 1 }, ..Limits::default() }).await;
    let mut witness = Witness::of(app).await;
    for _ in 0..4 {
        witness.app.state(&witness.game).await;
    }
    witness.app.get(&witness.game.path("")).send().await.refused(429, "rate-limited");
    let refused = Line::try_open(witness.app.address, &witness.game.id, &[]).await;
    let Err(Error::Http(answer)) = refused.map(|_| ()) else { panic!("it was let in") };
    assert_eq!(answer.status(), 429);
    assert_eq!(witness.black.ask(place(0, "f5")).await["type"], "ack", "who is inside plays on");
    assert_eq!(witness.white.hear("event").await["event"]["move"], "f5");
}

#[tokio::test]
async fn guesses_of_secrets_are_limited() {
    let app = TestApp::limited(Limits { secrets: Rate { burst: 5, per_minute: 1 }, ..Limits::default() }).await;
    let witness = Witness::of(app).await;
    let (guess, own) = (json!({"secret": "1".repeat(64)}), "2".repeat(64));
    let sit = async || witness.app.post(&witness.game.path("/seats"), &guess).bearer(&own).send().await;
    for _ in 0..4 {
        sit().await.refused(403, "wrong-secret");
    }
    sit().await.refused(429, "rate-limited");
    witness.plays_on().await;
}

#[tokio::test]
async fn connections_per_address_are_limited() {
    let app = TestApp::limited(Limits { connections_per_address: 6, ..Limits::default() }).await;
    let mut witness = Witness::of(app).await;
    let mut crowd = Vec::new();
    for _ in 0..10 {
        crowd.push(TcpStream::connect(witness.app.address).await.expect("it listens"));
    }
    let mut last = crowd.pop().expect("a crowd");
    let mut byte = [0];
    let ended = tokio::time::timeout(Duration::from_secs(30), last.read(&mut byte)).await.expect("it is cut off");
    assert!(matches!(ended, Ok(0) | Err(_)), "{ended:?}");
    assert_eq!(witness.black.ask(place(0, "f5")).await["type"], "ack");
    drop(crowd);
    witness.white.hear("event").await;
}
