//! What a command is about: one game or one position, from wherever it comes.

use std::{
    ffi::OsString,
    io::{BufRead, Cursor, Read},
};

use outflank_rules::{
    Color, Game, Position, Setup,
    notation::{Notation, parse_board},
    record::{Cause, Format, Reader, Record},
};

use crate::{
    choice::choice,
    error::Error,
    names,
    source::{Opened, Source},
    start::StartArgs,
    tell,
};

/// The arguments that say which game or position is meant.
#[derive(Debug, clap::Args)]
pub(crate) struct SubjectArgs {
    /// A game or position: a transcript, a board, a file, or - for standard input
    ///
    /// What it is shows from the text itself. Without INPUT a pipe is read, or else the start of the game is taken.
    #[arg(value_name = "INPUT")]
    input: Vec<OsString>,

    /// Read the input as this format instead of finding it out
    #[arg(long, value_name = "FORMAT", value_parser = choice(&Format::ALL))]
    from: Option<Format>,

    /// Which record of a file with several, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    record: Option<u64>,

    /// Stop after this many moves (passes count) instead of at the end of the game
    #[arg(long, value_name = "N")]
    ply: Option<usize>,

    /// The side to move of a board that does not tell
    #[arg(long, value_name = "COLOR")]
    turn: Option<Color>,

    /// How moves are written, in transcripts and `--move` as well as in the output
    ///
    /// `standard` is d3, `row-column` counts both from 0: (2, 3), and `row-letter` writes C4 for the same square.
    #[arg(long, value_name = "NOTATION", value_parser = choice(&Notation::ALL), default_value_t)]
    pub(crate) notation: Notation,

    #[command(flatten)]
    pub(crate) start: StartArgs,
}

/// What the arguments lead to.
pub(crate) enum Found {
    /// No input: the start of the game.
    Start(Position),
    /// A board, of which nothing is checked yet.
    Board(Setup),
    /// Records of a file or a text, none of them read yet.
    Records(Source, Box<Records>),
}

pub(crate) type Records = Reader<Box<dyn BufRead>>;

/// A position and the record it is from.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// The game up to the position.
    pub(crate) record: Record,
    pub(crate) position: Position,
    /// The moves of the whole game.
    pub(crate) plies: usize,
}

impl SubjectArgs {
    /// Finds what is meant.
    pub(crate) fn find(&self) -> Result<Found, Error> {
        let Some(source) = Source::of_arguments(&self.input) else {
            return Ok(Found::Start(self.start_position()));
        };
        match source.open(self.from)? {
            None => Ok(Found::Start(self.start_position())),
            Some(opened) if opened.format == Format::Board => self.read_board(&source, opened).map(Found::Board),
            Some(opened) => self.records(&source, opened).map(|records| Found::Records(source, Box::new(records))),
        }
    }

    /// Reads what is meant and the position in question: the end of a game, or where `--ply` stops it.
    pub(crate) fn read_position(&self) -> Result<Reading, Error> {
        let mut record = match self.find()? {
            Found::Start(position) => Record::of_position(position),
            Found::Board(setup) => Record::of_position(setup.validate()?),
            Found::Records(source, records) => self.one_of(&source, *records)?,
        };
        let plies = record.game.ply();
        self.stop_at_ply(&mut record.game)?;
        let position = record.game.position();
        Ok(Reading { record, position, plies })
    }

    /// Which record was asked for, if any was.
    pub(crate) fn wanted(&self) -> Option<u64> {
        self.record
    }

    /// The record that was asked for, or the first.
    pub(crate) fn one_of(&self, source: &Source, mut records: Records) -> Result<Record, Error> {
        let record = nth(&mut records, self.record.unwrap_or(1), source)?;
        if self.record.is_none() && records.next().is_some() {
            tell(format_args!("{source} holds several records: this is the first, --record N takes another"));
        }
        self.turned(record)
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

    fn read_board(&self, source: &Source, mut opened: Opened) -> Result<Setup, Error> {
        let text = whole_text(source, &mut opened)?;
        let setup = parse_board(&text).map_err(|cause| Error::NotABoard { source: source.clone(), cause })?;
        let setup = self.on_ground(setup)?;
        Ok(Setup { turn: self.turn.unwrap_or(setup.turn), ..setup })
    }

    fn records(&self, source: &Source, mut opened: Opened) -> Result<Records, Error> {
        if opened.format == Format::Transcript && self.notation == Notation::RowLetter {
            let standard = self.notation.to_standard(&whole_text(source, &mut opened)?);
            opened.input = Box::new(Cursor::new(standard));
        }
        let names = match source {
            Source::File(path) if opened.format == Format::Wthor => names::beside(path)?,
            _ => None,
        };
        let records = Reader::new(opened.format, opened.input).with_start(self.start.position());
        Ok(records.with_names(names.unwrap_or_default()))
    }

    /// The board with the rules of the variant that was asked for, if one was.
    fn on_ground(&self, setup: Setup) -> Result<Setup, Error> {
        let Some(variant) = self.start.chosen() else { return Ok(setup) };
        if setup.ground.size() != variant.ground().size() {
            return Err(Error::WrongSize { board: setup.ground.size(), variant });
        }
        Ok(Setup { ground: variant.ground(), ..setup })
    }

    fn turned(&self, record: Record) -> Result<Record, Error> {
        match self.turn {
            None => Ok(record),
            Some(_) if record.game.ply() > 0 => Err(Error::TurnOfGame),
            Some(turn) => Ok(Record { game: Game::new(record.game.start().with_turn(turn)), ..record }),
        }
    }
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
    Err(Error::NoSuchRecord { source: source.clone(), wanted, found })
}

fn whole_text(source: &Source, opened: &mut Opened) -> Result<String, Error> {
    const LONGEST: u64 = 1 << 20;
    let mut bytes = Vec::new();
    let read = opened.input.by_ref().take(LONGEST).read_to_end(&mut bytes);
    read.map_err(|cause| source.unreadable(cause))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
