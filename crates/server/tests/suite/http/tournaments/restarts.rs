//! Tournaments continue after a restart of the server.

use std::path::Path;

use outflank_server::{
    config::{Config, Storage},
    log::{Append, EventStore, GameStatus, LogKind, OpenError, SqliteStore, Summary, id::GameId},
    tournament::Event,
};
use tokio::runtime::Runtime;

use super::*;

/// A server whose tasks can all be ended at once and unfinished.
async fn start(config: &Config) -> (TestApp, Runtime) {
    let runtime = Runtime::new().expect("a runtime");
    let app = runtime.spawn(TestApp::with(config.clone())).await.expect("a server");
    (app, runtime)
}

async fn start_again(config: &Config) -> (TestApp, Runtime) {
    let (runtime, config) = (Runtime::new().expect("a runtime"), config.clone());
    let app = runtime.spawn(async move { TestApp::again(&config).await }).await.expect("a server");
    (app, runtime)
}

#[tokio::test]
async fn pauses_ends_and_hosts_survive_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config { storage: Storage::Folder(folder.path().to_owned()), ..Config::default() };
    let (app, runtime) = start(&config).await;
    let made = TestTournament::new(&app, json!({"variant": "tiny", "openings": "none", "time": "10m"})).await;
    let (id, code, host) = (made.id.clone(), made.code.clone(), made.host.clone());
    let (ann, bob) = (made.bot("Ann").await, made.bot("Bob").await);
    made.command(&json!({"type": "start"})).await.expect(200);
    made.command(&json!({"type": "pause"})).await.expect(200);
    runtime.shutdown_background();
    let (app, runtime) = start_again(&config).await;
    let again = TestTournament { app: &app, id: id.clone(), code: code.clone(), host: host.clone() };
    assert_eq!(again.state().await["status"], "paused");
    // The game that was begun is played to its end: they come back to it.
    for (name, token) in [("Ann", ann.token), ("Bob", bob.token)] {
        let mut bot = TestBot::join(app.address, json!({"name": name, "token": token, "join": code})).await;
        tokio::spawn(async move { bot.play_all().await });
    }
    let paused = again.wait_for(|state| state["progress"]["played"] == 1).await;
    assert_eq!((&paused["progress"]["running"], &paused["fouls"]), (&json!(0), &json!([])));
    again.command(&json!({"type": "resume"})).await.expect(200);
    again.wait_until("over").await;
    runtime.shutdown_background();
    let app = TestApp::again(&config).await;
    let last = TestTournament { app: &app, id, code, host };
    assert_eq!(last.state().await["status"], "over");
    last.command(&json!({"type": "stop"})).await.refused(409, "over");
}

#[tokio::test]
async fn a_taken_over_seat_survives_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config { storage: Storage::Folder(folder.path().to_owned()), ..Config::default() };
    let (app, runtime) = start(&config).await;
    let request = json!({"variant": "tiny", "openings": "none", "games": 1, "time": "10m"});
    let made = TestTournament::new(&app, request).await;
    let (id, code, host) = (made.id.clone(), made.code.clone(), made.host.clone());
    let (ann, bob) = (made.bot("Ann").await, made.bot("Bob").await);
    made.command(&json!({"type": "start"})).await.expect(200);
    drop(ann);
    made.wait_for(|state| {
        state["progress"]["running"] == 1 && state["entrants"][place(state, "Ann")]["connected"] == false
    })
    .await;
    let mut ann = made.bot("Ann").await;
    ann.wait_for("start").await;
    runtime.shutdown_background();
    let app = TestApp::again(&config).await;
    let again = TestTournament { app: &app, id, code, host };
    for (name, token) in [("Ann", ann.token), ("Bob", bob.token)] {
        let mut bot = TestBot::join(app.address, json!({"name": name, "token": token})).await;
        tokio::spawn(async move { bot.play_all().await });
    }
    let end = again.wait_until("over").await;
    assert_eq!(end["fouls"], json!([]));
}

#[tokio::test]
async fn an_entrant_that_stays_away_loses_and_delays_no_other_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config { storage: Storage::Folder(folder.path().to_owned()), ..Config::default() };
    let (app, runtime) = start(&config).await;
    let request = json!({"variant": "tiny", "openings": "none", "games": 1, "grace": 0});
    let made = TestTournament::new(&app, request).await;
    let (id, code, host) = (made.id.clone(), made.code.clone(), made.host.clone());
    let names = ["Ann", "Bob", "Cid"];
    let mut tokens = Vec::new();
    for name in names {
        tokens.push(made.bot(name).await.token);
    }
    runtime.shutdown_background();
    let app = TestApp::again(&config).await;
    let again = TestTournament { app: &app, id, code: code.clone(), host };
    for (name, token) in names.into_iter().zip(tokens).skip(1) {
        let mut bot = TestBot::join(app.address, json!({"name": name, "token": token, "join": code})).await;
        tokio::spawn(async move { bot.play_all().await });
    }
    again.command(&json!({"type": "start"})).await.expect(200);
    let end = again.wait_until("over").await;
    assert_eq!(standing(&end, "Ann")["fouls"], json!({"absent": 2}));
    for name in ["Bob", "Cid"] {
        assert_eq!(standing(&end, name)["fouls"], json!({}), "{name}");
    }
}

/// Writes into the log of a tournament what the server wrote last before it was killed.
async fn add(folder: &Path, tournament: &str, event: &Event) {
    let store = loop {
        match SqliteStore::open(folder.join("games.sqlite")) {
            Err(OpenError::InUse { .. }) => tokio::task::yield_now().await,
            opened => break opened.expect("a store"),
        }
    };
    let id: GameId = tournament.parse().expect("a name");
    let log = store.read(id, 0).await.expect("a log");
    let (expected, at) = (log.len() as u64, log.last().expect("an event").at);
    let status = GameStatus::Playing;
    let (kind, holders, data) = (LogKind::Tournament, Vec::new(), "{}".to_owned());
    let summary = Summary { kind, status, listed: false, updated: at, holders, data };
    store.append(Append { game: id, expected, at, events: vec![event.to_json()], summary }).await.expect("it is kept");
}

#[tokio::test]
async fn a_dealt_game_without_a_room_is_created() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config { storage: Storage::Folder(folder.path().to_owned()), ..Config::default() };
    let (app, runtime) = start(&config).await;
    let made =
        TestTournament::new(&app, json!({"variant": "tiny", "openings": "none", "concurrency": 1, "time": "10m"}))
            .await;
    let (id, code, host) = (made.id.clone(), made.code.clone(), made.host.clone());
    let (ann, bob) = (made.bot("Ann").await, made.bot("Bob").await);
    made.command(&json!({"type": "start"})).await.expect(200);
    made.wait_for(|state| state["progress"]["running"] == 1).await;
    runtime.shutdown_background();
    let game = GameId::random();
    add(folder.path(), &id, &Event::Dealt { number: 1, game }).await;
    let app = TestApp::again(&config).await;
    let again = TestTournament { app: &app, id, code: code.clone(), host };
    for (name, token) in [("Ann", ann.token), ("Bob", bob.token)] {
        let hello = json!({"name": name, "token": token, "join": code, "games": 2});
        let mut bot = TestBot::join(app.address, hello).await;
        tokio::spawn(async move { bot.play_all().await });
    }
    let end = again.wait_until("over").await;
    assert_eq!((&end["progress"]["played"], &end["fouls"]), (&json!(2), &json!([])));
    let game = app.get(&format!("/api/games/{game}")).send().await.expect(200);
    assert_eq!((&game["status"], &game["tournament"]), (&json!("over"), &json!(again.id)));
}
