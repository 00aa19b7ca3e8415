//! Games one after another.

use std::io::{self, ErrorKind, Read};

use super::{game, header::Header, names::Names};
use crate::record::{ReadError, ReadErrorCause, Record, RecordError, RecordLocation};

/// Reads the games of a `.wtb` file, 68 bytes at a time; give it a buffered input.
///
/// A bad game is one error, and reading continues with the next game. Errors of the file come in
/// order: a wrong header before all games, missing games at the end. For games beyond the number in
/// the header, the error comes before the first of them, and they are read.
///
/// ```
/// use outflank_rules::record::wthor::{GameReader, Names, Writer};
/// # use outflank_rules::{Game, Variant, record::Record};
///
/// # let moves = "f5d6c3d3c4".as_bytes().chunks(2).map(|name| str::from_utf8(name).unwrap().parse().unwrap());
/// # let mut writer = Writer::default();
/// # writer.push(&Record::new(Game::replay(Variant::STANDARD.start(), moves)?))?;
/// # let file = writer.games();
/// for record in GameReader::new(file.as_slice()).with_names(Names::default()) {
///     assert_eq!(record?.game.ply(), 5);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameReader<R> {
    input: R,
    names: Names,
    header: Option<Header>,
    /// Games read so far, good and bad.
    read: u64,
    /// The first game beyond the number in the header, once it has been complained about.
    surplus: Option<[u8; game::LEN]>,
    is_done: bool,
}

impl<R: Read> GameReader<R> {
    /// A reader of the file in `input`, header and all.
    pub fn new(input: R) -> GameReader<R> {
        GameReader { input, names: Names::default(), header: None, read: 0, surplus: None, is_done: false }
    }

    /// Sets the names of players and tournaments.
    #[must_use]
    pub fn with_names(self, names: Names) -> GameReader<R> {
        GameReader { names, ..self }
    }

    /// The header of the file, once the first game has been asked for.
    pub fn header(&self) -> Option<Header> {
        self.header
    }

    fn read(&mut self) -> Result<Option<Record>, ReadErrorCause> {
        let header = match self.header {
            Some(header) => header,
            None => self.read_header()?,
        };
        let Some(bytes) = self.read_game(header)? else { return Ok(None) };
        self.read += 1;
        let mut record = game::decode(&bytes, &self.names, header.theory_depth())?;
        if header.year > 0 {
            record.date = header.year.to_string();
        }
        Ok(Some(record))
    }

    /// Ends the reading unless all is well.
    fn read_header(&mut self) -> Result<Header, ReadErrorCause> {
        self.is_done = true;
        let mut bytes = [0; Header::LEN];
        let len = fill(&mut self.input, &mut bytes)?;
        if len < bytes.len() {
            return Err(Header::cut_off(len).into());
        }
        let header = Header::parse(&bytes)?;
        header.expect_games()?;
        self.header = Some(header);
        self.is_done = false;
        Ok(header)
    }

    fn read_game(&mut self, header: Header) -> Result<Option<[u8; game::LEN]>, ReadErrorCause> {
        if let Some(bytes) = self.surplus.take() {
            return Ok(Some(bytes));
        }
        let mut bytes = [0; game::LEN];
        let len = fill(&mut self.input, &mut bytes)?;
        self.is_done = len < bytes.len();
        let promised = u64::from(header.games);
        match len {
            0 if self.read < promised => Err(missing(self.read, promised).into()),
            0 => Ok(None),
            _ if self.read == promised => {
                self.surplus = (len == bytes.len()).then_some(bytes);
                Err(RecordError::mismatch("more data", format!("the end: the header counts {promised} games")).into())
            }
            game::LEN => Ok(Some(bytes)),
            _ => Err(RecordError::Truncated.into()),
        }
    }

    /// The offset of the game after this many, or of the header.
    fn place(&self, games: u64) -> RecordLocation {
        match self.header {
            None => RecordLocation::Byte(0),
            Some(_) => RecordLocation::Byte(Header::LEN as u64 + games * game::LEN as u64),
        }
    }
}

fn missing(read: u64, promised: u64) -> RecordError {
    RecordError::mismatch(
        &format!("the end after {read} games"),
        format!("{promised} games, as the header counts them"),
    )
}

/// Reads until the buffer is full or the input ends; returns how many bytes there were.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut len = 0;
    while len < buffer.len() {
        match input.read(&mut buffer[len..]) {
            Ok(0) => break,
            Ok(more) => len += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(len)
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        if self.is_done {
            return None;
        }
        let before = self.read;
        let result = self.read();
        self.is_done |= matches!(result, Ok(None) | Err(ReadErrorCause::Io(_)));
        let at = self.place(before);
        result.map_err(|cause| ReadError { record: before + 1, at, cause }).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DiscDiff, record::Ending};

    /// A file with a header that counts `promised` games, and games of these moves that black won
    /// by 40 to 24.
    fn file(promised: u32, games: &[&[u8]]) -> Vec<u8> {
        let mut file = Header::games(promised, 1999, 24).to_bytes().to_vec();
        for moves in games {
            file.extend([1, 0, 2, 0, 0, 1, 40, 33]);
            file.extend(*moves);
            file.resize(file.len() + 60 - moves.len(), 0);
        }
        file
    }

    fn read(file: &[u8]) -> Vec<Result<Record, ReadError>> {
        GameReader::new(file).collect()
    }

    fn errors_in(file: &[u8]) -> Vec<String> {
        read(file).into_iter().filter_map(Result::err).map(|error| error.to_string()).collect()
    }

    const SHORT: &[u8] = &[56, 64, 33];

    #[test]
    fn a_game_that_stops_early_keeps_the_score_of_the_file() {
        let record = read(&file(1, &[SHORT])).remove(0).unwrap();
        assert_eq!(record.game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["f5", "d6", "c3"]);
        assert_eq!(record.outcome.margin, DiscDiff::new(16));
        assert_eq!(record.outcome.ending, Ending::Unfinished);
        assert_eq!(record.theory.map(|theory| (theory.black, theory.empties)), Some((33, 24)));
        assert_eq!([&record.event, &record.black.name, &record.white.name], ["#1", "#2", "#256"]);
        assert_eq!(record.date, "1999");
    }

    #[test]
    fn a_bad_game_is_reported_with_its_number_and_the_next_is_read() {
        let bad: [&[u8]; 4] = [&[56, 56], &[56, 90], &[56, 0, 64], SHORT];
        let file = file(4, &bad);
        let errors = errors_in(&file);
        assert!(errors[0].starts_with("record 1, byte 16: move 2 is illegal: f5 is occupied"), "{}", errors[0]);
        assert_eq!(errors[1], "record 2, byte 84: found \"90\", expected a square from 11 (a1) to 88 (h8)");
        assert!(errors[2].starts_with("record 3, byte 152: found \"64\", expected only zeros"), "{}", errors[2]);
        assert!(read(&file)[3].is_ok());
    }

    #[test]
    fn scores_go_from_0_to_64() {
        let margin = |score: u8| {
            let mut file = file(1, &[SHORT]);
            file[16 + 6] = score;
            read(&file).remove(0).unwrap().outcome.margin
        };
        assert_eq!([0, 32, 64].map(margin), [-64, 0, 64].map(DiscDiff::new));
    }

    #[test]
    fn impossible_scores_are_refused() {
        let mut file = file(1, &[SHORT]);
        file[16 + 6] = 65;
        assert_eq!(errors_in(&file), ["record 1, byte 16: found \"65\", expected a number of discs from 0 to 64"]);
    }

    #[test]
    fn truncated_files_are_reported() {
        let whole = file(2, &[SHORT, SHORT]);
        assert_eq!(errors_in(&whole[..100]), ["record 2, byte 84: the input ends inside the record"]);
        assert_eq!(
            errors_in(&whole[..84]),
            ["record 2, byte 84: found \"the end after 1 games\", expected 2 games, as the header counts them"]
        );
        assert_eq!(
            errors_in(&whole[..7]),
            ["record 1, byte 0: found \"the end at byte 7\", expected the header of a WTHOR file, which is 16 bytes"]
        );
        assert_eq!(errors_in(&[]).len(), 1);
    }

    #[test]
    fn extra_games_are_reported_once_and_read() {
        let results = read(&file(1, &[SHORT, SHORT, SHORT]));
        assert_eq!(results.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true, true]);
        let error = results[1].as_ref().unwrap_err().to_string();
        assert_eq!(error, "record 2, byte 84: found \"more data\", expected the end: the header counts 1 games");
        let mut padded = file(1, &[SHORT]);
        padded.push(0);
        assert_eq!(errors_in(&padded).len(), 1);
    }

    #[test]
    fn other_wthor_files_are_named_in_the_error() {
        let mut names = Header::names(5).to_bytes().to_vec();
        names.extend([0; 100]);
        assert!(errors_in(&names)[0].starts_with("record 1, byte 0: this WTHOR file holds names"));
        assert_eq!(read(&names).len(), 1);
    }

    #[test]
    fn an_error_of_the_input_is_the_last() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("unplugged"))
            }
        }
        let start = file(2, &[SHORT]);
        let results: Vec<_> = GameReader::new(start.chain(Broken)).collect();
        assert_eq!(results.len(), 2);
        assert!(matches!(results[1], Err(ReadError { record: 2, cause: ReadErrorCause::Io(_), .. })));
    }
}
