//! Reasons why a state cannot arise, in words a person can check.

use std::fmt;

use crate::{Bitboard, Color, SetupFault, Square, notation::Notation};

/// A reason why no game leads to a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is not even a board.
    Setup(SetupFault),
    /// Starting squares without a disc.
    EmptyStart(Bitboard),
    /// The starting squares and no others are filled, but not as a game starts.
    OtherStart,
    /// Discs elsewhere although free squares, which are filled first, are empty.
    OpeningUnfinished(Bitboard),
    /// Free discs that were not placed by turns, or not with this side to move.
    OpeningOutOfTurn {
        /// Free discs of black.
        black: u32,
        /// Free discs of white.
        white: u32,
    },
    /// Fewer discs than at the start.
    TooFewDiscs {
        /// Discs on the board.
        discs: u32,
        /// Discs at the start.
        least: u32,
    },
    /// Discs that no chain of neighbors links to the start.
    Disconnected(Bitboard),
    /// All discs of one color, too soon for a wipe-out.
    EarlyWipeOut {
        /// The color without a disc.
        loser: Color,
        /// Discs on the board.
        discs: u32,
        /// Discs after the shortest wipe-out.
        least: u32,
    },
    /// Squares that cannot have been filled in any order.
    Unsupported(Bitboard),
    /// A disc that cannot have been placed.
    Unplaceable(Proof),
    /// Every way back was followed, and none leads to the start.
    Exhausted {
        /// Positions examined by taking moves back; [`Budget::backward`](super::Budget::backward)
        /// bounds them.
        examined: u64,
        /// Positions found by playing forward from the start.
        forward: u64,
    },
}

/// Why a disc cannot have been placed. Each step rules out one way to place a disc, using only the
/// steps before it; after the last one no way is left for this square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The disc that cannot have been placed.
    pub square: Square,
    /// The ways ruled out, in an order in which they can be checked.
    pub steps: Vec<Step>,
}

/// A capture that is ruled out: this color on this square, flipping a run up to another disc of
/// this color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where the disc would have been placed.
    pub square: Square,
    /// By which side.
    pub color: Color,
    /// The discs it would have flipped.
    pub run: Bitboard,
    /// The disc at the other end of the run.
    pub end: Square,
    /// The contradiction.
    pub hindrance: Contradiction,
}

/// A color that a square cannot have shown when a disc was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The square.
    pub square: Square,
    /// The color it cannot have shown.
    pub color: Color,
    /// Just before the disc was placed, or from then on to the end.
    pub when: When,
}

/// Before or after a disc was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The color cannot have come about by then.
    Before,
    /// The color could not have become the final one any more.
    After,
}

impl Reason {
    /// The reason in a sentence, with squares in this notation; printing uses the standard one.
    pub fn explain(&self, notation: Notation) -> String {
        match self {
            Reason::Setup(fault) => fault.explain(notation),
            Reason::EmptyStart(squares) => format!(
                "no disc on {}, where the game starts with one: discs are never removed",
                notation.write_squares(*squares)
            ),
            Reason::OtherStart => {
                "only the starting squares are filled, but not with the colors and the side to move of the start"
                    .to_owned()
            }
            Reason::OpeningUnfinished(squares) => format!(
                "{} still empty: the opening fills those squares before any other",
                notation.write_squares(*squares)
            ),
            Reason::OpeningOutOfTurn { black, white } => format!(
                "{black} black and {white} white discs in the opening, which are placed by turns, do not fit the side to move"
            ),
            Reason::TooFewDiscs { discs, least } => {
                format!("{discs} discs: there are never fewer than the {least} of the start")
            }
            Reason::Disconnected(squares) => match squares.len() {
                1 => format!(
                    "the disc on {} touches no chain of discs that leads to the start",
                    notation.write_squares(*squares)
                ),
                _ => format!(
                    "the discs on {} touch no chain of discs that leads to the start",
                    notation.write_squares(*squares)
                ),
            },
            Reason::EarlyWipeOut { loser, discs, least } => {
                format!("{loser} has no disc left with {discs} on the board: that takes at least {least}")
            }
            Reason::Unsupported(squares) => format!(
                "no order of play fills {}: a disc is placed only where two discs in a row lie beside it",
                notation.write_squares(*squares)
            ),
            Reason::Unplaceable(proof) => proof.explain(notation),
            Reason::Exhausted { examined, forward } => {
                format!(
                    "every way back was followed, and none leads to the start (positions examined: {examined} by taking \
                     moves back, {forward} by playing forward)"
                )
            }
        }
    }
}

impl Proof {
    /// The claim in a sentence, with squares in this notation, without the steps.
    pub fn explain(&self, notation: Notation) -> String {
        let square = notation.write(self.square.into());
        match self.steps.len() {
            0 => format!("the disc on {square} cannot have been placed: there are no two discs in a row beside it"),
            1 => format!("the disc on {square} cannot have been placed: the only way to do so is ruled out"),
            steps => {
                format!("the disc on {square} cannot have been placed: every way to do so is ruled out ({steps} steps)")
            }
        }
    }
}

impl Step {
    /// Explains what is ruled out and why, with squares in this notation.
    pub fn explain(&self, notation: Notation) -> String {
        let [square, end] = [self.square, self.end].map(|square| notation.write(square.into()));
        let run = notation.write_squares(self.run);
        format!("{} on {square} flipping {run} up to {end}: {}", self.color, self.hindrance.explain(notation))
    }
}

impl Contradiction {
    /// Explains what the square cannot have shown, with squares in this notation.
    pub fn explain(&self, notation: Notation) -> String {
        let (square, color) = (notation.write(self.square.into()), self.color);
        match self.when {
            When::Before => format!("{square} cannot have been {color} before that"),
            When::After => format!("{square}, {color} after that, could not have become what it is"),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Notation::Standard))
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Notation::Standard))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Notation::Standard))
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Notation::Standard))
    }
}
