//! The consequence of each foul of a player of `--course-pickle`.

use outflank_server::{
    config::{BotSettings, Config, Limits, Rate},
    course::{CourseEvent, PickleCourse},
};
use serde_json::json;

use super::{
    Class, TestPlayer, hasty,
    player::{PASS, numbers, pickle, start},
};
use crate::http::{app::TestApp, client::TIMEOUT};

/// Asks as often as it may, and then the game is lost.
async fn asked_again(wrong: &[u8], verdict: &str) -> String {
    let mut class = Class::start(PickleCourse { tries: 2, ..PickleCourse::default() }).await;
    let (mut white, mut black, game) = class.pair().await;
    for _ in 0..3 {
        let question = white.asked().await;
        assert_eq!(question.position, start(), "the same question");
        white.write(wrong).await;
    }
    let text = class.lost_by(&game, "white", verdict).await;
    let over = class.received(|news| matches!(news, CourseEvent::Over { .. }).then(|| news.to_string())).await;
    assert!(
        over.starts_with("Player 2 wins: Player 1 ") && over.ends_with(&format!(": {text} (game {game})")),
        "{over}"
    );
    white.receives_the_end().await;
    black.receives_the_end().await;
    text
}

#[tokio::test]
async fn an_illegal_move_is_asked_again_and_then_lost() {
    let text = asked_again(&pickle("a1"), "illegal-move").await;
    assert!(text.starts_with("[0, 0] flips nothing for white; legal for white: [4, 2] "), "{text}");
    let text = asked_again(&numbers(8, 3), "illegal-move").await;
    assert!(text.contains("[8, 3] is not on the board"), "{text}");
}

#[tokio::test]
async fn an_illegal_pass_is_refused_the_same_way() {
    asked_again(PASS, "illegal-pass").await;
}

#[tokio::test]
async fn what_is_no_move_is_refused_the_same_way() {
    let text = asked_again(b"\x80\x04N.", "garbage").await;
    assert!(text.contains("None is not a move: send [x, y]"), "{text}");
}

#[tokio::test]
async fn a_legal_answer_restores_the_retries() {
    let mut class = Class::start(PickleCourse { tries: 1, ..PickleCourse::default() }).await;
    let (mut white, mut black, game) = class.pair().await;
    for (square, answer) in [("c5", "e6"), ("f6", "c4")] {
        white.asked().await;
        white.answer("a1").await;
        white.asked().await;
        white.answer(square).await;
        black.asked().await;
        black.answer(answer).await;
    }
    white.asked().await;
    assert_eq!(class.state(&game).await["moves"].as_array().expect("moves").len(), 4);
}

#[tokio::test]
async fn a_double_answer_is_dropped() {
    let mut class = Class::start(PickleCourse { tries: 0, ..PickleCourse::default() }).await;
    let (mut white, mut black, game) = class.pair().await;
    white.asked().await;
    white.write(&[pickle("c5"), pickle("c5")].concat()).await;
    black.asked().await;
    black.answer("e6").await;
    white.asked().await;
    // One that was on its way when the next question came.
    white.answer("c5").await;
    white.answer("f6").await;
    black.asked().await;
    assert_eq!(class.state(&game).await["moves"].as_array().expect("moves").len(), 3);
}

#[tokio::test]
async fn only_one_double_answer_is_dropped_per_turn() {
    let mut class = Class::start(PickleCourse { tries: 0, ..PickleCourse::default() }).await;
    let (mut white, mut black, game) = class.pair().await;
    white.asked().await;
    white.answer("c5").await;
    black.asked().await;
    black.answer("e6").await;
    white.asked().await;
    white.write(&[pickle("c5"), pickle("c5")].concat()).await;
    class.lost_by(&game, "white", "illegal-move").await;
}

#[tokio::test]
async fn answers_without_a_request_are_dropped() {
    let mut class = Class::start(PickleCourse { tries: 0, ..PickleCourse::default() }).await;
    let (mut white, mut black, game) = class.pair().await;
    white.asked().await;
    // White could play there; the old server would have let Black do it for White.
    black.answer("c5").await;
    white.answer("d6").await;
    let question = black.asked().await;
    assert_eq!(question.position.discs(outflank_rules::Color::White).len(), 4);
    assert_eq!(class.state(&game).await["moves"][0]["move"], "d6");
}

#[tokio::test]
async fn a_flood_of_answers_loses() {
    let mut class = Class::start(PickleCourse::default()).await;
    let (mut white, mut black, game) = class.pair().await;
    white.asked().await;
    black.write(&pickle("c5").repeat(200)).await;
    class.lost_by(&game, "black", "flood").await;
    white.receives_the_end().await;
}

#[tokio::test]
async fn disconnecting_loses_in_any_turn() {
    for (leaves, color) in [(0, "white"), (1, "black")] {
        let mut class = Class::start(PickleCourse::default()).await;
        let (mut white, black, game) = class.pair().await;
        white.asked().await;
        let mut both = [white, black];
        both.swap(0, leaves);
        let [left, mut stays] = both;
        drop(left);
        class.lost_by(&game, color, "closed").await;
        if leaves == 1 {
            // The player that has not answered its request receives the end too.
            assert_eq!(stays.read().await.expect("the end").turn, None);
        }
        stays.answer("c5").await;
    }
}

#[tokio::test]
async fn disconnecting_loses_before_the_click() {
    let mut class = Class::with(PickleCourse::default(), Config::default()).await;
    let (white, mut black, game) = class.pair().await;
    drop(white);
    class.lost_by(&game, "white", "closed").await;
    black.receives_the_end().await;
}

#[tokio::test]
async fn thinking_too_long_loses() {
    let mut class = Class::start(hasty()).await;
    let (mut white, mut black, game) = class.pair().await;
    white.asked().await;
    let result = class.end(&game).await;
    assert_eq!((&result["winner"], &result["reason"]), (&json!("black"), &json!("time")), "{result}");
    // It answers nevertheless, as it does not know; and then it reads of the end.
    white.answer("c5").await;
    white.receives_the_end().await;
    black.receives_the_end().await;
}

#[tokio::test]
async fn connections_of_one_address_are_limited() {
    let limits = Limits { connections_per_address: 2, loopback_too: true, ..Limits::default() };
    let mut class = Class::with(PickleCourse::default(), Config { limits, ..Config::default() }).await;
    let mut first = class.connect().await;
    let mut second = class.connect().await;
    let mut third = TestPlayer::connect(class.app.course[0]).await;
    let why = third.refused().await;
    assert!(why.contains("there are too many connections"), "{why}");
    drop(third);
    first.write(b"\x80\x04N.").await;
    let made = |news| matches!(news, outflank_server::course::CourseEvent::Game { .. }).then_some(());
    class.received(made).await;
    second.write(b"\x80\x04N.").await;
}

#[tokio::test]
async fn a_refused_player_reads_why() {
    let limits = Limits { course: Rate { burst: 1, per_minute: 1 }, loopback_too: true, ..Limits::default() };
    let mut class = Class::with(PickleCourse::default(), Config { limits, ..Config::default() }).await;
    let _first = class.connect().await;
    let why = class.connect().await.refused().await;
    assert!(why.contains("too many connections from your address: try again in "), "{why}");
    let received =
        class.received(|news| if let CourseEvent::Refused { why, .. } = news { Some(why) } else { None }).await;
    assert!(why.ends_with(&received), "the teacher reads the same: {received}");
}

#[tokio::test]
async fn many_refusals_are_reported_once() {
    let limits = Limits { course: Rate { burst: 1, per_minute: 1 }, loopback_too: true, ..Limits::default() };
    let mut class = Class::with(PickleCourse::default(), Config { limits, ..Config::default() }).await;
    let _first = class.connect().await;
    for _ in 0..20 {
        class.connect().await.refused().await;
    }
    let mut reports = 0;
    while let Ok(news) = class.news.try_recv() {
        reports += usize::from(matches!(news, CourseEvent::Refused { .. }));
    }
    assert_eq!(reports, 1);
}

#[tokio::test]
async fn a_whole_class_behind_one_address_is_served_at_once() {
    let limits = Limits { loopback_too: true, ..Limits::default() };
    let bots = BotSettings { autostart: true, ..BotSettings::default() };
    let mut class = Class::with(PickleCourse::default(), Config { limits, bots, ..Config::default() }).await;
    let mut players = Vec::new();
    for _ in 0..60 {
        players.push(class.connect().await);
    }
    for _ in 0..30 {
        class.game().await;
    }
    let games = players.into_iter().map(|mut player| tokio::spawn(async move { player.play_on().await }));
    for game in games.collect::<Vec<_>>() {
        assert!(game.await.expect("it plays").last.is_over());
    }
}

#[tokio::test]
async fn a_player_that_still_thinks_when_it_has_lost_reads_the_end_after_its_answer() {
    assert!(
        PickleCourse::default().farewell >= std::time::Duration::from_secs(300),
        "as docs/reference/courses.md says"
    );
    let mut class = Class::start(hasty()).await;
    let (mut white, mut black, game) = class.pair().await;
    white.asked().await;
    class.end(&game).await;
    // Black has hung up: the server has done all that it does at the end of a game.
    black.receives_the_end().await;
    drop(black);
    for byte in pickle("c5") {
        assert!(white.write(&[byte]).await, "the connection is open");
    }
    white.receives_the_end().await;
}

#[tokio::test]
async fn the_server_waits_only_a_limited_time_for_a_last_answer() {
    let mut class = Class::start(PickleCourse { farewell: std::time::Duration::from_millis(50), ..hasty() }).await;
    let (mut white, _black, game) = class.pair().await;
    white.asked().await;
    class.end(&game).await;
    white.receives_the_end().await;
    // A closed connection fails at the second write, as its reset comes after the first.
    let closed = async {
        while white.write(b"N").await {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, closed).await.expect("the server closes the connection");
}

#[tokio::test]
async fn the_listener_exists_only_if_configured() {
    let app = TestApp::start().await;
    assert!(app.course.is_empty(), "nobody asked for one");
}
