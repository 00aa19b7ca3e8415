//! Players that the operator offers, as real processes, and built-in bots of every kind.

use std::{fs, path::Path, time::Duration};

use outflank_arena::roster::Roster;
use outflank_server::config::Config;
use serde_json::{Value, json};

use super::{
    app::{TestApp, place, text},
    client::Line,
};

/// A bot in the shell, which others test with too; `{}` stands for what it does when it is asked.
const BOT: &str = include_str!("../../../../arena/tests/suite/bot.sh");

/// The first legal move.
const FIRST: &str = r#"echo "{\"type\":\"move\",\"request\":$number,\"move\":\"$legal\"}""#;

/// A server that offers a bot under this name.
async fn offering(dir: &Path, name: &str, what: &str) -> TestApp {
    let path = dir.join("bot.sh");
    let script = format!("echo >> '{}'\n{}", dir.join("starts").display(), BOT.replace("{}", what));
    fs::write(&path, script).unwrap();
    let players = Roster::new([format!("{name} = sh '{}'", path.display()).parse().unwrap()]);
    TestApp::with(Config { players, ..Config::default() }).await
}

/// A game that the asker plays with black, and the connection to it.
async fn begun(app: &TestApp, white: &str) -> (Line, Value) {
    let created = app.create(&json!({"white": white, "you": "black"})).await.expect(201);
    let mut line = Line::open(app.address, &text(&created["id"])).await;
    line.say(&json!({"type": "hello", "secret": text(&created["secrets"]["black"])})).await;
    let state = line.hear("state").await;
    (line, state)
}

/// Waits until something of this kind happens.
async fn until(line: &mut Line, kind: &str) -> Value {
    loop {
        let event = line.hear("event").await;
        if event["event"]["kind"] == kind {
            return event;
        }
    }
}

#[tokio::test]
async fn a_player_of_the_operator_is_listed_plays_and_answers_after_a_takeback() {
    let dir = tempfile::tempdir().unwrap();
    let app = offering(dir.path(), "Ann", FIRST).await;
    let options = app.get("/api/options").send().await.expect(200);
    let players = options["players"].as_array().unwrap();
    assert_eq!(players.last(), Some(&json!({"player": "player:Ann", "name": "Ann"})), "{players:?}");
    // Capitals do not matter.
    let (mut line, state) = begun(&app, "player:ann").await;
    assert_eq!(
        (&state["seats"]["white"]["player"], &state["seats"]["white"]["title"]),
        (&json!("player:Ann"), &json!("Ann"))
    );
    line.say(&place(0, "d3")).await;
    assert_eq!(until(&mut line, "moved").await["event"]["color"], "black");
    assert_eq!(until(&mut line, "moved").await["event"]["color"], "white");
    line.say(&json!({"type": "takeback"})).await;
    until(&mut line, "taken_back").await;
    line.say(&place(0, "c4")).await;
    until(&mut line, "moved").await;
    assert_eq!(until(&mut line, "moved").await["event"]["color"], "white");
    // A second game has the same process.
    let (mut other, _) = begun(&app, "player:Ann").await;
    other.say(&place(0, "f5")).await;
    until(&mut other, "moved").await;
    assert_eq!(until(&mut other, "moved").await["event"]["color"], "white");
    assert_eq!(fs::read_to_string(dir.path().join("starts")).unwrap().lines().count(), 1, "one process for all games");
}

/// One process serves all games. Its clock runs while a question waits behind those of others.
#[tokio::test]
async fn a_program_receives_the_time_left_after_the_queue() {
    let dir = tempfile::tempdir().unwrap();
    let (go, asked) = (dir.path().join("go"), dir.path().join("asked"));
    let what = format!(
        r#"echo "$line" >> '{}'; while [ ! -e '{}' ]; do sleep 0.01; done; {FIRST}"#,
        asked.display(),
        go.display()
    );
    let app = offering(dir.path(), "Ann", &what).await;
    let (mut first, _) = begun(&app, "player:Ann").await;
    first.say(&place(0, "d3")).await;
    while !asked.exists() {
        tokio::task::yield_now().await;
    }
    let created = app.create(&json!({"white": "player:Ann", "you": "black", "time": "1m"})).await.expect(201);
    let mut second = Line::open(app.address, &text(&created["id"])).await;
    second.say(&json!({"type": "hello", "secret": text(&created["secrets"]["black"])})).await;
    second.hear("state").await;
    second.say(&place(0, "d3")).await;
    until(&mut second, "moved").await;
    // The second question waits in the queue meanwhile.
    tokio::time::sleep(Duration::from_millis(300)).await;
    fs::write(&go, "").unwrap();
    assert_eq!(until(&mut second, "moved").await["event"]["color"], "white");
    let asked = fs::read_to_string(&asked).unwrap();
    let second: Value = serde_json::from_str(asked.lines().nth(1).unwrap()).unwrap();
    let left = second["clock"]["own_ms"].as_u64().unwrap();
    assert!(left <= 60_000 - 300, "{second}");
}

#[tokio::test]
async fn clients_cannot_start_programs_or_connections() {
    let dir = tempfile::tempdir().unwrap();
    let proof = dir.path().join("proof");
    let app = offering(dir.path(), "Ann", FIRST).await;
    let touch = format!("touch {}", proof.display());
    for player in
        [&*touch, &*format!("json:{touch}"), &*format!("gtp:{touch}"), "tcp://127.0.0.1:9", "ws://127.0.0.1:9/"]
    {
        let refused = app.create(&json!({"white": player})).await.refused(400, "bad-game");
        let message = text(&refused["error"]["message"]);
        let quoted: String = player.chars().take(20).collect();
        assert!(message.contains(&quoted) && message.contains("outflank serve --player"), "{message}");
    }
    assert!(!proof.exists());
    let unknown = app.create(&json!({"white": "player:Bob"})).await.refused(400, "bad-game");
    let message = text(&unknown["error"]["message"]);
    assert!(message.contains("no player called \"Bob\"") && message.contains("player:Ann"), "{message}");
}

#[tokio::test]
async fn a_program_that_cheats_or_crashes_loses_and_plays_the_next_game() {
    for (what, verdict) in
        [(r#"echo "{\"type\":\"move\",\"request\":$number,\"move\":\"a1\"}""#, "illegal-move"), ("exit 3", "crashed")]
    {
        let dir = tempfile::tempdir().unwrap();
        let app = offering(dir.path(), "Mallory", what).await;
        for _ in 0..2 {
            let (mut line, _) = begun(&app, "player:Mallory").await;
            line.say(&place(0, "d3")).await;
            let over = until(&mut line, "over").await;
            let result = &over["state"]["result"];
            assert_eq!((&result["winner"], &result["foul"]["verdict"]), (&json!("black"), &json!(verdict)), "{result}");
            assert!(!result.to_string().contains("bot.sh"), "nobody learns what runs here: {result}");
        }
    }
}

#[tokio::test]
async fn every_built_in_bot_plays_under_its_name() {
    let app = TestApp::start().await;
    for (player, title) in [
        ("random", "Random"),
        ("greedy", "Greedy"),
        ("corners", "Corners"),
        ("positional", "Positional"),
        ("minimax:3", "Minimax 3"),
        ("mcts:50", "MCTS 50"),
        ("level:2", "Level 2"),
        ("depth:4", "Depth 4"),
        ("nodes:1000", "Nodes 1000"),
    ] {
        let (mut line, state) = begun(&app, player).await;
        let white = &state["seats"]["white"];
        assert_eq!((&white["player"], &white["title"]), (&json!(player), &json!(title)));
        line.say(&place(0, "d3")).await;
        until(&mut line, "moved").await;
        assert_eq!(until(&mut line, "moved").await["event"]["color"], "white", "{player}");
    }
}

/// The page, the API, the record of a game and the archive use one name for a player.
#[tokio::test]
async fn a_player_has_one_name_everywhere() {
    let app = TestApp::start().await;
    let created = app.create(&json!({"white": "level:2", "variant": "tiny"})).await.expect(201);
    let (id, secret) = (text(&created["id"]), text(&created["secrets"]["black"]));
    let seats = &created["state"]["seats"];
    assert_eq!((&seats["black"]["title"], &seats["white"]["title"]), (&json!("Guest"), &json!("Level 2")));
    let mut line = Line::open(app.address, &id).await;
    line.say(&json!({"type": "hello", "secret": secret})).await;
    line.hear("state").await;
    line.say(&json!({"type": "resign"})).await;
    until(&mut line, "over").await;
    let record = app.get(&format!("/api/games/{id}/record?format=pgn")).send().await;
    assert!(
        record.body.contains("[Black \"Guest\"]") && record.body.contains("[White \"Level 2\"]"),
        "{}",
        record.body
    );
    let listed = app.get("/api/games?filter=finished").send().await.expect(200);
    assert_eq!(listed["games"][0]["seats"]["white"]["title"], "Level 2");
    let tournament = app.post("/api/tournaments", &json!({"players": ["level:2", "greedy"]})).send().await.expect(201);
    let tournament = app.get(&format!("/api/tournaments/{}", text(&tournament["id"]))).send().await.expect(200);
    let names: Vec<_> =
        tournament["entrants"].as_array().unwrap().iter().map(|entrant| text(&entrant["name"])).collect();
    assert_eq!(names, ["Level 2", "Greedy"], "{tournament}");
}
