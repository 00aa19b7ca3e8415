//! Moves, and the reasons why a move is illegal.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{Bitboard, Color, Square, notation::Notation};

/// A turn: a placed disc, or a pass, which is legal only if no disc can be placed.
///
/// ```
/// use outflank_rules::Move;
///
/// assert_eq!("D3".parse::<Move>()?.to_string(), "d3");
/// assert_eq!("(2, 3)".parse::<Move>()?.to_string(), "d3");
/// assert_eq!("PA".parse::<Move>()?, Move::Pass);
/// # Ok::<(), outflank_rules::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A disc placed on a square.
    Place(Square),
    /// The turn given up because no disc can be placed.
    Pass,
}

impl Move {
    /// The square of a placed disc.
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::Place(square)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => fmt::Display::fmt(square, f),
            Move::Pass => f.pad("pass"),
        }
    }
}

/// A text that is neither a square nor a pass.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a move: write a square such as d3, a row and column from 0 such as (2, 3), or pass")]
pub struct ParseMoveError {
    pub(crate) text: String,
}

/// Reads `d3`, `(2, 3)` (row and column from 0) and the usual words for a pass, in any case.
/// The row-letter notation has its own reader: [`Notation::parse`].
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        Notation::Standard.parse(text)
    }
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalReason {
    /// The square is not part of this board.
    OffBoard,
    /// A disc of this color lies there.
    Occupied(Color),
    /// No opposing disc would be outflanked.
    FlipsNothing,
    /// The first discs go to the free centre squares, and this is not one of them.
    NotInCentre,
    /// A pass while a disc can be placed.
    PassWithMoves,
    /// A disc where the side has no legal square at all and must pass.
    MustPass,
    /// Neither side can move any more.
    GameOver,
}

/// An illegal move with the reason and the legal squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", self.explain(Notation::Standard))]
pub struct IllegalMove {
    /// The illegal move.
    pub mv: Move,
    /// The side to move.
    pub turn: Color,
    /// The reason.
    pub reason: IllegalReason,
    /// The squares where that side may place a disc.
    pub legal: Bitboard,
}

impl IllegalMove {
    /// The reason and the legal moves in a notation; `Display` writes the standard one.
    ///
    /// ```
    /// use outflank_rules::{Variant, notation::Notation};
    ///
    /// let refused = Variant::STANDARD.start().play("a1".parse()?).unwrap_err();
    /// assert_eq!(
    ///     refused.explain(Notation::RowLetter),
    ///     "A1 flips nothing for black; legal for black: C4 D3 E6 F5"
    /// );
    /// # Ok::<(), outflank_rules::ParseMoveError>(())
    /// ```
    pub fn explain(&self, notation: Notation) -> String {
        self.explain_by(&|square| notation.write(Move::Place(square)))
    }

    /// As [`IllegalMove::explain`], with names of squares by the caller.
    ///
    /// ```
    /// use outflank_rules::Variant;
    ///
    /// let refused = Variant::STANDARD.start().play("a1".parse()?).unwrap_err();
    /// assert_eq!(
    ///     refused.explain_by(&|square| format!("[{}, {}]", square.column(), square.row())),
    ///     "[0, 0] flips nothing for black; legal for black: [3, 2] [2, 3] [5, 4] [4, 5]"
    /// );
    /// # Ok::<(), outflank_rules::ParseMoveError>(())
    /// ```
    pub fn explain_by(&self, name: &dyn Fn(Square) -> String) -> String {
        let mv = match self.mv {
            Move::Place(square) => name(square),
            Move::Pass => self.mv.to_string(),
        };
        let turn = self.turn;
        let reason = match self.reason {
            IllegalReason::OffBoard => format!("{mv} is not a square of this board"),
            IllegalReason::Occupied(color) => format!("{mv} is occupied by a {color} disc"),
            IllegalReason::FlipsNothing => format!("{mv} flips nothing for {turn}"),
            IllegalReason::NotInCentre => format!("{mv} is not a free centre square, and those are filled first"),
            IllegalReason::PassWithMoves => format!("{turn} may not pass while a disc can be placed"),
            IllegalReason::MustPass => format!("{mv} is not possible: {turn} has no legal square and must pass"),
            IllegalReason::GameOver => format!("{mv} is not possible: the game is over"),
        };
        if self.legal.is_empty() {
            return reason;
        }
        let legal: Vec<String> = self.legal.into_iter().map(name).collect();
        format!("{reason}; legal for {turn}: {}", legal.join(" "))
    }
}
