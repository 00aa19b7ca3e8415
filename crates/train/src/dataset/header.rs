//! The head of a file of games: how they were played.

use std::{
    fmt,
    io::{self, Read, Write},
};

use super::checksum::checksum;
use crate::Kind;
use outflank_rules::Goal;

const MAGIC: &[u8; 7] = b"OFGAMES";
const VERSION: u8 = 1;
/// Magic, version, fields and checksum.
pub(super) const LEN: usize = 8 + FIELDS + 8;
const FIELDS: usize = 28;

/// How the games of a file were played. Games that were played in another way go to another file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The board and what wins.
    pub kind: Kind,
    /// Where all chance comes from.
    pub seed: u64,
    /// The round of training; the weights of the round before have played.
    pub round: u16,
    /// Digest of the weights that played; 0 for play without weights.
    pub model: u64,
    /// Search depth in plies.
    pub depth: u8,
    /// The risk taken at that depth: 73 to 100 %.
    pub selectivity: u8,
    /// Empty squares from which on play is perfect.
    pub exact_from: u8,
    /// Fewest and most random moves at the beginning.
    pub opening: (u8, u8),
    /// How many of 65536 later moves are drawn.
    pub noise: u16,
}

/// Why something is not the head of a file of games.
#[derive(Debug)]
pub enum BadHeader {
    /// It begins otherwise.
    NotGames,
    /// Written by another version.
    Version(u8),
    /// The checksum or a field is wrong.
    Damaged,
    /// Reading failed, or the file is too short.
    Io(io::Error),
}

impl fmt::Display for BadHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadHeader::NotGames => f.write_str("this is no file of training games"),
            BadHeader::Version(version) => {
                write!(
                    f,
                    "these games have format version {version}, of which only {VERSION} is known: play them again"
                )
            }
            BadHeader::Damaged => f.write_str("the head of these games is damaged: play them again"),
            BadHeader::Io(cause) => write!(f, "the head of these games cannot be read: {cause}"),
        }
    }
}

impl std::error::Error for BadHeader {}

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

    pub(super) fn read(input: &mut impl Read) -> Result<Header, BadHeader> {
        let mut bytes = [0; LEN];
        input.read_exact(&mut bytes).map_err(BadHeader::Io)?;
        let (head, sum) = bytes.split_at(LEN - 8);
        if !head.starts_with(MAGIC) {
            return Err(BadHeader::NotGames);
        }
        if head[7] != VERSION {
            return Err(BadHeader::Version(head[7]));
        }
        if sum != checksum(&[head]).to_le_bytes() {
            return Err(BadHeader::Damaged);
        }
        Header::of_fields(&head[8..]).ok_or(BadHeader::Damaged)
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
            kind: Kind::of(fields[0], goal)?,
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
