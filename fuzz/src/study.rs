//! Games, boards and files that clients send for analysis.

use outflank_server::{
    game::wire,
    study::{self, GameInput, Moves, SetupRequest, upload::Upload},
};
use serde_json::Value;

/// A file is refused with a reason, or each of its games can be sent back as input and has the same
/// number of plies.
pub fn upload(bytes: &[u8]) {
    let upload = match Upload::read(bytes, Some("games.pgn").filter(|_| bytes.len() % 2 == 1)) {
        Ok(upload) => upload,
        Err(refused) => return assert!(!refused.to_string().is_empty()),
    };
    let reply = serde_json::to_value(&upload).expect("JSON");
    for fault in list(&reply["faults"]) {
        assert!(fault["place"] != "" && fault["message"] != "", "{fault}");
    }
    for game in list(&reply["games"]) {
        let text = |name: &str| game[name].as_str().map(str::to_owned);
        let moves = text("moves").map(Moves::Text);
        let input = GameInput { variant: text("variant"), start: text("start"), from: None, moves };
        let (_, read) = input.read().unwrap_or_else(|bad| panic!("{game} was sent and is refused: {bad}"));
        assert_eq!(game["plies"], read.ply(), "{game}");
    }
}

/// An input is refused with a reason, or can be shown, and its last position can be the start of
/// another input.
pub fn game_input(text: &str) {
    if let Ok(request) = serde_json::from_str::<SetupRequest>(text) {
        match request.read() {
            // No time for the search, which has its own target.
            Ok(drawn) => is_json(&drawn.check(&|| true)),
            Err(bad) => assert!(!bad.to_string().is_empty() && !bad.code().is_empty()),
        }
    }
    let Ok(input) = serde_json::from_str::<GameInput>(text) else { return };
    let (variant, game) = match input.read() {
        Ok(read) => read,
        Err(bad) => return assert!(!bad.to_string().is_empty() && bad.got.chars().count() <= 80),
    };
    is_json(&study::replay(variant, &game));
    let start = Some(wire::position(&game.position()));
    let rest = GameInput { variant: Some(variant.to_string()), start, ..GameInput::default() };
    let (_, rest) = rest.read().unwrap_or_else(|bad| panic!("{text} leads to what is refused: {bad}"));
    assert_eq!(rest.position(), game.position());
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn is_json(text: &str) {
    serde_json::from_str::<Value>(text).expect("JSON");
}
