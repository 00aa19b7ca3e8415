//! Why a state cannot arise, in words a person can check.

use std::fmt;

use crate::{Bitboard, Color, SetupFault, Square};

/// A reason why no game leads to a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is not even a board.
    Setup(SetupFault),
    /// Starting squares without a disc.
    EmptyStart(Bitboard),
    /// Fewer discs than at the start.
    TooFewDiscs {
        /// Discs on the board.
        discs: u32,
        /// Discs at the start.
        least: u32,
    },
    /// Discs that no chain of neighbours links to the start.
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
        /// Positions examined.
        examined: u64,
    },
}

/// Why a disc cannot have been placed. Each step rules out one way to place a disc, using only the steps before it;
/// after the last one no way is left for this square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The disc that cannot have been placed.
    pub square: Square,
    /// The ways ruled out, in an order in which they can be checked.
    pub steps: Vec<Step>,
}

/// A way to place a disc that is ruled out: this color on this square, flipping a run up to a disc of its own.
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
    /// What stands against it.
    pub hindrance: Hindrance,
}

/// A color that a square cannot have shown when a disc was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hindrance {
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

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Setup(fault) => fault.fmt(f),
            Reason::EmptyStart(squares) => {
                write!(f, "no disc on {squares}, where the game starts with one: discs are never removed")
            }
            Reason::TooFewDiscs { discs, least } => {
                write!(f, "{discs} discs: there are never fewer than the {least} of the start")
            }
            Reason::Disconnected(squares) => {
                write!(f, "{} no chain of discs that leads to the start", discs_verb(*squares, "touches", "touch"))
            }
            Reason::EarlyWipeOut { loser, discs, least } => {
                write!(f, "{loser} has no disc left with {discs} on the board: that takes at least {least}")
            }
            Reason::Unsupported(squares) => write!(
                f,
                "{} placed in any order of play: each needs two discs in a row beside it when it is placed",
                discs_verb(*squares, "cannot have been", "cannot have been")
            ),
            Reason::Unplaceable(proof) => proof.fmt(f),
            Reason::Exhausted { examined } => {
                write!(f, "every way back was followed ({examined} positions) and none leads to the start")
            }
        }
    }
}

fn discs_verb(squares: Bitboard, singular: &str, plural: &str) -> String {
    match squares.len() {
        1 => format!("the disc on {squares} {singular}"),
        _ => format!("the discs on {squares} {plural}"),
    }
}

/// One sentence; the steps print themselves.
impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = self.steps.len();
        write!(f, "the disc on {} cannot have been placed", self.square)?;
        match steps {
            0 => write!(f, ": there are no two discs in a row beside it"),
            1 => write!(f, ": the only way to do so is ruled out"),
            _ => write!(f, ": every way to do so is ruled out ({steps} steps)"),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Step { square, color, run, end, hindrance } = self;
        write!(f, "{color} on {square} flipping {run} up to {end}: {hindrance}")
    }
}

impl fmt::Display for Hindrance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hindrance { square, color, when } = self;
        match when {
            When::Before => write!(f, "{square} cannot have been {color} before that"),
            When::After => write!(f, "{square}, {color} after that, could not have become what it is"),
        }
    }
}
