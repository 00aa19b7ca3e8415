//! Games over WebSockets.

use outflank_server::config::{Config, Storage};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    app::{TestApp, place, text},
    client::{Line, TIMEOUT},
};

#[tokio::test]
async fn two_players_and_a_spectator_see_the_same_game() {
    let app = TestApp::start().await;
    let game = app.two_people().await;
    let (mut black, state) = app.line(&game, Some(&game.black)).await;
    assert_eq!((&state["you"], &state["status"]), (&json!(["black"]), &json!("playing")));
    let (mut white, _) = app.line(&game, Some(&game.white)).await;
    let (mut watcher, state) = app.line(&game, None).await;
    assert_eq!(state["you"], json!([]));
    assert_eq!(black.ask(place(0, "f5")).await["type"], "ack");
    for line in [&mut white, &mut watcher] {
        let event = line.hear("event").await;
        assert_eq!((&event["event"]["move"], &event["state"]["turn"]), (&json!("f5"), &json!("white")));
    }
    assert_eq!(watcher.ask(place(1, "d6")).await["code"], "not-seated");
    assert_eq!(white.ask(place(1, "d6")).await["type"], "ack");
    assert_eq!(watcher.hear("event").await["version"], 5);
}

#[tokio::test]
async fn the_computer_answers_by_itself_until_the_game_is_over() {
    let app = TestApp::start().await;
    let created = app.create(&json!({"variant": "tiny", "white": "greedy"})).await.expect(201);
    let secret = text(&created["secrets"]["black"]);
    let mut line = Line::open(app.address, &text(&created["id"])).await;
    line.say(&json!({"type": "hello", "secret": secret})).await;
    let mut state = line.hear("state").await;
    let mut ply = 0;
    while state["status"] == "playing" {
        // Without a legal square the turn passes by itself.
        if let Some(square) = state["legal"][0]["square"].as_str().filter(|_| state["turn"] == "black") {
            line.say(&place(ply, square)).await;
        }
        let event = line.hear("event").await;
        ply += usize::from(["moved", "passed"].contains(&event["event"]["kind"].as_str().unwrap_or_default()));
        state = event["state"].clone();
    }
    assert!(state["result"]["reason"] == "played" || state["result"]["reason"] == "wipe-out", "{state}");
}

#[tokio::test]
async fn a_client_that_reconnects_receives_the_missed_events() {
    let app = TestApp::start().await;
    let game = app.two_people().await;
    let (line, state) = app.line(&game, Some(&game.white)).await;
    drop(line);
    app.command(&game, &game.black, &place(0, "d3")).await.expect(200);
    let mut line = Line::open(app.address, &game.id).await;
    line.say(&json!({"type": "hello", "after": state["version"]})).await;
    let event = line.next().await.expect("what was missed");
    assert_eq!((&event["type"], &event["event"]["move"]), (&json!("event"), &json!("d3")));
    assert_eq!(event["version"].as_u64(), state["version"].as_u64().map(|version| version + 1));
    let mut up_to_date = Line::open(app.address, &game.id).await;
    up_to_date.say(&json!({"type": "hello", "after": event["version"]})).await;
    assert_eq!(up_to_date.next().await.map(|message| message["type"].clone()), Some(json!("presence")));
}

#[tokio::test]
async fn a_double_move_over_two_sockets_is_one_move() {
    let app = TestApp::start().await;
    let game = app.two_people().await;
    let (mut one, _) = app.line(&game, Some(&game.black)).await;
    let (mut other, _) = app.line(&game, Some(&game.black)).await;
    let (first, second) = tokio::join!(one.ask(place(0, "d3")), other.ask(place(0, "d3")));
    assert_eq!((&first["type"], &second["type"]), (&json!("ack"), &json!("ack")));
    assert_eq!(app.state(&game).await["version"], 4);
}

#[tokio::test]
async fn presence_has_the_connected_players() {
    let app = TestApp::start().await;
    let game = app.two_people().await;
    let (mut black, _) = app.line(&game, Some(&game.black)).await;
    let (white, _) = app.line(&game, Some(&game.white)).await;
    let is_here = async |line: &mut Line, expected: bool| {
        let seen = async { while line.hear("presence").await["presence"]["white"]["connected"] != expected {} };
        timeout(TIMEOUT, seen).await.expect("it is received");
    };
    is_here(&mut black, true).await;
    drop(white);
    is_here(&mut black, false).await;
    assert_eq!(black.ask(json!({"type": "claim"})).await["code"], "not-claimable");
}

#[tokio::test]
async fn a_cookie_opens_a_seat_on_the_socket_of_its_own_page() {
    let app = TestApp::start().await;
    let answer = app.create(&json!({})).await;
    let (id, cookie) = (text(&answer.expect(201)["id"]), answer.cookie());
    let origin = format!("http://{}", app.address);
    let headers = [("cookie", cookie.as_str()), ("origin", origin.as_str())];
    let mut line = Line::try_open(app.address, &id, &headers).await.expect("a socket");
    line.say(&json!({"type": "hello"})).await;
    assert_eq!(line.hear("state").await["you"], json!(["black"]));
}

#[tokio::test]
async fn sockets_end_when_the_server_stops() {
    let app = TestApp::start().await;
    let game = app.two_people().await;
    let (mut line, _) = app.line(&game, Some(&game.black)).await;
    let silent = Line::open(app.address, &game.id).await;
    app.stop().await;
    line.is_ended().await;
    drop(silent);
}

/// The error of the disk is for the operator only. The game continues when the disk works again.
#[tokio::test]
async fn players_learn_that_a_move_cannot_be_stored_without_details() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config { storage: Storage::Folder(folder.path().to_owned()), ..Config::default() };
    let app = TestApp::with(config).await;
    let game = app.two_people().await;
    let (mut black, _) = app.line(&game, Some(&game.black)).await;
    let file = rusqlite::Connection::open(folder.path().join("games.sqlite")).expect("the file of games");
    let fail = "CREATE TRIGGER broken BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'disk /dev/x failed'); END";
    file.execute_batch(fail).expect("a trigger");
    let refused = black.ask(place(0, "d3")).await;
    assert_eq!(refused["code"], "unavailable", "{refused}");
    assert_eq!(refused["message"], "the game cannot be stored or read at the moment; try again");
    let refused = app.command(&game, &game.black, &place(0, "d3")).await.refused(503, "unavailable");
    assert!(!refused.to_string().contains("disk"), "{refused}");
    assert_eq!(app.state(&game).await["moves"], json!([]), "nothing happened that is not stored");
    file.execute_batch("DROP TRIGGER broken").expect("no trigger");
    assert_eq!(black.ask(place(0, "d3")).await["type"], "ack");
}

#[tokio::test]
async fn unknown_games_have_no_socket() {
    let app = TestApp::start().await;
    let mut line = Line::open(app.address, "aaaaaaaaaaaa").await;
    line.say(&json!({"type": "hello"})).await;
    let refused: Value = line.hear("refused").await;
    assert_eq!(refused["code"], "unknown-game");
    line.is_ended().await;
    app.get("/api/games/aaaaaaaaaaaa/socket").send().await.refused(426, "not-a-socket");
}
