//! Builds a book from the start outwards, good moves before doubtful ones.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use outflank_rules::{Bitboard, BoardSpec, Color, Position, Setup};

use super::{Book, Entry, after, start};
use crate::{Analysis, Board, Limits, Searcher};

/// The cost of a lost disc, in plies, when the next position is chosen.
const COST_OF_A_DISC: i32 = 2;

/// The size and quality of a book to build.
#[derive(Clone, Debug)]
pub struct BookOptions {
    /// Maximum number of positions.
    pub positions: usize,
    /// Maximum number of plies from the start.
    pub plies: u32,
    /// Moves at most this many discs behind the best are followed.
    pub margin: i32,
    /// The limits of the search of each position.
    pub limits: Limits,
}

impl Default for BookOptions {
    fn default() -> BookOptions {
        BookOptions { positions: 1000, plies: 20, margin: 2, limits: Limits::depth(12) }
    }
}

/// The progress of building a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookProgress {
    /// Positions done.
    pub done: usize,
    /// Positions wanted. There may be fewer in the end.
    pub of: usize,
    /// Plies from the start to the last position.
    pub ply: u32,
}

impl Book {
    /// Builds a book by search and reports each position. Evaluations are passed up from the ends
    /// of all lines. If the searcher is stopped, the book contains the positions done so far.
    ///
    /// ```
    /// use outflank_engine::{Book, BookOptions, Limits, Searcher, Settings};
    /// use outflank_rules::Variant;
    ///
    /// let options = BookOptions { positions: 20, limits: Limits::depth(2), ..BookOptions::default() };
    /// let mut searcher = Searcher::new(&Settings::default());
    /// let book = Book::build(&mut searcher, &options, &mut |_| ());
    /// assert_eq!(book.len(), 20);
    /// assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
    /// ```
    pub fn build(searcher: &mut Searcher, options: &BookOptions, report: &mut dyn FnMut(&BookProgress)) -> Book {
        let mut book = Book::default();
        let mut frontier = Frontier::default();
        frontier.push(start(), 0, 0);
        while let Some(next) = frontier.pop().filter(|_| book.len() < options.positions) {
            let Some(position) = in_play(next.board) else { continue };
            let analysis = searcher.analyse(&position, &options.limits);
            let Some(best) = analysis.best().map(|best| best.value) else { break };
            let entries = entries(next.board, &analysis, i32::from(best) - options.margin);
            for entry in entries.iter().filter(|_| next.ply + 1 < options.plies) {
                let lost = best - entry.value;
                if lost <= options.margin {
                    frontier.push(after(next.board, entry.square), next.ply + 1, next.lost + lost);
                }
            }
            book.positions.insert(next.board, entries);
            report(&BookProgress { done: book.len(), of: options.positions, ply: next.ply });
        }
        book.pass_values_up();
        book
    }

    /// Replaces the value of each move to a book position by the value of that position, last
    /// positions first.
    fn pass_values_up(&mut self) {
        let mut boards: Vec<Board> = self.positions.keys().copied().collect();
        boards.sort_by_key(|board| Reverse((board.own | board.opp).count_ones()));
        for board in boards {
            let mut entries = self.entries(board).to_vec();
            for entry in &mut entries {
                entry.value = self.value(after(board, entry.square)).map_or(entry.value, |value| -value);
            }
            entries.sort_by_key(|entry| (Reverse(entry.value), entry.square));
            self.positions.insert(board, entries);
        }
    }
}

/// Returns the board as a position if a disc can be placed. The book ends where a side must pass.
fn in_play(board: Board) -> Option<Position> {
    let discs =
        Setup { black: Bitboard(board.own), white: Bitboard(board.opp), turn: Color::Black, spec: BoardSpec::STANDARD };
    discs.validate().ok().filter(|position| !position.legal().is_empty())
}

/// Returns the moves to store: those of at least this value, and the best of the others in case
/// these turn out worse. One of several mirrored moves is enough.
fn entries(board: Board, analysis: &Analysis, least: i32) -> Vec<Entry> {
    let good = analysis.moves.iter().take_while(|valued| i32::from(valued.value) >= least).count();
    let mut seen = HashSet::new();
    let kept = analysis.moves.iter().take(good + 1).filter_map(|valued| {
        let entry = Entry { square: valued.mv.square()?, value: valued.value };
        seen.insert(after(board, entry.square)).then_some(entry)
    });
    kept.collect()
}

/// A position to search.
#[derive(Clone, Copy)]
struct Next {
    board: Board,
    ply: u32,
    lost: i32,
}

/// The positions that wait, the cheapest first.
#[derive(Default)]
struct Frontier {
    waiting: Vec<Next>,
    order: BinaryHeap<Reverse<(i32, usize)>>,
    done: HashSet<Board>,
}

impl Frontier {
    fn push(&mut self, board: Board, ply: u32, lost: i32) {
        self.order.push(Reverse((ply as i32 + COST_OF_A_DISC * lost, self.waiting.len())));
        self.waiting.push(Next { board, ply, lost });
    }

    /// Returns the cheapest position that was not returned before.
    fn pop(&mut self) -> Option<Next> {
        loop {
            let Reverse((_, index)) = self.order.pop()?;
            let next = self.waiting[index];
            if self.done.insert(next.board) {
                return Some(next);
            }
        }
    }
}
