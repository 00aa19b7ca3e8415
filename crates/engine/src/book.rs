//! The opening book: results of long searches for the first moves.
//!
//! A book holds positions of the standard game, mirror images counted as one, each with its good
//! moves and their evaluations. [`Book::build`] makes one by search, [`Book::to_bytes`] packs it
//! into a few bytes per position, and a small one is [embedded](Book::embedded).

mod build;
mod file;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use outflank_rules::{Bitboard, DiscDiff, Goal, Move, Position, Square, Symmetry, Variant, rng::SplitMix64};

pub use build::{BookOptions, BookProgress};
pub use file::BookError;

use crate::Board;

/// The board of the standard game.
const SIZE: u8 = 8;

static EMBEDDED: &[u8] = include_bytes!("../book/standard.bin");

/// A move of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its value in discs for the side to move.
    pub value: DiscDiff,
}

/// A stored move: a square of the canonical board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    square: Square,
    value: DiscDiff,
}

/// Positions with their good moves.
///
/// ```
/// use outflank_engine::Book;
/// use outflank_rules::Variant;
///
/// let book = Book::embedded();
/// let start = Variant::STANDARD.start();
/// assert_eq!(book.probe(&start).len(), 4, "all first moves are alike");
/// let choice = book.choose(&start, 0, 7).unwrap();
/// assert!(start.is_legal(choice.mv));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    positions: HashMap<Board, Vec<Entry>>,
}

impl Book {
    /// Returns the embedded book, unpacked on first use. It is empty if it cannot be read.
    pub fn embedded() -> Arc<Book> {
        static BOOK: OnceLock<Arc<Book>> = OnceLock::new();
        Arc::clone(BOOK.get_or_init(|| Arc::new(Book::from_bytes(EMBEDDED).unwrap_or_default())))
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the known moves of a position, best first. Empty if the position is not in the book
    /// or of another game.
    pub fn probe(&self, position: &Position) -> Vec<BookMove> {
        if !is_standard(position) {
            return Vec::new();
        }
        let (canonical, symmetry) = canonical(board(position));
        let back = symmetry.inverse();
        let mut moves: Vec<BookMove> = Vec::new();
        for entry in self.entries(canonical) {
            for image in images(canonical) {
                let mv = Move::Place(back.square(image.square(entry.square, SIZE), SIZE));
                if moves.iter().all(|known| known.mv != mv) {
                    moves.push(BookMove { mv, value: entry.value });
                }
            }
        }
        moves.sort_by_key(|known| (Reverse(known.value), known.mv));
        moves
    }

    /// Chooses a move at most `margin` discs behind the best by seed and position. Better moves are
    /// more likely.
    pub fn choose(&self, position: &Position, margin: i32, seed: u64) -> Option<BookMove> {
        let moves = self.probe(position);
        let best = moves.first()?.value;
        let weight = |known: &BookMove| (margin.max(0) + 1 - (best - known.value)).max(0) as usize;
        let all: usize = moves.iter().map(weight).sum();
        let mut drawn = SplitMix64::at(seed, position).below(all);
        moves.into_iter().find(|known| {
            let is_drawn = drawn < weight(known);
            drawn = drawn.saturating_sub(weight(known));
            is_drawn
        })
    }

    /// The moves of a canonical board.
    fn entries(&self, canonical: Board) -> &[Entry] {
        self.positions.get(&canonical).map_or(&[], Vec::as_slice)
    }

    /// The best value known for a canonical board.
    fn value(&self, canonical: Board) -> Option<DiscDiff> {
        self.entries(canonical).iter().map(|entry| entry.value).max()
    }
}

fn is_standard(position: &Position) -> bool {
    let spec = position.spec();
    spec.area() == Bitboard::ALL && spec.goal() == Goal::Most && position.free_squares().is_empty()
}

fn board(position: &Position) -> Board {
    Board { own: position.own().0, opp: position.opp().0 }
}

/// The canonical start of every book.
fn start() -> Board {
    canonical(board(&Variant::STANDARD.start())).0
}

/// The canonical board after a move.
fn after(board: Board, square: Square) -> Board {
    let square = square.index() as u32;
    canonical(board.after(square, board.flips(square))).0
}

/// The first of the eight mirror images of a board, and the symmetry that leads to it.
fn canonical(board: Board) -> (Board, Symmetry) {
    let images = Symmetry::ALL.map(|symmetry| (turned(board, symmetry), symmetry));
    images.into_iter().min_by_key(|(image, _)| (image.own, image.opp)).unwrap_or((board, Symmetry::IDENTITY))
}

/// Returns the symmetries that leave a board unchanged.
fn images(board: Board) -> impl Iterator<Item = Symmetry> {
    Symmetry::ALL.into_iter().filter(move |symmetry| turned(board, *symmetry) == board)
}

fn turned(board: Board, symmetry: Symmetry) -> Board {
    let turned = |set| symmetry.bitboard(Bitboard(set), SIZE).0;
    Board { own: turned(board.own), opp: turned(board.opp) }
}
