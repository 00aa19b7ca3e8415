//! Starts as strings of cells, row by row, holes included.

use crate::{Bitboard, Color, Position, Square, record::Fault};

/// The discs of a board of some size.
pub(super) struct Cells {
    pub(super) size: u8,
    pub(super) black: Bitboard,
    pub(super) white: Bitboard,
}

/// Reads 16, 36 or 64 cells: X, * or B for black, O or W for white, - or . for an empty square, # for a hole.
pub(super) fn parse(text: &str) -> Result<Cells, Fault> {
    let count = text.chars().count();
    let size = match count {
        16 => 4,
        36 => 6,
        64 => 8,
        _ => return Err(Fault::syntax(text, format!("a board of 16, 36 or 64 cells; these are {count}"))),
    };
    let mut cells = Cells { size, black: Bitboard::EMPTY, white: Bitboard::EMPTY };
    for (index, cell) in (0..).zip(text.chars()) {
        let square = Square::new(index % size, index / size).expect("at most 8x8");
        match cell.to_ascii_uppercase() {
            'X' | '*' | 'B' => cells.black = cells.black.with(square),
            'O' | 'W' => cells.white = cells.white.with(square),
            '-' | '.' | '#' => {}
            _ => return Err(Fault::syntax(&cell.to_string(), "a cell: X, * or B; O or W; - or .")),
        }
    }
    Ok(cells)
}

/// The cells of a board: X, O, - and # for a hole.
pub(super) fn write(position: &Position) -> String {
    let (size, ground) = (position.ground().size(), position.ground());
    let squares = (0..size).flat_map(|row| (0..size).map(move |column| Square::new(column, row)));
    squares
        .flatten()
        .map(|square| match position.at(square) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None if ground.contains(square) => '-',
            None => '#',
        })
        .collect()
}
