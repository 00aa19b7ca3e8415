//! Jobs that are cancelled or abandoned.

use std::time::Duration;

use outflank_server::config::{Config, JobSettings};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    super::{
        app::{TestApp, text},
        client::{Request, TIMEOUT},
    },
    JobLine,
};

/// What would take an hour.
pub(super) fn long() -> Value {
    json!({"kind": "values", "moves": "f5d6c3d3c4f4f6f3e6e7", "depth": 40, "selectivity": 100})
}

/// Waits until this many jobs run.
pub(super) async fn until_running(app: &TestApp, jobs: usize) {
    let line = format!("outflank_jobs_running {jobs}");
    let wait = async { while !app.get("/metrics").send().await.body.lines().any(|other| other == line) {} };
    timeout(TIMEOUT, wait).await.unwrap_or_else(|_| panic!("never {line}"));
}

/// The first values of a job that is being worked on.
pub(super) async fn first_values(line: &mut JobLine, id: &str) -> Value {
    loop {
        let state = line.state(id).await;
        assert!(!super::is_final(&state), "{state}");
        if state["values"].is_object() {
            return state;
        }
    }
}

#[tokio::test]
async fn a_job_that_is_cancelled_frees_its_thread() {
    let app = TestApp::start().await;
    let mut line = JobLine::open(&app).await;
    let id = line.submit(&long()).await;
    let first = first_values(&mut line, &id).await;
    until_running(&app, 1).await;
    line.0.say(&json!({"type": "cancel", "id": id})).await;
    let end = line.end(&id).await;
    assert_eq!((&end["status"], &end["values"]["turn"]), (&json!("cancelled"), &first["values"]["turn"]), "{end}");
    until_running(&app, 0).await;
    let again = line.submit(&json!({"kind": "values", "depth": 4})).await;
    assert_eq!(line.end(&again).await["status"], "done", "the next is not stopped with it");
}

#[tokio::test]
async fn closing_a_socket_cancels_its_jobs() {
    let app = TestApp::start().await;
    let (mut line, mut other) = (JobLine::open(&app).await, JobLine::open(&app).await);
    let id = line.submit(&long()).await;
    first_values(&mut line, &id).await;
    let others = other.submit(&long()).await;
    first_values(&mut other, &others).await;
    drop(line);
    until_running(&app, 1).await;
    assert_eq!(app.get(&format!("/api/jobs/{id}")).send().await.expect(200)["state"]["status"], "cancelled");
    assert_eq!(app.get(&format!("/api/jobs/{others}")).send().await.expect(200)["state"]["status"], "running");
    drop(other);
    until_running(&app, 0).await;
}

/// Lines that break while their jobs are being accepted.
#[tokio::test]
async fn a_broken_socket_cancels_its_jobs() {
    let app = TestApp::start().await;
    for _ in 0..4 {
        let mut line = JobLine::open(&app).await;
        line.0.say(&json!({"type": "submit", "ref": "a1", "job": long()})).await;
        line.0.reset();
    }
    let ended = async { while !app.get("/metrics").send().await.body.contains("outflank_sockets 0") {} };
    timeout(TIMEOUT, ended).await.expect("the sockets end");
    until_running(&app, 0).await;
    // Elsewhere a reset may overtake what was sent before it.
    #[cfg(target_os = "linux")]
    assert!(app.get("/metrics").send().await.body.contains("outflank_jobs_total{end=\"cancelled\"} 4"));
}

#[tokio::test]
async fn http_jobs_end_by_delete_or_without_polls() {
    let app = TestApp::start().await;
    let id = text(&app.post("/api/jobs", &long()).send().await.expect(202)["id"]);
    until_running(&app, 1).await;
    let cancelled = Request::new(app.address, "DELETE", &format!("/api/jobs/{id}")).send().await.expect(200);
    assert_eq!(cancelled["state"]["status"], "cancelled");
    until_running(&app, 0).await;

    let jobs = JobSettings { unasked: Duration::from_millis(1), ..JobSettings::default() };
    let app = TestApp::with(Config { jobs, ..Config::default() }).await;
    app.post("/api/jobs", &long()).send().await.expect(202);
    let cancelled =
        async { while !app.get("/metrics").send().await.body.contains("outflank_jobs_total{end=\"cancelled\"} 1") {} };
    timeout(TIMEOUT, cancelled).await.expect("nobody has asked");
    until_running(&app, 0).await;
}

#[tokio::test]
async fn a_server_stops_while_jobs_run() {
    let app = TestApp::start().await;
    let mut line = JobLine::open(&app).await;
    let id = line.submit(&long()).await;
    first_values(&mut line, &id).await;
    app.post("/api/jobs", &long()).send().await.expect(202);
    timeout(TIMEOUT, app.stop()).await.expect("it stops");
    line.0.is_ended().await;
}
