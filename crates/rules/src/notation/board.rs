//! Boards drawn as text.

use crate::{Color, Position, Square};

/// How a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardStyle {}

impl BoardStyle {
    /// Draws the board, a line a row.
    pub fn draw(&self, position: &Position) -> String {
        let size = position.ground().size();
        let mut text = String::from("  a b c d e f g h"[..1 + 2 * usize::from(size)].trim_end());
        text.push('\n');
        for row in 0..size {
            text.push((b'1' + row) as char);
            for column in 0..size {
                let square = Square::new(column, row).expect("inside 8x8");
                text.push(' ');
                text.push(match position.at(square) {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None if position.ground().contains(square) => '-',
                    None => ' ',
                });
            }
            text.push('\n');
        }
        text
    }
}
