//! Tournaments over real connections.

use serde_json::{Value, json};

use super::{
    app::{TestApp, text},
    bot::TestBot,
    client::{Answer, Line},
};

/// A tournament that is being made, with the cookie of its host.
struct TestTournament<'a> {
    app: &'a TestApp,
    id: String,
    code: String,
    host: String,
}

impl TestTournament<'_> {
    async fn new(app: &TestApp, wish: Value) -> TestTournament<'_> {
        let host = app.browser().await;
        let made = app.post("/api/tournaments", &wish).header("Cookie", &host).send().await.expect(201);
        TestTournament { app, id: text(&made["id"]), code: text(&made["code"]), host }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/tournaments/{}{rest}", self.id)
    }

    async fn command(&self, command: &Value) -> Answer {
        self.app.post(&self.path("/commands"), command).header("Cookie", &self.host).send().await
    }

    async fn bot(&self, name: &str) -> TestBot {
        TestBot::join(self.app.address, json!({"name": name, "join": self.code})).await
    }

    /// Plays for a bot in the background, as long as it is asked.
    async fn player(&self, name: &str) {
        let mut bot = self.bot(name).await;
        tokio::spawn(async move { bot.play_all().await });
    }

    async fn state(&self) -> Value {
        self.app.get(&self.path("")).send().await.expect(200)
    }

    async fn line(&self) -> Line {
        Line::open_at(self.app.address, &self.path("/socket")).await
    }

    /// Waits until it is in this state, and returns how it stands then.
    async fn wait_until(&self, status: &str) -> Value {
        let mut line = self.line().await;
        loop {
            let state = line.hear("tournament").await;
            if state["status"] == status {
                return state;
            }
        }
    }
}

#[tokio::test]
async fn a_class_joins_by_a_code_plays_and_takes_home_what_came_of_it() {
    let app = TestApp::start().await;
    let wish = json!({"title": "Class 7b", "variant": "six", "players": ["greedy"], "games": 2});
    let tournament = TestTournament::new(&app, wish).await;
    for name in ["Ann", "Bob", "Cid"] {
        tournament.player(name).await;
    }
    let before = tournament.state().await;
    assert_eq!((&before["status"], &before["host"]), (&json!("open"), &json!(false)));
    assert_eq!(before["entrants"].as_array().map(Vec::len), Some(4));
    assert_eq!(before["entrants"][1]["here"], true);
    tournament.command(&json!({"type": "start"})).await.expect(200);
    let after = tournament.wait_until("over").await;
    assert_eq!(after["progress"], json!({"played": 12, "total": 12, "running": 0, "round": null, "rounds": 3}));
    let points: f64 = after["standings"].as_array().unwrap().iter().map(|line| line["points"].as_f64().unwrap()).sum();
    assert_eq!(points, 12.0);
    let csv = app.get(&tournament.path("/files/standings.csv")).send().await;
    assert!(csv.status == 200 && csv.body.contains("Ann"), "{csv:?}");
    assert!(csv.headers["content-disposition"].contains("standings.csv"));
    let round = app.get(&tournament.path("/rounds/1")).send().await.expect(200);
    let game = text(&round["meetings"][0]["games"][0]["game"]);
    let game = app.get(&format!("/api/games/{game}")).send().await.expect(200);
    assert_eq!((&game["tournament"], &game["status"]), (&json!(tournament.id), &json!("over")));
}
