//! Games of `--course-json`, and the consequence of each foul.

use std::time::Duration;

use outflank_rules::{
    Color,
    record::{Format, Reader},
};
use outflank_server::course::JsonCourse;
use serde_json::{Value, json};

use super::{
    super::app::text,
    Class, at_once,
    client::{Client, position},
};

#[tokio::test]
async fn two_programs_play_with_an_observer_and_play_again() {
    let mut class = Class::start(at_once()).await;
    let mut cy = class.login("Cy", "human").await;
    cy.say(&json!({"type": "sit", "table": 0, "seat": "observer"})).await;
    let (mut ann, mut bob) = class.pair().await;
    cy.say(&json!({"type": "ready", "ready": true})).await;
    let game = class.game().await;
    let (one, other, seen) = tokio::join!(ann.play_on(1), bob.play_on(-1), watch(&mut cy));
    assert_eq!((&one, &other, seen.last()), (&other, &one, Some(&one)), "all see the same end");
    let first = &seen[0];
    assert_eq!((&first["turn"], &first["board"][3][3], &first["board"][3][4]), (&json!(1), &json!(1), &json!(-1)));
    assert_eq!(first["names"], json!({"white": "Ann", "black": "Bob", "observer": "Cy"}));
    assert_eq!((&first["last_move"], &first["flipped"], &first["time_limit"]), (&Value::Null, &json!([]), &json!(5.0)));
    assert!(seen.windows(2).all(|two| two[0]["request_id"].as_u64() < two[1]["request_id"].as_u64()));
    let second = &seen[1];
    let (row, column) = (second["last_move"][0].as_u64().unwrap(), second["last_move"][1].as_u64().unwrap());
    assert_eq!(second["board"][row as usize][column as usize], 1);
    assert_eq!((second["white"].as_u64(), second["flipped"].as_array().unwrap().len()), (Some(4), 1));
    let discs = |color| position(&one).discs(color).len();
    assert_eq!((&one["white"], &one["black"]), (&json!(discs(Color::White)), &json!(discs(Color::Black))));
    let log = one["log"].as_array().expect("lines");
    assert!(log.last().unwrap().as_str().unwrap().starts_with("Game over: "), "{log:?}");
    let result = class.state(&game).await["result"].clone();
    assert_eq!((&result["white"], &result["black"]), (&one["white"], &one["black"]));
    // The same two again, when both say so.
    ann.lobby(|lobby| lobby["tables"][0]["status"] == "waiting").await;
    for client in [&mut ann, &mut bob, &mut cy] {
        client.say(&json!({"type": "ready", "ready": true})).await;
    }
    assert_eq!(ann.state().await["white"], 2);
    assert_ne!(class.game().await, game);
}

/// All states that an observer receives.
async fn watch(client: &mut Client) -> Vec<Value> {
    let mut seen = vec![client.state().await];
    while seen.last().is_some_and(|state| state["game_over"] == false) {
        seen.push(client.state().await);
    }
    seen
}

#[tokio::test]
async fn an_illegal_answer_forfeits_the_turn_and_not_the_game() {
    for (x, y, why) in [(0, 0, "(0, 0) flips nothing"), (-1, -1, "it gave no move"), (8, 3, "not on the board")] {
        let mut class = Class::start(at_once()).await;
        let (mut ann, mut bob) = class.pair().await;
        let game = class.game().await;
        let asked = ann.turn(1).await;
        ann.answer(&asked, x, y).await;
        let state = bob.turn(-1).await;
        let log = state["log"][0].as_str().expect("a line");
        assert!(log.starts_with("Ann forfeits the turn: ") && log.contains(why), "{log}");
        assert_eq!(state["board"], asked["board"], "nothing was placed");
        bob.answer(&state, 2, 3).await;
        ann.turn(1).await;
        let state = class.state(&game).await;
        assert_eq!((&state["status"], state["moves"].as_array().expect("moves").len()), (&json!("playing"), 2));
        assert_eq!((&state["moves"][0]["lost"], state["moves"][1].get("lost")), (&json!("illegal"), None));
    }
}

#[tokio::test]
async fn late_answers_forfeit_turns_and_silence_loses_the_game() {
    let class = Class::start(JsonCourse { time: Some(Duration::from_millis(20)), forfeits: 1, ..at_once() }).await;
    let (mut ann, mut bob) = class.pair().await;
    let first = ann.turn(1).await;
    let state = bob.turn(-1).await;
    assert_eq!(state["log"], json!(["Ann forfeits the turn: no answer in time"]));
    ann.answer(&first, 2, 4).await;
    assert!(ann.hear("error").await["reason"].as_str().expect("a reason").contains("not your turn"));
    let over = bob.play_on(-1).await;
    assert_eq!((&over["winner"], &over["game_over"]), (&json!("black"), &json!(true)));
    assert!(
        over["log"].as_array().unwrap().last().unwrap().as_str().unwrap().contains("Bob wins: Ann answered too late"),
        "{over}"
    );
}

#[tokio::test]
async fn records_of_a_game_with_lost_turns_are_read_again_and_formats_without_them_refuse_it() {
    let lateness = JsonCourse { time: Some(Duration::from_millis(20)), forfeits: 1, ..at_once() };
    let mut class = Class::start(lateness).await;
    let (mut ann, mut bob) = class.pair().await;
    let game = class.game().await;
    let first = ann.turn(1).await;
    bob.play_on(-1).await;
    let state = class.state(&game).await;
    assert_eq!((&state["moves"][0]["move"], &state["moves"][0]["lost"]), (&json!("pass"), &json!("late")), "{first}");
    let plies = state["moves"].as_array().expect("moves").len();

    let record = async |format: &str| class.app.get(&format!("/api/games/{game}/record?format={format}")).send().await;
    for format in [Format::Json, Format::Ggf, Format::Sgf, Format::Pgn] {
        let text = record(&format.to_string()).await;
        let read = Reader::new(format, text.body.as_bytes()).next().expect("a game").expect("it can be read");
        assert_eq!((read.game.ply(), read.game.lost_turns().next()), (plies, Some(1)), "{}", text.body);
        assert_eq!(read.notes[0].comment, "no answer in time");
        let subject = json!({"from": text.body});
        let line = class.app.post("/api/line", &subject).send().await.expect(200);
        assert_eq!((&line["moves"][0]["lost"], &line["board"]), (&json!("unknown"), &state["board"]), "{format}");
    }
    let refused = record("transcript").await.refused(422, "format-cannot-hold");
    assert!(
        text(&refused["error"]["message"]).contains("a lost turn (move 1); json, ggf, sgf and pgn can"),
        "{refused}"
    );

    // The archive has it as soon as it is over, and leads to the same line.
    let found = async || class.app.get("/api/archive").send().await.expect(200);
    let mut page = found().await;
    while page["total"] == 0 {
        tokio::task::yield_now().await;
        page = found().await;
    }
    let past = &page["games"][0];
    assert!(text(&past["moves"]).starts_with("lost"), "{past}");
    let subject = json!({"variant": past["variant"]["name"], "start": past["start"], "moves": past["moves"]});
    let line = class.app.post("/api/line", &subject).send().await.expect(200);
    assert_eq!((&line["board"], &line["transcript"]), (&state["board"], &past["moves"]));
    let review = class.app.post("/api/jobs", &json!({"kind": "review", "moves": "lostf4", "depth": 1})).send().await;
    review.expect(202);

    // Nothing is left out of an export without a word.
    let export = class.app.get("/api/archive/export?format=transcript").send().await.unchunked().expect("all of it");
    let export = String::from_utf8(export).expect("UTF-8");
    let lines: Vec<&str> = export.lines().collect();
    assert_eq!(lines[0], "# left out: 1", "{export}");
    assert!(lines[1].starts_with("# game 1 (Bob - Ann): the format transcript cannot hold a lost turn"), "{export}");
    let export = class.app.get("/api/archive/export?format=ggf").send().await.unchunked().expect("all of it");
    assert_eq!(Reader::new(Format::Ggf, export.as_slice()).filter(Result::is_ok).count(), 1);
}

#[tokio::test]
async fn only_the_asked_player_can_answer_the_newest_request() {
    let class = Class::start(JsonCourse { time: None, ..at_once() }).await;
    let (mut ann, mut bob) = class.pair().await;
    let first = ann.turn(1).await;
    assert_eq!(first["time_limit"], Value::Null);
    let seen = bob.state().await;
    bob.answer(&seen, 2, 4).await;
    assert!(bob.hear("error").await["reason"].as_str().expect("a reason").contains("not your turn"));
    ann.say(&json!({"type": "move", "request_id": 0, "x": 2, "y": 4})).await;
    assert!(ann.hear("error").await["reason"].as_str().expect("a reason").contains("no longer open"));
    // As the oldest players write it.
    ann.say(&json!({"request_id": first["request_id"], "x": 2, "y": 4})).await;
    let state = bob.turn(-1).await;
    assert_eq!((&state["last_move"], &state["flipped"]), (&json!([2, 4]), &json!([[3, 4]])));
}

#[tokio::test]
async fn games_with_a_person_have_no_time_limit() {
    let class = Class::start(at_once()).await;
    let (mut ann, mut bob) = (class.login("Ann", "human").await, class.login("Bob", "ai").await);
    ann.sit_ready(1, "white").await;
    bob.sit_ready(1, "black").await;
    let lobby = ann.lobby(|lobby| lobby["tables"][1]["status"] == "playing").await;
    assert_eq!(lobby["tables"][1]["seats"]["white"]["kind"], "human");
    assert_eq!(ann.state().await["time_limit"], Value::Null);
}

#[tokio::test]
async fn leaving_the_seat_or_the_connection_loses_the_game() {
    for hangs_up in [true, false] {
        let mut class = Class::start(at_once()).await;
        let (mut ann, mut bob) = class.pair().await;
        let game = class.game().await;
        ann.turn(1).await;
        if !hangs_up {
            ann.say(&json!({"type": "stand"})).await;
            ann.lobby(|lobby| lobby["you"]["table"].is_null()).await;
        }
        drop(ann);
        let over = bob.play_on(-1).await;
        assert_eq!(over["winner"], "black");
        let log = over["log"].as_array().expect("lines");
        assert_eq!(log[0], "Ann left the game");
        assert_eq!(log[1], "Game over: Bob wins: Ann disconnected: it left the game");
        bob.lobby(|lobby| lobby["tables"][0]["status"] == "waiting" && lobby["tables"][0]["seats"]["white"].is_null())
            .await;
        assert_eq!(class.state(&game).await["result"]["foul"]["verdict"], "closed");
    }
}

#[tokio::test]
async fn a_late_observer_causes_no_second_request() {
    let class = Class::start(JsonCourse { time: None, ..at_once() }).await;
    let (mut ann, mut bob) = class.pair().await;
    let first = ann.turn(1).await;
    let mut cy = class.login("Cy", "human").await;
    cy.say(&json!({"type": "sit", "table": 0, "seat": "observer"})).await;
    let seen = cy.state().await;
    assert_eq!((&seen["request_id"], &seen["names"]["observer"]), (&first["request_id"], &json!("Cy")));
    ann.answer(&first, 2, 4).await;
    let next = ann.state().await;
    assert_eq!(next["turn"], -1, "the next state is the next turn");
    cy.say(&json!({"type": "stand"})).await;
    cy.lobby(|lobby| lobby["you"]["table"].is_null()).await;
    bob.answer(&next, 2, 3).await;
    assert_eq!(ann.turn(1).await["names"]["observer"], Value::Null);
}

#[tokio::test]
async fn games_at_different_tables_do_not_wait_for_each_other() {
    let class = Class::start(at_once()).await;
    let (mut ann, _bob) = class.pair().await;
    ann.turn(1).await;
    let (mut cy, mut di) = (class.login("Cy", "ai").await, class.login("Di", "ai").await);
    cy.sit_ready(2, "black").await;
    di.sit_ready(2, "white").await;
    let (one, other) = tokio::join!(cy.play_on(-1), di.play_on(1));
    assert_eq!(one, other);
}
