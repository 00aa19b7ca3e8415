//! The names of players and tournaments.

use std::collections::HashMap;

use crate::record::RecordError;
use crate::record::wthor::header::Header;

/// The players and tournaments of a release of the base.
///
/// Numbers change between releases: the name files must be those that came with the games.
///
/// ```
/// use outflank_rules::record::wthor::Names;
///
/// let mut names = Names::default();
/// assert_eq!(names.players.number("Desdemona"), Some(1));
/// let (jou, trn) = (names.players.to_bytes((2026, 11, 15)), names.tournaments.to_bytes((2026, 11, 15)));
/// let again = Names::parse(&jou, &trn)?;
/// assert_eq!(again.players.name(1), "Desdemona");
/// # Ok::<(), outflank_rules::record::RecordError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Names {
    /// The players, as `WTHOR.JOU` has them.
    pub players: NameList,
    /// The tournaments, as `WTHOR.TRN` has them.
    pub tournaments: NameList,
}

impl Names {
    /// Reads both name files.
    pub fn parse(players: &[u8], tournaments: &[u8]) -> Result<Names, RecordError> {
        Ok(Names { players: NameList::parse_players(players)?, tournaments: NameList::parse_tournaments(tournaments)? })
    }
}

/// Nothing but the two entries with number 0: the unknown player, and the games that belong to no
/// tournament.
impl Default for Names {
    fn default() -> Names {
        Names { players: NameList::players(), tournaments: NameList::tournaments() }
    }
}

/// The name of an unknown player in the base. A record leaves it empty.
const UNKNOWN: &str = "???";

/// Numbered names, both ways.
#[derive(Clone, Debug)]
pub struct NameList {
    names: Vec<String>,
    numbers: HashMap<String, u16>,
    /// Bytes a name has in the file, the closing zero included.
    width: usize,
}

impl NameList {
    const PLAYER_WIDTH: usize = 20;
    const TOURNAMENT_WIDTH: usize = 26;
    /// As many names as numbers of two bytes can tell apart in a file that also counts them in two
    /// bytes.
    const MAX_NAMES: usize = u16::MAX as usize;

    /// Creates a list of players with only the unknown one.
    pub fn players() -> NameList {
        NameList::of_width(NameList::PLAYER_WIDTH, [UNKNOWN])
    }

    /// A list of tournaments with nothing but the games outside tournaments.
    pub fn tournaments() -> NameList {
        NameList::of_width(NameList::TOURNAMENT_WIDTH, ["Diverses parties"])
    }

    /// Reads a file of players (`.jou`).
    pub fn parse_players(file: &[u8]) -> Result<NameList, RecordError> {
        NameList::parse(file, NameList::PLAYER_WIDTH)
    }

    /// Reads a file of tournaments (`.trn`).
    pub fn parse_tournaments(file: &[u8]) -> Result<NameList, RecordError> {
        NameList::parse(file, NameList::TOURNAMENT_WIDTH)
    }

    fn of_width<S: Into<String>>(width: usize, names: impl IntoIterator<Item = S>) -> NameList {
        let mut list = NameList { names: Vec::new(), numbers: HashMap::new(), width };
        for name in names {
            list.push(name.into());
        }
        list
    }

    fn parse(file: &[u8], width: usize) -> Result<NameList, RecordError> {
        let (header, body) = file.split_first_chunk().ok_or_else(|| Header::cut_off(file.len()))?;
        let header = Header::parse(header)?;
        header.expect_names()?;
        let expected = usize::from(header.names) * width;
        if body.len() != expected {
            let found = format!("{} bytes after the header", body.len());
            let names = header.names;
            return Err(RecordError::mismatch(&found, format!("{expected}: {names} names of {width} bytes each")));
        }
        Ok(NameList::of_width(width, body.chunks_exact(width).map(decode_text)))
    }

    /// Of two entries with the same name the first keeps it.
    fn push(&mut self, name: String) -> u16 {
        let number = self.names.len() as u16;
        self.numbers.entry(name.clone()).or_insert(number);
        self.names.push(name);
        number
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Is there not even a name with number 0?
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All names in the order of their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The name with this number as a record has it: empty for `???`, and `#346` for a number that
    /// is not in the list.
    pub fn name(&self, number: u16) -> String {
        match self.names.get(usize::from(number)).map(String::as_str) {
            Some(UNKNOWN) => String::new(),
            Some(name) => name.to_owned(),
            None => format!("#{number}"),
        }
    }

    /// The number of a name, which is added to the list if it is new; `None` if the list is full.
    /// The empty name has number 0, and `#346` stands for a number itself.
    ///
    /// Names that the file has to cut short stay different people as long as the list lives.
    pub fn number(&mut self, name: &str) -> Option<u16> {
        let name = name.trim();
        if name.is_empty() {
            return Some(0);
        }
        if let Some(&number) = self.numbers.get(name) {
            return Some(number);
        }
        let bare = name.strip_prefix('#').and_then(|number| number.parse().ok());
        let last = bare.unwrap_or(self.names.len());
        while last < NameList::MAX_NAMES && self.names.len() < last {
            self.push(format!("#{}", self.names.len()));
        }
        if last >= self.names.len() && last < NameList::MAX_NAMES {
            self.push(name.to_owned());
        }
        u16::try_from(last).ok().filter(|_| last < NameList::MAX_NAMES)
    }

    /// The name file, marked as made on this day (year, month, day).
    pub fn to_bytes(&self, created: (u16, u8, u8)) -> Vec<u8> {
        let header = Header { created, ..Header::names(self.names.len() as u16) };
        let mut file = vec![0; Header::LEN + self.names.len() * self.width];
        file[..Header::LEN].copy_from_slice(&header.to_bytes());
        for (field, name) in file[Header::LEN..].chunks_exact_mut(self.width).zip(&self.names) {
            encode_text(name, field);
        }
        file
    }
}

/// Decodes ISO-8859-1, whose 256 characters are the first 256 of Unicode, up to the first zero
/// byte.
fn decode_text(field: &[u8]) -> String {
    field.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect()
}

/// Encodes a text, shortened so that a zero byte fits after it. A character that ISO-8859-1 lacks
/// becomes `?`.
fn encode_text(text: &str, field: &mut [u8]) {
    field.fill(0);
    let room = field.len().saturating_sub(1);
    for (byte, c) in field[..room].iter_mut().zip(text.chars()) {
        *byte = u8::try_from(c).ok().filter(|&byte| byte != 0).unwrap_or(b'?');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_survive_and_what_does_not_fit_is_replaced_or_cut() {
        let mut field = [7; 8];
        encode_text("Pérou", &mut field);
        assert_eq!(field, *b"P\xe9rou\0\0\0");
        assert_eq!(decode_text(&field), "Pérou");
        encode_text("斜め long name", &mut field);
        assert_eq!(field, *b"?? long\0");
        assert_eq!(decode_text(b"full"), "full");
    }

    #[test]
    fn number_0_is_the_unknown_player_and_reads_as_no_name() {
        let mut players = NameList::players();
        assert_eq!((players.name(0).as_str(), players.name(7).as_str()), ("", "#7"));
        assert_eq!((players.number(""), players.number("???"), players.number(" Ada ")), (Some(0), Some(0), Some(1)));
        assert_eq!((players.number("Ada"), players.name(1).as_str()), (Some(1), "Ada"));
    }

    #[test]
    fn a_bare_number_stands_for_itself_and_fills_the_list_up_to_it() {
        let mut players = NameList::players();
        assert_eq!(players.number("#3"), Some(3));
        assert_eq!(players.iter().collect::<Vec<_>>(), ["???", "#1", "#2", "#3"]);
        assert_eq!(players.number("#2"), Some(2));
        assert_eq!(players.number("Ada"), Some(4));
        assert_eq!(players.number("#70000"), None);
    }

    #[test]
    fn a_full_list_takes_no_more() {
        let mut players = NameList::players();
        assert_eq!(players.number("#65534"), Some(65534));
        assert_eq!(players.number("one more"), None);
        assert_eq!(NameList::parse_players(&players.to_bytes((2026, 1, 2))).unwrap().len(), 65535);
    }

    #[test]
    fn names_too_long_for_the_file_stay_two_people() {
        let mut players = NameList::players();
        let [one, other] = ["A very long surname One", "A very long surname Other"].map(|name| players.number(name));
        assert_ne!(one, other);
        let again = NameList::parse_players(&players.to_bytes((2026, 1, 2))).unwrap();
        assert_eq!(again.name(1), "A very long surname");
        assert_eq!(again.len(), 3);
    }

    #[test]
    fn lengths_that_disagree_with_the_header_are_reported() {
        let file = NameList::players().to_bytes((2026, 1, 2));
        assert_eq!(
            NameList::parse_players(&file[..30]).unwrap_err().to_string(),
            "found \"14 bytes after the header\", expected 20: 1 names of 20 bytes each"
        );
        assert_eq!(NameList::parse_players(&file[..9]).unwrap_err(), Header::cut_off(9));
        assert!(NameList::parse_tournaments(&file).is_err());
        assert!(NameList::parse_players(&Header::games(1, 1999, 24).to_bytes()).is_err());
    }
}
