//! Openings: the embedded balanced ones, and other sources.
//!
//! Deterministic programs repeat the same game, so a match starts each pair of games from another
//! opening. A good opening is even, and not what players would choose themselves. The embedded list
//! has thousands: all positions of the standard game after eight plies that our engine, at a fixed
//! depth, evaluates within two discs of even, distinct up to symmetry. `outflank-train openings`
//! builds such lists. Openings from other collections, such as the XOT list of Matthias Berg and
//! Benoit Moreno (2010), which had the idea, are deliberately absent.

mod build;
mod file;
mod source;
#[cfg(test)]
mod tests;

use std::{fmt, sync::OnceLock};

use outflank_rules::{Game, Move, Position, Square, Variant};

pub use build::{OpeningOptions, positions};
pub use file::OpeningsError;
pub use source::OpeningSet;
pub use source::{OpeningSource, OpeningSourceError, beginning};

/// The number of plies of an opening.
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

    /// A game that starts with this opening.
    pub fn game(&self) -> Game {
        Game::replay(Variant::STANDARD.start(), self.moves()).expect("openings are made of legal moves")
    }

    /// The position after the opening.
    pub fn position(&self) -> Position {
        self.moves().fold(Variant::STANDARD.start(), |position, mv| position.play_unchecked(mv))
    }
}

impl fmt::Display for Opening {
    /// The squares in a row: `d3c5...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.squares.iter().try_for_each(|square| square.fmt(f))
    }
}

/// A list of openings, sorted by their squares.
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
    /// The embedded list, unpacked on first use.
    pub fn embedded() -> &'static Openings {
        static OPENINGS: OnceLock<Openings> = OnceLock::new();
        OPENINGS.get_or_init(|| Openings::from_bytes(EMBEDDED).expect("a test reads the embedded openings"))
    }

    /// The number of openings.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The opening with this index.
    pub fn opening(&self, number: usize) -> Option<Opening> {
        self.lines.get(number).copied()
    }

    /// All openings.
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
