//! Reads back a position that `--json` printed: its board and the side to move.

use outflank_rules::{Color, Setup, notation::read_board};
use serde::Deserialize;

#[derive(Deserialize)]
struct Printed {
    board: Vec<String>,
    turn: String,
}

/// Returns the position, or `None` for any other text.
pub(crate) fn parse(text: &[u8]) -> Option<Setup> {
    let printed: Printed = serde_json::from_slice(text).ok()?;
    let turn: Color = printed.turn.parse().ok()?;
    let board = read_board(&printed.board.join("\n")).ok()?;
    Some(Setup { turn, ..board.setup })
}
