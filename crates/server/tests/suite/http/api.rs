//! Games over HTTP.

use std::{
    net::{IpAddr, Ipv4Addr, UdpSocket},
    time::Duration,
};

use outflank_server::config::{Audience, Config, Hosts, RoomSettings};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    app::{TestApp, place, text},
    client::{Request, TIMEOUT},
};

#[tokio::test]
async fn a_game_against_the_computer_begins_with_one_request() {
    let app = TestApp::start().await;
    let answer = app.create(&json!({})).await;
    let created = answer.expect(201);
    assert_eq!(created["url"], format!("/game/{}", text(&created["id"])));
    assert_eq!((&created["state"]["you"], &created["state"]["turn"]), (&json!(["black"]), &json!("black")));
    assert!(answer.headers["set-cookie"].contains("HttpOnly; SameSite=Strict"), "{answer:?}");
    let path = format!("/api/games/{}/commands", text(&created["id"]));
    let done = app.post(&path, &place(0, "d3")).header("Cookie", &answer.cookie()).send().await;
    assert_eq!(done.expect(200)["type"], "ack");
}

#[tokio::test]
async fn a_game_that_a_client_has_played_is_stored_once() {
    let app = TestApp::start().await;
    let played = json!({"black": "human", "white": "level:5", "you": "black", "name": "Ann",
        "from": "f5d6c3d3c4f4f6f3e6e7", "variant": "standard",
        "played": {"key": "0123456789abcdef01234567", "resigned": "black"}});
    let first = app.create(&played).await;
    let game = first.expect(201);
    assert_eq!((&game["state"]["status"], &game["state"]["result"]["reason"]), (&json!("over"), &json!("resigned")));
    assert_eq!(game["state"]["moves"].as_array().map(Vec::len), Some(10));
    // The reply was lost, and with it the cookie.
    let again = app.create(&played).await.expect(200);
    assert_eq!((&again["id"], &again["secrets"]), (&game["id"], &json!({})));
    let list = app.get("/api/games?filter=finished").send().await.expect(200);
    assert_eq!(list["games"].as_array().map(Vec::len), Some(1), "{list}");
    let over = json!({"variant": "tiny", "from": "tiny; c4d4d3d2a1b4d1a3a4a2", "played": {"key": "a".repeat(24)}});
    let over = app.create(&over).await.expect(201);
    assert_eq!((&over["state"]["status"], &over["state"]["result"]["reason"]), (&json!("over"), &json!("played")));
}

#[tokio::test]
async fn a_played_game_needs_a_long_key_and_players_of_the_client() {
    let app = TestApp::start().await;
    for (change, field) in [
        (json!({"played": {"key": "short"}}), "played"),
        (json!({"played": {"key": "é".repeat(20)}}), "played"),
        (json!({"played": {"key": "a".repeat(24), "resigned": "grey"}}), "played"),
        (
            json!({"variant": "tiny", "from": "tiny; c4d4d3d2a1b4d1a3a4a2", "played": {"key": "a".repeat(24), "resigned": "black"}}),
            "from",
        ),
        (json!({"white": "bot:Ann", "played": {"key": "a".repeat(24)}}), "white"),
    ] {
        let refused = app.create(&change).await.expect(400);
        assert!(text(&refused["error"]["message"]).starts_with(&format!("{field}: ")), "{refused}");
    }
}

#[tokio::test]
async fn lists_filter_running_finished_and_own_games() {
    let app = TestApp::start().await;
    let answer = app.create(&json!({"name": "Ann", "from": "f5d6"})).await;
    let (mine, cookie) = (answer.expect(201), answer.cookie());
    let hidden = app.create(&json!({"listed": false, "from": "f5d6"})).await.expect(201);
    let list = async |filter: &str, cookie: &str| {
        let path = format!("/api/games?filter={filter}");
        app.get(&path).header("Cookie", cookie).send().await.expect(200)["games"].clone()
    };
    let running = list("running", &cookie).await;
    assert_eq!(running.as_array().map(Vec::len), Some(1), "{running}");
    assert_eq!((&running[0]["id"], &running[0]["yours"]), (&mine["id"], &json!(["black"])));
    assert_eq!(list("running", "").await[0]["yours"], json!([]));
    assert_eq!(list("mine", &cookie).await[0]["seats"]["black"]["name"], "Ann");
    assert_eq!(list("mine", "").await, json!([]));
    assert_eq!(list("unfinished", "").await, json!([]));
    assert_eq!(list("unfinished", &cookie).await[0]["id"], mine["id"]);
    let resign = app.post(&format!("/api/games/{}/commands", text(&mine["id"])), &json!({"type": "resign"}));
    resign.header("Cookie", &cookie).send().await.expect(200);
    assert_eq!(list("unfinished", &cookie).await, json!([]));
    assert_eq!(list("mine", &cookie).await[0]["status"], "over");
    assert_eq!(list("finished", "").await[0]["result"]["reason"], "resigned");
    assert_ne!(list("finished", "").await[0]["id"], hidden["id"]);
}

#[tokio::test]
async fn lists_have_pages() {
    let app = TestApp::start().await;
    for _ in 0..3 {
        app.two_people_with(json!({"from": "f5"})).await;
    }
    let first = app.get("/api/games?limit=2").send().await.expect(200);
    assert_eq!(first["games"].as_array().map(Vec::len), Some(2));
    let rest = app.get(&format!("/api/games?limit=2&before={}", text(&first["nextCursor"]))).send().await.expect(200);
    assert_eq!((rest["games"].as_array().map(Vec::len), rest["nextCursor"].is_null()), (Some(1), true));
}

#[tokio::test]
async fn wrong_query_values_are_quoted_with_the_possible_ones() {
    let app = TestApp::start().await;
    let game = app.two_people().await;
    let formats = "one of transcript, ggf, sgf, pgn, json, obf, fen, board";
    for (path, code, got, words) in [
        ("/api/games?limit=many".to_owned(), "bad-query", "many", "write a whole number from 0 on"),
        ("/api/games?limit=-1".to_owned(), "bad-query", "-1", "limit: \"-1\" is not possible"),
        (
            "/api/games?filter=all".to_owned(),
            "bad-query",
            "all",
            "write one of running, others, finished, mine, unfinished",
        ),
        (game.path("/events?after=x%20y"), "bad-query", "x y", "after: \"x y\""),
        (game.path("/record?format=docx"), "unknown-format", "docx", formats),
        (game.path("/record?format=wthor"), "unknown-format", "wthor", formats),
    ] {
        let error = app.get(&path).send().await.refused(400, code)["error"].clone();
        assert_eq!(error["received"], got, "{path}");
        assert!(text(&error["message"]).contains(words), "{path}: {error}");
    }
    let error = app.get("/api/games?before=yesterday").send().await.refused(400, "bad-query");
    assert!(text(&error["error"]["message"]).contains("yesterday"), "{error}");
}

/// As if two minutes had passed since the last event of every game.
#[tokio::test]
async fn abandoned_games_are_not_listed_as_running() {
    let rooms = RoomSettings { lively_for: Duration::ZERO, ..RoomSettings::default() };
    let app = TestApp::with(Config { rooms, ..Config::default() }).await;
    let left = app.two_people().await;
    let played = app.two_people().await;
    for game in [&left, &played] {
        app.command(game, &game.black, &place(0, "f5")).await.expect(200);
    }
    let running = async || {
        let list = app.get("/api/games?filter=running").send().await.expect(200);
        list["games"].as_array().expect("games").iter().map(|game| text(&game["id"])).collect::<Vec<_>>()
    };
    assert_eq!(running().await, Vec::<String>::new());
    let (_watcher, _) = app.line(&left, None).await;
    assert_eq!(running().await, Vec::<String>::new(), "somebody who looks on does not play");
    let (player, _) = app.line(&played, Some(&played.white)).await;
    assert_eq!(running().await, [played.id.as_str()]);
    let mine = app.get("/api/games?filter=unfinished").bearer(&left.white).send().await.expect(200);
    assert_eq!((&mine["games"][0]["id"], mine["games"].as_array().map(Vec::len)), (&json!(left.id), Some(1)));
    assert_eq!(app.state(&left).await["status"], "playing");
    drop(player);
    timeout(TIMEOUT, async { while !running().await.is_empty() {} }).await.expect("he has left");
}

#[tokio::test]
async fn games_without_moves_are_not_listed_as_running() {
    let app = TestApp::start().await;
    let game = app.two_people().await;
    let (_player, _) = app.line(&game, Some(&game.white)).await;
    let shown = async |filter: &str| {
        let list = app.get(&format!("/api/games?filter={filter}")).send().await.expect(200);
        list["games"].as_array().expect("games").len()
    };
    assert_eq!((shown("running").await, shown("others").await), (0, 0));
    let mine = app.get("/api/games?filter=unfinished").bearer(&game.white).send().await.expect(200);
    assert_eq!(mine["games"][0]["id"], json!(game.id), "its players find it");
    app.command(&game, &game.black, &place(0, "f5")).await.expect(200);
    assert_eq!((shown("running").await, shown("others").await), (1, 1));
    app.command(&game, &game.white, &json!({"type": "resign"})).await.expect(200);
    assert_eq!((shown("running").await, shown("finished").await), (0, 1));
}

#[tokio::test]
async fn events_can_be_read_from_any_version() {
    let app = TestApp::start().await;
    let game = app.two_people().await;
    app.command(&game, &game.black, &place(0, "f5")).await.expect(200);
    let all = app.get(&game.path("/events")).send().await.expect(200);
    let kinds: Vec<&str> =
        all["events"].as_array().unwrap().iter().filter_map(|it| it["event"]["kind"].as_str()).collect();
    assert_eq!(kinds, ["created", "seated", "seated", "moved"]);
    let last = app.get(&game.path("/events?after=3")).send().await.expect(200);
    assert_eq!((&last["events"][0]["version"], &last["version"]), (&json!(4), &json!(4)));
}

#[tokio::test]
async fn a_repeated_move_is_harmless_and_a_stale_one_refused() {
    let app = TestApp::start().await;
    let game = app.two_people().await;
    let first = app.command(&game, &game.black, &place(0, "d3")).await.expect(200);
    let again = app.command(&game, &game.black, &place(0, "d3")).await.expect(200);
    assert_eq!(first["version"], again["version"]);
    app.command(&game, &game.black, &place(0, "f5")).await.refused(409, "stale");
    app.command(&game, &game.black, &place(1, "c3")).await.refused(409, "not-your-turn");
    app.command(&game, &game.white, &place(1, "a1")).await.refused(422, "illegal-move");
    app.command(&game, &game.white, &place(1, "c3")).await.expect(200);
    assert_eq!(app.state(&game).await["moves"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn takeback_resignation_and_rematch_work_without_a_socket() {
    let app = TestApp::start().await;
    let game = app.two_people().await;
    app.command(&game, &game.black, &place(0, "d3")).await.expect(200);
    app.command(&game, &game.black, &json!({"type": "takeback"})).await.expect(200);
    assert_eq!(app.state(&game).await["offers"]["takeback"], "black");
    app.command(&game, &game.white, &json!({"type": "takeback", "answer": true})).await.expect(200);
    assert_eq!(app.state(&game).await["moves"], json!([]));
    app.command(&game, &game.white, &json!({"type": "rematch"})).await.refused(409, "not-over");
    app.command(&game, &game.white, &json!({"type": "resign"})).await.expect(200);
    assert_eq!(app.state(&game).await["result"]["winner"], "black");
    app.command(&game, &game.black, &place(0, "d3")).await.refused(409, "over");
    app.command(&game, &game.white, &json!({"type": "rematch"})).await.expect(200);
    app.command(&game, &game.black, &json!({"type": "rematch", "answer": true})).await.expect(200);
    let next = text(&app.state(&game).await["rematchGame"]);
    let next = app.get(&format!("/api/games/{next}")).bearer(&game.black).send().await.expect(200);
    assert_eq!((&next["you"], &next["previous"]), (&json!(["white"]), &json!(game.id)));
}

#[tokio::test]
async fn seats_belong_to_the_holders_of_their_secrets() {
    let app = TestApp::start().await;
    let game = app.two_people().await;
    let forged = "0".repeat(64);
    app.command(&game, &forged, &place(0, "d3")).await.refused(403, "not-seated");
    app.post(&game.path("/commands"), &place(0, "d3")).send().await.refused(403, "not-seated");
    app.command(&game, "short", &place(0, "d3")).await.refused(400, "wrong-secret");
    let cookie = app.browser().await;
    let sit = async |secret: &str| {
        app.post(&game.path("/seats"), &json!({"secret": secret})).header("Cookie", &cookie).send().await
    };
    sit(&forged).await.refused(403, "wrong-secret");
    let answer = sit("abc").await;
    answer.refused(400, "wrong-secret");
    assert!(!answer.body.contains("abc"), "a secret is not quoted: {answer:?}");
    sit(&game.link).await.refused(403, "seat-taken");
    assert_eq!(sit(&game.black).await.expect(200)["color"], "black", "who made the game may go on elsewhere");
    let state = app.get(&game.path("")).header("Cookie", &cookie).send().await.expect(200);
    assert_eq!(state["you"], json!(["black"]));
}

#[tokio::test]
async fn records_come_in_every_format() {
    let app = TestApp::start().await;
    let game = app.two_people().await;
    app.command(&game, &game.black, &place(0, "f5")).await.expect(200);
    let record = async |format: &str| app.get(&game.path(&format!("/record?format={format}"))).send().await;
    let plain = app.get(&game.path("/record")).send().await;
    assert_eq!((plain.status, plain.body.as_str()), (200, "f5\n"));
    assert!(plain.headers["content-disposition"].contains(&format!("outflank-{}.txt", game.id)));
    let options = app.get("/api/options").send().await.expect(200);
    for format in options["formats"].as_array().expect("formats") {
        let answer = record(format["name"].as_str().expect("a name")).await;
        assert_eq!(answer.status, 200, "{format}: {}", answer.body);
    }
    assert!(record("pgn").await.body.contains("1. f5"));
}

#[tokio::test]
async fn old_names_work_until_0_3() {
    let app = TestApp::with(Config { hosts: Hosts::Any, ..Config::default() }).await;
    assert_eq!(Request::new(app.address, "POST", "/api/browser").send().await.status, 204);
    let answer = app.create(&json!({"variant": "nine"})).await.refused(400, "bad-game");
    assert_eq!(answer["error"]["got"], answer["error"]["received"]);
    assert!(answer["error"].get("formerCode").is_none(), "the code has no other name");
    let host = Request::to(app.address, "other.example", "GET", "/metrics").send().await.refused(403, "local-only");
    assert_eq!(host["error"]["formerCode"], "not-for-you");
    let refused = app.get("/api/archive?from=yesterday").send().await.refused(400, "bad-query");
    assert_eq!(refused["error"]["received"], "yesterday");

    let game = app.two_people_with(json!({"from": "f5"})).await;
    let state = app.state(&game).await;
    let presence = &state["presence"]["black"];
    assert_eq!((&state["held"], &state["next"], &presence["here"]), (&json!(false), &Value::Null, &json!(false)));
    let list = app.get("/api/games?limit=1").send().await.expect(200);
    assert_eq!(list["next"], list["nextCursor"]);
    assert_eq!(list["games"][0]["held"], false);
}

#[tokio::test]
async fn only_players_against_computers_get_hints() {
    let app = TestApp::start().await;
    let answer = app.create(&json!({"variant": "tiny"})).await;
    let path = format!("/api/games/{}/hint", text(&answer.expect(201)["id"]));
    let hint = app.get(&path).header("Cookie", &answer.cookie()).send().await.expect(200);
    assert_eq!((hint["ply"].as_u64(), hint["values"].as_array().map(Vec::len)), (Some(0), Some(4)));
    assert_eq!((&hint["board"], &hint["turn"]), (&json!("-----OX--XO-----"), &json!("black")));
    app.get(&path).send().await.refused(403, "no-hints");
    let game = app.two_people().await;
    app.get(&game.path("/hint")).bearer(&game.black).send().await.refused(403, "no-hints");
}

#[tokio::test]
async fn invalid_requests_are_quoted() {
    let app = TestApp::start().await;
    let answer = app.create(&json!({"variant": "nine"})).await.refused(400, "bad-game");
    assert_eq!(answer["error"]["received"], "nine");
    app.create(&json!({"opponent": "me"})).await.refused(400, "bad-message");
    app.create(&json!({"black": "gtp:/bin/sh"})).await.refused(400, "bad-game");
    let both = app.create(&json!({"you": "white", "white": "level:3"})).await.refused(400, "bad-game");
    assert!(text(&both["error"]["message"]).contains("white is level:3"), "{both}");
    app.get("/api/games/abc").send().await.refused(404, "unknown-game");
    app.get("/api/games/aaaaaaaaaaaa").send().await.refused(404, "unknown-game");
    app.get("/api/gamez").send().await.refused(404, "unknown-route");
}

#[tokio::test]
async fn operators_can_read_health_and_metrics() {
    let app = TestApp::start().await;
    app.two_people().await;
    app.get("/ready").send().await.expect(200);
    app.get("/api/games/abc").send().await.refused(404, "unknown-game");
    let metrics = app.get("/metrics").send().await.body;
    for line in [
        "outflank_games{status=\"playing\"} 1",
        "outflank_events_total 3",
        "outflank_refusals_total{code=\"unknown-game\"} 1",
        "outflank_requests_total{status=\"201\"} 1",
        "outflank_append_seconds_count 2",
    ] {
        assert!(metrics.lines().any(|it| it == line), "{line} is missing:\n{metrics}");
    }
}

/// Where this machine has a network: there it is another machine to itself.
#[tokio::test]
async fn metrics_are_for_this_machine_unless_they_are_shown() {
    let Some(network) = network_address() else {
        eprintln!("skipped: this machine has no network, and so no address but its own");
        return;
    };
    for (metrics, status) in [(Audience::ThisMachine, 403), (Audience::Everybody, 200)] {
        let address = Ipv4Addr::UNSPECIFIED.into();
        let app = TestApp::with(Config { address, hosts: Hosts::Any, metrics, ..Config::default() }).await;
        let port = app.address.port();
        let from = async |address| Request::new((address, port).into(), "GET", "/metrics").send().await.status;
        assert_eq!((from(network).await, from(Ipv4Addr::LOCALHOST.into()).await), (status, 200), "{metrics:?}");
    }
}

/// The address from which this machine would speak to others; nothing is sent.
fn network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|address| !address.is_loopback())
}

#[tokio::test]
async fn links_become_pictures() {
    let app = TestApp::start().await;
    let answer = app.post("/api/qr", &json!({"text": "http://example.org/game/x#y"})).send().await;
    assert_eq!((answer.status, answer.headers["content-type"].as_str()), (200, "image/svg+xml"));
    app.post("/api/qr", &json!({"text": "x".repeat(513)})).send().await.refused(400, "too-large");
}
