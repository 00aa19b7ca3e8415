//! The signs that stand for discs and empty squares.

use std::{fmt, str::FromStr};

use super::ParseStyleError;
use crate::Color;

/// A set of signs for the cells of a board: black, white, empty, and a mark for a legal square.
///
/// Holes are `#` and the squares that an old-rule opening still has to fill are `?` in every set.
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
    /// `-1 1 0`, legal squares `*`: here `1` is **white** and `-1` is black, as the class server has it.
    Signed,
}

impl Symbols {
    /// All sets.
    pub const ALL: [Symbols; 5] = [Symbols::XO, Symbols::StarO, Symbols::BW, Symbols::OneTwo, Symbols::Signed];

    /// The sign of a disc.
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

    /// The sign of an empty square.
    pub const fn empty(self) -> &'static str {
        match self {
            Symbols::XO | Symbols::StarO => "-",
            Symbols::BW | Symbols::OneTwo => ".",
            Symbols::Signed => "0",
        }
    }

    /// The sign of a legal square where those are marked; no other sign of the set looks like it.
    pub const fn mark(self) -> &'static str {
        match self {
            Symbols::XO | Symbols::StarO => ".",
            Symbols::BW | Symbols::Signed => "*",
            Symbols::OneTwo => "X",
        }
    }

    /// The characters of the widest sign.
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

    /// The signs of the set in the order in which people name them, without blanks.
    const fn signs(self) -> &'static str {
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

/// Reads a name, `xo`, `star`, `bw`, `12` or `signed`, or the signs themselves, such as `* O -`.
impl FromStr for Symbols {
    type Err = ParseStyleError;

    fn from_str(text: &str) -> Result<Symbols, ParseStyleError> {
        let wanted: String = text.to_ascii_lowercase().split_whitespace().collect();
        Symbols::ALL.into_iter().find(|symbols| wanted == symbols.name() || wanted == symbols.signs()).ok_or_else(
            || ParseStyleError {
                text: text.to_owned(),
                expected: "a symbol set: write xo, star, bw, 12 or signed (1 is white and -1 black)",
            },
        )
    }
}
