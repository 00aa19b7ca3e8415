//! A position that `--json` printed, read back: only its board and the side to move count.

use outflank_rules::{Color, Setup, notation::read_board};
use serde::Deserialize;

#[derive(Deserialize)]
struct Printed {
    board: Vec<String>,
    turn: String,
}

/// The position of such a document; `None` for any other text.
pub(crate) fn parse(text: &[u8]) -> Option<Setup> {
    let printed: Printed = serde_json::from_slice(text).ok()?;
    let turn: Color = printed.turn.parse().ok()?;
    let board = read_board(&printed.board.join("\n")).ok()?;
    Some(Setup { turn, ..board.setup })
}
