//! Colors and characters, depending on the abilities of the terminal.

use outflank_rules::{Color as Side, Square, notation::Notation};
use ratatui::style::{Color, Modifier, Style};

/// The colors of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// No colors: discs are letters.
    None,
    /// The 256 indexed colors.
    #[default]
    Indexed,
    /// 24-bit colors.
    Full,
}

/// The appearance of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScreenTheme {
    /// The colors.
    pub palette: Palette,
    /// Uses only ASCII characters.
    pub is_ascii: bool,
    /// The notation of squares, around the board and in the move list.
    pub notation: Notation,
}

/// A color of the board: red, green, blue, and the nearest of the 256 colors.
struct Paint(u8, u8, u8, u8);

const DARK_FELT: Paint = Paint(18, 104, 60, 28);
const LIGHT_FELT: Paint = Paint(24, 116, 68, 29);
const FOCUS: Paint = Paint(196, 164, 52, 136);
const LEGAL: Paint = Paint(120, 168, 130, 71);
const BLACK: Paint = Paint(8, 8, 8, 16);
const WHITE: Paint = Paint(250, 250, 250, 231);
const DARK_GHOST: Paint = Paint(78, 90, 82, 239);
const LIGHT_GHOST: Paint = Paint(182, 200, 186, 250);
const LAST: Paint = Paint(220, 64, 50, 160);
const BEST: Paint = Paint(255, 224, 110, 221);

impl ScreenTheme {
    /// Does the board have colors?
    pub(crate) fn is_colored(&self) -> bool {
        self.palette != Palette::None
    }

    fn color(&self, paint: &Paint) -> Color {
        match self.palette {
            Palette::None => Color::Reset,
            Palette::Indexed => Color::Indexed(paint.3),
            Palette::Full => Color::Rgb(paint.0, paint.1, paint.2),
        }
    }

    /// The background of a square, in two shades like a checkerboard.
    pub(crate) fn felt(&self, square: Square) -> Color {
        let is_light = (square.column() + square.row()).is_multiple_of(2);
        self.color(if is_light { &LIGHT_FELT } else { &DARK_FELT })
    }

    pub(crate) fn focus(&self) -> Color {
        self.color(&FOCUS)
    }

    pub(crate) fn legal(&self) -> Color {
        self.color(&LEGAL)
    }

    pub(crate) fn last(&self) -> Color {
        self.color(&LAST)
    }

    pub(crate) fn best(&self) -> Color {
        self.color(&BEST)
    }

    pub(crate) fn disc(&self, side: Side) -> Color {
        self.color(match side {
            Side::Black => &BLACK,
            Side::White => &WHITE,
        })
    }

    /// The color of a previewed disc.
    pub(crate) fn ghost(&self, side: Side) -> Color {
        self.color(match side {
            Side::Black => &DARK_GHOST,
            Side::White => &LIGHT_GHOST,
        })
    }

    /// A small disc in a line of text.
    pub(crate) fn token(&self, side: Side) -> (&'static str, Style) {
        let symbol = match (self.is_colored() && !self.is_ascii, side) {
            (true, _) => " ● ",
            (false, Side::Black) => " X ",
            (false, Side::White) => " O ",
        };
        let style = Style::new().fg(self.disc(side)).bg(self.color(&LIGHT_FELT));
        (symbol, if self.is_colored() { style } else { Style::new() })
    }

    pub(crate) fn dim() -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(crate) fn bold() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(crate) fn selected() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Chooses the character that the terminal can show.
    pub(crate) fn character(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.is_ascii { ascii } else { unicode }
    }

    /// The letter or number above a column.
    pub(crate) fn column_name(&self, column: u8) -> char {
        match self.notation {
            Notation::Standard => char::from(b'a' + column),
            Notation::RowLetter => char::from(b'1' + column),
            Notation::RowColumn => char::from(b'0' + column),
        }
    }

    /// The letter or number beside a row.
    pub(crate) fn row_name(&self, row: u8) -> char {
        match self.notation {
            Notation::Standard => char::from(b'1' + row),
            Notation::RowLetter => char::from(b'A' + row),
            Notation::RowColumn => char::from(b'0' + row),
        }
    }
}
