//! What the owner of a bot sees of its games.

use super::*;

#[tokio::test]
async fn every_line_is_in_the_log_of_its_game() {
    let app = TestApp::with(autostart()).await;
    let (mut ann, mut bob, id) = pair(&app).await;
    let question = ann.wait_for("move").await;
    ann.say(&json!({"type": "log", "text": "I think"})).await;
    ann.answer(&question, "d3").await;
    ann.answer(&question, "c4").await;
    assert_eq!(ann.wait_for("error").await["code"], "wrong-request");
    let reply = bob.wait_for("move").await;
    bob.answer(&reply, reply["legal"][0].as_str().unwrap()).await;
    ann.wait_for("move").await;
    ann.write_bytes(b"\xff\xfe\n").await;
    assert_eq!(ann.wait_for("over").await["result"]["reason"], "garbage");
    let log = app.get(&format!("/api/games/{id}/traffic")).bearer(&ann.token).send().await.body;
    let mut rest = log.as_str();
    for said in [
        " > {\"type\":\"start\"",
        " > {\"type\":\"move\"",
        " < {\"text\":\"I think\",\"type\":\"log\"}",
        " < {\"move\":\"d3\"",
        " < {\"move\":\"c4\"",
        " > {\"type\":\"error\",\"code\":\"wrong-request\"",
        " < \\xff\\xfe",
    ] {
        let place = rest.find(said).unwrap_or_else(|| panic!("{said} comes, and in this order: {log}"));
        rest = &rest[place..];
    }
    for said in [" > {\"type\":\"error\",\"code\":\"not-utf8\"", " ! garbage: ", " > {\"type\":\"over\""] {
        assert!(rest.contains(said), "{said}: {log}");
    }
}

#[tokio::test]
async fn long_analysis_is_cut() {
    let app = TestApp::with(autostart()).await;
    let (mut ann, mut bob, id) = pair(&app).await;
    let question = ann.wait_for("move").await;
    let info = json!({"text": "x".repeat(50_000), "values": {"d3": 1, "nowhere": 2}, "line": vec!["d3"; 500]});
    ann.say(&json!({"type": "move", "request": question["request"], "move": "d3", "info": info})).await;
    bob.wait_for("move").await;
    let path = format!("/api/games/{id}/thoughts");
    let received = app.get(&path).bearer(&ann.token).send().await.expect(200);
    let kept = &received["thoughts"][0]["info"];
    assert_eq!(text(&kept["text"]).chars().count(), 1001, "1000 and a mark that there was more");
    assert_eq!((&kept["values"], kept["line"].as_array().map(Vec::len)), (&json!({"d3": 1}), Some(60)));
}
