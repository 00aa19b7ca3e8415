//! `outflank analyse --server`: the same results, computed by a server.

use std::{
    io::{Read, Write},
    net::TcpListener,
    thread,
};

use serde_json::{Value, json};

use super::Server;
use crate::harness::outflank;

const GAME: &str = "d3c5c6e3f3f4e6f2c4d6d7c3d2e1f6b6b5b4a6b7a4e7d8a5f7f8f5g5e8c2g8a3a2c7c8a8a7a1b3g7b8h8h7b2g6h5h6d1e2b1c1h4h3g4g3g1g2f1h1";

/// Removes fields that depend on time.
fn timeless(mut json: Value) -> Value {
    for name in ["seconds", "nodesPerSecond"] {
        json.as_object_mut().unwrap().remove(name);
    }
    json
}

#[test]
fn a_server_answers_as_the_program_itself() {
    let server = Server::with(&["--in-memory"]);
    let url = format!("http://{}", server.host);
    for args in [
        &["f5d6c3", "--all-moves", "--depth", "6"][..],
        &["f5d6c3", "--all-moves", "--depth", "5", "--selectivity", "95"],
        &[&GAME[..100], "--all-moves"],
        &[GAME, "--level", "8"],
        &["--size", "4", "d3d4c4d2a1b4d1c1"],
        &["--variant", "anti", "--depth", "4"],
        &["------------------X-------XXOX-----XXX------O------------------- O", "--depth", "3"],
        &["f5d6c3", "--all-moves", "--level", "5", "--notation", "row-column"],
    ] {
        let here = outflank(&[&["analyse", "--json", "--threads", "1"], args].concat()).json();
        let there = outflank(&[&["analyse", "--json", "--server", &url], args].concat()).json();
        assert_eq!(timeless(there), timeless(here), "{args:?}");
    }
    let [here, there] = [&["--threads", "1"][..], &["--server", &server.host]]
        .map(|where_to| outflank(&[&["analyse", "--level", "8", GAME], where_to].concat()).ok());
    assert_eq!(there, here, "what people read");
}

#[test]
fn a_page_is_written_with_the_review_of_the_server() {
    let (server, folder) = (Server::with(&["--in-memory"]), tempfile::tempdir().unwrap());
    let [here, there] = [&["--threads", "1"][..], &["--server", &server.host]].map(|where_to| {
        let path = folder.path().join(format!("{}.html", where_to[0]));
        outflank(&[&["analyse", "--level", "6", GAME, "--html", path.to_str().unwrap()], where_to].concat()).ok();
        std::fs::read_to_string(path).unwrap()
    });
    assert_eq!(there, here);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_cancels_the_remote_job_and_prints_its_results() {
    use crate::harness::{command, wait_until};
    let server = Server::with(&["--in-memory"]);
    let arguments = ["analyse", "f5d6c3", "--all-moves", "--depth", "40", "--json", "--server", &server.host];
    let child = command(&arguments).stdin(std::process::Stdio::null()).spawn().unwrap();
    let runs = |number: u8| {
        let line = format!("outflank_jobs_running {number}");
        wait_until(|| server.get("/metrics").lines().any(|other| other == line));
        assert!(server.get("/metrics").contains(&line));
    };
    runs(1);
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let end = child.wait_with_output().unwrap();
    assert_eq!(end.status.code(), Some(130));
    let json: Value = serde_json::from_slice(&end.stdout).unwrap();
    assert_eq!((&json["kind"], &json["interrupted"]), (&json!("position"), &json!(true)));
    runs(0);
}

#[test]
fn refusals_of_the_server_are_printed() {
    let server = Server::with(&["--in-memory"]);
    let message = outflank(&["analyse", "f5", "--all-moves", "--time", "10m", "--server", &server.host]).failed(1);
    assert!(message.contains("refuses: timeMs: \"600000\" is not possible; write 1 to 60000"), "{message}");
    let message = outflank(&["analyse", "f5", "--threads", "2", "--server", &server.host]).failed(2);
    assert!(message.contains("--threads") && message.contains("--server"), "{message}");
    let message = outflank(&["analyse", "f5", "--server", "ftp://host/x"]).failed(2);
    assert!(message.contains("is not the address of a server"), "{message}");
}

/// A server that sends these replies, one per connection.
fn stranger(answers: Vec<String>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            stream.write_all(answer.as_bytes()).unwrap();
        }
    });
    host
}

fn answer(status: &str, body: &Value) -> String {
    let body = body.to_string();
    format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

#[test]
fn rate_limited_polls_wait_and_still_get_the_result() {
    let healthy = answer("200 OK", &json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}));
    let job = |status: &str| {
        let progress = json!({"done": 0, "total": 1, "depth": 0, "selectivity": 0});
        json!({"id": "aaaaaaaaaaaa",
            "state": {"kind": "values", "status": status, "cached": false, "progress": progress}})
    };
    let limited =
        json!({"error": {"code": "rate-limited", "message": "too much at once", "limit": "requests", "retryAfter": 1}});
    let host = stranger(vec![
        healthy,
        answer("202 Accepted", &job("waiting")),
        answer("429 Slow down", &limited),
        answer("200 OK", &job("running")),
        answer("429 Slow down", &limited),
        answer("200 OK", &job("done")),
    ]);
    let message = outflank(&["analyse", "f5", "--all-moves", "--json", "--server", &host]).json();
    assert_eq!((&message["kind"], &message["interrupted"]), (&json!("position"), &json!(false)), "{message}");
}

#[test]
fn another_http_server_is_recognized_as_foreign() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let healthy = || answer("200 OK", &json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}));
    let limited =
        json!({"error": {"code": "rate-limited", "message": "too much at once", "limit": "jobs", "retryAfter": 7}});
    let unknown = json!({"error": {"code": "unknown-route", "message": "there is nothing at /api/jobs"}});
    let job = json!({"id": "aaaaaaaaaaaa", "state": {"kind": "review", "status": "running", "cached": false,
        "progress": {"done": 0, "total": 1, "depth": 0, "selectivity": 0}}});
    for (host, words) in [
        (closed, "no server at"),
        (stranger(vec!["SSH-2.0-OpenSSH_9.2\r\n".to_owned()]), "is not a server of outflank"),
        (stranger(vec![answer("200 OK", &json!({"hello": "world"}))]), "is not a server of outflank"),
        (stranger(vec![answer("200 OK", &json!({"status": "ok", "version": "99.0"}))]), "is outflank 99.0 and this is"),
        (stranger(vec![healthy(), answer("429 Slow down", &limited)]), "too much at once (retry in 7 s)"),
        (stranger(vec![healthy(), answer("404 Not found", &unknown)]), "too old"),
        (stranger(vec![healthy(), answer("202 Accepted", &job), "HTTP/1.1 200".to_owned()]), "not an HTTP reply"),
    ] {
        let message = outflank(&["analyse", "f5", "--server", &host]).failed(1);
        assert!(message.contains(words) && message.contains(&host), "{message}");
    }
}
