//! The boards and goals with trained weights.

use std::{fmt, str::FromStr};

use outflank_engine::eval::Layout;
use outflank_rules::{Goal, Position, Variant};

/// A board and a goal with trained weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardKind {
    /// 8x8.
    Standard,
    /// 6x6.
    Six,
    /// 8x8, fewest discs win.
    StandardAnti,
    /// 6x6, fewest discs win.
    SixAnti,
}

impl BoardKind {
    /// All kinds.
    pub const ALL: [BoardKind; 4] = [BoardKind::Standard, BoardKind::Six, BoardKind::StandardAnti, BoardKind::SixAnti];

    /// The board, its start position and the goal.
    pub const fn variant(self) -> Variant {
        match self {
            BoardKind::Standard => Variant::STANDARD,
            BoardKind::Six => Variant::SIX,
            BoardKind::StandardAnti => Variant::ANTI,
            BoardKind::SixAnti => Variant::SIX.with_goal(Goal::Fewest),
        }
    }

    /// The layout of its evaluation.
    pub fn layout(self) -> Layout {
        match self {
            BoardKind::Standard => Layout::standard(),
            BoardKind::Six => Layout::six(),
            BoardKind::StandardAnti => Layout::standard_anti(),
            BoardKind::SixAnti => Layout::six_anti(),
        }
    }

    /// Squares per row.
    pub const fn size(self) -> u8 {
        self.variant().spec().size()
    }

    /// The goal.
    pub const fn goal(self) -> Goal {
        self.variant().spec().goal()
    }

    /// The kind with this board size and goal.
    pub fn of(size: u8, goal: Goal) -> Option<BoardKind> {
        BoardKind::ALL.into_iter().find(|kind| kind.size() == size && kind.goal() == goal)
    }

    /// The kind whose layout has this hexadecimal digest.
    pub fn of_layout(digest: &str) -> Option<BoardKind> {
        BoardKind::ALL.into_iter().find(|kind| format!("{:016x}", kind.layout().digest()) == digest)
    }

    /// The start position.
    pub fn start(self) -> Position {
        self.variant().start()
    }

    /// The playable squares.
    pub fn area(self) -> u64 {
        self.variant().spec().area().0
    }

    /// The number of empty squares at the start.
    pub const fn placements(self) -> u32 {
        (self.size() as u32).pow(2) - 4
    }
}

/// Prints `8x8`, `6x6`, `8x8+anti` or `6x6+anti`.
impl fmt::Display for BoardKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.size())?;
        f.write_str(if self.goal() == Goal::Fewest { "+anti" } else { "" })
    }
}

/// The text names no board and goal with trained weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no weights are trained for {0:?}; use 8, 6, 8+anti or 6+anti")]
pub struct ParseKindError(String);

/// Parses the printed form, `8`, `6`, `8+anti`, `6+anti`, and variant codes.
impl FromStr for BoardKind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<BoardKind, ParseKindError> {
        let variant = text.parse().ok();
        let is_meant = |kind: &BoardKind| text == kind.to_string() || variant == Some(kind.variant());
        BoardKind::ALL.into_iter().find(is_meant).ok_or_else(|| ParseKindError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_as_they_are_printed_and_as_variants() {
        for kind in BoardKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(kind.variant().to_string().parse(), Ok(kind));
            assert_eq!(BoardKind::of_layout(&format!("{:016x}", kind.layout().digest())), Some(kind));
        }
        assert_eq!("6+anti".parse(), Ok(BoardKind::SixAnti));
        assert_eq!("8".parse(), Ok(BoardKind::Standard));
        assert!(["4", "octagon", "six+white-first", ""].iter().all(|text| text.parse::<BoardKind>().is_err()));
    }
}
