//! What surrounds the cells of a board.

use std::{fmt, str::FromStr};

use super::ParseStyleError;

/// How the cells of a board are arranged in text.
///
/// ```
/// use outflank_rules::{Variant, notation::{BoardStyle, Layout}};
///
/// let style = BoardStyle { layout: Layout::Indexed, ..BoardStyle::default() };
/// assert_eq!(style.draw(&Variant::TINY.start()), " | 0 1 2 3
/// 0| - - - -
/// 1| - O X -
/// 2| - X O -
/// 3| - - - -
/// ");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Column letters above, row numbers at the side.
    #[default]
    Standard,
    /// A grid of bars with a ruler of dashes between the rows; empty cells are blank, but for the set `1 -1 0`.
    Ruled,
    /// Rows and columns counted from 0, a bar after the row number. The header is plain, not underlined.
    Indexed,
    /// Row letters at the side, column numbers above, bars and rulers between the cells only; empty cells are
    /// blank, but for the set `1 -1 0`.
    RowLetter,
    /// A line a row and nothing else; only the set `1 -1 0` needs blanks between its cells.
    Rows,
    /// All cells on one line, then a blank and the side to move.
    Line,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Layout; 6] =
        [Layout::Standard, Layout::Ruled, Layout::Indexed, Layout::RowLetter, Layout::Rows, Layout::Line];

    const fn name(self) -> &'static str {
        match self {
            Layout::Standard => "standard",
            Layout::Ruled => "ruled",
            Layout::Indexed => "indexed",
            Layout::RowLetter => "row-letter",
            Layout::Rows => "rows",
            Layout::Line => "line",
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Layout {
    type Err = ParseStyleError;

    fn from_str(text: &str) -> Result<Layout, ParseStyleError> {
        let wanted = text.trim().to_ascii_lowercase();
        Layout::ALL.into_iter().find(|layout| wanted == layout.name()).ok_or_else(|| ParseStyleError {
            text: text.to_owned(),
            expected: "a board layout: write standard, ruled, indexed, row-letter, rows or line",
        })
    }
}
