//! The file format of a book.
//!
//! The eight bytes of [`MAGIC`], the format version (`u16`), the number of positions (`u32`), the
//! deflated positions, and the checksum (`u64`) of everything before it. Numbers are little-endian.
//! The boards are not stored: the positions are in the order of a breadth-first walk from the
//! start. There are three lists, which compress better separately:
//!
//! - for each position the number of its moves, best first;
//! - for each move its index among the legal squares times two, plus one if it leads to a position
//!   of the book;
//! - for each move how much less it is worth than the move before it, and for the first move, than
//!   the move that led to the position.

use std::collections::{HashMap, HashSet, VecDeque};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use outflank_rules::{Bitboard, DiscDiff};
use thiserror::Error;

use super::{Book, Entry, after, start};
use crate::Board;
use crate::eval::checksum;

const MAGIC: &[u8; 8] = b"OUTFBOOK";
const VERSION: u16 = 1;
const EFFORT: u8 = 9;
/// Maximum size of an unpacked book.
const MAX_BYTES: usize = 64 << 20;

/// A reason why bytes are not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// They do not begin with the magic bytes.
    #[error("not a book: it does not begin with OUTFBOOK")]
    NotABook,
    /// The format version is unknown.
    #[error("book of version {found}, but this program reads version {VERSION}; build it again")]
    UnknownVersion {
        /// The version of the file.
        found: u16,
    },
    /// The file ends early, or the checksum does not fit.
    #[error("the book is damaged: its checksum is wrong; copy it again")]
    Damaged,
    /// The checksum is right, but the contents make no sense.
    #[error("the book contains an impossible position; build it again")]
    BadContents,
}

impl Book {
    /// Reads the bytes that [`to_bytes`](Book::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BookError::NotABook)?;
        let (&version, rest) = rest.split_first_chunk().ok_or(BookError::Damaged)?;
        let found = u16::from_le_bytes(version);
        if found != VERSION {
            return Err(BookError::UnknownVersion { found });
        }
        let (all, sum) = bytes.split_last_chunk().ok_or(BookError::Damaged)?;
        let (&count, rest) = rest.split_first_chunk().ok_or(BookError::Damaged)?;
        let packed = rest.get(..rest.len().saturating_sub(sum.len())).ok_or(BookError::Damaged)?;
        if checksum(all) != u64::from_le_bytes(*sum) {
            return Err(BookError::Damaged);
        }
        let positions = decompress_to_vec_with_limit(packed, MAX_BYTES).map_err(|_| BookError::BadContents)?;
        read(&positions, u32::from_le_bytes(count) as usize)
    }

    /// Writes the book as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.len() as u32).to_le_bytes());
        bytes.extend(compress_to_vec(&self.listed(), EFFORT));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    fn listed(&self) -> Vec<u8> {
        let (mut counts, mut moves, mut drops) = (Vec::new(), Vec::new(), Vec::new());
        let mut walk = Walk::from_start(self.is_empty());
        while let Some((board, mut before)) = walk.next() {
            let entries = self.entries(board);
            counts.push(entries.len() as u8);
            for entry in entries {
                let next = after(board, entry.square);
                let goes_on = self.positions.contains_key(&next);
                moves.push(2 * number_of(board, entry) + u8::from(goes_on));
                drops.push(before.wrapping_sub(entry.value.discs()) as u8);
                before = entry.value.discs();
                if goes_on {
                    walk.meet(next, -before);
                }
            }
        }
        [counts, moves, drops].concat()
    }
}

/// Reads this many positions.
fn read(bytes: &[u8], count: usize) -> Result<Book, BookError> {
    let (counts, rest) = bytes.split_at_checked(count).ok_or(BookError::BadContents)?;
    let all = counts.iter().map(|count| usize::from(*count)).sum();
    let (moves, drops) =
        rest.split_at_checked(all).filter(|(_, drops)| drops.len() == all).ok_or(BookError::BadContents)?;
    let mut listed = moves.iter().zip(drops);
    let mut positions = HashMap::new();
    let mut walk = Walk::from_start(count == 0);
    for count in counts {
        let (board, mut before) = walk.next().ok_or(BookError::BadContents)?;
        let mut entries = Vec::with_capacity(usize::from(*count));
        for (mv, drop) in listed.by_ref().take(usize::from(*count)) {
            let entry = entry(board, mv / 2, before.wrapping_sub(*drop as i8)).ok_or(BookError::BadContents)?;
            before = entry.value.discs();
            if mv % 2 == 1 {
                walk.meet(after(board, entry.square), -before);
            }
            entries.push(entry);
        }
        positions.insert(board, entries);
    }
    walk.next().is_none().then_some(Book { positions }).ok_or(BookError::BadContents)
}

/// Which of the legal squares a move is on.
fn number_of(board: Board, entry: &Entry) -> u8 {
    Bitboard(board.legal()).into_iter().take_while(|square| *square != entry.square).count() as u8
}

/// Returns a move by its number and value, if they are valid.
fn entry(board: Board, number: u8, value: i8) -> Option<Entry> {
    let square = Bitboard(board.legal()).into_iter().nth(usize::from(number))?;
    Some(Entry { square, value: DiscDiff::new(value)? })
}

/// Lists the positions in file order, each with the value expected from the move that led to it.
struct Walk {
    met: HashSet<Board>,
    waiting: VecDeque<(Board, i8)>,
}

impl Walk {
    fn from_start(is_empty: bool) -> Walk {
        let mut walk = Walk { met: HashSet::new(), waiting: VecDeque::new() };
        if !is_empty {
            walk.meet(start(), 0);
        }
        walk
    }

    fn meet(&mut self, board: Board, value: i8) {
        if self.met.insert(board) {
            self.waiting.push_back((board, value));
        }
    }

    fn next(&mut self) -> Option<(Board, i8)> {
        self.waiting.pop_front()
    }
}
