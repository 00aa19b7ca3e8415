//! Limits on the jobs of one client, and that other clients still get replies.

use outflank_server::config::{Config, JobSettings, Limits, Rate};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use super::{
    super::app::{TestApp, place, text},
    JobLine,
    stopping::{first_values, long, until_running},
};

/// A server with the limits for clients of other machines.
async fn limited(jobs: JobSettings, rate: Rate) -> TestApp {
    let limits = Limits { loopback_too: true, jobs: rate, ..Limits::default() };
    TestApp::with(Config { jobs, limits, ..Config::default() }).await
}

const OFTEN: Rate = Rate { burst: 100, per_minute: 100 };

#[tokio::test]
async fn jobs_per_client_are_limited_over_http_and_sockets() {
    let app = limited(JobSettings { per_client: 2, workers: 4, ..JobSettings::default() }, OFTEN).await;
    let (mut line, mut second) = (JobLine::open(&app).await, JobLine::open(&app).await);
    let first = line.submit(&long()).await;
    second.submit(&long()).await;
    until_running(&app, 2).await;
    let refused = line.refused(&long()).await;
    assert_eq!((&refused["code"], &refused["limit"]), (&json!("rate-limited"), &json!("jobs")), "{refused}");
    assert!(refused["retryAfter"].as_u64() > Some(0) && text(&refused["message"]).contains("2 jobs"), "{refused}");
    let answer = app.post("/api/jobs", &long()).send().await;
    let error = answer.refused(429, "rate-limited");
    assert_eq!((&error["error"]["limit"], &error["error"]["retryAfter"]), (&json!("jobs"), &refused["retryAfter"]));
    assert_eq!(answer.headers["retry-after"], refused["retryAfter"].to_string());
    line.0.say(&json!({"type": "cancel", "id": first})).await;
    until_running(&app, 1).await;
    line.submit(&long()).await;
}

/// The server cannot distinguish programs on this machine that send plain HTTP requests. Together
/// they leave room for others.
#[tokio::test]
async fn plain_http_on_this_machine_does_not_fill_the_queue() {
    let jobs = JobSettings { per_machine: 3, ..JobSettings::default() };
    let app = TestApp::with(Config { jobs, ..Config::default() }).await;
    for _ in 0..3 {
        app.post("/api/jobs", &long()).send().await.expect(202);
    }
    let error = app.post("/api/jobs", &long()).send().await.refused(429, "rate-limited");
    assert!(text(&error["error"]["message"]).contains("3 jobs"), "{error}");
    let mut line = JobLine::open(&app).await;
    let id = line.submit(&json!({"kind": "values", "depth": 2})).await;
    assert_eq!(line.end(&id).await["status"], "done");
}

#[tokio::test]
async fn too_many_jobs_are_refused_with_a_retry_delay() {
    let app = limited(JobSettings::default(), Rate { burst: 2, per_minute: 1 }).await;
    let mut line = JobLine::open(&app).await;
    let job = json!({"kind": "values", "depth": 2});
    line.submit(&job).await;
    app.post("/api/jobs", &job).send().await.expect(202);
    let refused = line.refused(&job).await;
    assert_eq!((&refused["code"], &refused["limit"]), (&json!("rate-limited"), &json!("jobs")));
    assert!(refused["retryAfter"].as_u64() > Some(1), "{refused}");
    app.post("/api/jobs", &job).send().await.refused(429, "rate-limited");
}

#[tokio::test]
async fn a_full_queue_refuses_and_states_have_queue_positions() {
    let jobs = JobSettings { workers: 1, queue_limit: 2, ..JobSettings::default() };
    let app = TestApp::with(Config { jobs, ..Config::default() }).await;
    let mut lines = [JobLine::open(&app).await, JobLine::open(&app).await, JobLine::open(&app).await];
    let first = lines[0].submit(&long()).await;
    until_running(&app, 1).await;
    let second = lines[1].submit(&long()).await;
    let third = lines[2].submit(&long()).await;
    assert_eq!(lines[1].state(&second).await["queuePosition"], 1);
    let waiting = lines[2].state(&third).await;
    assert_eq!((&waiting["status"], &waiting["queuePosition"]), (&json!("waiting"), &json!(2)), "{waiting}");
    let answer = app.post("/api/jobs", &long()).send().await;
    answer.refused(503, "busy");
    assert!(answer.headers.contains_key("retry-after"));
    lines[0].0.say(&json!({"type": "cancel", "id": first})).await;
    first_values(&mut lines[1], &second).await;
    assert_eq!(lines[2].state(&third).await["queuePosition"], 1);
}

/// While three jobs of an hour run, other clients still get values and moves.
#[tokio::test]
async fn long_jobs_do_not_block_games_hints_and_other_jobs() {
    let app =
        TestApp::with(Config { jobs: JobSettings { workers: 4, ..JobSettings::default() }, ..Config::default() }).await;
    let mut lines = [JobLine::open(&app).await, JobLine::open(&app).await];
    for line in &mut lines {
        let id = line.submit(&long()).await;
        first_values(line, &id).await;
    }
    lines[0].submit(&long()).await;
    until_running(&app, 3).await;
    let mut newcomer = JobLine::open(&app).await;
    let id = newcomer.submit(&json!({"kind": "values", "depth": 4})).await;
    assert_eq!(newcomer.end(&id).await["status"], "done");
    let answer = app.create(&json!({"white": "level:14"})).await;
    let (created, cookie) = (answer.expect(201), answer.cookie());
    let path = format!("/api/games/{}", text(&created["id"]));
    app.get(&format!("{path}/hint")).header("Cookie", &cookie).send().await.expect(200);
    app.post(&format!("{path}/commands"), &place(0, "d3")).header("Cookie", &cookie).send().await.expect(200);
    let moved = async { while app.get(&path).send().await.expect(200)["moves"].as_array().map(Vec::len) != Some(2) {} };
    tokio::time::timeout(super::TIMEOUT, moved).await.expect("the computer moves");
    until_running(&app, 3).await;
}

#[tokio::test]
async fn invalid_messages_are_refused_and_end_the_socket() {
    let app = TestApp::start().await;
    let mut line = JobLine::open(&app).await;
    for nonsense in ["", "{}", "[1]", r#"{"type":"hello"}"#, r#"{"type":"submit"}"#, r#"{"type":"cancel"}"#] {
        line.0.say_text(nonsense).await;
        let refused = line.answer().await;
        assert_eq!((&refused["type"], &refused["code"]), (&json!("refused"), &json!("bad-message")), "{nonsense}");
    }
    line.0.say(&json!({"type": "submit", "ref": "x".repeat(33), "job": {"kind": "values"}})).await;
    assert_eq!(line.answer().await["code"], "bad-message");
    line.0.say(&json!({"type": "cancel", "id": "nobody"})).await;
    let id = line.submit(&json!({"kind": "values", "depth": 1})).await;
    assert_eq!(line.end(&id).await["status"], "done");
    for _ in 0..200 {
        line.0.say_text("nonsense").await;
    }
    line.0.is_ended().await;
    let mut large = JobLine::open(&app).await;
    large.0.say(&json!({"type": "submit", "job": {"kind": "values", "from": "f5".repeat(20_000)}})).await;
    large.0.is_ended().await;
    let mut binary = JobLine::open(&app).await;
    binary.0.say_raw(Message::binary(vec![0; 10])).await;
    binary.0.is_ended().await;
}

/// A record that fills a body of plain HTTP fits the socket too.
#[tokio::test]
async fn a_long_record_fits() {
    let app = TestApp::start().await;
    let mut line = JobLine::open(&app).await;
    let comment = "x".repeat(15_000);
    let record = format!("(;GM[Othello]PB[a]PW[b]TY[8]C[{comment}]B[f5]W[d6];)");
    let job = json!({"kind": "values", "from": record, "depth": 2});
    app.post("/api/jobs", &job).send().await.expect(202);
    let id = line.submit(&job).await;
    assert_eq!(line.end(&id).await["values"]["ply"], 2);
}
