//! A drawing of a board, or a string of its cells: whatever [`parse_board`] reads.
//!
//! Drawings do not tell the goal, nor the moves that led to them.

use super::{Fault, Format, Record, Unwritable};
use crate::{Goal, notation::parse_board};

/// Reads one board.
pub fn parse(text: &str) -> Result<Record, Fault> {
    let setup = parse_board(text).map_err(Fault::Board)?;
    let position = setup.validate().map_err(|error| Fault::syntax(text.trim(), error.to_string()))?;
    Ok(Record::of_position(position))
}

/// Draws the board of a record without moves in the default style, with a line on who moves, and an empty one that keeps
/// it apart from the next.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    let position = record.game.start();
    if record.game.ply() > 0 {
        return Err(Unwritable::new(Format::Board, "moves, only a position"));
    }
    if position.ground().goal() != Goal::Most {
        return Err(Unwritable::new(Format::Board, "another goal than most discs"));
    }
    Ok(format!("{}{} to move\n\n", crate::notation::BoardStyle::default().draw(&position), position.turn()))
}
