//! Board styles: the layout and the symbols of a board in text.

use std::fmt;
use std::str::FromStr;

use crate::notation::ParseStyleError;
use crate::{Bitboard, Color, Position, Square, excerpt};

/// How a board is drawn. [`Setup`](crate::Setup) reads every style back.
///
/// A picture shows discs, empty squares, holes (`#`) and the squares that the free opening has to
/// fill (`?`). It does not show the goal, and only [`Layout::Line`] shows the side to move.
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
    /// The symbols of the cells.
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
        let size = position.spec().size();
        let cell = |column, row| self.cell(position, Square::new(column, row).expect("inside 8x8"), marked);
        (0..size).map(|row| (0..size).map(|column| cell(column, row)).collect()).collect()
    }

    fn cell(&self, position: &Position, square: Square, marked: Bitboard) -> &'static str {
        if let Some(color) = position.at(square) {
            self.symbols.disc(color)
        } else if !position.spec().contains(square) {
            "#"
        } else if position.spec().free().contains(square) {
            "?"
        } else if marked.contains(square) {
            self.symbols.mark()
        } else if self.leaves_empties_blank() {
            ""
        } else {
            self.symbols.empty()
        }
    }

    /// A space between bars is clear enough. In `1 -1 0` the zero tells `1` from player 1.
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

    /// Writes each cell after a space, as wide as the widest symbol.
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

/// Parses a layout, a symbol set and `marks` in any order, separated by commas or spaces. Missing
/// parts are those of the default style.
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
        text: excerpt(word),
        expected: "part of a board style: write a layout (standard, ruled, indexed, row-letter, rows, line), \
                   a symbol set (xo, star, bw, 12, signed) or marks",
    }
}

/// The arrangement of the cells of a board in text.
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
#[non_exhaustive]
pub enum Layout {
    /// Column letters above, row numbers at the side.
    #[default]
    Standard,
    /// A grid of bars with a ruler of dashes between the rows. Empty cells are spaces, except in
    /// the set `1 -1 0`.
    Ruled,
    /// Rows and columns counted from 0, a bar after the row number. The header is plain, not
    /// underlined.
    Indexed,
    /// Row letters at the side, column numbers above, bars and rulers only between the cells. Empty
    /// cells are spaces, except in the set `1 -1 0`.
    RowLetter,
    /// One line per row and nothing else. Only the set `1 -1 0` needs spaces between its cells.
    Rows,
    /// All cells on one line, then a space and the side to move.
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
            text: excerpt(text),
            expected: "a board layout: write standard, ruled, indexed, row-letter, rows or line",
        })
    }
}

/// A set of symbols for the cells of a board: black, white, empty, and a mark for a legal square.
///
/// Holes are `#`, and squares that a free opening has to fill are `?` in every set.
///
/// ```
/// use outflank_rules::{Color, notation::Symbols};
///
/// let symbols: Symbols = "12".parse()?;
/// assert_eq!(symbols.disc(Color::Black), "1");
/// assert_eq!("1 -1 0".parse(), Ok(Symbols::Signed));
/// # Ok::<(), outflank_rules::notation::ParseStyleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Symbols {
    /// `X O -`, legal squares `.`
    #[default]
    XO,
    /// `* O -`, legal squares `.`
    StarO,
    /// `B W .`, legal squares `*`
    BW,
    /// `1 2 .`, legal squares `X`: player 1 is black.
    OneTwo,
    /// `-1 1 0`, legal squares `*`: here `1` is **white** and `-1` is black, as on the course
    /// server.
    Signed,
}

impl Symbols {
    /// All sets.
    pub const ALL: [Symbols; 5] = [Symbols::XO, Symbols::StarO, Symbols::BW, Symbols::OneTwo, Symbols::Signed];

    /// The symbol of a disc.
    pub const fn disc(self, color: Color) -> &'static str {
        let (black, white) = match self {
            Symbols::XO => ("X", "O"),
            Symbols::StarO => ("*", "O"),
            Symbols::BW => ("B", "W"),
            Symbols::OneTwo => ("1", "2"),
            Symbols::Signed => ("-1", "1"),
        };
        match color {
            Color::Black => black,
            Color::White => white,
        }
    }

    /// The symbol of an empty square.
    pub const fn empty(self) -> &'static str {
        match self {
            Symbols::XO | Symbols::StarO => "-",
            Symbols::BW | Symbols::OneTwo => ".",
            Symbols::Signed => "0",
        }
    }

    /// The symbol of a marked legal square. It differs from all others of the set.
    pub const fn mark(self) -> &'static str {
        match self {
            Symbols::XO | Symbols::StarO => ".",
            Symbols::BW | Symbols::Signed => "*",
            Symbols::OneTwo => "X",
        }
    }

    /// The length of the longest symbol.
    pub(super) const fn width(self) -> usize {
        match self {
            Symbols::Signed => 2,
            _ => 1,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Symbols::XO => "xo",
            Symbols::StarO => "star",
            Symbols::BW => "bw",
            Symbols::OneTwo => "12",
            Symbols::Signed => "signed",
        }
    }

    /// The symbols of the set in the usual order, without spaces.
    const fn characters(self) -> &'static str {
        match self {
            Symbols::XO => "xo-",
            Symbols::StarO => "*o-",
            Symbols::BW => "bw.",
            Symbols::OneTwo => "12.",
            Symbols::Signed => "1-10",
        }
    }
}

impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Parses a name, `xo`, `star`, `bw`, `12` or `signed`, or the symbols themselves, such as `* O -`.
impl FromStr for Symbols {
    type Err = ParseStyleError;

    fn from_str(text: &str) -> Result<Symbols, ParseStyleError> {
        let wanted: String = text.to_ascii_lowercase().split_whitespace().collect();
        Symbols::ALL.into_iter().find(|symbols| wanted == symbols.name() || wanted == symbols.characters()).ok_or_else(
            || ParseStyleError {
                text: excerpt(text),
                expected: "a symbol set: write xo, star, bw, 12 or signed (1 is white and -1 black)",
            },
        )
    }
}
