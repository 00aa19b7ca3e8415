//! Anything that was typed or read, before it is known to be a position.

use std::fmt;

use thiserror::Error;

use crate::{Bitboard, BoardSpec, Color, Position, notation::Notation};

/// An unchecked board, as a person typed it or a file contained it. [`Setup::validate`] turns it
/// into a [`Position`] or lists all faults.
///
/// ```
/// use outflank_rules::{Color, BoardSpec, Setup, bitboard};
///
/// let corner = bitboard! { . . . . . . . X };
/// let setup = Setup { black: corner, white: corner, turn: Color::Black, spec: BoardSpec::square(4) };
/// let faults = setup.validate().unwrap_err();
/// assert_eq!(faults.to_string(), "both colors on h1; discs outside the board on h1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// Squares with a black disc.
    pub black: Bitboard,
    /// Squares with a white disc.
    pub white: Bitboard,
    /// The side to move.
    pub turn: Color,
    /// The board and the goal.
    pub spec: BoardSpec,
}

/// A fault of a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetupFault {
    /// Squares that hold both colors.
    BothColors(Bitboard),
    /// Discs on squares that are not playable.
    OutsideBoard(Bitboard),
}

impl SetupFault {
    /// Explains the fault with squares in this notation; `Display` uses the standard one.
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

/// An invalid setup with all its faults.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct InvalidSetup {
    /// The setup as it was given.
    pub setup: Setup,
    /// All faults, at least one.
    pub faults: Vec<SetupFault>,
}

impl Setup {
    /// Returns all faults of this setup.
    pub fn faults(&self) -> Vec<SetupFault> {
        let both = self.black & self.white;
        let outside = (self.black | self.white) - self.spec.area();
        [(both, SetupFault::BothColors as fn(_) -> _), (outside, SetupFault::OutsideBoard)]
            .into_iter()
            .filter(|(squares, _)| !squares.is_empty())
            .map(|(squares, fault)| fault(squares))
            .collect()
    }

    /// Returns the position if the setup has no fault.
    pub fn validate(&self) -> Result<Position, InvalidSetup> {
        let faults = self.faults();
        if faults.is_empty() {
            Ok(Position::new_unchecked(self.black, self.white, self.turn, self.spec))
        } else {
            Err(InvalidSetup { setup: *self, faults })
        }
    }
}
