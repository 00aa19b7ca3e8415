//! Jobs for the engine over HTTP and over their socket.

mod limits;
mod stopping;

use outflank_engine::{Analysis, Level, Limits, Searcher, Settings};
use outflank_rules::{Game, Move, Variant};
use outflank_server::{
    config::{Config, Storage},
    engine::jobs::{ReviewView, ValuesView},
};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    app::{TestApp, text},
    client::{Line, Request, TIMEOUT},
};

const SOCKET: &str = "/api/jobs/socket";

/// A whole game with a mistake or two.
const GAME: &str = "d3c5c6e3f3f4e6f2c4d6d7c3d2e1f6b6b5b4a6b7a4e7d8a5f7f8f5g5e8c2g8a3a2c7c8a8a7a1b3g7b8h8h7b2g6h5h6d1e2b1c1h4h3g4g3g1g2f1h1";

fn played(moves: &str) -> Game {
    let moves =
        moves.as_bytes().chunks(2).map(|mv| str::from_utf8(mv).expect("ASCII").parse::<Move>().expect("a move"));
    Game::replay_with_passes_implied(Variant::STANDARD.start(), moves).expect("a game")
}

/// An engine as that of a test's server.
fn engine() -> Searcher {
    Searcher::new(&Settings { hash_bytes: 1 << 20, threads: 1 })
}

/// A socket on which jobs are asked for.
struct JobLine(Line);

impl JobLine {
    async fn open(app: &TestApp) -> JobLine {
        JobLine(Line::open_at(app.address, SOCKET).await)
    }

    /// Asks for a job, which must be taken.
    async fn submit(&mut self, job: &Value) -> String {
        self.0.say(&json!({"type": "submit", "ref": "a1", "job": job})).await;
        let answer = self.answer().await;
        assert_eq!((&answer["type"], &answer["ref"]), (&json!("accepted"), &json!("a1")), "{answer}");
        text(&answer["id"])
    }

    /// Asks for a job that must be refused.
    async fn refused(&mut self, job: &Value) -> Value {
        self.0.say(&json!({"type": "submit", "ref": "a1", "job": job})).await;
        let answer = self.answer().await;
        assert_eq!((&answer["type"], &answer["ref"]), (&json!("refused"), &json!("a1")), "{answer}");
        answer
    }

    /// What is neither a state nor a sign of life.
    async fn answer(&mut self) -> Value {
        loop {
            let message = self.0.next().await.expect("the socket is open");
            if message["type"] != "job" && message["type"] != "alive" {
                return message;
            }
        }
    }

    /// The next state of a job.
    async fn state(&mut self, id: &str) -> Value {
        loop {
            let message = self.0.hear("job").await;
            if message["id"] == id {
                assert_eq!(message["ref"], "a1");
                return message["state"].clone();
            }
        }
    }

    /// All states of a job up to its end.
    async fn states(&mut self, id: &str) -> Vec<Value> {
        let mut states = vec![self.state(id).await];
        while !is_final(states.last().expect("one")) {
            states.push(self.state(id).await);
        }
        states
    }

    async fn end(&mut self, id: &str) -> Value {
        self.states(id).await.pop().expect("an end")
    }
}

fn is_final(state: &Value) -> bool {
    ["done", "cancelled", "failed"].iter().any(|status| state["status"] == *status)
}

/// Asks for a job over plain HTTP and asks about it until it is over.
async fn answer(app: &TestApp, job: &Value) -> Value {
    let submitted = app.post("/api/jobs", job).send().await.expect(202);
    let path = format!("/api/jobs/{}", text(&submitted["id"]));
    let mut received = submitted;
    let poll = async {
        while !is_final(&received["state"]) {
            received = app.get(&path).send().await.expect(200);
        }
    };
    timeout(TIMEOUT, poll).await.expect("it ends");
    received["state"].clone()
}

fn values(state: &Value) -> ValuesView {
    serde_json::from_value(state["values"].clone()).unwrap_or_else(|_| panic!("no values: {state}"))
}

fn without_nodes(mut analysis: Analysis) -> Vec<outflank_engine::MoveValue> {
    analysis.moves.iter_mut().for_each(|valued| valued.nodes = 0);
    analysis.moves
}

#[tokio::test]
async fn values_are_those_of_the_engine_for_the_same_limits() {
    let app = TestApp::start().await;
    let mut line = JobLine::open(&app).await;
    let game = played("f5d6c3d3c4");
    for (job, limits) in [
        (json!({"kind": "values", "moves": "f5d6c3d3c4", "depth": 7}), Limits::depth(7)),
        (
            json!({"kind": "values", "from": "f5d6c3", "moves": ["d3", "c4"], "level": 12}),
            Level::numbered(12).unwrap().limits(55),
        ),
    ] {
        let id = line.submit(&job).await;
        let end = line.end(&id).await;
        assert_eq!((&end["status"], &end["cached"]), (&json!("done"), &json!(false)), "{end}");
        let received = values(&end);
        assert_eq!((received.ply, received.turn.as_str(), received.exact), (5, "white", false));
        let found = engine().analyse(&game.position(), &limits);
        assert_eq!(received.nodes, found.nodes);
        assert_eq!(received.best, found.best().map(|best| best.mv.to_string()));
        assert_eq!(received.analysis().expect("an analysis").moves, without_nodes(found));
    }
}

#[tokio::test]
async fn values_come_pass_by_pass_and_never_less_deep() {
    let app = TestApp::start().await;
    let mut line = JobLine::open(&app).await;
    let id = line.submit(&json!({"kind": "values", "moves": GAME[..84], "level": 18})).await;
    let states = line.states(&id).await;
    let passes: Vec<ValuesView> = states.iter().filter(|state| state["values"].is_object()).map(values).collect();
    assert!(passes.len() > 1, "{states:?}");
    let reached = |values: &ValuesView| (values.depth, values.moves.iter().map(|valued| valued.selectivity).min());
    assert!(passes.windows(2).all(|pair| reached(&pair[0]) <= reached(&pair[1])), "{passes:?}");
    assert!(passes.iter().all(|values| values.moves.len() == passes[0].moves.len()), "each has all moves");
    let last = passes.last().expect("the last");
    assert!(last.exact, "{last:?}");
    let game = played(&GAME[..84]);
    let exact = engine().analyse(&game.position(), &Limits::exact());
    let value = |mv: &str| exact.of(mv.parse().expect("a move")).expect("it is legal").value.discs();
    assert!(last.moves.iter().all(|valued| valued.value == value(&valued.mv)), "{last:?}");
}

#[tokio::test]
async fn a_review_is_that_of_the_engine_and_comes_from_the_end() {
    let app = TestApp::start().await;
    let mut line = JobLine::open(&app).await;
    let id = line.submit(&json!({"kind": "review", "moves": GAME, "level": 9})).await;
    let states = line.states(&id).await;
    let reviews: Vec<ReviewView> = states
        .iter()
        .filter_map(|state| state.get("review"))
        .map(|review| serde_json::from_value(review.clone()).expect("a review"))
        .collect();
    let game = played(GAME);
    for review in &reviews {
        let plies: Vec<usize> = review.moves.iter().map(|reviewed| reviewed.ply).collect();
        let first = game.ply() + 1 - plies.len();
        assert_eq!(plies, (first..=game.ply()).collect::<Vec<_>>(), "the last moves, in the order of the game");
    }
    let last = reviews.last().expect("the whole");
    let found = engine().review(&game, &|empties| Level::numbered(9).unwrap().limits(empties), &mut |_| ());
    assert_eq!(last.review().expect("a review"), found);
    assert_eq!((last.level, last.thresholds.blunder), (Some(9), 6));
    let exact_from = last.exact_from.expect("the end is proven");
    assert!(last.moves.iter().all(|reviewed| reviewed.exact || reviewed.ply < exact_from));
    assert_eq!(states.last().expect("the end")["progress"]["done"], json!(game.ply()));
}

#[tokio::test]
async fn a_position_is_solved_and_a_finished_game_has_no_moves() {
    let app = TestApp::start().await;
    let solved = answer(&app, &json!({"kind": "solve", "variant": "tiny"})).await;
    assert_eq!((&solved["status"], &solved["values"]["exact"]), (&json!("done"), &json!(true)), "{solved}");
    let best = &solved["values"]["moves"][0];
    assert_eq!((&best["percent"], &solved["progress"]["of"]), (&json!(100), &json!(1)), "the old keys");
    assert_eq!((&best["value"], &best["selectivity"], &best["line"][0]), (&json!(-10), &json!(100), &best["move"]));
    assert_eq!(solved["values"]["moves"].as_array().map(Vec::len), Some(1));
    let over = answer(&app, &json!({"kind": "values", "moves": "e6f4e3f6g5d6e7f5c5"})).await;
    assert_eq!((&over["values"]["moves"], &over["values"]["best"]), (&json!([]), &Value::Null), "{over}");
    let passed = answer(&app, &json!({"kind": "values", "start": "XO-------------- O", "depth": 3})).await;
    assert_eq!(passed["values"]["best"], "pass", "{passed}");
}

#[tokio::test]
async fn a_bad_request_is_refused_with_the_field_that_is_wrong() {
    let app = TestApp::start().await;
    let mut line = JobLine::open(&app).await;
    for (job, code, got, words) in [
        (json!({"kind": "values", "moves": "f5a1"}), "bad-moves", "a1", "move 2"),
        (json!({"kind": "values", "start": "XO"}), "bad-position", "XO", "start:"),
        (json!({"kind": "values", "level": 99}), "bad-job", "99", "level: \"99\" is not possible; write 1 to 20"),
        (json!({"kind": "values", "depth": 0}), "bad-job", "0", "depth: \"0\" is not possible; write 1 to 64"),
        (json!({"kind": "values", "depth": 4, "selectivity": 80}), "bad-job", "80", "write 73, 87"),
        (json!({"kind": "values", "level": 4, "percent": 95}), "bad-job", "95", "needs a depth"),
        (json!({"kind": "values", "timeMs": 3_600_000}), "bad-job", "3600000", "write 1 to 60000"),
        (json!({"kind": "review"}), "bad-job", "", "at least one move"),
        (json!({"kind": "solve"}), "bad-job", "solve", "this one has 60"),
        (json!({"kind": "solve", "variant": "tiny", "level": 3}), "bad-job", "3", "timeMs or nothing"),
        (json!({"kind": "solve", "variant": "tiny", "depth": 5}), "bad-job", "5", "depth: "),
        (json!({"kind": "values", "level": 999}), "bad-job", "999", "write 1 to 20"),
        (json!({"kind": "values", "timeMs": -1}), "bad-job", "-1", "write 1 to 60000"),
        (
            json!({"kind": "dream"}),
            "bad-job",
            "dream",
            "kind: \"dream\" is not possible; write values, review or solve",
        ),
        (json!({"kind": "x".repeat(500)}), "bad-job", &"x".repeat(80), "kind: "),
    ] {
        let error = app.post("/api/jobs", &job).send().await.refused(400, code)["error"].clone();
        assert_eq!(error["received"], got, "{error}");
        assert!(text(&error["message"]).contains(words), "{error}");
        let refused = line.refused(&job).await;
        for field in ["code", "message", "got", "ply"] {
            assert_eq!(refused[field], error[field], "{field}");
        }
    }
    for job in [json!({}), json!({"kind": "values", "timems": 5}), json!({"kind": 5}), json!([])] {
        app.post("/api/jobs", &job).send().await.refused(400, "bad-message");
        assert_eq!(line.refused(&job).await["code"], "bad-message");
    }
    app.get("/api/jobs/aaaaaaaaaaaa").send().await.refused(404, "unknown-job");
    let error = Request::new(app.address, "DELETE", "/api/jobs/nonsense").send().await.refused(404, "unknown-job");
    assert_eq!(error["error"]["received"], "nonsense");
}

#[tokio::test]
async fn answers_are_known_after_a_restart_and_marked() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config { storage: Storage::Folder(folder.path().to_owned()), ..Config::default() };
    let app = TestApp::with(config.clone()).await;
    let jobs = [
        json!({"kind": "values", "moves": "f5d6c3", "depth": 5}),
        json!({"kind": "review", "moves": "f5d6c3d3", "level": 3}),
        json!({"kind": "solve", "variant": "tiny"}),
    ];
    let mut found = Vec::new();
    for job in &jobs {
        let state = answer(&app, job).await;
        assert_eq!((&state["status"], &state["cached"]), (&json!("done"), &json!(false)), "{state}");
        found.push(state);
    }
    let again = async |app: &TestApp| {
        for (job, before) in jobs.iter().zip(&found) {
            let known = app.post("/api/jobs", job).send().await.expect(202)["state"].clone();
            assert_eq!((&known["status"], &known["cached"]), (&json!("done"), &json!(true)), "{known}");
            for field in ["kind", "progress", "values", "review"] {
                assert_eq!(known[field], before[field], "{field}");
            }
        }
    };
    again(&app).await;
    app.stop().await;
    let app = TestApp::again(&config).await;
    again(&app).await;
    // The same position by other moves, and other limits for it.
    let transposed = answer(&app, &json!({"kind": "values", "start": position("f5d6c3"), "depth": 5})).await;
    assert_eq!((&transposed["cached"], &transposed["values"]["ply"]), (&json!(true), &json!(0)), "{transposed}");
    let deeper = answer(&app, &json!({"kind": "values", "moves": "f5d6c3", "depth": 6})).await;
    assert_eq!(deeper["cached"], false);
    let mut line = JobLine::open(&app).await;
    let id = line.submit(&jobs[0]).await;
    assert_eq!(line.state(&id).await["cached"], true);
    app.stop().await;
}

/// How far a search gets in a time depends on who else uses the machine; what is proven does not.
#[tokio::test]
async fn timed_out_results_are_not_cached() {
    let app = TestApp::start().await;
    for job in [
        json!({"kind": "values", "moves": "f5d6", "timeMs": 20}),
        json!({"kind": "values", "moves": "f5d6", "depth": 30, "timeMs": 20}),
        json!({"kind": "review", "moves": "f5d6c3", "level": 20, "timeMs": 1}),
    ] {
        for _ in 0..2 {
            let state = answer(&app, &job).await;
            assert_eq!((&state["status"], &state["cached"]), (&json!("done"), &json!(false)), "{job}");
        }
    }
    let proven = json!({"kind": "values", "variant": "tiny", "moves": "d3d4c4d2a1b4", "timeMs": 30_000});
    assert_eq!(answer(&app, &proven).await["values"]["exact"], true);
    assert_eq!(answer(&app, &proven).await["cached"], true);
}

fn position(moves: &str) -> String {
    let position = played(moves).position();
    let turn = if position.turn() == outflank_rules::Color::Black { 'X' } else { 'O' };
    format!("{} {turn}", outflank_server::game::wire::board(&position))
}

#[tokio::test]
async fn jobs_are_as_described() {
    let app = TestApp::start().await;
    for job in [
        json!({"kind": "values", "moves": "f5", "depth": 3}),
        json!({"kind": "review", "moves": "f5d6c3", "depth": 2}),
        json!({"kind": "review", "variant": "tiny", "moves": "d3d4c4d2a1b4d1c1"}),
        json!({"kind": "solve", "variant": "tiny"}),
    ] {
        let submitted = app.post("/api/jobs", &job).send().await.expect(202);
        let end = answer(&app, &job).await;
        assert_eq!(end["status"], "done");
        let path = format!("/api/jobs/{}", text(&submitted["id"]));
        app.get(&path).send().await.expect(200);
        Request::new(app.address, "DELETE", &path).send().await.expect(200);
    }
}
