//! Tournaments over real connections.

mod limits;
mod restarts;
mod trouble;

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
    async fn new(app: &TestApp, request: Value) -> TestTournament<'_> {
        let host = app.browser().await;
        let made = app.post("/api/tournaments", &request).header("Cookie", &host).send().await.expect(201);
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
        self.wait_for(|state| state["status"] == status).await
    }

    async fn wait_for(&self, is_so: impl Fn(&Value) -> bool) -> Value {
        let mut line = self.line().await;
        loop {
            let state = line.hear("tournament").await;
            if is_so(&state) {
                return state;
            }
        }
    }
}

/// The place of an entrant in the list.
fn place(state: &Value, name: &str) -> usize {
    let mut entrants = state["entrants"].as_array().expect("a list").iter();
    entrants.position(|entrant| entrant["name"] == name).unwrap_or_else(|| panic!("{name} takes part: {state}"))
}

/// The line of an entrant in the table.
fn standing<'a>(state: &'a Value, name: &str) -> &'a Value {
    let place = place(state, name);
    let mut lines = state["standings"].as_array().expect("a list").iter();
    lines.find(|line| line["entrant"] == place).unwrap_or_else(|| panic!("{name} stands somewhere: {state}"))
}

#[tokio::test]
async fn a_class_joins_by_code_plays_and_exports() {
    let app = TestApp::start().await;
    let request = json!({"title": "Class 7b", "variant": "six", "players": ["greedy"], "games": 2});
    let tournament = TestTournament::new(&app, request).await;
    for name in ["Ann", "Bob", "Cid"] {
        tournament.player(name).await;
    }
    let before = tournament.state().await;
    assert_eq!((&before["status"], &before["host"]), (&json!("open"), &json!(false)));
    assert_eq!(before["entrants"].as_array().map(Vec::len), Some(4));
    assert_eq!(before["entrants"][1]["connected"], true);
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

#[tokio::test]
async fn answers_are_as_described_from_the_code_to_the_last_game() {
    let app = TestApp::start().await;
    let request = json!({"variant": "tiny", "players": ["greedy", "random"], "openings": "none", "pace": 0});
    let made = app.post("/api/tournaments", &request).send().await;
    let host = made.cookie();
    let (id, code) = (text(&made.expect(201)["id"]), text(&made.expect(201)["code"]));
    let tournament = TestTournament { app: &app, id, code, host };
    let called = app.get(&format!("/api/tournaments/code/{}", tournament.code.to_lowercase())).send().await.expect(200);
    assert_eq!(called["id"], json!(tournament.id));
    tournament.state().await;
    app.get(&tournament.path("/export.zip")).send().await.refused(404, "not-found");
    let done = tournament.command(&json!({"type": "start", "id": "7"})).await.expect(200);
    assert_eq!(done["id"], "7");
    tournament.wait_until("over").await;
    app.get(&tournament.path("/rounds/1")).send().await.expect(200);
    app.get(&tournament.path("/boards")).send().await.expect(200);
    for status in ["over", "all"] {
        let list = app.get(&format!("/api/tournaments?status={status}")).send().await.expect(200);
        assert_eq!(list["tournaments"][0]["id"], json!(tournament.id));
    }
    let open = app.get("/api/tournaments?status=unfinished").send().await.expect(200);
    assert_eq!(open["tournaments"], json!([]));
    let mine = app.get("/api/tournaments?status=mine").header("Cookie", &tournament.host).send().await.expect(200);
    assert_eq!(mine["tournaments"].as_array().map(Vec::len), Some(1));
    app.get(&format!("/api/tournaments/code/{}", tournament.code)).send().await.refused(404, "unknown-code");
}

#[tokio::test]
async fn built_in_players_pause_before_their_moves() {
    let app = TestApp::start().await;
    let request =
        json!({"variant": "tiny", "players": ["greedy", "random"], "openings": "none", "games": 1, "pace": 0.05});
    let tournament = TestTournament::new(&app, request).await;
    assert_eq!(tournament.state().await["terms"]["paceMs"], 50);
    tournament.command(&json!({"type": "start"})).await.expect(200);
    tournament.wait_until("over").await;
    let round = app.get(&tournament.path("/rounds/1")).send().await.expect(200);
    let game = text(&round["meetings"][0]["games"][0]["game"]);
    let events = app.get(&format!("/api/games/{game}/events")).send().await.expect(200);
    let moved = events["events"].as_array().expect("events").iter().filter(|it| it["event"]["kind"] == "moved");
    let times: Vec<u64> = moved.map(|it| it["now"].as_u64().expect("a time")).collect();
    assert!(times.len() > 3 && times.windows(2).all(|pair| pair[1] - pair[0] >= 50), "{times:?}");
}

#[tokio::test]
async fn files_are_downloaded_singly_and_the_report_is_a_page() {
    let app = TestApp::start().await;
    let tournament =
        TestTournament::new(&app, json!({"variant": "tiny", "players": ["greedy", "random"], "pace": 0})).await;
    tournament.command(&json!({"type": "start"})).await.expect(200);
    tournament.wait_until("over").await;
    let report = app.get(&tournament.path("/files/report.html")).send().await;
    assert_eq!((report.status, report.headers.get("content-disposition")), (200, None));
    assert!(report.headers["content-security-policy"].contains("style-src 'unsafe-inline'"), "{report:?}");
    let record = report.body.split("href=\"games/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    let record = app.get(&tournament.path(&format!("/files/games/{record}"))).send().await;
    assert!(record.status == 200 && !record.body.is_empty(), "{record:?}");
    for name in ["crosstable.csv", "ratings.csv", "games.csv", "games.jsonl"] {
        let file = app.get(&tournament.path(&format!("/files/{name}"))).send().await;
        assert_eq!(file.status, 200, "{name}");
        assert_eq!(file.headers["content-disposition"], format!("attachment; filename=\"{name}\""));
    }
    for wrong in ["nothing.csv", "games/0001-x.ggf", "..%2f..%2fsecret"] {
        app.get(&tournament.path(&format!("/files/{wrong}"))).send().await.refused(404, "not-found");
    }
    app.get(&tournament.path("/rounds/9")).send().await.refused(404, "not-found");
}

#[tokio::test]
async fn spectators_receive_the_boards() {
    let app = TestApp::start().await;
    let tournament = TestTournament::new(&app, json!({"variant": "tiny", "openings": "none", "games": 1})).await;
    let (mut ann, mut bob) = (tournament.bot("Ann").await, tournament.bot("Bob").await);
    let mut line = tournament.line().await;
    let first = line.next().await.expect("a message");
    assert_eq!((&first["type"], &first["host"]), (&json!("tournament"), &json!(false)));
    assert_eq!(line.next().await.expect("a message")["games"], json!([]));
    tournament.command(&json!({"type": "start"})).await.expect(200);
    let (black, white) = match ann.wait_for("start").await["color"].as_str() {
        Some("black") => (&mut ann, &mut bob),
        _ => (&mut bob, &mut ann),
    };
    let question = black.wait_for("move").await;
    let square = text(&question["legal"][0]);
    black.answer(&question, &square).await;
    let answer = white.wait_for("move").await;
    let boards = loop {
        let boards = line.hear("boards").await;
        if boards["games"][0]["ply"] == 1 {
            break boards;
        }
    };
    assert_eq!((&boards["games"][0]["last"], &boards["featured"]), (&json!(square), &json!(0)));
    assert_eq!(boards["games"][0]["game"], answer["game"]);
}

#[tokio::test]
async fn commands_need_the_secret_of_the_host() {
    let app = TestApp::start().await;
    let made = app.post("/api/tournaments", &json!({})).send().await.expect(201);
    let (path, stop) = (format!("/api/tournaments/{}/commands", text(&made["id"])), json!({"type": "stop"}));
    app.post(&path, &stop).send().await.refused(403, "not-host");
    app.post(&path, &stop).bearer(&text(&made["secret"])).send().await.expect(200);
}
