//! The meaning of the symbols of a board.

use std::fmt;

use super::Grid;
use crate::{Color, notation::Symbols};

/// One cell as it is written, in either case. Only `-1` takes two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Glyph {
    Char(char),
    MinusOne,
}

impl Glyph {
    /// An empty cell between bars.
    pub(super) const SPACE: Glyph = Glyph::Char(' ');

    /// Returns the cell of a word that is only one: a single character, or a number such as `-1.`.
    pub(super) fn of_word(word: &str) -> Option<Glyph> {
        let number = word.strip_suffix(".0").or_else(|| word.strip_suffix('.'));
        let number = number.filter(|number| number.ends_with(|c: char| c.is_ascii_digit()));
        let mut chars = number.unwrap_or(word).chars();
        match (chars.next(), chars.next(), chars.next()) {
            (None, ..) => Some(Glyph::SPACE),
            (Some(symbol), None, _) => Some(Glyph::Char(symbol)),
            (Some('-'), Some('1'), None) => Some(Glyph::MinusOne),
            _ => None,
        }
    }

    /// Whether this cell is this symbol, in either case.
    fn is(self, symbol: &str) -> bool {
        match self {
            Glyph::Char(own) => symbol.len() == 1 && symbol.starts_with(own.to_ascii_uppercase()),
            Glyph::MinusOne => symbol == "-1",
        }
    }

    /// Whether it is one of these symbols, given in lower case.
    fn is_one_of(self, symbols: &str) -> bool {
        matches!(self, Glyph::Char(own) if symbols.contains(own.to_ascii_lowercase()))
    }

    /// Returns the cells of a word: one, or one per character.
    pub(super) fn of_word_or_chars(word: &str) -> Vec<Glyph> {
        match Glyph::of_word(word) {
            Some(glyph) => vec![glyph],
            None => word.chars().map(Glyph::Char).collect(),
        }
    }
}

impl fmt::Display for Glyph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Glyph::Char(symbol) => write!(f, "{symbol}"),
            Glyph::MinusOne => f.write_str("-1"),
        }
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Disc(Color),
    Empty,
    Free,
    Hole,
}

/// A symbol set as it is read: those that are printed, and one more that other programs use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alphabet {
    Printed(Symbols),
    /// `0` is black and `1` white, as in contests and in some opening files.
    ZeroOne,
}

impl From<Symbols> for Alphabet {
    fn from(symbols: Symbols) -> Alphabet {
        Alphabet::Printed(symbols)
    }
}

impl Alphabet {
    /// Returns the alphabet of a board by the table in the documentation of
    /// [`Setup`](crate::Setup), row by row.
    pub(super) fn of(grid: &Grid) -> Alphabet {
        let has = |symbols: &str| grid.cells.iter().any(|cell| cell.is_one_of(symbols));
        let printed = if grid.cells.contains(&Glyph::MinusOne) {
            Symbols::Signed
        } else if has("2") {
            Symbols::OneTwo
        } else if has("bw") {
            Symbols::BW
        } else if has("x") {
            Symbols::XO
        } else if has("*o") {
            Symbols::StarO
        } else if has("0") && (has(".-_ ") || !grid.is_separated) {
            return Alphabet::ZeroOne;
        } else if has("0") {
            Symbols::Signed
        } else {
            Symbols::OneTwo
        };
        Alphabet::Printed(printed)
    }

    /// Returns the content of the cell, or `None` for a character outside the alphabet.
    pub(super) fn read(self, glyph: Glyph) -> Option<Cell> {
        if let Some(color) = self.disc(glyph) {
            return Some(Cell::Disc(color));
        }
        let Glyph::Char(symbol) = glyph else { return None };
        match symbol.to_ascii_lowercase() {
            '#' => Some(Cell::Hole),
            '?' => Some(Cell::Free),
            '-' | '.' | '_' | ' ' | '*' | '+' => Some(Cell::Empty),
            '0' if matches!(self, Alphabet::Printed(Symbols::OneTwo | Symbols::Signed)) => Some(Cell::Empty),
            'x' if self == Alphabet::Printed(Symbols::OneTwo) => Some(Cell::Empty),
            _ => None,
        }
    }

    fn disc(self, glyph: Glyph) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| glyph.is(self.symbol(color)))
    }

    fn symbol(self, color: Color) -> &'static str {
        match (self, color) {
            (Alphabet::Printed(symbols), _) => symbols.disc(color),
            (Alphabet::ZeroOne, Color::Black) => "0",
            (Alphabet::ZeroOne, Color::White) => "1",
        }
    }

    /// Parses the side to move: a symbol of this alphabet or any name of a color.
    pub(super) fn side(self, text: &str) -> Option<Color> {
        Glyph::of_word(text).and_then(|glyph| self.disc(glyph)).or_else(|| text.parse().ok())
    }
}
