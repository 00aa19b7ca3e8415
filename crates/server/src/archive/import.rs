//! Imports collections of any size: one game is read at a time, and batches are written.

use std::{
    io::{self, BufRead, BufReader, Cursor, Read},
    ops::ControlFlow,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use outflank_rules::record::{
    Format, ReadError, ReadErrorCause, Reader, Record,
    encoding::{Encoding, TruncatedText},
    wthor::{self, Contents, Header, NameList, Names},
};
use thiserror::Error;

use super::{Archive, ArchiveError, ArchivedGame, rows::PreparedGame};
use crate::study::{ErrorReason, ReasonCode};

/// Games per transaction.
const BATCH_GAMES: usize = 4096;

/// The shortest time between two progress events.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The options of an import.
#[derive(Clone, Debug)]
pub struct Import {
    /// The source of the games: the name of a file.
    pub source: String,
    /// The format; `None` detects it.
    pub format: Option<Format>,
    /// The names for the numbers in WTHOR files; `None` uses the names that were imported last.
    pub names: Option<wthor::Names>,
}

/// An event of a running import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportEvent {
    /// The progress so far.
    Progress {
        /// Bytes read.
        bytes: u64,
        /// Games read.
        games: u64,
    },
    /// A game, or the rest of the input, cannot be read.
    Fault {
        /// The location, such as `game 7, line 12`.
        place: String,
        /// The error message.
        message: String,
        /// The reason with its parts.
        why: ErrorReason,
    },
}

/// The counts of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// New games.
    pub added: u64,
    /// Duplicates, which were skipped.
    pub known: u64,
    /// Errors that were reported.
    pub refused: u64,
    /// Names in a WTHOR file of names. They are stored for later files of games.
    pub names: u64,
}

/// Why an import stopped.
#[derive(Debug, Error)]
#[error("{cause}")]
pub struct ImportError {
    /// The counts up to then.
    pub before: Imported,
    /// The cause.
    pub cause: ArchiveError,
}

/// Receives the events. `Break` ends the import.
type Listener<'a> = &'a mut dyn FnMut(ImportEvent) -> ControlFlow<()>;

impl Archive {
    /// Reads games from an input of any length and adds the new ones. Games that cannot be read are
    /// reported and skipped. If the input fails, the games before the failure stay.
    pub fn import(&self, import: Import, input: impl Read, listener: Listener<'_>) -> Result<Imported, ImportError> {
        let mut run = ImportRun {
            archive: self,
            source: import.source.clone(),
            listener,
            batch: Vec::new(),
            counts: Imported::default(),
            games: 0,
            reported_at: Instant::now(),
            is_stopped: false,
        };
        match run.read(import, CountedInput::new(input)) {
            Ok(()) => Ok(run.counts),
            Err(cause) => Err(ImportError { before: run.counts, cause }),
        }
    }
}

/// A running import.
struct ImportRun<'a> {
    archive: &'a Archive,
    source: String,
    listener: Listener<'a>,
    /// Games that were read and not yet written.
    batch: Vec<PreparedGame>,
    counts: Imported,
    games: u64,
    reported_at: Instant,
    /// Whether the listener ended the import.
    is_stopped: bool,
}

impl ImportRun<'_> {
    fn read<R: Read>(&mut self, import: Import, mut input: CountedInput<R>) -> Result<(), ArchiveError> {
        let head = match input.head(Format::DETECTED_BY) {
            Ok(head) => head,
            Err(cause) => {
                self.refuse(BEGINNING.to_owned(), cause.to_string(), ErrorReason::new(ReasonCode::NotReceived));
                return Ok(());
            }
        };
        match detect(&head, &import) {
            Ok(Contained::Games { format, encoding }) => {
                let names = import.names.map_or_else(|| stored_names(self.archive), |names| Ok(Some(names)))?;
                let bytes = input.counter();
                let text = encoding.reader(Cursor::new(head).chain(input));
                let cut = text.cut();
                let games = Reader::new(format, BufReader::with_capacity(1 << 16, text));
                self.games(games.with_names(names.unwrap_or_default()), &bytes)?;
                if cut.is_seen() {
                    self.refuse("the end".to_owned(), TruncatedText.to_string(), ErrorReason::new(ReasonCode::CutSign));
                }
                Ok(())
            }
            Ok(Contained::Names) => {
                match store_names(self.archive, head, input)? {
                    Ok(count) => self.counts.names = count,
                    Err(unread) => self.refuse(BEGINNING.to_owned(), unread.to_string(), ErrorReason::from(&unread)),
                }
                Ok(())
            }
            Err(not_games) => {
                self.refuse(BEGINNING.to_owned(), not_games.to_string(), ErrorReason::from(&not_games));
                Ok(())
            }
        }
    }

    fn games(&mut self, games: Reader<impl BufRead>, bytes: &ByteCounter) -> Result<(), ArchiveError> {
        for game in games {
            match game {
                Ok(record) if is_empty(&record) => {
                    self.refuse(
                        format!("game {}", self.games + 1),
                        EMPTY.to_owned(),
                        ErrorReason::new(ReasonCode::NoMoves),
                    );
                }
                Ok(record) => self.batch.push(PreparedGame::new(ArchivedGame::of_record(record, &self.source))),
                Err(error) => self.refuse(location(&error), reason(&error), ErrorReason::from(&error)),
            }
            self.games += 1;
            if self.batch.len() >= BATCH_GAMES {
                self.write()?;
            }
            self.report_progress(bytes);
            if self.is_stopped {
                break;
            }
        }
        self.write()
    }

    fn write(&mut self) -> Result<(), ArchiveError> {
        let added = self.archive.add_prepared(&self.batch)?;
        self.batch.clear();
        self.counts.added += added.added;
        self.counts.known += added.known;
        Ok(())
    }

    fn refuse(&mut self, place: String, message: String, why: ErrorReason) {
        self.counts.refused += 1;
        self.notify(ImportEvent::Fault { place, message, why });
    }

    fn report_progress(&mut self, bytes: &ByteCounter) {
        if self.reported_at.elapsed() >= PROGRESS_INTERVAL {
            self.reported_at = Instant::now();
            self.notify(ImportEvent::Progress { bytes: bytes.count(), games: self.games });
        }
    }

    fn notify(&mut self, event: ImportEvent) {
        self.is_stopped |= (self.listener)(event).is_break();
    }
}

/// Whether a record has neither moves nor a result.
fn is_empty(record: &Record) -> bool {
    record.game.ply() == 0 && record.outcome.margin.is_none() && record.outcome.awarded.is_none()
}

/// The location of an error of the whole input.
const BEGINNING: &str = "byte 0";

const EMPTY: &str = "the record has no moves and no result";

fn location(error: &ReadError) -> String {
    format!("game {}, {}", error.record, error.at)
}

fn reason(error: &ReadError) -> String {
    match &error.cause {
        ReadErrorCause::Record(fault) => fault.to_string(),
        ReadErrorCause::Io(cause) => format!("{cause}; the rest was not read"),
    }
}

/// An input that counts its bytes.
struct CountedInput<R> {
    input: R,
    counter: ByteCounter,
    /// An error after the first bytes, for the next read.
    failed: Option<io::Error>,
}

/// The byte count, readable without the input. Clones share it.
#[derive(Clone, Debug, Default)]
struct ByteCounter(Arc<AtomicU64>);

impl ByteCounter {
    fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl<R: Read> CountedInput<R> {
    fn new(input: R) -> CountedInput<R> {
        CountedInput { input, counter: ByteCounter::default(), failed: None }
    }

    fn counter(&self) -> ByteCounter {
        self.counter.clone()
    }

    /// The first bytes, at most `length`. An error after some bytes is returned by the next read.
    fn head(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self.by_ref().take(length as u64).read_to_end(&mut bytes) {
            Err(cause) if bytes.is_empty() => return Err(cause),
            Err(cause) => self.failed = Some(cause),
            Ok(_) => {}
        }
        Ok(bytes)
    }
}

impl<R: Read> Read for CountedInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(cause) = self.failed.take() {
            return Err(cause);
        }
        let read = self.input.read(buffer)?;
        self.counter.0.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// What an input contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contained {
    /// Games in a format and an encoding.
    Games { format: Format, encoding: Encoding },
    /// Names for WTHOR files.
    Names,
}

/// Detects the contents of an input by its first bytes.
fn detect(head: &[u8], import: &Import) -> Result<Contained, NoGamesError> {
    let is_binary = import.format == Some(Format::Wthor);
    let encoding = if is_binary { Encoding::default() } else { Encoding::of(head) };
    let text = &*encoding.decoded(head).bytes;
    if text.trim_ascii().is_empty() {
        return Err(NoGamesError::Empty);
    }
    let by_name = || Format::from_extension(Path::new(&import.source).extension()?.to_str()?);
    let format = import.format.or_else(|| Format::detect(text)).or_else(by_name).ok_or(NoGamesError::Unknown)?;
    match format {
        Format::Wthor if holds_names(text) => Ok(Contained::Names),
        Format::Obf | Format::Fen | Format::Board => Err(NoGamesError::Positions),
        format => Ok(Contained::Games { format, encoding }),
    }
}

/// Why an input has no games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum NoGamesError {
    #[error("the file is empty")]
    Empty,
    #[error("no known format; transcripts, GGF, SGF, PGN, JSON and WTHOR can be imported")]
    Unknown,
    #[error("the file has positions; the archive stores games")]
    Positions,
}

impl From<&NoGamesError> for ErrorReason {
    fn from(error: &NoGamesError) -> ErrorReason {
        ErrorReason::new(match error {
            NoGamesError::Empty => ReasonCode::Empty,
            NoGamesError::Unknown => ReasonCode::NoRecord,
            NoGamesError::Positions => ReasonCode::Positions,
        })
    }
}

fn holds_names(bytes: &[u8]) -> bool {
    let header = bytes.first_chunk().and_then(|header| Header::parse(header).ok());
    header.is_some_and(|header| header.contents() == Contents::Names)
}

/// The notes that hold files of names.
const PLAYERS: &str = "wthor players";
const TOURNAMENTS: &str = "wthor tournaments";

/// The largest file of names has 65,535 names of 26 bytes.
const MAX_NAMES_BYTES: u64 = 2 << 20;

/// Stores a file of names and returns their number, or why it cannot be read.
fn store_names(
    archive: &Archive,
    mut bytes: Vec<u8>,
    rest: impl Read,
) -> Result<Result<u64, ReadErrorCause>, ArchiveError> {
    if let Err(cause) = rest.take(MAX_NAMES_BYTES).read_to_end(&mut bytes) {
        return Ok(Err(cause.into()));
    }
    let (note, names) = match (NameList::parse_players(&bytes), NameList::parse_tournaments(&bytes)) {
        (Ok(names), _) => (PLAYERS, names),
        (Err(_), Ok(names)) => (TOURNAMENTS, names),
        (Err(fault), Err(_)) => return Ok(Err(fault.into())),
    };
    archive.set_note(note, &bytes)?;
    Ok(Ok(names.len() as u64))
}

/// The names that were imported last.
fn stored_names(archive: &Archive) -> Result<Option<Names>, ArchiveError> {
    let (players, tournaments) = (archive.note(PLAYERS)?, archive.note(TOURNAMENTS)?);
    let known = |bytes: Option<Vec<u8>>, parse: fn(&[u8]) -> Option<NameList>| bytes.and_then(|bytes| parse(&bytes));
    let players = known(players, |bytes| NameList::parse_players(bytes).ok());
    let tournaments = known(tournaments, |bytes| NameList::parse_tournaments(bytes).ok());
    if players.is_none() && tournaments.is_none() {
        return Ok(None);
    }
    let none = Names::default();
    Ok(Some(Names { players: players.unwrap_or(none.players), tournaments: tournaments.unwrap_or(none.tournaments) }))
}
