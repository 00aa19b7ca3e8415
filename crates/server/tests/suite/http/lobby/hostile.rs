//! Clients that say anything.

use outflank_server::course::JsonCourse;
use serde_json::json;

use super::{Class, at_once};

#[tokio::test]
async fn invalid_messages_are_errors_for_their_sender_only() {
    let class = Class::start(JsonCourse { time: None, ..at_once() }).await;
    let (mut ann, mut bob) = class.pair().await;
    let asked = ann.turn(1).await;
    let mut eve = class.dial().await;
    for request in [
        json!({"type": "sit", "table": 0, "seat": "white"}),
        json!({"type": "stand"}),
        json!({"request_id": 1, "x": 2, "y": 4}),
    ] {
        eve.say(&request).await;
        assert_eq!(eve.hear("error").await["reason"], "log in first");
    }
    let deep = [&b"[".repeat(10_000)[..], b"\n"].concat();
    let lines: [&[u8]; 5] = [b"GET / HTTP/1.1\n", b"{\"type\":\n", b"\xff\xfe\n", b"{\"type\":\"dance\"}\n", &deep];
    for line in lines {
        eve.write(line).await;
        let received = eve.hear("error").await["reason"].clone();
        assert!(received.as_str().expect("a reason").contains("this is not a message"), "{received}");
    }
    ann.answer(&asked, 2, 4).await;
    bob.turn(-1).await;
}

#[tokio::test]
async fn endless_lines_and_floods_are_disconnected() {
    let class = Class::start(at_once()).await;
    let mut eve = class.dial().await;
    eve.write(&b"x".repeat(70_000)).await;
    assert!(eve.hear("error").await["reason"].as_str().expect("a reason").contains("65536"));
    eve.is_ended().await;
    let mut eve = class.login("Eve", "ai").await;
    eve.write(&b"{\"type\":\"sit\",\"table\":0,\"seat\":\"white\"}\n{\"type\":\"stand\"}\n".repeat(200)).await;
    eve.is_ended().await;
    class.login("Eve", "ai").await;
}

#[tokio::test]
async fn a_flood_of_answers_loses_the_game() {
    let mut class = Class::start(JsonCourse { time: None, ..at_once() }).await;
    let (mut ann, mut bob) = class.pair().await;
    class.game().await;
    ann.turn(1).await;
    // A few at a time, as long as it is listened to.
    let flood = async {
        loop {
            bob.write(&b"{\"request_id\":0,\"x\":0,\"y\":0}\n".repeat(5)).await;
            if bob.next().await.is_none() {
                break;
            }
        }
    };
    flood.await;
    let over = ann.play_on(1).await;
    assert_eq!(over["winner"], "white");
}
