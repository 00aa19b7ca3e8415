//! Boards drawn as text.

use std::{fmt, str::FromStr};

use super::{Layout, ParseStyleError, Symbols};
use crate::{Bitboard, Position, Square};

/// How a board is drawn. [`parse_board`](super::parse_board) reads every style back.
///
/// A picture shows discs, empty squares, holes (`#`) and the squares that the free opening has still to fill (`?`).
/// It does not show what the game is about (most or fewest discs), nor, but for [`Layout::Line`], who moves.
///
/// The style has a short code for command lines: layout and symbols in any order, and `marks`.
///
/// ```
/// use outflank_rules::{Variant, notation::BoardStyle};
///
/// let style: BoardStyle = "rows,bw,marks".parse()?;
/// assert_eq!(style.draw(&Variant::TINY.start()), ".*..\n*WB.\n.BW*\n..*.\n");
/// assert_eq!(style.to_string(), "rows,bw,marks");
/// # Ok::<(), outflank_rules::notation::ParseStyleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BoardStyle {
    /// The arrangement of the cells.
    pub layout: Layout,
    /// The signs of the cells.
    pub symbols: Symbols,
    /// Whether the squares where the side to move may place a disc are marked.
    pub marks: bool,
}

impl BoardStyle {
    /// Draws the board; every line ends in a newline.
    pub fn draw(&self, position: &Position) -> String {
        let rows = self.cells(position);
        let lines = match self.layout {
            Layout::Standard => self.standard(&rows),
            Layout::Ruled => ruled(&rows),
            Layout::Indexed => self.indexed(&rows),
            Layout::RowLetter => row_letter(&rows),
            Layout::Rows => rows.iter().map(|row| self.bare(row)).collect(),
            Layout::Line => vec![self.line(&rows, position)],
        };
        lines.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
    }

    fn cells(&self, position: &Position) -> Vec<Vec<&'static str>> {
        let marked = if self.marks { position.legal() } else { Bitboard::EMPTY };
        let size = position.ground().size();
        let cell = |column, row| self.cell(position, Square::new(column, row).expect("inside 8x8"), marked);
        (0..size).map(|row| (0..size).map(|column| cell(column, row)).collect()).collect()
    }

    fn cell(&self, position: &Position, square: Square, marked: Bitboard) -> &'static str {
        if let Some(color) = position.at(square) {
            self.symbols.disc(color)
        } else if !position.ground().contains(square) {
            "#"
        } else if position.ground().free().contains(square) {
            "?"
        } else if marked.contains(square) {
            self.symbols.mark()
        } else if self.leaves_empties_blank() {
            ""
        } else {
            self.symbols.empty()
        }
    }

    /// Between bars a blank is clear enough; in `1 -1 0` the zero is what tells `1` from player 1.
    fn leaves_empties_blank(&self) -> bool {
        matches!(self.layout, Layout::Ruled | Layout::RowLetter) && self.symbols != Symbols::Signed
    }

    fn standard(&self, rows: &[Vec<&str>]) -> Vec<String> {
        let letters: Vec<String> = ('a'..).take(rows.len()).map(String::from).collect();
        let header = format!(" {}", self.spaced(&letters));
        let body = rows.iter().enumerate().map(|(i, row)| format!("{}{}", i + 1, self.spaced(row)));
        std::iter::once(header).chain(body).collect()
    }

    fn indexed(&self, rows: &[Vec<&str>]) -> Vec<String> {
        let digits: Vec<String> = (0..rows.len()).map(|i| i.to_string()).collect();
        let header = format!(" |{}", self.spaced(&digits));
        let body = rows.iter().enumerate().map(|(i, row)| format!("{i}|{}", self.spaced(row)));
        std::iter::once(header).chain(body).collect()
    }

    /// Each cell after a blank, as wide as the widest sign.
    fn spaced<S: AsRef<str>>(&self, row: &[S]) -> String {
        let width = self.symbols.width();
        row.iter().map(|cell| format!(" {:>width$}", cell.as_ref())).collect()
    }

    fn bare(&self, row: &[&str]) -> String {
        if self.symbols == Symbols::Signed { self.spaced(row)[1..].to_owned() } else { row.concat() }
    }

    fn line(&self, rows: &[Vec<&str>], position: &Position) -> String {
        let cells = rows.concat();
        let cells = if self.symbols == Symbols::Signed { cells.join(" ") } else { cells.concat() };
        format!("{cells} {}", self.symbols.disc(position.turn()))
    }
}

fn ruled(rows: &[Vec<&str>]) -> Vec<String> {
    let ruler = "-".repeat(4 * rows.len() + 1);
    let body = rows.iter().flat_map(|row| [format!("|{}|", boxed(row)), ruler.clone()]);
    std::iter::once(ruler.clone()).chain(body).collect()
}

fn row_letter(rows: &[Vec<&str>]) -> Vec<String> {
    let header: String = (1..=rows.len()).map(|i| format!("   {i}")).collect();
    let ruler = format!("  {}", vec!["---"; rows.len()].join("|"));
    let mut lines = vec![header];
    for (letter, row) in ('A'..).zip(rows) {
        if letter > 'A' {
            lines.push(ruler.clone());
        }
        lines.push(format!("{letter} {}", boxed(row)));
    }
    lines
}

/// Cells of three characters with bars between them.
fn boxed(row: &[&str]) -> String {
    row.iter().map(|cell| format!("{cell:^3}")).collect::<Vec<_>>().join("|")
}

impl fmt::Display for BoardStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks = if self.marks { ",marks" } else { "" };
        f.pad(&format!("{},{}{marks}", self.layout, self.symbols))
    }
}

/// Reads a layout, a symbol set and `marks`, separated by commas or blanks, in any order; what is left out is as in
/// the default style.
impl FromStr for BoardStyle {
    type Err = ParseStyleError;

    fn from_str(text: &str) -> Result<BoardStyle, ParseStyleError> {
        let mut style = BoardStyle::default();
        for word in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()) {
            if word.eq_ignore_ascii_case("marks") {
                style.marks = true;
            } else if let Ok(layout) = word.parse() {
                style.layout = layout;
            } else {
                style.symbols = word.parse().map_err(|_| unknown_word(word))?;
            }
        }
        Ok(style)
    }
}

fn unknown_word(word: &str) -> ParseStyleError {
    ParseStyleError {
        text: word.to_owned(),
        expected: "part of a board style: write a layout (standard, ruled, indexed, row-letter, rows, line), \
                   a symbol set (xo, star, bw, 12, signed) or marks",
    }
}
