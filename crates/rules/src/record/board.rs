//! A drawing of a board, or a string of its cells: any text that [`Setup`] parses.
//!
//! A drawing has neither the goal nor the moves that led to it.

use super::{Format, Record, RecordError, Unwritable};
use crate::{Goal, Setup};

/// Reads one board.
pub fn parse(text: &str) -> Result<Record, RecordError> {
    let setup = text.parse::<Setup>().map_err(RecordError::Board)?;
    let position = setup.validate().map_err(|error| RecordError::syntax(text.trim(), error.to_string()))?;
    Ok(Record::of_position(position))
}

/// Draws the board of a record without moves in the default style, followed by the side to move and
/// an empty line.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    let position = record.game.start();
    if record.game.ply() > 0 {
        return Err(Unwritable::new(Format::Board, "moves, only a position"));
    }
    if position.spec().goal() != Goal::Most {
        return Err(Unwritable::new(Format::Board, "another goal than most discs"));
    }
    Ok(format!("{}{} to move\n\n", crate::notation::BoardStyle::default().draw(&position), position.turn()))
}
