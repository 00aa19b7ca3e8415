//! Hosts and bots that change their minds.

use super::*;

#[tokio::test]
async fn only_the_host_runs_a_tournament() {
    let app = TestApp::start().await;
    let tournament = TestTournament::new(&app, json!({"players": ["greedy"]})).await;
    let start = json!({"type": "start"});
    let path = tournament.path("/commands");
    app.post(&path, &start).send().await.refused(403, "not-host");
    app.post(&path, &start).header("Cookie", &app.browser().await).send().await.refused(403, "not-host");
    tournament.command(&start).await.refused(409, "bad-plan");
    tournament.command(&json!({"type": "pause"})).await.refused(409, "not-begun");
    tournament.command(&json!({"type": "dance"})).await.refused(400, "bad-message");
    tournament.command(&json!({"type": "add", "player": "bot:Ann"})).await.refused(409, "not-a-level");
    tournament.command(&json!({"type": "kick", "name": "Ann"})).await.refused(409, "unknown-name");
    app.get("/api/tournaments/aaaaaaaaaaaa").send().await.refused(404, "unknown-tournament");
    app.get("/api/tournaments/nonsense").send().await.refused(404, "unknown-tournament");
    app.get(&format!("/api/games/{}", tournament.id)).send().await.refused(404, "unknown-game");
    let game = text(&app.create(&json!({})).await.expect(201)["id"]);
    app.get(&format!("/api/tournaments/{game}")).send().await.refused(404, "unknown-tournament");
}

#[tokio::test]
async fn a_host_commands_over_the_socket() {
    let app = TestApp::start().await;
    let tournament = TestTournament::new(&app, json!({"variant": "tiny", "players": ["greedy"]})).await;
    let mut stranger = tournament.line().await;
    let refused = stranger.ask(json!({"type": "stop"})).await;
    assert_eq!((&refused["type"], &refused["code"]), (&json!("refused"), &json!("not-host")));
    stranger.say_text("nonsense").await;
    assert_eq!(stranger.hear("refused").await["code"], "bad-message");
    let headers = [("Cookie", tournament.host.as_str())];
    let mut host = Line::open_with(app.address, &tournament.path("/socket"), &headers).await;
    assert_eq!(host.hear("tournament").await["host"], true);
    assert_eq!(host.ask(json!({"type": "add", "player": "random", "name": "Chance"})).await["type"], "ack");
    assert_eq!(host.ask(json!({"type": "start"})).await["type"], "ack");
    let end = tournament.wait_until("over").await;
    assert_eq!(end["entrants"][1]["name"], "Chance");
    assert_eq!(host.ask(json!({"type": "stop"})).await["code"], "over");
}

#[tokio::test]
async fn no_game_starts_in_a_pause() {
    let app = TestApp::start().await;
    let request = json!({"variant": "tiny", "openings": "none", "concurrency": 1, "games": 2, "time": "10m"});
    let tournament = TestTournament::new(&app, request).await;
    let (mut ann, mut bob) = (tournament.bot("Ann").await, tournament.bot("Bob").await);
    tournament.command(&json!({"type": "start"})).await.expect(200);
    let first = ann.wait_for("start").await["game"].clone();
    tournament.command(&json!({"type": "pause"})).await.expect(200);
    let (over, _) = tokio::join!(ann.play_on(), bob.play_on());
    assert_eq!(over["game"], first, "a game that was begun is played");
    let paused = tournament.wait_for(|state| state["progress"]["played"] == 1).await;
    assert_eq!((&paused["status"], &paused["progress"]["running"]), (&json!("paused"), &json!(0)));
    tournament.command(&json!({"type": "resume"})).await.expect(200);
    let (over, _) = tokio::join!(ann.play_on(), bob.play_on());
    assert_ne!(over["game"], first);
    tournament.wait_until("over").await;
}

#[tokio::test]
async fn a_bot_removed_before_the_start_is_informed_and_stays_out() {
    let app = TestApp::start().await;
    let tournament = TestTournament::new(&app, json!({})).await;
    let (mut ann, _bob) = (tournament.bot("Ann").await, tournament.bot("Bob").await);
    tournament.command(&json!({"type": "kick", "name": "Ann"})).await.expect(200);
    let received = ann.wait_for("error").await;
    assert!(
        received["code"] == "refused" && text(&received["message"]).contains("the host removed \"Ann\""),
        "{received}"
    );
    assert_eq!(ann.line().await, None, "its connection ends");
    let mut again = TestBot::dial(app.address).await;
    let hello = json!({"type": "hello", "outflank": 1, "name": "Eve", "token": ann.token, "join": tournament.code});
    again.say(&hello).await;
    assert_eq!(again.hear().await["code"], "refused");
    let entrants = tournament.state().await["entrants"].clone();
    assert_eq!((entrants.as_array().map(Vec::len), &entrants[0]["name"]), (Some(1), &json!("Bob")));
}

#[tokio::test]
async fn a_removed_entrant_loses_running_and_remaining_games() {
    let app = TestApp::start().await;
    let request = json!({"variant": "tiny", "openings": "none", "games": 2, "time": "10m"});
    let tournament = TestTournament::new(&app, request).await;
    let mut ann = tournament.bot("Ann").await;
    for name in ["Bob", "Cid"] {
        tournament.player(name).await;
    }
    tournament.command(&json!({"type": "start"})).await.expect(200);
    ann.wait_for("move").await;
    tournament.command(&json!({"type": "kick", "name": "ann"})).await.expect(200);
    assert_eq!(ann.wait_for("over").await["result"]["reason"], "absent");
    let end = tournament.wait_until("over").await;
    let line = standing(&end, "Ann");
    assert_eq!((&line["games"], &line["losses"], &line["fouls"]), (&json!(4), &json!(4), &json!({"absent": 4})));
    assert!(text(&end["fouls"][0]["detail"]).contains("removed from"), "{}", end["fouls"][0]);
    assert_eq!(end["entrants"][place(&end, "Ann")]["withdrawn"], true);
}

#[tokio::test]
async fn a_stopped_tournament_keeps_its_results() {
    let app = TestApp::start().await;
    let tournament = TestTournament::new(&app, json!({"variant": "tiny", "openings": "none", "concurrency": 1})).await;
    let (mut ann, mut bob) = (tournament.bot("Ann").await, tournament.bot("Bob").await);
    tournament.command(&json!({"type": "start"})).await.expect(200);
    tokio::join!(ann.play_on(), bob.play_on());
    tournament.wait_for(|state| state["progress"]["played"] == 1).await;
    tournament.command(&json!({"type": "stop"})).await.expect(200);
    let end = tournament.wait_until("stopped").await;
    assert_eq!((&end["progress"]["played"], &end["progress"]["running"]), (&json!(1), &json!(0)));
    let games = app.get(&tournament.path("/files/games.jsonl")).send().await;
    assert_eq!(games.body.lines().count(), 1);
}

#[tokio::test]
async fn names_are_unique_and_taken_over_from_absent_bots() {
    let app = TestApp::start().await;
    let request = json!({"variant": "tiny", "openings": "none", "games": 1, "time": "10m"});
    let tournament = TestTournament::new(&app, request).await;
    let ann = tournament.bot("Ann").await;
    for name in ["ANN", "Ann\u{200d}", "Ａnn"] {
        let mut double = TestBot::dial(app.address).await;
        double.say(&json!({"type": "hello", "outflank": 1, "name": name, "join": tournament.code})).await;
        assert_eq!(double.hear().await["code"], "name-taken", "{name:?}");
    }
    let mut bob = tournament.bot("Bob").await;
    tournament.command(&json!({"type": "start"})).await.expect(200);
    let mut late = TestBot::dial(app.address).await;
    late.say(&json!({"type": "hello", "outflank": 1, "name": "Late", "join": tournament.code})).await;
    let received = late.hear().await;
    assert!(received["code"] == "refused" && text(&received["message"]).contains("has started"), "{received}");
    // Ann's machine breaks in the middle of a game, and she continues on another one.
    let game = bob.wait_for("start").await["game"].clone();
    drop(ann);
    tournament.wait_for(|state| state["entrants"][place(state, "Ann")]["connected"] == false).await;
    let mut ann = tournament.bot("Ann").await;
    assert_eq!(ann.wait_for("start").await["game"], game);
    let log = format!("/api/games/{}/traffic", text(&game));
    assert!(app.get(&log).bearer(&ann.token).send().await.body.contains("\"start\""), "it is hers now");
    let (over, _) = tokio::join!(ann.play_on(), bob.play_on());
    assert_ne!(over["result"]["reason"], "absent");
    assert!(app.get(&log).bearer(&ann.token).send().await.body.contains("! over: "), "and afterwards");
    let end = tournament.wait_until("over").await;
    assert_eq!(end["fouls"], json!([]));
}

#[tokio::test]
async fn entrants_cannot_be_challenged_during_their_tournament() {
    let app = TestApp::start().await;
    let tournament = TestTournament::new(&app, json!({})).await;
    let _bob = TestBot::join(app.address, json!({"name": "Bob"})).await;
    let (_ann, _other) = (tournament.bot("Ann").await, tournament.bot("Bob").await);
    let challenge = json!({"black": "human", "white": "bot:Ann"});
    app.create(&challenge).await.refused(400, "bad-game");
    tournament.command(&json!({"type": "stop"})).await.expect(200);
    tournament.wait_until("stopped").await;
    app.create(&challenge).await.expect(201);
    // Whom one means is plain again, when all are in one list.
    let bots = app.get("/api/bots").send().await.expect(200);
    let names: Vec<String> = bots["bots"].as_array().unwrap().iter().map(|bot| text(&bot["name"])).collect();
    assert_eq!(names, ["Ann", "Bob", "Bob 2"]);
}

#[tokio::test]
async fn a_bot_plays_no_more_games_at_once_than_announced() {
    let app = TestApp::start().await;
    let request = json!({"variant": "tiny", "openings": "none", "games": 4, "time": "10m"});
    let tournament = TestTournament::new(&app, request).await;
    let mut many = TestBot::join(app.address, json!({"name": "Many", "join": tournament.code, "games": 3})).await;
    let mut other = TestBot::join(app.address, json!({"name": "Other", "join": tournament.code, "games": 32})).await;
    tournament.command(&json!({"type": "start"})).await.expect(200);
    let mut line = tournament.line().await;
    while line.hear("boards").await["games"].as_array().map(Vec::len) != Some(3) {}
    assert_eq!(tournament.state().await["progress"]["running"], 3, "and not four");
    tokio::spawn(async move { other.play_all().await });
    tokio::spawn(async move { many.play_all().await });
    assert_eq!(tournament.wait_until("over").await["fouls"], json!([]));
}

#[tokio::test]
async fn fouls_of_any_length_disconnect_no_client() {
    let app = TestApp::start().await;
    let request = json!({"variant": "tiny", "openings": "none", "games": 8, "time": "10m"});
    let tournament = TestTournament::new(&app, request).await;
    let mut ann = tournament.bot("Ann").await;
    tournament.player("Bob").await;
    tournament.command(&json!({"type": "start"})).await.expect(200);
    tokio::spawn(async move {
        while let Some(line) = ann.line().await {
            if line.contains("\"type\":\"move\"") {
                ann.write(&format!("{{\"type\":\"{}\"}}\n", "\u{e000}".repeat(21_000))).await;
            }
        }
    });
    let end = tournament.wait_until("over").await;
    assert_eq!(standing(&end, "Ann")["fouls"], json!({"garbage": 8}));
    assert!(end["fouls"].to_string().len() < 8 * 3000, "{}", end["fouls"].to_string().len());
}
