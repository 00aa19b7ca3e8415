//! What games begin with: balanced openings, and what else can be asked for.
//!
//! Two programs without chance play the same game again and again, so a match begins each pair of games with another opening. A good one is one that
//! neither side has won, and that players would not choose by themselves. The list inside the program has thousands: all positions
//! of the standard game after eight plies that our engine, searching to a fixed depth, finds at most two discs from even. No two of them
//! are the same up to symmetry. `outflank train openings` made it and can make others; openings of other collections, such as
//! the XOT list of Matthias Berg and Benoit Moreno (2010), which had the idea, are deliberately absent.

mod beginnings;
mod build;
mod file;
mod starts;
#[cfg(test)]
mod tests;

use std::{fmt, sync::OnceLock};

use outflank_rules::{Game, Move, Position, Square, Variant};

pub use beginnings::{BadBeginnings, Beginnings, beginning};
pub use build::{OpeningOptions, positions};
pub use file::BadOpenings;
pub use starts::Starts;

/// How many plies an opening has.
pub const PLIES: usize = 8;

static EMBEDDED: &[u8] = include_bytes!("../openings/balanced.bin");

/// The first moves of a game, all legal and without a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opening {
    squares: [Square; PLIES],
}

impl Opening {
    /// The moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.squares.into_iter().map(Move::Place)
    }

    /// A game that begins so.
    pub fn game(&self) -> Game {
        Game::replay(Variant::STANDARD.start(), self.moves()).expect("openings are made of legal moves")
    }

    /// Where it leads.
    pub fn position(&self) -> Position {
        self.moves().fold(Variant::STANDARD.start(), |position, mv| position.play_unchecked(mv))
    }
}

impl fmt::Display for Opening {
    /// The squares one after another: `d3c5...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.squares.iter().try_for_each(|square| square.fmt(f))
    }
}

/// A list of openings, in the order of their squares.
///
/// ```
/// use outflank_arena::opening::{Openings, PLIES};
///
/// let openings = Openings::embedded();
/// let first = openings.iter().next().unwrap();
/// assert_eq!(first.game().moves().len(), PLIES);
/// assert_eq!(openings.opening(0), Some(first));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    lines: Vec<Opening>,
}

impl Openings {
    /// The list inside the program, unpacked on first use.
    pub fn embedded() -> &'static Openings {
        static OPENINGS: OnceLock<Openings> = OnceLock::new();
        OPENINGS.get_or_init(|| Openings::from_bytes(EMBEDDED).expect("a test reads the embedded openings"))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The opening of this number, from 0.
    pub fn opening(&self, number: usize) -> Option<Opening> {
        self.lines.get(number).copied()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Opening> + '_ {
        self.lines.iter().copied()
    }
}

impl FromIterator<Opening> for Openings {
    fn from_iter<I: IntoIterator<Item = Opening>>(lines: I) -> Openings {
        let mut lines: Vec<Opening> = lines.into_iter().collect();
        lines.sort_unstable();
        lines.dedup();
        Openings { lines }
    }
}
