//! Pickles that would do harm if they were run.

use outflank_server::{
    config::{BotSettings, Config, Limits},
    course::PickleCourse,
};

use super::{Class, player::pickle};

/// Each loses the game of its sender, and two other players continue.
async fn refused(hostile: &[u8], reason: &str) {
    let mut class = Class::start(PickleCourse::default()).await;
    let (mut ann, mut bob, other) = class.pair().await;
    let (mut white, mut black, game) = class.pair().await;
    ann.asked().await;
    white.asked().await;
    white.write(hostile).await;
    let text = class.lost_by(&game, "white", "garbage").await;
    assert!(text.contains(reason), "{text}");
    white.receives_the_end().await;
    black.receives_the_end().await;
    ann.answer("c5").await;
    bob.asked().await;
    assert_eq!(class.state(&other).await["status"], "playing");
}

#[tokio::test]
async fn a_pickle_that_calls_something_runs_nothing() {
    let dropped = std::env::temp_dir().join(format!("outflank-hostile-{}", std::process::id()));
    let command = format!("touch {}", dropped.display());
    let old = format!("cos\nsystem\n(S'{command}'\ntR.");
    refused(old.as_bytes(), "\"os system\", which no move needs, and nothing is run").await;
    let length = command.len() as u8;
    let new = [b"\x80\x04\x8c\x05posix\x8c\x06system\x93\x8c", &[length][..], command.as_bytes(), b"\x85R."].concat();
    refused(&new, "\"posix system\"").await;
    assert!(!dropped.exists(), "it was run");
}

#[tokio::test]
async fn a_pickle_that_calls_the_reader_again_runs_nothing() {
    refused(b"\x80\x02cbuiltins\neval\nX\x03\0\0\0a+a\x85R.", "builtins eval").await;
    refused(b"\x80\x04\x8c\x06pickle\x8c\x05loads\x93.", "pickle loads").await;
}

#[tokio::test]
async fn nested_lists_and_endless_frames_are_refused() {
    refused(&[b"\x80\x04", &b"]".repeat(4000)[..]].concat(), "more than").await;
    refused(&[b"\x80\x04", &b"(".repeat(4000)[..]].concat(), "more than").await;
    refused(b"\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\x7f", "a frame of 9223372036854775807 bytes").await;
    refused(&[b"\x80\x04", &b"N0".repeat(4000)[..]].concat(), "").await;
}

#[tokio::test]
async fn invalid_pickles_are_refused_and_quoted() {
    refused(b"GET / HTTP/1.1\r\n\r\n", "of the pickle b\"GET / HTTP\"").await;
}

#[tokio::test]
async fn pickles_arrive_in_pieces_and_unfinished_ones_time_out() {
    let limits = Limits { hello_time: std::time::Duration::from_millis(200), ..Limits::default() };
    let bots = BotSettings { autostart: true, ..BotSettings::default() };
    let class = PickleCourse { time: None, ..PickleCourse::default() };
    let mut class = Class::with(class, Config { limits, bots, ..Config::default() }).await;
    let (mut white, mut black, game) = class.pair().await;
    white.asked().await;
    for byte in pickle("c5") {
        white.write(&[byte]).await;
        tokio::task::yield_now().await;
    }
    black.asked().await;
    black.write(b"\x80\x04\x95").await;
    let text = class.lost_by(&game, "black", "garbage").await;
    assert!(text.contains("its end did not come"), "{text}");
}

#[tokio::test]
async fn waiting_players_that_break_the_protocol_are_disconnected() {
    let mut class = Class::start(PickleCourse::default()).await;
    let mut hostile = class.connect().await;
    hostile.write(b"cos\nsystem\n").await;
    hostile.is_ended().await;
    let (mut white, _black, _) = class.pair().await;
    white.asked().await;
}
