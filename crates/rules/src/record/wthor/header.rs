//! The 16 bytes with which every file of the base begins.

use crate::record::RecordError;

/// The header of a file: its date, contents and size.
///
/// ```
/// use outflank_rules::record::wthor::{Contents, Header};
///
/// let header = Header::games(12, 1977, 24);
/// assert_eq!(Header::parse(&header.to_bytes())?, header);
/// assert_eq!(header.contents(), Contents::Games);
/// # Ok::<(), outflank_rules::record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// When the file was made: year, month, day.
    pub created: (u16, u8, u8),
    /// The number of games (or of positions in a solitaire file).
    pub games: u32,
    /// The number of names in a name file (or of empty squares in a solitaire file).
    pub names: u16,
    /// The year of the games, 0 if there is no single one.
    pub year: u16,
    /// The side of the board: 8 (files also have 0 for it) or 10.
    pub size: u8,
    /// Is this a file of solitaires?
    pub is_solitaires: bool,
    /// The number of empty squares from which the theoretical scores were solved (files have 0 for
    /// 22).
    pub depth: u8,
}

/// The contents of a file of the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contents {
    /// Games on 8x8 (`.wtb`).
    Games,
    /// Games on 10x10 (`.wtd`).
    Games10,
    /// Names of players or tournaments (`.jou`, `.trn`).
    Names,
    /// Endgame problems (`.pzz`).
    Solitaires,
}

/// The date of a file if the writer has none.
const SOME_DAY: (u16, u8, u8) = (2000, 1, 1);

impl Header {
    /// The length of a header in bytes.
    pub const LEN: usize = 16;

    /// The header of a file of games, made on 1 January 2000 until [`Header::created`] is set.
    pub const fn games(games: u32, year: u16, depth: u8) -> Header {
        Header { created: SOME_DAY, games, names: 0, year, size: 8, is_solitaires: false, depth }
    }

    /// The header of a file of names.
    pub const fn names(names: u16) -> Header {
        Header { created: SOME_DAY, games: 0, names, year: 0, size: 0, is_solitaires: false, depth: 0 }
    }

    /// Reads a header; one that no file of the base could have is refused.
    pub fn parse(bytes: &[u8; Header::LEN]) -> Result<Header, RecordError> {
        let &[century, year, month, day, n1 @ .., _] = bytes;
        let two = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        if century > 99 || year > 99 || !matches!(month, 1..=12) || !matches!(day, 1..=31) {
            let found = format!("{century:02}{year:02}-{month:02}-{day:02}");
            return Err(RecordError::syntax(
                &found,
                "the date at the beginning of a WTHOR file: is this the right format?",
            ));
        }
        let size = match bytes[12] {
            0 if n1[..4] == [0; 4] && two(8) > 0 => 0,
            0 | 8 => 8,
            10 => 10,
            other => return Err(RecordError::syntax(&other.to_string(), "the board size 8 or 10 in the WTHOR header")),
        };
        Ok(Header {
            created: (u16::from(century) * 100 + u16::from(year), month, day),
            games: u32::from_le_bytes([n1[0], n1[1], n1[2], n1[3]]),
            names: two(8),
            year: two(10),
            size,
            is_solitaires: bytes[13] == 1,
            depth: bytes[14],
        })
    }

    /// The fault of a file that ends before its header does.
    pub(super) fn cut_off(len: usize) -> RecordError {
        let expected = format!("the header of a WTHOR file, which is {} bytes", Header::LEN);
        RecordError::mismatch(&format!("the end at byte {len}"), expected)
    }

    /// The header as a file has it. The year of making must have four digits.
    pub fn to_bytes(self) -> [u8; Header::LEN] {
        let (made, month, day) = self.created;
        let mut bytes = [0; Header::LEN];
        bytes[..4].copy_from_slice(&[(made / 100) as u8, (made % 100) as u8, month, day]);
        bytes[4..8].copy_from_slice(&self.games.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.names.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.year.to_le_bytes());
        bytes[12..15].copy_from_slice(&[self.size, u8::from(self.is_solitaires), self.depth]);
        bytes
    }

    /// Returns the contents of the file. A file with neither games nor names counts as an empty
    /// file of games.
    pub const fn contents(self) -> Contents {
        if self.is_solitaires {
            Contents::Solitaires
        } else if self.games == 0 && self.names > 0 {
            Contents::Names
        } else if self.size == 10 {
            Contents::Games10
        } else {
            Contents::Games
        }
    }

    /// The number of empty squares from which theoretical scores hold, with the old files' 0 read
    /// as 22.
    pub const fn theory_depth(self) -> u8 {
        if self.depth == 0 { 22 } else { self.depth }
    }

    /// Returns an error that names the content unless the file holds 8x8 games.
    pub(super) fn expect_games(self) -> Result<(), RecordError> {
        let what = match self.contents() {
            Contents::Games => return Ok(()),
            Contents::Games10 => "this WTHOR file holds games on 10x10; only 8x8 games (.wtb) can be read",
            Contents::Names => {
                "this WTHOR file holds names (.jou or .trn), not games; give it as the names of a .wtb file"
            }
            Contents::Solitaires => "this WTHOR file holds solitaires (.pzz), not games; only .wtb files can be read",
        };
        Err(RecordError::Unsupported(what.to_owned()))
    }

    /// Returns an error that names the content unless the file holds names.
    pub(super) fn expect_names(self) -> Result<(), RecordError> {
        match self.contents() {
            Contents::Names => Ok(()),
            Contents::Games if self.games == 0 => Ok(()),
            _ => Err(RecordError::Unsupported(
                "this WTHOR file holds games, not names: expected a .jou or .trn".to_owned(),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(change: impl Fn(&mut [u8; 16])) -> Result<Header, RecordError> {
        let mut bytes = Header::games(3, 1999, 24).to_bytes();
        change(&mut bytes);
        Header::parse(&bytes)
    }

    #[test]
    fn old_files_leave_size_and_depth_out() {
        let header = with(|bytes| bytes[12..15].fill(0)).unwrap();
        assert_eq!((header.size, header.theory_depth()), (8, 22));
        assert_eq!(header.expect_games(), Ok(()));
    }

    #[test]
    fn other_files_are_named_in_the_error() {
        let message = |change: fn(&mut [u8; 16])| with(change).unwrap().expect_games().unwrap_err().to_string();
        assert!(message(|bytes| bytes[12] = 10).contains("10x10"));
        assert!(message(|bytes| bytes[13] = 1).contains("solitaires"));
        assert!(message(|bytes| bytes[4..10].copy_from_slice(&[0, 0, 0, 0, 5, 0])).contains("names"));
        assert!(with(|_| ()).unwrap().expect_names().is_err());
    }

    #[test]
    fn impossible_headers_are_refused() {
        assert!(with(|bytes| bytes[2] = 13).is_err());
        assert!(with(|bytes| bytes[3] = 0).is_err());
        assert!(with(|bytes| bytes[12] = 9).is_err());
    }
}
