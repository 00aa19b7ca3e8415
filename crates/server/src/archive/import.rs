//! Collections that are read in, however large they are.

mod input;
mod names;

use std::{
    io::{BufRead, BufReader, Cursor, Read},
    ops::ControlFlow,
    time::{Duration, Instant},
};

use outflank_rules::record::{Cause, Format, ReadError, Reader, Record, encoding::CutSign, wthor};

use super::{Archive, ArchiveError, Past, row::Row};
use crate::wire::{Code, Why};
use input::{Counted, Counter, Start};

/// Games that are written at a stroke: one that is killed meanwhile has written them all or none.
const STROKE: usize = 4096;

/// How often progress is told.
const TOLD_EVERY: Duration = Duration::from_millis(100);

/// An import before it runs.
#[derive(Clone, Debug)]
pub struct Import {
    /// What the games will be said to come from: the name of a file.
    pub source: String,
    /// The format, if that is known; else it is recognised.
    pub format: Option<Format>,
    /// The names behind the numbers in WTHOR files; else those that were imported last.
    pub names: Option<wthor::Names>,
}

/// What is told while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// So much has been read.
    Progress {
        /// Bytes of the input.
        bytes: u64,
        /// Games in them.
        games: u64,
    },
    /// A game, or all that is left, cannot be taken.
    Fault {
        /// Where, as `game 7, line 12`.
        place: String,
        /// Why, and what to do.
        message: String,
        /// Why, for programs.
        why: Why,
    },
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games that are new.
    pub added: u64,
    /// Games that were there already.
    pub known: u64,
    /// Faults that were told.
    pub refused: u64,
    /// Names for WTHOR files, if it was a file of them: they are remembered for files of games.
    pub names: u64,
}

/// An import that could not be finished.
#[derive(Debug)]
pub struct NotImported {
    /// What has come of it before.
    pub before: Imported,
    /// Why.
    pub cause: ArchiveError,
}

/// Is told of everything; it ends the import by breaking.
type Listener<'a> = &'a mut dyn FnMut(News) -> ControlFlow<()>;

impl Archive {
    /// Reads games from an input of any length and adds those that are new. Bad ones are told with their place and left out, and so is the
    /// rest of an input that fails: what came before is kept. One game at a time is read, and some thousand are written together.
    pub fn import(&self, import: Import, input: impl Read, news: Listener<'_>) -> Result<Imported, NotImported> {
        let mut run = Run {
            archive: self,
            source: import.source.clone(),
            news,
            rows: Vec::new(),
            so_far: Imported::default(),
            games: 0,
            told: Instant::now(),
            is_over: false,
        };
        match run.read(import, Counted::new(input)) {
            Ok(()) => Ok(run.so_far),
            Err(cause) => Err(NotImported { before: run.so_far, cause }),
        }
    }
}

/// An import that runs.
struct Run<'a> {
    archive: &'a Archive,
    source: String,
    news: Listener<'a>,
    /// Read, and not written yet.
    rows: Vec<Row>,
    so_far: Imported,
    games: u64,
    told: Instant,
    /// Has the listener heard enough?
    is_over: bool,
}

impl Run<'_> {
    fn read<R: Read>(&mut self, import: Import, mut input: Counted<R>) -> Result<(), ArchiveError> {
        let beginning = match input.beginning(Format::DETECTED_BY) {
            Ok(beginning) => beginning,
            Err(cause) => {
                self.refuse(BEGINNING.to_owned(), cause.to_string(), Why::new(Code::NotReceived));
                return Ok(());
            }
        };
        match input::recognise(&beginning, &import) {
            Ok(Start::Games { format, encoding }) => {
                let names = import.names.map_or_else(|| names::remembered(self.archive), |names| Ok(Some(names)))?;
                let bytes = input.counter();
                let text = encoding.reader(Cursor::new(beginning).chain(input));
                let cut = text.cut();
                let games = Reader::new(format, BufReader::with_capacity(1 << 16, text));
                self.games(games.with_names(names.unwrap_or_default()), &bytes)?;
                if cut.is_seen() {
                    self.refuse("the end".to_owned(), CutSign.to_string(), Why::new(Code::CutSign));
                }
                Ok(())
            }
            Ok(Start::Names) => {
                match names::remember(self.archive, beginning, input)? {
                    Ok(count) => self.so_far.names = count,
                    Err(unread) => self.refuse(BEGINNING.to_owned(), unread.to_string(), Why::from(&unread)),
                }
                Ok(())
            }
            Err(not_games) => {
                self.refuse(BEGINNING.to_owned(), not_games.to_string(), Why::from(&not_games));
                Ok(())
            }
        }
    }

    fn games(&mut self, games: Reader<impl BufRead>, bytes: &Counter) -> Result<(), ArchiveError> {
        for game in games {
            match game {
                Ok(record) if is_empty(&record) => {
                    self.refuse(format!("game {}", self.games + 1), EMPTY.to_owned(), Why::new(Code::NoMoves));
                }
                Ok(record) => self.rows.push(Row::new(Past::of_record(record, &self.source))),
                Err(error) => self.refuse(place(&error), reason(&error), Why::from(&error)),
            }
            self.games += 1;
            if self.rows.len() >= STROKE {
                self.write()?;
            }
            self.tell(bytes);
            if self.is_over {
                break;
            }
        }
        self.write()
    }

    fn write(&mut self) -> Result<(), ArchiveError> {
        let added = self.archive.add_rows(&self.rows)?;
        self.rows.clear();
        self.so_far.added += added.added;
        self.so_far.known += added.known;
        Ok(())
    }

    fn refuse(&mut self, place: String, message: String, why: Why) {
        self.so_far.refused += 1;
        self.say(News::Fault { place, message, why });
    }

    fn tell(&mut self, bytes: &Counter) {
        if self.told.elapsed() >= TOLD_EVERY {
            self.told = Instant::now();
            self.say(News::Progress { bytes: bytes.count(), games: self.games });
        }
    }

    fn say(&mut self, news: News) {
        self.is_over |= (self.news)(news).is_break();
    }
}

/// A position, or the frame of a game that was never played.
fn is_empty(record: &Record) -> bool {
    record.game.ply() == 0 && record.outcome.margin.is_none() && record.outcome.awarded.is_none()
}

/// Where a fault of the whole input is.
const BEGINNING: &str = "byte 0";

const EMPTY: &str = "no moves and no result: this is no game";

fn place(error: &ReadError) -> String {
    format!("game {}, {}", error.record, error.at)
}

fn reason(error: &ReadError) -> String {
    match &error.cause {
        Cause::Fault(fault) => fault.to_string(),
        Cause::Io(cause) => format!("{cause}; what comes after this is not read"),
    }
}
