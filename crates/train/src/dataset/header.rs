//! The header of a file of games.

use std::io::{self, Read, Write};

use super::checksum;
use crate::BoardKind;
use outflank_rules::Goal;

const MAGIC: &[u8; 7] = b"OFGAMES";
const VERSION: u8 = 1;
/// The bytes of magic, version, fields and checksum.
pub(super) const LEN: usize = 8 + FIELDS + 8;
const FIELDS: usize = 28;

/// The settings of all games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The board and the goal.
    pub kind: BoardKind,
    /// The seed of the random generator.
    pub seed: u64,
    /// The round of training, played with the weights of the round before.
    pub round: u16,
    /// Digest of the weights that played; 0 for play without weights.
    pub model: u64,
    /// Search depth in plies.
    pub depth: u8,
    /// The selectivity at that depth: 73 to 100 %.
    pub selectivity: u8,
    /// Play is perfect from this many empty squares on.
    pub exact_from: u8,
    /// The minimum and maximum of random moves at the start.
    pub opening: (u8, u8),
    /// The number of random moves per 65,536 later moves.
    pub noise: u16,
}

/// The reason why a header could not be read.
#[derive(Debug, thiserror::Error)]
pub enum HeaderError {
    /// The file does not start with the magic bytes.
    #[error("not a file of training games")]
    NotGames,
    /// Another version wrote the file.
    #[error("these games have format version {0}; this program supports {VERSION}. Play them again")]
    Version(u8),
    /// The checksum or a field is wrong.
    #[error("the header of these games is damaged; play them again")]
    Damaged,
    /// Reading failed, or the file is too short.
    #[error("cannot read the header of these games: {0}")]
    Io(io::Error),
}

impl Header {
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(LEN);
        bytes.extend_from_slice(MAGIC);
        bytes.push(VERSION);
        bytes.extend_from_slice(&self.fields());
        bytes.extend_from_slice(&checksum(&[&bytes]).to_le_bytes());
        out.write_all(&bytes)
    }

    fn fields(&self) -> [u8; FIELDS] {
        let mut fields = [0; FIELDS];
        fields[0] = self.kind.size();
        fields[1] = self.depth;
        fields[2] = self.exact_from;
        (fields[3], fields[4]) = self.opening;
        fields[5] = self.selectivity;
        fields[6..8].copy_from_slice(&self.noise.to_le_bytes());
        fields[8..10].copy_from_slice(&self.round.to_le_bytes());
        fields[10] = u8::from(self.kind.goal() == Goal::Fewest);
        fields[12..20].copy_from_slice(&self.seed.to_le_bytes());
        fields[20..28].copy_from_slice(&self.model.to_le_bytes());
        fields
    }

    pub(super) fn read(input: &mut impl Read) -> Result<Header, HeaderError> {
        let mut bytes = [0; LEN];
        input.read_exact(&mut bytes).map_err(HeaderError::Io)?;
        let (head, sum) = bytes.split_at(LEN - 8);
        if !head.starts_with(MAGIC) {
            return Err(HeaderError::NotGames);
        }
        if head[7] != VERSION {
            return Err(HeaderError::Version(head[7]));
        }
        if sum != checksum(&[head]).to_le_bytes() {
            return Err(HeaderError::Damaged);
        }
        Header::of_fields(&head[8..]).ok_or(HeaderError::Damaged)
    }

    fn of_fields(fields: &[u8]) -> Option<Header> {
        let long = |at: usize| fields[at..at + 8].try_into().map(u64::from_le_bytes).ok();
        let goal = match fields[10] {
            0 => Goal::Most,
            1 => Goal::Fewest,
            _ => return None,
        };
        let short = |at: usize| u16::from_le_bytes([fields[at], fields[at + 1]]);
        Some(Header {
            kind: BoardKind::of(fields[0], goal)?,
            depth: fields[1],
            exact_from: fields[2],
            opening: (fields[3], fields[4]),
            selectivity: fields[5],
            noise: short(6),
            round: short(8),
            seed: long(12)?,
            model: long(20)?,
        })
    }
}
