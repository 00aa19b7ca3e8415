//! Boards that a client set up.

use outflank_rules::Variant;
use serde_json::{Value, json};

use super::app::{TestApp, text};

async fn judged(app: &TestApp, drawing: &Value) -> Value {
    app.post("/api/position", drawing).send().await.expect(200)
}

#[tokio::test]
async fn a_board_that_a_game_leads_to_comes_with_the_game() {
    let app = TestApp::start().await;
    let board = "--------\n--------\n--------\n---OX---\n---XXX--\n--------\n--------\n--------";
    let answer = judged(&app, &json!({"board": board, "turn": "white"})).await;
    assert_eq!((&answer["turn"], &answer["sideToMoveGiven"]), (&json!("white"), &json!(true)));
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
    let start = outflank_server::game::wire::board(&Variant::STANDARD.start());
    let corner = format!("X{} X", &start[1..]);
    let answer = judged(&app, &json!({"board": corner})).await;
    assert_eq!((&answer["reach"]["verdict"], &answer["reach"]["squares"]), (&json!("unreachable"), &json!(["a1"])));
    assert!(text(&answer["reach"]["reason"]).contains("a1"), "{answer}");
    let [reason] = answer["reach"]["reasons"].as_array().expect("a list").as_slice() else { panic!("{answer}") };
    assert_eq!((&reason["code"], &reason["parts"]), (&json!("disconnected"), &json!({"squares": ["a1"]})));
    assert_eq!(reason["message"], answer["reach"]["reason"]);
    assert_eq!(answer["faults"], json!([]), "it can be played on from, though");
    let turned = judged(&app, &json!({"board": start, "turn": "white"})).await;
    assert_eq!(turned["reach"]["verdict"], "unreachable");
}

#[tokio::test]
async fn a_proof_comes_with_the_parts_of_each_step() {
    let app = TestApp::start().await;
    let board = "--------\n--------\n--------\n---OX---\n---XO---\n---XO---\n--------\n--------";
    let answer = judged(&app, &json!({"board": board, "turn": "black"})).await;
    let reach = &answer["reach"];
    assert_eq!((&reach["verdict"], &reach["reasons"][0]["code"]), (&json!("unreachable"), &json!("unplaceable")));
    let (steps, proof) = (reach["steps"].as_array().expect("a list"), reach["proof"].as_array().expect("a list"));
    let messages: Vec<&Value> = proof.iter().map(|step| &step["message"]).collect();
    assert!(!steps.is_empty(), "{reach}");
    assert_eq!(steps.iter().collect::<Vec<_>>(), messages);
    assert_eq!(reach["reasons"][0]["parts"]["steps"], steps.len(), "{reach}");
    for part in ["square", "color", "flips", "end", "seen", "seenColor"] {
        assert!(proof.iter().all(|step| !step["parts"][part].is_null()), "{part}: {reach}");
    }
}

#[tokio::test]
async fn another_start_is_suggested_if_none_was_given() {
    let app = TestApp::start().await;
    let mirrored = outflank_server::game::wire::position(&Variant::MIRRORED.start());
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
    let start = outflank_server::game::wire::board(&Variant::STANDARD.start());
    let answer = judged(&app, &json!({"board": format!("O{} X", &start[1..]), "variant": "octagon"})).await;
    let again = judged(&app, &json!({"board": answer["position"], "variant": "octagon"})).await;
    assert_eq!(again, answer, "what was answered is understood");
    assert_eq!(
        (&answer["faults"][0]["code"], &answer["faults"][0]["squares"]),
        (&json!("outside-board"), &json!(["a1"]))
    );
    assert_eq!((&answer["legal"], &answer["reach"]["verdict"]), (&json!([]), &json!("unreachable")));
    assert!(text(&answer["board"]).starts_with("O#----##"), "{answer}");
}

#[tokio::test]
async fn a_hard_board_gets_an_answer_in_time() {
    let app = TestApp::start().await;
    let mut end = Variant::STANDARD.start();
    for turn in 0..44 {
        let moves = end.moves();
        end = end.play(moves[turn * 7 % moves.len()]).expect("a listed move is legal");
    }
    let answer = judged(&app, &json!({"board": outflank_server::game::wire::position(&end)})).await;
    assert_ne!(answer["reach"]["verdict"], "unreachable", "a game led there");
}

#[tokio::test]
async fn an_invalid_board_is_reported_with_its_place() {
    let app = TestApp::start().await;
    for (drawing, place, reason, parts) in [
        (
            json!({"board": "----\n-OX-\n-X-\n----"}),
            "row 3",
            "board-row",
            json!({"row": 3, "cells": 3, "rows": 4, "found": "-X-"}),
        ),
        (json!({"board": "-----OX--XQ-----"}), "c3", "bad-cell", json!({"square": "c3", "found": "Q"})),
        (
            json!({"board": "-----OX--XO----"}),
            "15 cells",
            "board-length",
            json!({"cells": 15, "found": "-----OX--XO----"}),
        ),
        (json!({"board": ""}), "no board", "no-board", json!({})),
        (json!({"board": "-----OX--XO-----", "turn": "red"}), "red", "bad-side", json!({})),
        (json!({"board": "-----OX--XO-----", "variant": "six"}), "4x4", "other-size", json!({"size": 4, "wanted": 6})),
    ] {
        let refused = app.post("/api/position", &drawing).send().await.refused(400, "bad-position");
        let error = &refused["error"];
        assert!(text(&error["message"]).contains(place), "{error}");
        assert_eq!((&error["reason"], &error["parts"]), (&json!(reason), &parts), "{error}");
    }
    app.post("/api/position", &json!({"turn": "black"})).send().await.refused(400, "bad-message");
}
