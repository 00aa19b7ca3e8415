//! The start of a game before its transcript.

use crate::{
    Color, Goal, Position, Variant,
    record::{Fault, cells},
};

/// The start that the text names, if it does, and the moves.
pub(super) fn split(text: &str) -> Result<(Option<Position>, &str), Fault> {
    let Some((before, moves)) = text.split_once(';') else {
        return Ok((None, text));
    };
    if let Ok(variant) = before.parse::<Variant>() {
        return Ok((Some(variant.start()), moves));
    }
    // A semicolon between moves is nothing but a separator: moves have digits, boards have none.
    if before.contains(|c: char| c.is_ascii_digit()) {
        return Ok((None, text));
    }
    let size = match before.chars().filter(|c| !c.is_whitespace()).count() {
        17 => 4,
        37 => 6,
        65 => 8,
        _ => return Err(Fault::syntax(before, "64 cells and the side to move, or the name of a variant")),
    };
    let setup = cells::parse(before, size)?;
    Ok((Some(setup.validate().expect("a cell holds one disc and lies on the board")), moves))
}

/// 64 cells and the side to move where that tells everything, else the code of the variant.
pub(super) fn write(start: &Position) -> String {
    let ground = start.ground();
    if ground.size() != 8 || !cells::can_show(ground) || ground.goal() != Goal::Most {
        return format!("{};", Variant::from_position(start));
    }
    let mut text: String = (0..8).flat_map(|row| cells::row(start, row, 'X')).collect();
    text.push_str(match start.turn() {
        Color::Black => " X;",
        Color::White => " O;",
    });
    text
}
