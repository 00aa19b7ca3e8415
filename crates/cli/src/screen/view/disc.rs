//! Round discs made of block characters, for cells of any size.

use crate::screen::animation::Shape;

/// Quarters of a character cell: top left 1, top right 2, bottom left 4, bottom right 8.
const QUARTERS: [&str; 16] = [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

/// A character of a disc in the color of the disc, or inverted: with that color as background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    pub(super) symbol: &'static str,
    pub(super) is_inverted: bool,
}

const fn plain(symbol: &'static str) -> Glyph {
    Glyph { symbol, is_inverted: false }
}

/// Swaps the colors. Unicode has no block for the upper three quarters, so the lower quarter is
/// drawn in the background color.
const fn inverted(symbol: &'static str) -> Glyph {
    Glyph { symbol, is_inverted: true }
}

/// The character of a disc at a column and row of its cell.
pub(super) fn glyph(cell_height: u16, shape: Shape, column: u16, row: u16) -> Glyph {
    if cell_height == 2 {
        return small_glyph(shape, column, row);
    }
    let quarters = [(0, 0, 1), (1, 0, 2), (0, 1, 4), (1, 1, 8)];
    let is_inside =
        |&&(right, below, _): &&(u16, u16, usize)| contains(cell_height, shape, 2 * column + right, 2 * row + below);
    plain(QUARTERS[quarters.iter().filter(is_inside).map(|&(_, _, bit)| bit).sum::<usize>()])
}

/// Is this quarter of a character within the disc? Lengths are in columns; a row is as high as two
/// columns are wide.
fn contains(cell_height: u16, shape: Shape, column: u16, row: u16) -> bool {
    let middle = f64::from(cell_height);
    let (x, y) = ((f64::from(column) + 0.5) / 2.0 - middle, f64::from(row) + 0.5 - middle);
    let radius = middle - 1.0;
    let (across, down) = match shape {
        Shape::Full => (radius, radius),
        Shape::Small => (radius * 0.6, radius * 0.6),
        Shape::Narrow => (radius * 0.6, radius),
        Shape::Edge => (0.5, radius),
    };
    (x / across).powi(2) + (y / down).powi(2) <= 1.0
}

/// The characters of a disc in a cell of two rows: in the middle it is 3/4 of each row high.
fn small_glyph(shape: Shape, column: u16, row: u16) -> Glyph {
    let symbols = match (shape, row) {
        (Shape::Full, 0) => [plain("▗"), plain("▆"), plain("▆"), plain("▖")],
        (Shape::Full, _) => [plain("▝"), inverted("▂"), inverted("▂"), plain("▘")],
        (Shape::Small, 0) => [plain(" "), plain("▄"), plain("▄"), plain(" ")],
        (Shape::Small, _) => [plain(" "), plain("▀"), plain("▀"), plain(" ")],
        (Shape::Narrow, 0) => [plain(" "), plain("▆"), plain("▆"), plain(" ")],
        (Shape::Narrow, _) => [plain(" "), inverted("▂"), inverted("▂"), plain(" ")],
        (Shape::Edge, 0) => [plain(" "), plain("▗"), plain("▖"), plain(" ")],
        (Shape::Edge, _) => [plain(" "), plain("▝"), plain("▘"), plain(" ")],
    };
    symbols[usize::from(column.min(3))]
}

/// A small mark in the middle of a cell: columns, rows and characters.
pub(super) fn dot(cell_height: u16) -> Vec<(u16, u16, &'static str)> {
    let (left, right, below) = (cell_height - 1, cell_height, cell_height / 2);
    match cell_height {
        2 => vec![(left, 0, "▗"), (right, 0, "▖"), (left, 1, "▝"), (right, 1, "▘")],
        height if height.is_multiple_of(2) => {
            vec![(left, below - 1, "▄"), (right, below - 1, "▄"), (left, below, "▀"), (right, below, "▀")]
        }
        _ => vec![(left, below, "█"), (right, below, "█")],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(cell_height: u16, shape: Shape) -> String {
        let row =
            |row| (0..2 * cell_height).map(|column| glyph(cell_height, shape, column, row).symbol).collect::<String>();
        (0..cell_height).map(|index| row(index) + "\n").collect()
    }

    #[test]
    fn discs_are_round_and_do_not_touch() {
        assert_eq!(picture(3, Shape::Full), " ▗▄▄▖ \n ████ \n ▝▀▀▘ \n");
        assert_eq!(picture(4, Shape::Full), "  ▗▄▄▖  \n ▟████▙ \n ▜████▛ \n  ▝▀▀▘  \n");
        assert_eq!(picture(4, Shape::Edge), "   ▗▖   \n   ▐▌   \n   ▐▌   \n   ▝▘   \n");
    }

    #[test]
    fn every_shape_is_the_same_from_both_sides() {
        for cell_height in 3..=5 {
            for shape in [Shape::Full, Shape::Small, Shape::Narrow, Shape::Edge] {
                let (width, height) = (4 * cell_height, 2 * cell_height);
                for (column, row) in (0..width).flat_map(|column| (0..height).map(move |row| (column, row))) {
                    let here = contains(cell_height, shape, column, row);
                    assert_eq!(here, contains(cell_height, shape, width - 1 - column, row));
                    assert_eq!(here, contains(cell_height, shape, column, height - 1 - row));
                }
            }
        }
    }
}
