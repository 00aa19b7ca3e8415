//! The file format of openings: less than a byte each.
//!
//! The lines form a tree. From the start on, each position stores one bit per legal square, in
//! square order, padded to bytes: whether the tree continues there. Its children follow, each with
//! its whole subtree. Positions after the last ply take no bytes. Every file of the right length
//! that names only legal squares is therefore a list of legal lines.

use outflank_rules::{Bitboard, Move, Position, Square, Variant};

use super::{Opening, Openings, PLIES};

/// The first bytes of a file; the last is the version.
const MAGIC: &[u8] = b"OUTFOPN\x01";

/// A file that is not a list of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError {
    /// The first bytes are wrong.
    #[error("no openings: the file does not begin with OUTFOPN and version 1")]
    NotOpenings,
    /// It has the wrong length, or an illegal move.
    #[error("the openings are damaged at byte {at}; build or copy them again")]
    Damaged {
        /// The offset of the error.
        at: usize,
    },
}

impl Openings {
    /// Parses the output of [`to_bytes`](Openings::to_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<Openings, OpeningsError> {
        if !bytes.starts_with(MAGIC) {
            return Err(OpeningsError::NotOpenings);
        }
        let mut reader = Reader { bytes, at: MAGIC.len(), squares: Vec::with_capacity(PLIES), lines: Vec::new() };
        if bytes.len() > MAGIC.len() {
            reader.read(&Variant::STANDARD.start()).ok_or(OpeningsError::Damaged { at: reader.at })?;
        }
        if reader.at != bytes.len() {
            return Err(OpeningsError::Damaged { at: reader.at });
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

/// Writes lines that share the moves up to this ply.
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

/// One bit per legal square: whether it is chosen.
fn mask(legal: Bitboard, chosen: Bitboard) -> [u8; 8] {
    let bits = legal.into_iter().enumerate().filter(|(_, square)| chosen.contains(*square));
    bits.fold(0_u64, |mask, (number, _)| mask | 1 << number).to_le_bytes()
}

/// Bytes for one bit per legal square.
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
    /// Reads all lines from this position; `None` if the data is invalid.
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

    /// The moves that continue: at least one, all legal.
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
