//! Boards that somebody set up.

use outflank_rules::Variant;
use serde_json::{Value, json};

use super::{
    app::{TestApp, text},
    schema::Document,
};

async fn judged(app: &TestApp, drawing: &Value) -> Value {
    let answer = app.post("/api/position", drawing).send().await.expect(200);
    Document::of(app).await.check("post", "/api/position", "200", &answer);
    answer
}

#[tokio::test]
async fn a_board_that_a_game_leads_to_comes_with_the_game() {
    let app = TestApp::start().await;
    let board = "--------\n--------\n--------\n---OX---\n---XXX--\n--------\n--------\n--------";
    let answer = judged(&app, &json!({"board": board, "turn": "white"})).await;
    assert_eq!((&answer["turn"], &answer["turnTold"]), (&json!("white"), &json!(true)));
    assert_eq!((&answer["reach"]["verdict"], &answer["reach"]["game"]), (&json!("reachable"), &json!("f5")));
    assert_eq!((&answer["faults"], &answer["isOver"]), (&json!([]), &json!(false)));
    assert_eq!(answer["position"], format!("{} O", board.replace('\n', "")));
    assert_eq!(answer["counts"], json!({"black": 4, "white": 1}));
    let legal: Vec<&Value> = answer["legal"].as_array().expect("a list").iter().map(|it| &it["square"]).collect();
    assert_eq!(legal, ["f4", "d6", "f6"]);
    let line = app.post("/api/line", &json!({"moves": answer["reach"]["game"]})).send().await.expect(200);
    assert_eq!(line["board"], answer["board"], "the game leads there");
}

#[tokio::test]
async fn a_board_that_no_game_leads_to_comes_with_the_reason() {
    let app = TestApp::start().await;
    let start = outflank_server::wire::board(&Variant::STANDARD.start());
    let corner = format!("X{} X", &start[1..]);
    let answer = judged(&app, &json!({"board": corner})).await;
    assert_eq!((&answer["reach"]["verdict"], &answer["reach"]["squares"]), (&json!("unreachable"), &json!(["a1"])));
    assert!(text(&answer["reach"]["reason"]).contains("a1"), "{answer}");
    assert_eq!(answer["faults"], json!([]), "it can be played on from, though");
    let turned = judged(&app, &json!({"board": start, "turn": "white"})).await;
    assert_eq!(turned["reach"]["verdict"], "unreachable");
}

#[tokio::test]
async fn another_start_is_told_to_those_who_named_none() {
    let app = TestApp::start().await;
    let mirrored = outflank_server::wire::position(&Variant::MIRRORED.start());
    let answer = judged(&app, &json!({"board": mirrored})).await;
    assert_eq!(
        (&answer["reach"]["verdict"], &answer["reach"]["possibleIn"]),
        (&json!("unreachable"), &json!("mirrored"))
    );
    let named = judged(&app, &json!({"board": mirrored, "variant": "mirrored"})).await;
    assert_eq!((&named["reach"]["verdict"], &named["reach"]["game"]), (&json!("reachable"), &json!("")));
}

#[tokio::test]
async fn discs_outside_the_board_are_a_fault_with_their_squares() {
    let app = TestApp::start().await;
    let start = outflank_server::wire::board(&Variant::STANDARD.start());
    let answer = judged(&app, &json!({"board": format!("O{} X", &start[1..]), "variant": "octagon"})).await;
    assert_eq!(
        (&answer["faults"][0]["code"], &answer["faults"][0]["squares"]),
        (&json!("outside-board"), &json!(["a1"]))
    );
    assert_eq!((&answer["legal"], &answer["reach"]["verdict"]), (&json!([]), &json!("unreachable")));
    assert!(text(&answer["board"]).starts_with("O#----##"), "{answer}");
}

#[tokio::test]
async fn a_hard_board_is_answered_in_time_even_if_nothing_is_found_out() {
    let app = TestApp::start().await;
    let mut end = Variant::STANDARD.start();
    for turn in 0..44 {
        let moves = end.moves();
        end = end.play(moves[turn * 7 % moves.len()]).expect("a listed move is legal");
    }
    let answer = judged(&app, &json!({"board": outflank_server::wire::position(&end)})).await;
    assert_ne!(answer["reach"]["verdict"], "unreachable", "a game led there");
}

#[tokio::test]
async fn what_is_no_board_is_told_with_its_place() {
    let app = TestApp::start().await;
    for (drawing, place) in [
        (json!({"board": "----\n-OX-\n-X-\n----"}), "row 3"),
        (json!({"board": "-----OX--XQ-----"}), "c3"),
        (json!({"board": "-----OX--XO----"}), "15 cells"),
        (json!({"board": ""}), "no board"),
        (json!({"board": "-----OX--XO-----", "turn": "red"}), "red"),
        (json!({"board": "-----OX--XO-----", "variant": "six"}), "4x4"),
    ] {
        let refused = app.post("/api/position", &drawing).send().await.refused(400, "bad-position");
        let message = text(&refused["error"]["message"]);
        assert!(message.contains(place), "{message}");
    }
    app.post("/api/position", &json!({"turn": "black"})).send().await.refused(400, "bad-message");
}
