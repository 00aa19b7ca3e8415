//! Games gathered into a file of the base, with the name files that go with it.

use super::{game, header::Header, names::Names};
use crate::{
    Variant,
    record::{Format, Record, Unwritable},
};

/// Gathers games and gives the bytes of a game file and of both name files.
///
/// Names get the numbers they have in the [`Names`] given at the beginning, and new names the next
/// free ones. Games take 68 bytes each until they are written, as the header has to count them.
///
/// ```
/// use outflank_rules::record::wthor::{GameReader, Names, Writer};
/// use outflank_rules::{Game, Variant, record::Record};
///
/// let mut record = Record::new(Game::replay(Variant::STANDARD.start(), ["f5".parse()?, "d6".parse()?])?);
/// record.black.name = "Desdemona".to_owned();
/// let mut writer = Writer::default().created((2026, 11, 15));
/// writer.push(&record)?;
///
/// let names = Names::parse(&writer.players(), &writer.tournaments())?;
/// let file = writer.games();
/// let read = GameReader::new(file.as_slice()).with_names(names).next().unwrap()?;
/// assert_eq!((read.game, read.black.name.as_str()), (record.game, "Desdemona"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    names: Names,
    games: Vec<u8>,
    /// The year of all games so far, 0 if they differ; `None` before the first.
    year: Option<u16>,
    /// The number of empty squares from which all theoretical scores so far were solved.
    depth: Option<u8>,
    created: (u16, u8, u8),
}

/// The depth of a file without theoretical scores: the real scores stand in for them, and with one
/// empty square left perfect play is any play.
const NO_THEORY: u8 = 1;

impl Default for Writer {
    fn default() -> Writer {
        Writer::new(Names::default())
    }
}

impl Writer {
    /// A writer that knows these names already.
    pub fn new(names: Names) -> Writer {
        let created = Header::games(0, 0, 0).created;
        Writer { names, games: Vec::new(), year: None, depth: None, created }
    }

    /// Sets the day (year, month, day) on which the files say they were made.
    #[must_use]
    pub fn created(self, created: (u16, u8, u8)) -> Writer {
        Writer { created, ..self }
    }

    /// Adds a game. Only games from the standard start without lost turns fit. The score is the
    /// record's margin, or else that of the board. Without a theoretical score, the real one is
    /// written there too.
    ///
    /// A file has one year: if the games disagree (or have none), it says 0.
    pub fn push(&mut self, record: &Record) -> Result<(), Unwritable> {
        if record.game.start() != Variant::STANDARD.start() {
            return Err(unwritable("a game that does not begin at the standard start"));
        }
        Unwritable::if_turns_are_lost(Format::Wthor, &record.game)?;
        let depth = self.depth_with(record)?;
        let numbers = [
            self.names.tournaments.number(&record.event),
            self.names.players.number(&record.black.name),
            self.names.players.number(&record.white.name),
        ];
        let [Some(event), Some(black), Some(white)] = numbers else {
            return Err(unwritable("more than 65535 names"));
        };
        self.games.extend(game::encode(record, [event, black, white]));
        self.depth = depth;
        let year = year_of(&record.date);
        self.year = Some(self.year.filter(|&known| known != year).map_or(year, |_| 0));
        Ok(())
    }

    /// The depth of the file once this record is in it.
    fn depth_with(&self, record: &Record) -> Result<Option<u8>, Unwritable> {
        let Some(theory) = record.theory else { return Ok(self.depth) };
        if theory.black > 64 || theory.empties == 0 {
            let (black, empties) = (theory.black, theory.empties);
            return Err(unwritable(format!("a theoretical score of {black} discs from {empties} empty squares on")));
        }
        match self.depth {
            Some(depth) if depth != theory.empties => {
                let other = theory.empties;
                Err(unwritable(format!("theoretical scores from {depth} and from {other} empty squares in one file")))
            }
            _ => Ok(Some(theory.empties)),
        }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len() / game::LEN
    }

    /// Is there no game yet?
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The names known by now.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The game file (`.wtb`).
    pub fn games(&self) -> Vec<u8> {
        let header = Header::games(self.len() as u32, self.year.unwrap_or(0), self.depth.unwrap_or(NO_THEORY));
        [&Header { created: self.created, ..header }.to_bytes(), self.games.as_slice()].concat()
    }

    /// The file of players (`.jou`).
    pub fn players(&self) -> Vec<u8> {
        self.names.players.to_bytes(self.created)
    }

    /// The file of tournaments (`.trn`).
    pub fn tournaments(&self) -> Vec<u8> {
        self.names.tournaments.to_bytes(self.created)
    }
}

fn unwritable(what: impl Into<String>) -> Unwritable {
    Unwritable::new(Format::Wthor, what)
}

/// The first number of four digits in a date, or 0.
fn year_of(date: &str) -> u16 {
    let numbers = date.split(|c: char| !c.is_ascii_digit());
    numbers.filter(|digits| digits.len() == 4).find_map(|digits| digits.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        DiscDiff, Game,
        record::{Theory, wthor::GameReader},
    };

    fn record(date: &str) -> Record {
        let mut record = Record::new(Game::new(Variant::STANDARD.start()));
        record.game.play("f5".parse().unwrap()).unwrap();
        record.date = date.to_owned();
        record
    }

    fn refused(writer: &mut Writer, record: &Record) -> String {
        writer.push(record).unwrap_err().to_string()
    }

    #[test]
    fn a_record_without_a_score_gets_that_of_the_board() {
        let mut writer = Writer::default();
        writer.push(&record("")).unwrap();
        // 4 to 1 on the board, and the 59 empty squares.
        assert_eq!(writer.games()[16 + 6..16 + 8], [63, 63]);
    }

    #[test]
    fn both_scores_match_the_record() {
        let mut record = record("");
        record.outcome.margin = DiscDiff::new(-64);
        record.theory = Some(Theory { black: 64, empties: 24 });
        let mut writer = Writer::default();
        writer.push(&record).unwrap();
        assert_eq!(writer.games()[16 + 6..16 + 8], [0, 64]);
        assert_eq!(writer.games()[14], 24);
    }

    #[test]
    fn the_year_is_that_of_all_games_or_none() {
        let year = |dates: &[&str]| {
            let mut writer = Writer::default();
            dates.iter().for_each(|date| writer.push(&record(date)).unwrap());
            let games = writer.games();
            let mut reader = GameReader::new(games.as_slice());
            assert!(reader.by_ref().all(|game| game.is_ok()));
            reader.header().unwrap().year
        };
        assert_eq!(year(&["2003.12.15_12:33:18.MST", "15/04/2003", "2003"]), 2003);
        assert_eq!(year(&["2003", "2004", "2004"]), 0);
        assert_eq!(year(&["947375357"]), 0);
    }

    #[test]
    fn a_game_that_does_not_fit_is_refused_and_leaves_the_file_unchanged() {
        let mut writer = Writer::default();
        let mut theory = record("1999");
        theory.theory = Some(Theory { black: 40, empties: 24 });
        writer.push(&theory).unwrap();
        let before = writer.games();
        theory.theory = Some(Theory { black: 40, empties: 22 });
        assert!(refused(&mut writer, &theory).contains("from 24 and from 22"));
        theory.theory = Some(Theory { black: 65, empties: 24 });
        assert!(refused(&mut writer, &theory).contains("65 discs"));
        assert!(refused(&mut writer, &Record::of_position(Variant::MIRRORED.start())).contains("standard start"));
        assert_eq!(writer.games(), before);
    }
}
