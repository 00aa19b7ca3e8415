//! The areas of the screen, for drawing and for the mouse.

use outflank_rules::Square;
use ratatui::layout::{Position, Rect, Size};

/// The smallest usable terminal.
pub(crate) const MIN_SIZE: Size = Size { width: 60, height: 20 };

/// The minimum and maximum width of the panel.
const PANEL: (u16, u16) = (22, 44);

/// The columns between the board and the panel.
const GAP: u16 = 2;

/// The columns for the row names.
const MARGIN: u16 = 3;

const MAX_CELL_HEIGHT: u16 = 5;

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) title: Rect,
    pub(crate) board: BoardArea,
    pub(crate) panel: Rect,
    pub(crate) status: Rect,
    pub(crate) footer: Rect,
}

impl Layout {
    /// Computes the areas for a board with `size` squares a side; `None` if the terminal is too
    /// small.
    pub(crate) fn of(area: Rect, size: u8) -> Option<Layout> {
        if area.width < MIN_SIZE.width || area.height < MIN_SIZE.height {
            return None;
        }
        let row = |y| Rect { y, height: 1, ..area };
        let middle = Rect { y: area.y + 1, height: area.height - 3, ..area };
        let cell_height = cell_height(middle, size);
        let board_width = MARGIN + u16::from(size) * 2 * cell_height;
        let panel_width = (middle.width - board_width - GAP - 1).min(PANEL.1);
        let left = middle.x + (middle.width - board_width - GAP - panel_width) / 2;
        let board_height = 1 + u16::from(size) * cell_height;
        let top = middle.y + (middle.height - board_height) / 2;
        let board = BoardArea { x: left + MARGIN, y: top + 1, cell_height, size };
        let panel = Rect {
            x: left + board_width + GAP,
            y: if board_height > 14 { top } else { middle.y },
            width: panel_width,
            height: if board_height > 14 { board_height } else { middle.height },
        };
        let bottom = area.y + area.height;
        Some(Layout { title: row(area.y), board, panel, status: row(bottom - 2), footer: row(bottom - 1) })
    }
}

/// The tallest cells that leave room for the panel.
fn cell_height(area: Rect, size: u8) -> u16 {
    let size = u16::from(size);
    let fits = |height: &u16| size * height < area.height && MARGIN + size * 2 * height + GAP + PANEL.0 < area.width;
    (2..=MAX_CELL_HEIGHT).rev().find(fits).unwrap_or(2)
}

/// The area of the board. A cell has twice as many columns as rows, which makes it square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardArea {
    /// The column of the top left cell.
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) cell_height: u16,
    pub(crate) size: u8,
}

impl BoardArea {
    pub(crate) fn cell_width(&self) -> u16 {
        2 * self.cell_height
    }

    pub(crate) fn cell(&self, square: Square) -> Rect {
        Rect {
            x: self.x + u16::from(square.column()) * self.cell_width(),
            y: self.y + u16::from(square.row()) * self.cell_height,
            width: self.cell_width(),
            height: self.cell_height,
        }
    }

    pub(crate) fn square_at(&self, place: Position) -> Option<Square> {
        let column = place.x.checked_sub(self.x)? / self.cell_width();
        let row = place.y.checked_sub(self.y)? / self.cell_height;
        let is_inside = column < u16::from(self.size) && row < u16::from(self.size);
        if is_inside { Square::new(column as u8, row as u8) } else { None }
    }
}

/// A centered box of this size.
pub(crate) fn centered(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_fits_every_terminal_from_the_smallest_on() {
        for width in 60..200 {
            for height in 20..70 {
                let area = Rect::new(0, 0, width, height);
                for size in [4, 6, 8] {
                    let layout = Layout::of(area, size).expect("large enough");
                    let last = layout.board.cell(Square::new(size - 1, size - 1).unwrap());
                    assert!(last.right() < layout.panel.x, "{area} {size}");
                    assert!(last.bottom() <= layout.status.y, "{area} {size}");
                    assert!(layout.panel.right() <= width && layout.panel.bottom() <= layout.status.y, "{area} {size}");
                    assert!(layout.panel.width >= PANEL.0, "{area} {size}");
                }
            }
        }
        assert_eq!(Layout::of(Rect::new(0, 0, 59, 20), 8), None);
        assert_eq!(Layout::of(Rect::new(0, 0, 60, 19), 8), None);
    }

    #[test]
    fn every_point_of_a_cell_maps_to_its_square() {
        let board = Layout::of(Rect::new(0, 0, 80, 24), 8).unwrap().board;
        for square in Square::all() {
            let cell = board.cell(square);
            for place in cell.positions() {
                assert_eq!(board.square_at(place), Some(square));
            }
        }
        assert_eq!(board.square_at(Position::new(board.x - 1, board.y)), None);
        assert_eq!(board.square_at(Position::new(board.x + 8 * board.cell_width(), board.y)), None);
    }
}
