//! Bots over real connections.

mod glass;
mod mischief;

use std::{net::SocketAddr, time::Duration};

use outflank_server::{
    config::{BotSettings, Config, Limits, Rate, RoomSettings, Storage},
    course::{CourseServers, PickleCourse},
};
use serde_json::{Value, json};
use tokio::net::TcpStream;

use super::{
    app::{TestApp, text},
    archive::wait_until,
    bot::TestBot,
    client::{Line, TIMEOUT},
};

fn autostart() -> Config {
    Config { bots: BotSettings { autostart: true, ..BotSettings::default() }, ..Config::default() }
}

/// Two bots that look for an opponent, in the order of their names, and the game they are given.
async fn pair(app: &TestApp) -> (TestBot, TestBot, String) {
    let mut ann = TestBot::join(app.address, json!({"name": "Ann", "seek": true})).await;
    let bob = TestBot::join(app.address, json!({"name": "Bob", "seek": true})).await;
    let start = ann.wait_for("start").await;
    assert_eq!((&start["color"], &start["opponent"]), (&json!("black"), &json!("Bob")));
    (ann, bob, text(&start["game"]))
}

async fn state(app: &TestApp, id: &str) -> Value {
    app.get(&format!("/api/games/{id}")).send().await.expect(200)
}

/// Waits until a game is over, and returns how it ended.
async fn end(app: &TestApp, id: &str) -> Value {
    let mut line = Line::open(app.address, id).await;
    line.say(&json!({"type": "hello"})).await;
    let mut state = line.hear("state").await;
    while state["status"] != "over" {
        state = line.hear("event").await["state"].clone();
    }
    state["result"].clone()
}

#[tokio::test]
async fn two_seeking_bots_play_after_a_click() {
    let app = TestApp::start().await;
    let (mut ann, mut bob, id) = pair(&app).await;
    let before = state(&app, &id).await;
    assert_eq!((&before["waitingForStart"], &before["status"]), (&json!(true), &json!("playing")));
    assert_eq!(before["seats"]["white"]["name"], "Bob");
    let path = format!("/api/games/{id}/commands");
    app.post(&path, &json!({"type": "start"})).send().await.expect(200);
    let (over, other) = tokio::join!(ann.play_on(), bob.play_on());
    assert_eq!((&over["result"], &over["you"], &other["you"]), (&other["result"], &json!("black"), &json!("white")));
    let after = state(&app, &id).await;
    assert_eq!((&after["status"], &after["result"]["winner"]), (&json!("over"), &over["result"]["winner"]));
}

#[tokio::test]
async fn a_bot_is_challenged_by_a_person_over_a_web_socket() {
    let app = TestApp::start().await;
    let mut bot = Line::open_at(app.address, "/api/bots/socket").await;
    bot.say(&json!({"type": "hello", "outflank": 1, "name": "Ann"})).await;
    bot.hear("hello").await;
    let listed = app.get("/api/bots").send().await.expect(200);
    assert_eq!((&listed["bots"][0]["name"], &listed["bots"][0]["free"]), (&json!("Ann"), &json!(true)));
    let created = app.create(&json!({"black": "bot:ann", "you": "white", "white": "human"})).await.expect(201);
    let question = bot.hear("move").await;
    assert_eq!(question["game"], created["id"]);
    bot.say(&json!("d3")).await;
    let refused = bot.hear("error").await;
    assert_eq!(refused["code"], "not-an-object", "a text in quotes is not a square");
    let result = end(&app, &text(&created["id"])).await;
    assert_eq!((&result["reason"], &result["foul"]["verdict"]), (&json!("foul"), &json!("garbage")));
}

#[tokio::test]
async fn disconnected_and_busy_bots_cannot_be_challenged() {
    let app = TestApp::start().await;
    let request = json!({"black": "bot:Ann", "you": "white", "white": "human"});
    let refused = app.create(&request).await.expect(400);
    assert!(text(&refused["error"]["message"]).contains("no bot called \"Ann\" is connected and free"), "{refused}");
    let ann = TestBot::join(app.address, json!({"name": "Ann", "games": 2})).await;
    for _ in 0..2 {
        app.create(&request).await.expect(201);
    }
    app.create(&request).await.expect(400);
    let own = app.get("/api/bots/me").bearer(&ann.token).send().await.expect(200);
    assert_eq!(own["games"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn one_bot_plays_several_games_and_answers_in_any_order() {
    let app = TestApp::start().await;
    let request = json!({"black": "bot:Ann", "you": "none", "white": "random", "variant": "tiny"});
    let mut ann = TestBot::join(app.address, json!({"name": "Ann", "games": 2})).await;
    let first = text(&app.create(&request).await.expect(201)["id"]);
    let one = ann.wait_for("move").await;
    let second = text(&app.create(&request).await.expect(201)["id"]);
    let two = ann.wait_for("move").await;
    assert_eq!((&one["game"], &two["game"]), (&json!(first), &json!(second)));
    ann.write("a1\n").await;
    let received = ann.wait_for("error").await;
    assert!(text(&received["message"]).contains("2 requests are open"), "{received}");
    ann.answer(&two, two["legal"][0].as_str().unwrap()).await;
    ann.answer(&one, one["legal"][0].as_str().unwrap()).await;
    let (a, b) = (ann.play_on().await, ann.play_on().await);
    let games = [text(&a["game"]), text(&b["game"])];
    assert!(games.contains(&first) && games.contains(&second));
}

/// What a bot does at its first question, and the verdict.
async fn verdict_on(deed: impl AsyncFnOnce(&mut TestBot, Value)) -> (Value, TestBot, TestApp, String) {
    let app = TestApp::with(autostart()).await;
    let (mut ann, mut bob, id) = pair(&app).await;
    let question = ann.wait_for("move").await;
    deed(&mut ann, question).await;
    let over = bob.wait_for("over").await;
    assert_eq!(over["result"]["winner"], "white");
    let result = end(&app, &id).await;
    assert_eq!((&result["reason"], &result["foul"]["color"]), (&json!("foul"), &json!("black")));
    (result["foul"].clone(), ann, app, id)
}

#[tokio::test]
async fn an_illegal_move_is_explained_and_loses() {
    let (foul, mut ann, app, id) =
        verdict_on(async |ann: &mut TestBot, question: Value| ann.answer(&question, "a1").await).await;
    assert_eq!(foul["verdict"], "illegal-move");
    assert!(text(&foul["received"]).contains("\"a1\"") && text(&foul["detail"]).contains("a1 flips nothing"), "{foul}");
    let received = ann.wait_for("error").await;
    assert_eq!((&received["code"], &received["expected"][0]), (&json!("illegal-move"), &json!("d3")));
    let over = ann.wait_for("over").await;
    assert_eq!(over["result"]["reason"], "illegal-move");
    let path = format!("/api/games/{id}/traffic");
    let log = app.get(&path).bearer(&ann.token).send().await;
    assert_eq!(log.status, 200);
    assert!(log.body.contains(" > {\"type\":\"move\"") && log.body.contains("! illegal-move: a1"), "{}", log.body);
    app.get(&path).send().await.expect(403);
}

#[tokio::test]
async fn a_foul_is_a_foul_in_records_and_in_the_archive() {
    let (_, _ann, app, id) =
        verdict_on(async |ann: &mut TestBot, question: Value| ann.answer(&question, "a1").await).await;
    let page = wait_until(&app, "?source=server", 1).await;
    let entry = &page["games"][0];
    assert_eq!((&entry["game"], &entry["result"]["reason"]), (&json!(id), &json!("foul")), "{page}");
    for path in [format!("/api/games/{id}/record?format="), format!("/api/archive/{}?format=", entry["id"])] {
        let pgn = app.get(&format!("{path}pgn")).send().await.body;
        assert!(pgn.contains("[Termination \"rules infraction\"]"), "{pgn}");
        let record = app.get(&format!("{path}json")).send().await.expect(200);
        assert_eq!(record["outcome"], json!({"awarded": "white", "ending": "foul"}));
    }
}

#[tokio::test]
async fn a_pass_garbage_and_an_endless_line_have_their_verdicts() {
    let pass = verdict_on(async |ann: &mut TestBot, question: Value| ann.answer(&question, "pass").await).await;
    assert_eq!(pass.0["verdict"], "illegal-pass");
    let garbage = verdict_on(async |ann: &mut TestBot, _| ann.write("hello there\n").await).await;
    assert_eq!((&garbage.0["verdict"], &garbage.0["received"]), (&json!("garbage"), &json!("hello there")));
    let flood = verdict_on(async |ann: &mut TestBot, _| ann.write(&"x".repeat(100_000)).await).await;
    assert_eq!(flood.0["verdict"], "flood");
}

#[tokio::test]
async fn a_repeated_answer_is_an_error_and_no_foul() {
    let app = TestApp::with(autostart()).await;
    let (mut ann, mut bob, id) = pair(&app).await;
    let question = ann.wait_for("move").await;
    ann.answer(&question, "d3").await;
    ann.answer(&question, "d3").await;
    let received = ann.wait_for("error").await;
    assert!(
        received["code"] == "wrong-request" && text(&received["message"]).contains("answered before"),
        "{received}"
    );
    let (over, _) = tokio::join!(ann.play_on(), bob.play_on());
    assert_eq!(over["result"]["reason"], end(&app, &id).await["reason"]);
}

#[tokio::test]
async fn a_bot_that_reconnects_with_its_token_continues() {
    let app = TestApp::with(autostart()).await;
    let (mut ann, mut bob, id) = pair(&app).await;
    let question = ann.wait_for("move").await;
    let token = ann.token.clone();
    drop(ann);
    let mut line = Line::open(app.address, &id).await;
    line.say(&json!({"type": "hello"})).await;
    let mut is_lost = line.hear("state").await["presence"]["black"]["connected"] == false;
    while !is_lost {
        is_lost = line.hear("event").await["event"]["kind"] == "lost";
    }
    let mut ann = TestBot::join(app.address, json!({"name": "Ann", "token": token})).await;
    assert_eq!(ann.wait_for("start").await["game"], json!(id));
    let again = ann.wait_for("move").await;
    assert_eq!((&again["ply"], &again["board"]), (&question["ply"], &question["board"]));
    ann.answer(&again, "d3").await;
    let (over, _) = tokio::join!(ann.play_on(), bob.play_on());
    assert_ne!(over["result"]["reason"], "absent");
}

#[tokio::test]
async fn a_bot_that_stays_away_loses() {
    let bots = BotSettings { grace: Duration::ZERO, autostart: true, ..BotSettings::default() };
    let app = TestApp::with(Config { bots, ..Config::default() }).await;
    let (mut ann, mut bob, id) = pair(&app).await;
    ann.wait_for("move").await;
    drop(ann);
    assert_eq!(bob.wait_for("over").await["result"]["reason"], "absent");
    assert_eq!(end(&app, &id).await["foul"]["verdict"], "absent");
}

#[tokio::test]
async fn a_second_connection_of_the_same_bot_replaces_the_first() {
    let app = TestApp::start().await;
    let mut first = TestBot::join(app.address, json!({"name": "Ann"})).await;
    let mut stranger = TestBot::dial(app.address).await;
    stranger.say(&json!({"type": "hello", "outflank": 1, "name": "ANN"})).await;
    assert_eq!(stranger.hear().await["bot"], "ANN 2", "two cannot be called the same");
    let _second = TestBot::join(app.address, json!({"name": "Ann", "token": first.token})).await;
    assert!(text(&first.hear().await["message"]).contains("connected again"));
    assert_eq!(first.line().await, None);
    assert_eq!(app.get("/api/bots").send().await.expect(200)["bots"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_first_line_that_is_no_greeting_is_explained() {
    let app = TestApp::start().await;
    let wrong = [
        ("{\"type\":\"move\",\"move\":\"d3\"}\n", "bad-hello", "must be a hello"),
        ("{\"type\":\"hello\",\"outflank\":1}\n", "bad-hello", "a bot needs a name"),
        ("{\"type\":\"hello\",\"outflank\":2,\"name\":\"A\"}\n", "bad-hello", "version 2"),
        ("{\"type\":\"hello\",\"name\":\"A\",\"token\":\"abc\"}\n", "bad-token", "64 hexadecimal digits"),
        ("{\"type\":\"hello\",\"name\":\"A\",\"join\":\"KITE-42\"}\n", "unknown-code", "\"KITE-42\""),
        ("{\"type\":\"hello\",\"name\":\"A\",\"games\":99}\n", "bad-hello", "1 to 32"),
        ("{nonsense\n", "bad-hello", "not JSON"),
    ];
    for (line, code, words) in wrong {
        let mut bot = TestBot::dial(app.address).await;
        bot.write(line).await;
        let received = bot.hear().await;
        assert_eq!(received["code"], code, "{line}");
        assert!(text(&received["message"]).contains(words), "{received}");
        assert_eq!(bot.line().await, None);
    }
}

#[tokio::test]
async fn too_many_connections_are_refused_with_a_retry_delay() {
    let visits = Rate { burst: 1, per_minute: 1 };
    let app = TestApp::limited(Limits { visits, ..Limits::default() }).await;
    TestBot::join(app.address, json!({"name": "Ann"})).await;
    let mut bot = TestBot::dial(app.address).await;
    bot.write("{}\n").await;
    let received = bot.hear().await;
    assert_eq!((&received["code"], &received["limit"]), (&json!("rate-limited"), &json!("visits")));
    assert!(received["retryAfter"].as_u64().is_some_and(|seconds| seconds > 0), "{received}");
}

#[tokio::test]
async fn analysis_is_public_only_after_the_game() {
    let app = TestApp::with(autostart()).await;
    let (mut ann, mut bob, id) = pair(&app).await;
    let question = ann.wait_for("move").await;
    let answer = json!({"type": "move", "request": question["request"], "move": "d3", "info": {"text": "a start"}});
    ann.say(&answer).await;
    let reply = bob.wait_for("move").await;
    let path = format!("/api/games/{id}/thoughts");
    let of = async |token: &str| app.get(&path).bearer(token).send().await.expect(200)["thoughts"].clone();
    assert_eq!(of(&ann.token).await, json!([{"ply": 1, "color": "black", "info": {"text": "a start"}}]));
    assert_eq!(of(&bob.token).await, json!([]));
    bob.answer(&reply, reply["legal"][0].as_str().unwrap()).await;
    tokio::join!(ann.play_on(), bob.play_on());
    let all = app.get(&path).send().await.expect(200);
    assert!(all["thoughts"].as_array().is_some_and(|thoughts| thoughts.len() > 50), "{all}");
}

#[tokio::test]
async fn after_a_restart_bots_come_back_to_their_game() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { storage: Storage::Folder(folder.path().to_owned()), ..autostart() };
    // All its tasks end with it, at once and unfinished.
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let app = runtime.spawn(TestApp::with(config.clone())).await.unwrap();
    let (mut ann, mut bob, id) = pair(&app).await;
    let question = ann.wait_for("move").await;
    ann.answer(&question, "d3").await;
    let reply = bob.wait_for("move").await;
    bob.answer(&reply, reply["legal"][0].as_str().unwrap()).await;
    let asked = ann.wait_for("move").await;
    runtime.shutdown_background();
    let app = TestApp::again(&config).await;
    let mut bob = TestBot::join(app.address, json!({"name": "Bob", "token": bob.token})).await;
    let mut ann = TestBot::join(app.address, json!({"name": "Ann", "token": ann.token})).await;
    let again = ann.wait_for("move").await;
    assert_eq!((&again["game"], &again["board"]), (&json!(id), &asked["board"]));
    ann.answer(&again, again["legal"][0].as_str().unwrap()).await;
    let (over, _) = tokio::join!(ann.play_on(), bob.play_on());
    assert_eq!(over["game"], json!(id));
    let log = app.get(&format!("/api/games/{id}/traffic")).bearer(&ann.token).send().await;
    assert!(log.body.contains("\"ply\":0") && log.body.contains("\"move\":\"d3\""), "{}", log.body);
}

#[tokio::test]
async fn games_of_a_disconnected_bot_are_found_by_its_token() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { storage: Storage::Folder(folder.path().to_owned()), ..autostart() };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let app = runtime.spawn(TestApp::with(config.clone())).await.unwrap();
    let (mut ann, mut bob, id) = pair(&app).await;
    tokio::join!(ann.play_on(), bob.play_on());
    let (token, other) = (ann.token.clone(), bob.token.clone());
    drop((ann, bob));
    let expected = json!([{"id": id, "color": "black", "playing": false}]);
    let own = async |app: &TestApp, token: &str| app.get("/api/bots/me").bearer(token).send().await.expect(200);
    // It stands up when its seat has heard of the end.
    let stood_up = async { while own(&app, &token).await["games"] != expected {} };
    tokio::time::timeout(TIMEOUT, stood_up).await.expect("the game is among those that were played");
    runtime.shutdown_background();
    let app = TestApp::again(&config).await;
    let gone = own(&app, &token).await;
    assert_eq!((&gone["games"], &gone["name"], &gone["connected"]), (&expected, &json!("Ann"), &json!(false)));
    // It comes back: what was played before is still in its list.
    let _bob = TestBot::join(app.address, json!({"name": "Bobby", "token": other})).await;
    let back = own(&app, &other).await;
    assert_eq!((&back["name"], &back["connected"]), (&json!("Bobby"), &json!(true)));
    assert_eq!(back["games"], json!([{"id": id, "color": "white", "playing": false}]));
}

#[tokio::test]
async fn one_of_many_simultaneous_challengers_plays() {
    let app = TestApp::start().await;
    let mut ann = TestBot::join(app.address, json!({"name": "Ann", "games": 1})).await;
    let request = json!({"black": "bot:Ann", "you": "white", "white": "human"});
    let mut challenges = tokio::task::JoinSet::new();
    for _ in 0..12 {
        challenges.spawn(app.post("/api/games", &request).send());
    }
    let mut made = 0;
    for answer in challenges.join_all().await {
        made += usize::from(answer.status == 201);
        assert!([201, 400].contains(&answer.status), "{answer:?}");
    }
    assert_eq!(made, 1);
    ann.wait_for("move").await;
    let listed = app.get("/api/bots").send().await.expect(200);
    assert_eq!((&listed["bots"][0]["games"], &listed["bots"][0]["free"]), (&json!(1), &json!(false)));
}

#[tokio::test]
async fn no_bot_plays_itself_and_failed_challenges_free_it() {
    let app = TestApp::start().await;
    let _ann = TestBot::join(app.address, json!({"name": "Ann", "games": 2})).await;
    app.create(&json!({"black": "bot:Ann", "white": "bot:Ann", "you": "none"})).await.expect(400);
    app.create(&json!({"black": "bot:Ann", "white": "bot:Nobody", "you": "none"})).await.expect(400);
    let listed = app.get("/api/bots").send().await.expect(200);
    assert_eq!(listed["bots"][0]["games"], 0);
}

#[tokio::test]
async fn a_rematch_waits_for_a_bot_that_has_no_time() {
    let app = TestApp::start().await;
    let mut ann = TestBot::join(app.address, json!({"name": "Ann", "games": 1})).await;
    let request = json!({"black": "bot:Ann", "you": "white", "white": "human"});
    let mut games = Vec::new();
    for _ in 0..2 {
        let created = app.create(&request).await.expect(201);
        ann.wait_for("move").await;
        let path = format!("/api/games/{}/commands", text(&created["id"]));
        let command =
            |kind: &str| app.post(&path, &json!({"type": kind})).bearer(created["secrets"]["white"].as_str().unwrap());
        let resign = command("resign");
        games.push((command("rematch"), text(&created["id"])));
        if games.len() == 2 {
            break;
        }
        resign.send().await.expect(200);
        ann.wait_for("over").await;
        // Its seat becomes free some time after the bot received the end.
        while app.get("/api/bots").send().await.expect(200)["bots"][0]["free"] == false {}
    }
    let refused = games.swap_remove(0).0.send().await.expect(409);
    assert_eq!(refused["error"]["code"], "bot-busy");
}

#[tokio::test]
async fn a_rematch_with_a_bot_that_is_free_begins() {
    let app = TestApp::start().await;
    let mut ann = TestBot::join(app.address, json!({"name": "Ann", "games": 1})).await;
    let created = app.create(&json!({"black": "bot:Ann", "you": "white", "white": "human"})).await.expect(201);
    let path = format!("/api/games/{}/commands", text(&created["id"]));
    for kind in ["resign", "rematch"] {
        let secret = created["secrets"]["white"].as_str().unwrap();
        app.post(&path, &json!({"type": kind})).bearer(secret).send().await.expect(200);
    }
    ann.wait_for("over").await;
    assert_eq!(ann.wait_for("start").await["color"], "white");
}

#[tokio::test]
async fn a_person_who_leaves_a_bot_loses_and_frees_it() {
    let rooms = RoomSettings { claim_after_unclocked: Duration::ZERO, ..RoomSettings::default() };
    let app = TestApp::with(Config { rooms, ..Config::default() }).await;
    let mut ann = TestBot::join(app.address, json!({"name": "Ann"})).await;
    app.create(&json!({"black": "bot:Ann", "you": "white", "white": "human"})).await.expect(201);
    let question = ann.wait_for("move").await;
    ann.answer(&question, "d3").await;
    let over = ann.wait_for("over").await;
    assert_eq!((&over["result"]["winner"], &over["result"]["reason"]), (&json!("black"), &json!("gone")));
    while app.get("/api/bots").send().await.expect(200)["bots"][0]["free"] == false {}
}

#[tokio::test]
async fn a_challenger_who_never_joins_frees_the_bot() {
    let app = TestApp::start().await;
    let _ann = TestBot::join(app.address, json!({"name": "Ann"})).await;
    let refused = app.create(&json!({"black": "bot:Ann", "white": "human", "you": "none"})).await.expect(400);
    assert!(text(&refused["error"]["message"]).contains("a person must play against the bot"), "{refused}");
}

#[tokio::test]
async fn a_game_that_waits_for_a_click_ends_when_its_bots_leave() {
    let bots = BotSettings { grace: Duration::ZERO, ..BotSettings::default() };
    let app = TestApp::with(Config { bots, ..Config::default() }).await;
    let (ann, mut bob, id) = pair(&app).await;
    bob.wait_for("start").await;
    drop(ann);
    let mut line = Line::open(app.address, &id).await;
    line.say(&json!({"type": "hello"})).await;
    let mut is_lost = line.hear("state").await["presence"]["black"]["connected"] == false;
    while !is_lost {
        is_lost = line.hear("event").await["event"]["kind"] == "lost";
    }
    assert_eq!(state(&app, &id).await["status"], "playing", "one of them waits");
    drop(bob);
    assert_eq!(end(&app, &id).await["foul"]["verdict"], "absent");
}

#[tokio::test]
async fn too_many_seeks_are_refused_with_a_retry_delay() {
    let games = Rate { burst: 1, per_minute: 1 };
    let app = TestApp::limited(Limits { games, ..Limits::default() }).await;
    let _ann = TestBot::join(app.address, json!({"name": "Ann", "seek": true})).await;
    let mut bob = TestBot::dial(app.address).await;
    bob.say(&json!({"type": "hello", "outflank": 1, "name": "Bob", "seek": true})).await;
    let received = bob.hear().await;
    assert_eq!((&received["code"], &received["limit"]), (&json!("rate-limited"), &json!("games")));
}

#[tokio::test]
async fn reconnects_of_one_token_are_limited_on_every_address() {
    let tokens = Rate { burst: 2, per_minute: 1 };
    let app = TestApp::with(Config { limits: Limits { tokens, ..Limits::default() }, ..Config::default() }).await;
    let ann = TestBot::join(app.address, json!({"name": "Ann"})).await;
    let hello = json!({"type": "hello", "outflank": 1, "name": "Ann", "token": ann.token});
    for _ in 0..2 {
        TestBot::join(app.address, hello.clone()).await;
    }
    let mut again = TestBot::dial(app.address).await;
    again.say(&hello).await;
    let received = again.hear().await;
    assert_eq!((&received["code"], &received["limit"]), (&json!("rate-limited"), &json!("token")));
    assert!(received["retryAfter"].as_u64().is_some_and(|seconds| seconds > 0), "{received}");
    TestBot::join(app.address, json!({"name": "Bob"})).await;
}

#[tokio::test]
async fn pages_of_other_origins_cannot_connect_bots() {
    let app = TestApp::start().await;
    let socket = |origin: &str| {
        let asked = app.get("/api/bots/socket").header("origin", origin).header("connection", "upgrade");
        asked
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA==")
    };
    assert_eq!(socket("https://evil.example").send().await.status, 403);
}

/// A laptop that goes to sleep says nothing, so the system has to ask for it.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn silent_connections_have_tcp_keepalive() {
    let pickle = Some(PickleCourse { port: 0, ..PickleCourse::default() });
    let app = TestApp::with_course(Config::default(), CourseServers { pickle, ..CourseServers::default() }).await;
    let _ann = TestBot::join(app.address, json!({"name": "Ann"})).await;
    let _player = TcpStream::connect(app.course[0]).await.expect("a door");
    let is_asked = |address: &SocketAddr| {
        let table = std::fs::read_to_string("/proc/net/tcp").expect("a table of connections");
        let port = format!(":{:04X}", address.port());
        let ends = |line: &&str| line.split_whitespace().nth(1).is_some_and(|local| local.ends_with(&port));
        let field = |line: &str, place| line.split_whitespace().nth(place).unwrap_or_default().to_owned();
        // State 01 is an open connection, and timer 02 the one that asks.
        table.lines().filter(ends).any(|line| field(line, 3) == "01" && field(line, 5).starts_with("02:"))
    };
    let wait = async {
        while ![app.address, app.course[0]].iter().all(is_asked) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TIMEOUT, wait).await.expect("the connection is asked after");
}
