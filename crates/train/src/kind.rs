//! The boards that have an evaluation of their own.

use std::{fmt, str::FromStr};

use outflank_rules::{Position, Variant};

/// A board with trained weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 8x8.
    Standard,
    /// 6x6.
    Six,
}

impl Kind {
    /// Both boards.
    pub const ALL: [Kind; 2] = [Kind::Standard, Kind::Six];

    /// Squares in a row.
    pub const fn size(self) -> u8 {
        match self {
            Kind::Standard => 8,
            Kind::Six => 6,
        }
    }

    /// The board with this many squares in a row.
    pub fn of_size(size: u8) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.size() == size)
    }

    /// Where every game begins.
    pub fn start(self) -> Position {
        match self {
            Kind::Standard => Variant::STANDARD.start(),
            Kind::Six => Variant::SIX.start(),
        }
    }

    /// The playable squares.
    pub fn area(self) -> u64 {
        self.start().ground().area().0
    }

    /// Discs that a game has yet to place when it begins.
    pub const fn placements(self) -> u32 {
        (self.size() as u32).pow(2) - 4
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.size())
    }
}

/// A size of board for which no weights are trained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchKind(String);

impl fmt::Display for NoSuchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a size with weights of its own: write 8 or 6", self.0)
    }
}

impl std::error::Error for NoSuchKind {}

/// Reads `8`, `6`, `8x8` and `6x6`.
impl FromStr for Kind {
    type Err = NoSuchKind;

    fn from_str(text: &str) -> Result<Kind, NoSuchKind> {
        let is_meant = |kind: &Kind| text == kind.to_string() || text == kind.size().to_string();
        Kind::ALL.into_iter().find(is_meant).ok_or_else(|| NoSuchKind(text.to_owned()))
    }
}
