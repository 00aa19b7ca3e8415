//! What a command is about: one game or one position, from wherever it comes.

use std::{
    ffi::OsString,
    io::{BufRead, Cursor, Read},
    iter,
    path::Path,
};

use outflank_rules::{
    Color, Game, Position, Setup,
    notation::{Notation, ParseBoardError, read_board},
    record::{Cause, Format, Reader, Record},
};

use crate::{
    choice::choice,
    error::Error,
    names, printed,
    source::{Opened, Source},
    start::StartArgs,
    tell,
    translate::Translated,
};

/// The arguments that say which game or position is meant.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct SubjectArgs {
    /// A game or position: a transcript, a board, a file, or - for standard input
    ///
    /// The format is recognised from the content, and texts may be in UTF-8, UTF-16 or ISO-8859-1. Several words are one text, so that
    /// f5 d6 c3 needs no quotes. A transcript may go over several lines: a line that goes on where the one before ended, and cannot be played
    /// from the start, belongs to the same game, and a blank line ends a game.
    /// Without INPUT a pipe is read, which must not be empty; at a terminal, or with /dev/null for a pipe, the start of the game is
    /// taken.
    #[arg(value_name = "INPUT", help_heading = None::<&str>)]
    input: Vec<OsString>,

    /// Read the input as this format instead of recognising it
    #[arg(long, value_name = "FORMAT", value_parser = choice(&Format::ALL))]
    from: Option<Format>,

    /// Which record of a file with several, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    record: Option<u64>,

    /// Stop after this many moves (passes count) instead of at the end of the game
    #[arg(long, value_name = "N")]
    ply: Option<usize>,

    /// Whose turn it is on a board: black or white [default: as the board says, or by the count of its discs]
    #[arg(long, value_name = "COLOR")]
    turn: Option<Color>,

    /// How moves are written, both those you give and those printed
    ///
    /// The square d3 of the `standard` notation is (2, 3) in `row-column`, which counts both from 0, and C4 in
    /// `row-letter`. Files in a record format keep their own notation; (2, 3) is understood in all of them.
    #[arg(long, value_name = "NOTATION", value_parser = choice(&Notation::ALL), default_value_t)]
    pub(crate) notation: Notation,

    #[command(flatten)]
    pub(crate) start: StartArgs,
}

/// What the arguments lead to.
pub(crate) enum Found {
    /// No input: the start of the game.
    Start(Position),
    /// A board, of which nothing is checked yet, and whether its side to move is known or only guessed.
    Board(Source, Setup, Turn),
    /// Records of a file or a text, none of them read yet.
    Records(Source, Box<Records>),
}

/// Whether the side to move of a board was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Told,
    Guessed,
}

pub(crate) type Records = Reader<Box<dyn BufRead>>;

/// Positions one after another, each read when it is asked for.
pub(crate) type Readings<'a> = Box<dyn Iterator<Item = Result<Reading, Error>> + 'a>;

/// A position and the record it is from.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// Where it is from, unless it is the start of the game.
    pub(crate) source: Option<Source>,
    /// The game up to the position.
    pub(crate) record: Record,
    pub(crate) position: Position,
    /// The moves of the whole game.
    pub(crate) plies: usize,
}

impl SubjectArgs {
    /// One input and nothing else said about it.
    pub(crate) fn of(input: OsString, start: StartArgs, notation: Notation) -> SubjectArgs {
        SubjectArgs { input: vec![input], from: None, record: None, ply: None, turn: None, notation, start }
    }

    /// Finds what is meant.
    fn find(&self) -> Result<Found, Error> {
        match self.sources().as_slice() {
            [source] => self.find_in(source.as_ref()),
            _ => Err(Error::SeveralFiles),
        }
    }

    /// Each of several files, or all arguments together; `None` where nothing was given.
    pub(crate) fn sources(&self) -> Vec<Option<Source>> {
        if self.input.len() > 1 && self.names_files() {
            self.input.iter().map(|argument| Some(Source::of_argument(argument))).collect()
        } else {
            vec![Source::of_arguments(&self.input)]
        }
    }

    /// The same where several positions may be given: boards side by side are one each.
    pub(crate) fn sources_of_many(&self) -> Vec<Option<Source>> {
        const SHORTEST_BOARD: usize = 16;
        if self.input.len() > 1 && self.input.iter().all(|argument| argument.len() >= SHORTEST_BOARD) {
            self.input.iter().map(|argument| Some(Source::of_argument(argument))).collect()
        } else {
            self.sources()
        }
    }

    /// Is a file or pipe among the arguments? Then the others are meant as such too, and not as one text with it.
    fn names_files(&self) -> bool {
        let is_file = |path: &Path| path.exists() && !path.is_dir();
        self.input.iter().any(|argument| argument == "-" || is_file(Path::new(argument)))
    }

    /// Finds what is meant by a source.
    pub(crate) fn find_in(&self, source: Option<&Source>) -> Result<Found, Error> {
        let Some(source) = source else {
            return Ok(Found::Start(self.start_position()));
        };
        let mut opened = source.open(self.from)?;
        if opened.format == Format::Json {
            let beginning = beginning(source, &mut opened)?;
            if let Some(setup) = printed::parse(&beginning) {
                return Ok(Found::Board(source.clone(), self.adjusted_setup(source, setup)?, Turn::Told));
            }
            opened.input = Box::new(Cursor::new(beginning).chain(opened.input));
        }
        if opened.format == Format::Board {
            return self.boards(source, opened);
        }
        self.records(source, opened).map(|records| Found::Records(source.clone(), Box::new(records)))
    }

    /// Reads what is meant and the position in question: the end of a game, or where `--ply` stops it.
    pub(crate) fn read_position(&self) -> Result<Reading, Error> {
        self.only_reading(self.find()?)
    }

    /// Reads each position of a source, one after another: the end of each game, or where `--ply` stops it.
    pub(crate) fn readings(&self, source: Option<&Source>) -> Result<Readings<'_>, Error> {
        Ok(match self.find_in(source)? {
            Found::Records(source, records) if self.record.is_none() => {
                Box::new(records.map(move |record| match record {
                    Ok(record) => self.reading(Some(source.clone()), self.adjusted(&source, record)?),
                    Err(error) => Err(Error::Read { source: source.clone(), error }),
                }))
            }
            other => Box::new(iter::once(self.only_reading(other))),
        })
    }

    /// What is no file of records has one position.
    fn only_reading(&self, found: Found) -> Result<Reading, Error> {
        match found {
            Found::Start(position) => self.reading(None, Record::of_position(position)),
            Found::Board(source, setup, _) => {
                let position = validated(&source, &setup)?;
                self.reading(Some(source), Record::of_position(position))
            }
            Found::Records(source, records) => {
                let record = self.one_of(&source, *records)?;
                self.reading(Some(source), record)
            }
        }
    }

    fn reading(&self, source: Option<Source>, mut record: Record) -> Result<Reading, Error> {
        let plies = record.game.ply();
        self.stop_at_ply(&mut record.game)?;
        let position = record.game.position();
        Ok(Reading { source, record, position, plies })
    }

    /// Was anything named as input, or a game chosen?
    pub(crate) fn says_something(&self) -> bool {
        !self.input.is_empty() || self.start.chosen().is_some()
    }

    /// Was a stop before the end of the game asked for?
    pub(crate) fn stops_early(&self) -> bool {
        self.ply.is_some()
    }

    /// Which record was asked for, if any was.
    pub(crate) fn wanted(&self) -> Option<u64> {
        self.record
    }

    /// The record that was asked for, or the first.
    fn one_of(&self, source: &Source, mut records: Records) -> Result<Record, Error> {
        let record = nth(&mut records, self.record.unwrap_or(1), source)?;
        if self.record.is_none() && records.next().is_some() {
            tell(format_args!("{source} holds several records: this is the first, --record N takes another"));
        }
        self.adjusted(source, record)
    }

    fn start_position(&self) -> Position {
        let start = self.start.position();
        self.turn.map_or(start, |turn| start.with_turn(turn))
    }

    fn stop_at_ply(&self, game: &mut Game) -> Result<(), Error> {
        let Some(ply) = self.ply else { return Ok(()) };
        if ply > game.ply() {
            return Err(Error::PastTheEnd { ply, end: game.ply() });
        }
        while game.ply() > ply {
            game.undo();
        }
        Ok(())
    }

    /// One board is taken unchecked; of several, each is a record.
    fn boards(&self, source: &Source, mut opened: Opened) -> Result<Found, Error> {
        let beginning = beginning(source, &mut opened)?;
        let text = String::from_utf8_lossy(&beginning);
        match read_board(&text) {
            Ok(board) => {
                let turn = if board.is_turn_told || self.turn.is_some() { Turn::Told } else { Turn::Guessed };
                Ok(Found::Board(source.clone(), self.adjusted_setup(source, board.setup)?, turn))
            }
            Err(cause) if !has_blank_lines(&text) && !matches!(cause, ParseBoardError::Several(_)) => {
                Err(Error::NotABoard { source: source.clone(), cause })
            }
            Err(_) => {
                let input: Box<dyn BufRead> = Box::new(Cursor::new(beginning).chain(opened.input));
                Ok(Found::Records(source.clone(), Box::new(Reader::new(Format::Board, input))))
            }
        }
    }

    fn records(&self, source: &Source, mut opened: Opened) -> Result<Records, Error> {
        if opened.format == Format::Transcript && self.notation == Notation::RowLetter {
            opened.input = Box::new(Translated::new(opened.input, self.notation));
        }
        let names = match source {
            Source::File(path) if opened.format == Format::Wthor => names::beside(path)?,
            _ => None,
        };
        let records = Reader::new(opened.format, opened.input).with_start(self.start.position());
        Ok(records.with_names(names.unwrap_or_default()))
    }

    /// The board with the side to move and the rules that were asked for, if any were.
    fn adjusted_setup(&self, source: &Source, setup: Setup) -> Result<Setup, Error> {
        let turn = self.turn.unwrap_or(setup.turn);
        match self.start.chosen() {
            None => Ok(Setup { turn, ..setup }),
            Some(variant) if setup.ground.size() != variant.ground().size() => {
                Err(Error::WrongSize { source: source.clone(), setup: Box::new(setup), variant: Box::new(variant) })
            }
            Some(variant) => Ok(Setup { turn, ground: variant.ground(), ..setup }),
        }
    }

    /// The position of a record without moves, adjusted as a board is. `None` for a game, which is as its moves say.
    pub(crate) fn setup_of(&self, source: &Source, record: &Record) -> Result<Option<Setup>, Error> {
        match self.turn {
            Some(_) if record.game.ply() > 0 => Err(Error::TurnOfGame),
            _ if record.game.ply() > 0 => Ok(None),
            _ => self.adjusted_setup(source, record.game.start().into()).map(Some),
        }
    }

    fn adjusted(&self, source: &Source, record: Record) -> Result<Record, Error> {
        match self.setup_of(source, &record)? {
            None => Ok(record),
            Some(setup) => Ok(Record { game: Game::new(validated(source, &setup)?), ..record }),
        }
    }
}

fn validated(source: &Source, setup: &Setup) -> Result<Position, Error> {
    setup.validate().map_err(|cause| Error::Setup { source: source.clone(), cause: Box::new(cause) })
}

/// Blank lines stand between boards, whatever ends a line.
fn has_blank_lines(text: &str) -> bool {
    text.trim().lines().any(|line| line.trim().is_empty())
}

/// Skipping over records does not care whether those are good.
fn nth(records: &mut Records, wanted: u64, source: &Source) -> Result<Record, Error> {
    let mut found = 0;
    for record in records {
        found += 1;
        match record {
            Err(error) if found == wanted || matches!(error.cause, Cause::Io(_)) => {
                return Err(Error::Read { source: source.clone(), error });
            }
            Ok(record) if found == wanted => return Ok(record),
            _ => {}
        }
    }
    if found == 0 {
        return Err(Error::Empty(source.clone()));
    }
    Err(Error::NoSuchRecord { source: source.clone(), wanted, found })
}

/// More than any one board takes.
fn beginning(source: &Source, opened: &mut Opened) -> Result<Vec<u8>, Error> {
    const LONGEST: u64 = 1 << 20;
    let mut bytes = Vec::new();
    let read = opened.input.by_ref().take(LONGEST).read_to_end(&mut bytes);
    read.map_err(|cause| source.unreadable(cause))?;
    Ok(bytes)
}
