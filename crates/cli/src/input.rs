//! The input of a command: games or positions from arguments, files or a pipe.

use std::{
    ffi::OsString,
    io::{BufRead, Cursor, Read},
    iter,
    path::Path,
};

use outflank_rules::{
    Color, Game, Move, Position, Setup,
    notation::{Notation, ParseBoardError, read_board},
    record::{Format, Outcome, ReadErrorCause, Reader, Record},
};

use crate::{
    cli::{choice, whole_number},
    error::Error,
    names, print_message,
    source::{Opened, Source},
    start::StartArgs,
    state::read_printed,
    translate::Translated,
};

/// The arguments that select a game or position.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArgs {
    /// A game or position: a transcript, a board, a file, or - for standard input
    ///
    /// The format is detected from the content. Text may be UTF-8, UTF-16 or ISO-8859-1. Several
    /// words are one text, so f5 d6 c3 needs no quotes. A transcript may span several lines: a line
    /// that continues the game and cannot be played from the start belongs to the same game, and an
    /// empty line ends a game. Without INPUT the command reads a pipe, which must not be empty; at
    /// a terminal, or with /dev/null for a pipe, it takes the start of the game.
    #[arg(value_name = "INPUT", help_heading = None::<&str>)]
    input: Vec<OsString>,

    /// Read the input as FORMAT instead of detecting it
    #[arg(short = 'f', long, value_name = "FORMAT", value_parser = choice(&Format::ALL))]
    input_format: Option<Format>,

    /// Take record N of the file, counted from 1
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(1..))]
    record: Option<u64>,

    /// Stop after N moves, passes included, instead of at the end of the game
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>(0..))]
    ply: Option<usize>,

    /// Set the side to move of a board: black or white [default: as the board says, or by its disc
    /// count]
    #[arg(long, value_name = "COLOR")]
    to_move: Option<Color>,

    /// Read and print moves in this notation
    ///
    /// The square d3 of the `standard` notation is (2, 3) in `row-column`, which counts both from
    /// 0, and C4 in `row-letter`. Record formats keep their own notation; all of them accept (2,
    /// 3).
    #[arg(long, value_name = "NOTATION", value_parser = choice(&Notation::ALL), default_value_t)]
    pub(crate) notation: Notation,

    #[command(flatten)]
    pub(crate) start: StartArgs,
}

/// The input that the arguments select.
pub(crate) enum ResolvedInput {
    /// No input: the start of the game.
    Start(Position),
    /// An unchecked board, and whether its side to move is known or guessed.
    Board(Source, Setup, SideToMove),
    /// Records of a file or a text, not read yet.
    Records(Source, Box<Records>),
    /// Drawn boards, which are positions and not games.
    Boards(Source, Box<Records>),
}

/// Whether the side to move of a board is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SideToMove {
    Known,
    Guessed,
}

pub(crate) type Records = Reader<Box<dyn BufRead>>;

/// Positions, read one at a time.
pub(crate) type Readings<'a> = Box<dyn Iterator<Item = Result<PositionInput, Error>> + 'a>;

/// A position and the record it is from.
#[derive(Clone, Debug)]
pub(crate) struct PositionInput {
    /// `None` for the start of the game.
    pub(crate) source: Option<Source>,
    /// The game up to the position.
    pub(crate) record: Record,
    pub(crate) position: Position,
    /// The number of moves of the whole game.
    pub(crate) plies: usize,
}

impl InputArgs {
    /// Creates the arguments for a command with other options.
    pub(crate) fn of(
        input: Vec<OsString>,
        input_format: Option<Format>,
        record: Option<u64>,
        start: StartArgs,
        notation: Notation,
    ) -> InputArgs {
        InputArgs { input, input_format, record, ply: None, to_move: None, notation, start }
    }

    /// Finds the only input.
    fn find(&self) -> Result<ResolvedInput, Error> {
        match self.sources().as_slice() {
            [source] => self.find_in(source.as_ref()),
            _ => Err(Error::SeveralFiles),
        }
    }

    /// The inputs: each of several files, or all arguments together. `None` for no input.
    pub(crate) fn sources(&self) -> Vec<Option<Source>> {
        if self.input.len() > 1 && self.names_files() {
            self.input.iter().map(|argument| Some(Source::of_argument(argument))).collect()
        } else {
            vec![Source::of_arguments(&self.input)]
        }
    }

    /// The inputs of a command that takes several positions. Arguments that are all long enough for
    /// a board are one input each.
    pub(crate) fn sources_of_many(&self) -> Vec<Option<Source>> {
        const MIN_BOARD_CELLS: usize = 16;
        if self.input.len() > 1 && self.input.iter().all(|argument| argument.len() >= MIN_BOARD_CELLS) {
            self.input.iter().map(|argument| Some(Source::of_argument(argument))).collect()
        } else {
            self.sources()
        }
    }

    /// Is a file or pipe among the arguments? Then all are files, and not one text.
    fn names_files(&self) -> bool {
        let is_file = |path: &Path| path.exists() && !path.is_dir();
        self.input.iter().any(|argument| argument == "-" || is_file(Path::new(argument)))
    }

    /// Opens a source.
    pub(crate) fn find_in(&self, source: Option<&Source>) -> Result<ResolvedInput, Error> {
        let Some(source) = source else {
            return Ok(ResolvedInput::Start(self.start_position()));
        };
        let mut opened = source.open(self.input_format)?;
        if opened.format == Format::Json {
            let beginning = beginning(source, &mut opened)?;
            if let Some(setup) = read_printed(&beginning) {
                return Ok(ResolvedInput::Board(
                    source.clone(),
                    self.adjusted_setup(source, setup)?,
                    SideToMove::Known,
                ));
            }
            opened.input = Box::new(Cursor::new(beginning).chain(opened.input));
        }
        if opened.format == Format::Board {
            return self.boards(source, opened);
        }
        self.records(source, opened).map(|records| ResolvedInput::Records(source.clone(), Box::new(records)))
    }

    /// Reads the only position: the end of a game, or where `--ply` stops it. Moves after a file or
    /// a board are played from there.
    pub(crate) fn read_position(&self) -> Result<PositionInput, Error> {
        let Some((source, moves)) = self.with_moves() else { return self.only_reading(self.find()?) };
        let mut reading = self.only_reading(self.find_in(Some(&source))?)?;
        for (text, mv) in moves {
            let game = &mut reading.record.game;
            game.play_with_pass_implied(mv).map_err(|cause| Error::MoveAfter { mv: text.to_owned(), cause })?;
        }
        reading.record.outcome = Outcome::default();
        (reading.position, reading.plies) = (reading.record.game.position(), reading.record.game.ply());
        Ok(reading)
    }

    /// A file or a board as the first argument, followed only by moves.
    fn with_moves(&self) -> Option<(Source, Vec<(&str, Move)>)> {
        let (first, rest) = self.input.split_first().filter(|(_, rest)| !rest.is_empty())?;
        let source = Source::of_argument(first);
        let is_text = matches!(&source, Source::Text(text) if text.parse::<Setup>().is_err());
        let moves = rest.iter().map(|text| Some((text.to_str()?, self.notation.parse(text.to_str()?).ok()?)));
        (!is_text).then_some(source).zip(moves.collect())
    }

    /// Reads each position of a source: the end of each game, or where `--ply` stops it.
    pub(crate) fn readings(&self, source: Option<&Source>) -> Result<Readings<'_>, Error> {
        Ok(match self.find_in(source)? {
            ResolvedInput::Records(source, records) | ResolvedInput::Boards(source, records)
                if self.record.is_none() =>
            {
                Box::new(records.map(move |record| match record {
                    Ok(record) => self.reading(Some(source.clone()), self.adjusted(&source, record)?),
                    Err(error) => Err(Error::Read { input: source.clone(), error }),
                }))
            }
            other => Box::new(iter::once(self.only_reading(other))),
        })
    }

    /// Reads the only position of an input, or the record chosen by `--record`.
    fn only_reading(&self, found: ResolvedInput) -> Result<PositionInput, Error> {
        match found {
            ResolvedInput::Start(position) => self.reading(None, Record::of_position(position)),
            ResolvedInput::Board(source, setup, _) => {
                let position = validated(&source, &setup)?;
                self.reading(Some(source), Record::of_position(position))
            }
            ResolvedInput::Records(source, records) | ResolvedInput::Boards(source, records) => {
                let record = self.one_of(&source, *records)?;
                self.reading(Some(source), record)
            }
        }
    }

    fn reading(&self, source: Option<Source>, mut record: Record) -> Result<PositionInput, Error> {
        let plies = record.game.ply();
        self.stop_at_ply(&mut record.game)?;
        let position = record.game.position();
        Ok(PositionInput { source, record, position, plies })
    }

    /// Did the arguments name an input or a variant?
    pub(crate) fn is_given(&self) -> bool {
        !self.input.is_empty() || self.start.chosen().is_some()
    }

    /// Is there a `--ply`?
    pub(crate) fn stops_early(&self) -> bool {
        self.ply.is_some()
    }

    /// The value of `--record`.
    pub(crate) fn wanted(&self) -> Option<u64> {
        self.record
    }

    /// The record of `--record`, or the first.
    fn one_of(&self, source: &Source, mut records: Records) -> Result<Record, Error> {
        let record = nth(&mut records, self.record.unwrap_or(1), source)?;
        if self.record.is_none() && records.next().is_some() {
            print_message(format_args!("{source} holds several records: this is the first; --record N takes another"));
        }
        self.adjusted(source, record)
    }

    fn start_position(&self) -> Position {
        let start = self.start.position();
        self.to_move.map_or(start, |turn| start.with_turn(turn))
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

    /// One board is returned unchecked; several are records.
    fn boards(&self, source: &Source, mut opened: Opened) -> Result<ResolvedInput, Error> {
        let beginning = beginning(source, &mut opened)?;
        let text = String::from_utf8_lossy(&beginning);
        match read_board(&text) {
            Ok(board) => {
                let turn =
                    if board.is_turn_given || self.to_move.is_some() { SideToMove::Known } else { SideToMove::Guessed };
                Ok(ResolvedInput::Board(source.clone(), self.adjusted_setup(source, board.setup)?, turn))
            }
            Err(cause) if !has_empty_lines(&text) && !matches!(cause, ParseBoardError::Several(_)) => {
                Err(Error::NotABoard { input: source.clone(), cause })
            }
            Err(_) => {
                let input: Box<dyn BufRead> = Box::new(Cursor::new(beginning).chain(opened.input));
                Ok(ResolvedInput::Boards(source.clone(), Box::new(Reader::new(Format::Board, input))))
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

    /// Applies `--to-move` and the variant to a board.
    fn adjusted_setup(&self, source: &Source, setup: Setup) -> Result<Setup, Error> {
        let turn = self.to_move.unwrap_or(setup.turn);
        match self.start.chosen() {
            None => Ok(Setup { turn, ..setup }),
            Some(variant) if setup.spec.size() != variant.spec().size() => {
                Err(Error::WrongSize { input: source.clone(), setup: Box::new(setup), variant: Box::new(variant) })
            }
            Some(variant) => Ok(Setup { turn, spec: variant.spec(), ..setup }),
        }
    }

    /// The adjusted position of a record without moves. `None` for a game.
    pub(crate) fn setup_of(&self, source: &Source, record: &Record) -> Result<Option<Setup>, Error> {
        match self.to_move {
            Some(_) if record.game.ply() > 0 => Err(Error::ToMoveInGame),
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
    setup.validate().map_err(|cause| Error::Setup { input: source.clone(), cause: Box::new(cause) })
}

/// Are there empty lines, as between boards?
fn has_empty_lines(text: &str) -> bool {
    text.trim().lines().any(|line| line.trim().is_empty())
}

/// Returns record number `wanted`. Bad records before it do not matter.
fn nth(records: &mut Records, wanted: u64, source: &Source) -> Result<Record, Error> {
    let mut found = 0;
    for record in records {
        found += 1;
        match record {
            Err(error) if found == wanted || matches!(error.cause, ReadErrorCause::Io(_)) => {
                return Err(Error::Read { input: source.clone(), error });
            }
            Ok(record) if found == wanted => return Ok(record),
            _ => {}
        }
    }
    if found == 0 {
        return Err(Error::Empty(source.clone()));
    }
    Err(Error::NoSuchRecord { input: source.clone(), wanted, found })
}

/// Reads at most 1 MiB, more than a board needs.
fn beginning(source: &Source, opened: &mut Opened) -> Result<Vec<u8>, Error> {
    const MAX_BYTES: u64 = 1 << 20;
    let mut bytes = Vec::new();
    let read = opened.input.by_ref().take(MAX_BYTES).read_to_end(&mut bytes);
    read.map_err(|cause| source.unreadable(cause))?;
    Ok(bytes)
}
