//! Moves, and why a move is refused.

use std::{fmt, str::FromStr};

use crate::{Bitboard, Color, Square, notation::Notation};

/// One turn: a disc placed, or a pass. A pass is a move of its own, legal only when nothing can be placed.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseMoveError {
    pub(crate) text: String,
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a move: write a square such as d3, a row and column from 0 such as (2, 3), or pass",
            self.text
        )
    }
}

impl std::error::Error for ParseMoveError {}

/// Reads `d3`, `(2, 3)` (row and column from 0) and the usual words for a pass, in any case.
/// The row-letter notation has its own reader: [`Notation::parse`].
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        Notation::Standard.parse(text)
    }
}

/// The reason a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
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

/// A refused move: which, why, and what would have been legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move that was refused.
    pub mv: Move,
    /// The side that wanted to make it.
    pub turn: Color,
    /// Why it was refused.
    pub refusal: Refusal,
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

    /// The same for readers who name squares in their own way.
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
        let reason = match self.refusal {
            Refusal::OffBoard => format!("{mv} is not a square of this board"),
            Refusal::Occupied(color) => format!("{mv} is occupied by a {color} disc"),
            Refusal::FlipsNothing => format!("{mv} flips nothing for {turn}"),
            Refusal::NotInCentre => format!("{mv} is not a free centre square, and those are filled first"),
            Refusal::PassWithMoves => format!("{turn} may not pass while a disc can be placed"),
            Refusal::MustPass => format!("{mv} is not possible: {turn} has no legal square and must pass"),
            Refusal::GameOver => format!("{mv} is not possible: the game is over"),
        };
        if self.legal.is_empty() {
            return reason;
        }
        let legal: Vec<String> = self.legal.into_iter().map(name).collect();
        format!("{reason}; legal for {turn}: {}", legal.join(" "))
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Notation::Standard))
    }
}

impl std::error::Error for IllegalMove {}
