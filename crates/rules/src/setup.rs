//! Anything that was typed or read, before it is known to be a position.

use std::fmt;

use crate::{Bitboard, Color, Ground, Position, notation::Notation};

/// An unchecked board: what a person typed or a file contained. [`Setup::validate`] turns it into a
/// [`Position`] or lists everything that is wrong.
///
/// ```
/// use outflank_rules::{Color, Ground, Setup, bitboard};
///
/// let corner = bitboard! { . . . . . . . X };
/// let setup = Setup { black: corner, white: corner, turn: Color::Black, ground: Ground::square(4) };
/// let faults = setup.validate().unwrap_err();
/// assert_eq!(faults.to_string(), "both colors on h1; discs outside the board on h1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Squares with a black disc.
    pub black: Bitboard,
    /// Squares with a white disc.
    pub white: Bitboard,
    /// The side to move.
    pub turn: Color,
    /// The board and the goal.
    pub ground: Ground,
}

/// Something that makes a setup no position at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetupFault {
    /// Squares that hold both colors.
    BothColors(Bitboard),
    /// Discs on squares that are not playable.
    OutsideBoard(Bitboard),
}

impl SetupFault {
    /// The fault with squares in this notation; printing uses the standard one.
    pub fn explain(&self, notation: Notation) -> String {
        match self {
            SetupFault::BothColors(squares) => format!("both colors on {}", notation.write_squares(*squares)),
            SetupFault::OutsideBoard(squares) => {
                format!("discs outside the board on {}", notation.write_squares(*squares))
            }
        }
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Notation::Standard))
    }
}

/// A setup that is no position, with all its faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidSetup {
    /// The setup as it was given.
    pub setup: Setup,
    /// All faults, at least one.
    pub faults: Vec<SetupFault>,
}

impl fmt::Display for InvalidSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for InvalidSetup {}

impl Setup {
    /// Everything that keeps this setup from being a position.
    pub fn faults(&self) -> Vec<SetupFault> {
        let both = self.black & self.white;
        let outside = (self.black | self.white) - self.ground.area();
        [(both, SetupFault::BothColors as fn(_) -> _), (outside, SetupFault::OutsideBoard)]
            .into_iter()
            .filter(|(squares, _)| !squares.is_empty())
            .map(|(squares, fault)| fault(squares))
            .collect()
    }

    /// The position, if the setup has no fault.
    pub fn validate(&self) -> Result<Position, InvalidSetup> {
        let faults = self.faults();
        if faults.is_empty() {
            Ok(Position::new_unchecked(self.black, self.white, self.turn, self.ground))
        } else {
            Err(InvalidSetup { setup: *self, faults })
        }
    }
}
