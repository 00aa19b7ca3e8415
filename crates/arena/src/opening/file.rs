//! Openings in less than a byte each.
//!
//! The lines are a tree. From the start on, each position tells by one bit a legal square, in the order of squares and in as many bytes as
//! that takes, which moves go on; then these follow, each with all that comes after it. Positions after the last ply need no
//! byte. So every file of the right length that names only legal squares is a list of legal lines.

use std::fmt;

use outflank_rules::{Bitboard, Move, Position, Square, Variant};

use super::{Opening, Openings, PLIES};

/// What a file begins with; the last byte is the version.
const MAGIC: &[u8] = b"OUTFOPN\x01";

/// A file that is no list of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadOpenings {
    /// It does not begin as such a file does.
    NotOpenings,
    /// It ends early or too late, or has a move that is not legal.
    Damaged {
        /// The byte at which this shows.
        at: usize,
    },
}

impl fmt::Display for BadOpenings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadOpenings::NotOpenings => write!(f, "no openings: the file does not begin with OUTFOPN and version 1"),
            BadOpenings::Damaged { at } => write!(f, "the openings are damaged at byte {at}; build or copy them again"),
        }
    }
}

impl std::error::Error for BadOpenings {}

impl Openings {
    /// Reads what [`to_bytes`](Openings::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Openings, BadOpenings> {
        if !bytes.starts_with(MAGIC) {
            return Err(BadOpenings::NotOpenings);
        }
        let mut reader = Reader { bytes, at: MAGIC.len(), squares: Vec::with_capacity(PLIES), lines: Vec::new() };
        if bytes.len() > MAGIC.len() {
            reader.read(&Variant::STANDARD.start()).ok_or(BadOpenings::Damaged { at: reader.at })?;
        }
        if reader.at != bytes.len() {
            return Err(BadOpenings::Damaged { at: reader.at });
        }
        Ok(reader.lines.into_iter().collect())
    }

    /// The openings as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        if !self.is_empty() {
            write(&Variant::STANDARD.start(), 0, &self.lines, &mut bytes);
        }
        bytes
    }
}

/// Writes lines that have the moves up to this ply in common.
fn write(position: &Position, ply: usize, lines: &[Opening], bytes: &mut Vec<u8>) {
    if ply == PLIES {
        return;
    }
    let legal = position.legal();
    let begins = |line: &Opening| line.squares[ply];
    let goes_on: Bitboard = lines.iter().map(begins).collect();
    bytes.extend(&mask(legal, goes_on)[..length(legal)]);
    for part in lines.chunk_by(|a, b| begins(a) == begins(b)) {
        write(&position.play_unchecked(Move::Place(begins(&part[0]))), ply + 1, part, bytes);
    }
}

/// One bit a legal square: whether it is among these.
fn mask(legal: Bitboard, chosen: Bitboard) -> [u8; 8] {
    let bits = legal.into_iter().enumerate().filter(|(_, square)| chosen.contains(*square));
    bits.fold(0_u64, |mask, (number, _)| mask | 1 << number).to_le_bytes()
}

/// Bytes with a bit for each legal square.
fn length(legal: Bitboard) -> usize {
    (legal.len() as usize).div_ceil(8)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    squares: Vec<Square>,
    lines: Vec<Opening>,
}

impl Reader<'_> {
    /// Reads all lines that go on from here; `None` if that makes no sense.
    fn read(&mut self, position: &Position) -> Option<()> {
        if let Ok(squares) = self.squares.as_slice().try_into() {
            self.lines.push(Opening { squares });
            return Some(());
        }
        for square in self.goes_on(position.legal())? {
            self.squares.push(square);
            self.read(&position.play_unchecked(Move::Place(square)))?;
            self.squares.pop();
        }
        Some(())
    }

    /// The moves that go on, at least one and all legal.
    fn goes_on(&mut self, legal: Bitboard) -> Option<Vec<Square>> {
        let bytes = self.bytes.get(self.at..self.at + length(legal))?;
        let mask = bytes.iter().rev().fold(0_u64, |mask, byte| mask << 8 | u64::from(*byte));
        if mask == 0 || mask.checked_shr(legal.len()).unwrap_or(0) != 0 {
            return None;
        }
        self.at += bytes.len();
        Some(
            legal
                .into_iter()
                .enumerate()
                .filter(|(number, _)| mask >> number & 1 == 1)
                .map(|(_, square)| square)
                .collect(),
        )
    }
}
