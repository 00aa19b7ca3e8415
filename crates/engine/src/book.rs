//! The opening book: what the engine found out about the first moves when it had time.
//!
//! A book is a set of positions of the standard game, mirror images counted as one, each with its good moves and their values.
//! [`Book::build`] makes one by search, [`Book::to_bytes`] packs it in a few bytes a position, and a small one is
//! [embedded](Book::embedded).

mod build;
mod file;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use outflank_rules::{Bitboard, DiscDiff, Goal, Move, Position, Square, Symmetry, Variant};

pub use build::{BookOptions, BookProgress};
pub use file::BadBook;

use crate::Board;
use crate::chance::Chance;

/// The board of the standard game.
const SIZE: u8 = 8;

static EMBEDDED: &[u8] = include_bytes!("../book/standard.bin");

/// A move of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its value in discs for the side to move.
    pub value: DiscDiff,
}

/// A move as it is kept: a square of the canonical board.
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
    /// The book inside the program, unpacked on first use. If it cannot be read there is none: a game is played without it.
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

    /// The known moves of a position, best first; none if it is not in the book or of another game.
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

    /// A move at most `margin` discs behind the best, drawn by seed and position; the better, the more likely.
    pub fn choose(&self, position: &Position, margin: i32, seed: u64) -> Option<BookMove> {
        let moves = self.probe(position);
        let best = moves.first()?.value;
        let weight = |known: &BookMove| (margin.max(0) + 1 - (best - known.value)).max(0) as usize;
        let all: usize = moves.iter().map(weight).sum();
        let mut drawn = Chance::at(seed, position).below(all);
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
    let ground = position.ground();
    ground.area() == Bitboard::ALL && ground.goal() == Goal::Most && position.free_squares().is_empty()
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

/// The symmetries that change nothing in a board.
fn images(board: Board) -> impl Iterator<Item = Symmetry> {
    Symmetry::ALL.into_iter().filter(move |symmetry| turned(board, *symmetry) == board)
}

fn turned(board: Board, symmetry: Symmetry) -> Board {
    let turned = |set| symmetry.bitboard(Bitboard(set), SIZE).0;
    Board { own: turned(board.own), opp: turned(board.opp) }
}
