//! Why a command failed, as the person who typed it is told.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use outflank_arena::{
    Shortage,
    journal::{JournalError, Misfit},
    opening::BadBeginnings,
    roster::BadLine,
    socket::VisitError,
    starter::Language,
    stat::BadSprt,
    tournament::{BadPlan, EventError},
};
use outflank_engine::BadBook;
use outflank_play::{PlayerFault, SeriesError, StoreError};
use outflank_rules::{
    Color, InvalidSetup, ParseMoveError, Setup, Square, Variant,
    notation::ParseBoardError,
    record::{Cause, Fault, Format, ReadError, Unwritable},
};
use outflank_server::{app::BuildError, archive::ArchiveError, store::OpenError, wire::BadSubject};

use crate::{number::counted, runs::word, server::ServerFault, source::Source};

/// A failure. Its message quotes what was given and says what to do.
#[derive(Debug)]
pub(crate) enum Error {
    /// Standard output took no more.
    Output(io::Error),
    /// A file could not be read or written.
    File { doing: &'static str, path: PathBuf, cause: io::Error },
    /// No command has this name.
    NoSuchCommand { name: String, known: Vec<String> },
    /// Nothing to read, and nobody has said what.
    NoInput,
    /// An input with nothing in it.
    Empty(Source),
    /// Several files where one is meant.
    SeveralFiles,
    /// Neither a file nor anything that looks like a game or position.
    NotUnderstood(Source),
    /// A board that cannot be read.
    NotABoard { source: Source, cause: ParseBoardError },
    /// A board that is no position.
    Setup { source: Source, cause: Box<InvalidSetup> },
    /// A record that cannot be read.
    Read { source: Source, error: ReadError },
    /// A record that the output format cannot hold.
    Unwritable { source: Source, record: u64, cause: Unwritable },
    /// A bad record that ended a conversion.
    Stopped(Box<Error>),
    /// Fewer records than the one asked for.
    NoSuchRecord { source: Source, wanted: u64, found: u64 },
    /// Fewer moves than asked for.
    PastTheEnd { ply: usize, end: usize },
    /// A board that does not belong to the variant asked for.
    WrongSize { source: Source, setup: Box<Setup>, variant: Box<Variant> },
    /// `--turn` for a game whose moves tell whose turn it is.
    TurnOfGame,
    /// `--ply` where the whole game is checked.
    PlyOfCheck,
    /// A move that cannot be read.
    Move(ParseMoveError),
    /// An output file that is there already.
    Exists(PathBuf),
    /// A directory where a file is to be written.
    IsDirectory(PathBuf),
    /// Two inputs that would go to the same output.
    SameOutput { path: PathBuf, inputs: Box<[Source; 2]> },
    /// A name file that would be taken for that of a game file which has other numbers.
    ForeignNames { names: PathBuf, games: PathBuf },
    /// Games whose numbers would get the names of others.
    NamelessGames { games: PathBuf, names: PathBuf },
    /// Records and their summary in one stream.
    JsonAmongRecords,
    /// Three files do not fit into a pipe.
    WthorToStdout,
    /// A file given for names that has another ending.
    NotANameFile(PathBuf),
    /// A name file of more bytes than numbers can name.
    NamesTooLong(PathBuf),
    /// More memory than there is.
    TooMuchMemory(String),
    /// No position, and the whole game was not asked for.
    NothingToSolve,
    /// Scores were to be checked, and no position has one.
    NothingToCheck,
    /// A position that the engine does not know how to play on from.
    FreeOpening(Option<Source>),
    /// A game to play on from and the moves of the players in one stream.
    GameFromStdin,
    /// No game was left, here or anywhere.
    NothingToResume(Option<PathBuf>),
    /// Nobody says where the server keeps its games.
    NoDataFolder,
    /// Nothing can be heard there.
    Listen { address: String, cause: io::Error },
    /// A bot could not play on a server.
    Visit { server: String, cause: VisitError },
    /// A program is named where only built-in bots can be.
    ProgramWithoutServer(String),
    /// A command line without the quotes that make it one argument.
    UnquotedCommand(String),
    /// There is no package for the language.
    NoPackage(Language),
    /// The system gives no threads.
    Runtime(io::Error),
    /// A server does not do what it is asked.
    Remote(ServerFault),
    /// The server could not begin.
    Server(BuildError),
    /// The archive cannot be opened.
    OpenArchive(OpenError),
    /// The archive cannot be read or written.
    Archive(ArchiveError),
    /// A position to look for that is none.
    Position(BadSubject),
    /// Saved games cannot be used.
    Store(StoreError),
    /// A player who cannot play.
    Player(Box<PlayerFault>),
    /// A player of a game that was left, who is not there any more.
    PlayerGone(Color, Box<PlayerFault>),
    /// A series of games that could not be played.
    Series(SeriesError),
    /// A clock where games are played as fast as they can be.
    QuietClock,
    /// Somebody plays where games are watched.
    WatchedHuman,
    /// A run of games that cannot be kept or gone on with.
    Journal(JournalError),
    /// The folder of a match has a game that is none of it.
    Misfit { dir: PathBuf, cause: Misfit },
    /// A match that is to have fewer games than it was begun with.
    Shorter { asked: u64, games: u64 },
    /// Nobody says where the games of a match are kept.
    NoMatchFolder,
    /// This machine lacks something to go on with a match.
    Shortage(Shortage),
    /// A player of a match that could not be started, and why.
    NotStarted { player: String, why: String },
    /// A player of a match that made no move in all its games.
    Unfit { player: String, entrant: String, games: u64 },
    /// A test that cannot be made.
    Sprt(BadSprt),
    /// Games cannot begin as they are to.
    Beginnings(BadBeginnings),
    /// A name whose ending is that of no format.
    UnknownEnding(PathBuf),
    /// A file for a picture whose ending is that of no kind.
    UnknownPicture(PathBuf),
    /// A page of a game without moves.
    NothingToReplay,
    /// Bytes that would garble a terminal.
    PictureToTerminal(&'static str),
    /// An option that says nothing to this kind of picture, and the kinds to which it does.
    NotInPicture { option: &'static str, kinds: Vec<&'static str>, kind: &'static str },
    /// Too few moves for a line.
    NothingToChart,
    /// Signs that pictures do not have.
    NotWritten(String),
    /// A position on 4x4, for which there are no weights.
    NotJudged,
    /// A file that is no book.
    Book { path: PathBuf, cause: BadBook },
    /// A tournament that cannot be played.
    Plan(BadPlan),
    /// A tournament that cannot be held.
    Event(EventError),
    /// `--rounds` where who loses is out.
    KnockOutRounds,
    /// `--challengers` where nobody is one.
    NoGauntlet,
    /// A list of entrants with somebody unknown.
    Roster { path: PathBuf, cause: BadLine },
    /// A record of openings that leads nowhere.
    NoBeginning { source: Source, record: u64, line: String },
    /// A name file that cannot be read.
    Names { path: PathBuf, fault: Fault },
    /// A file or folder of the training that is not as it should be.
    #[cfg(feature = "train")]
    Training { path: PathBuf, cause: Box<dyn std::error::Error> },
}

impl Error {
    /// 2 for arguments that make no sense, 1 for everything that went wrong later.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Error::NoSuchCommand { .. }
            | Error::NoInput
            | Error::SeveralFiles
            | Error::WrongSize { .. }
            | Error::TurnOfGame
            | Error::PlyOfCheck
            | Error::Move(_)
            | Error::Position(_)
            | Error::IsDirectory(_)
            | Error::SameOutput { .. }
            | Error::JsonAmongRecords
            | Error::WthorToStdout
            | Error::NotANameFile(_)
            | Error::GameFromStdin
            | Error::Series(SeriesError::Human)
            | Error::QuietClock
            | Error::WatchedHuman
            | Error::Plan(_)
            | Error::KnockOutRounds
            | Error::Roster { .. }
            | Error::Sprt(_)
            | Error::Shorter { .. }
            | Error::Beginnings(_)
            | Error::NoGauntlet
            | Error::UnknownPicture(_)
            | Error::PictureToTerminal(_)
            | Error::NotInPicture { .. }
            | Error::NothingToChart
            | Error::NotWritten(_)
            | Error::NothingToReplay
            | Error::UnquotedCommand(_)
            | Error::NoPackage(_)
            | Error::NothingToSolve => 2,
            _ => 1,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Output(cause) => write!(f, "cannot write the output: {cause}"),
            Error::File { doing, path, cause } => {
                write!(f, "cannot {doing} {}: {cause}{}", path.display(), no_directory(doing, path, cause))
            }
            Error::NoSuchCommand { name, known } => {
                write!(f, "{name:?} is not a command: write one of {}", known.join(", "))
            }
            Error::NoInput => f.write_str("nothing to read: give files, - for standard input, or a game itself"),
            Error::Empty(source) => write!(f, "{source} is empty: there is nothing to read"),
            Error::SeveralFiles => f.write_str("give one file at a time: only check, convert and solve take several"),
            Error::NotUnderstood(source) => not_understood(source, f),
            Error::NotABoard { source, cause } => write!(f, "{source}: {cause}{}", nor_a_file(source)),
            Error::Setup { source, cause } => {
                write!(f, "{source}: this is no position: {cause} ({})", rows(&cause.setup))
            }
            Error::Read { source, error } => unreadable(source, error, f),
            Error::Unwritable { source, record, cause } => {
                write!(f, "{source}: record {record}: {cause}{}", instead(cause.format))
            }
            Error::Stopped(cause) => write!(f, "{cause} (--skip-bad leaves such records out and goes on)"),
            Error::NoSuchRecord { source, wanted, found } => {
                write!(f, "{source} has no record {wanted}: it holds {found}")
            }
            Error::PastTheEnd { ply, end } => write!(f, "--ply {ply} is past the end: the game has {end} moves"),
            Error::WrongSize { source, setup, variant } => wrong_size(source, setup, variant, f),
            Error::TurnOfGame => f.write_str("--turn goes with a board: in a game the moves tell whose turn it is"),
            Error::PlyOfCheck => {
                f.write_str("--ply goes with --move here: without it all moves of the game are checked")
            }
            Error::Move(cause) => cause.fmt(f),
            Error::UnknownPicture(path) => {
                write!(f, "{} does not say which picture: let it end in .svg, .png, .gif or .html, or give --as", path.display())
            }
            Error::NothingToReplay => f.write_str("--html shows a game with its review, and this has no moves: give a game, or use outflank render"),
            Error::PictureToTerminal(kind) => {
                write!(f, "a {kind} is nothing for a terminal: name a file with -o picture.{kind}, or redirect the output")
            }
            Error::NotInPicture { option, kinds, kind } => {
                write!(f, "{option} is for {}, and this makes {kind}: leave it out, or name another file with -o", kinds.join(" and "))
            }
            Error::NothingToChart => f.write_str("--chart draws how a game went, and this has fewer than two moves: give a game"),
            Error::NotWritten(signs) => {
                write!(f, "--caption: pictures cannot show {signs:?}: write it in Latin letters, digits and the usual signs")
            }
            Error::Exists(path) => write!(f, "{} exists already: give --force to replace it", path.display()),
            Error::IsDirectory(path) => {
                write!(f, "{} is a directory, where a file is to be written: give another name", path.display())
            }
            Error::SameOutput { path, inputs } => {
                let [one, other] = &**inputs;
                let path = path.display();
                write!(f, "{one} and {other} would both be written to {path}: give them different output directories")
            }
            Error::ForeignNames { names, games } => {
                let (names, games) = (names.display(), games.display());
                write!(f, "{names} would be taken for the names of {games}: move it away or give another directory")
            }
            Error::NamelessGames { games, names } => {
                let (names, games) = (names.display(), games.display());
                write!(f, "{games} has no name files and would take those of {names}: give another directory")
            }
            Error::JsonAmongRecords => {
                f.write_str("--json prints its summary where the records go: write the records to a file with -o")
            }
            Error::WthorToStdout => {
                f.write_str("WTHOR is three files (.wtb, .jou, .trn): say where to put them, as in -o games.wtb")
            }
            Error::NotANameFile(path) => {
                write!(f, "{} is no name file: give files that end in .jou or .trn", path.display())
            }
            Error::NamesTooLong(path) => {
                write!(f, "{} is too long for a name file: the longest has 65536 names of 26 bytes", path.display())
            }
            Error::TooMuchMemory(size) => {
                write!(f, "--hash {size}: the system does not give as much memory: ask for less")
            }
            Error::NothingToSolve => f.write_str(
                "nothing to solve: give positions, files or - for standard input, or --start for the start of the game",
            ),
            Error::NothingToCheck => {
                f.write_str("--check: no position comes with a score, as in an OBF file: there is nothing to check")
            }
            Error::FreeOpening(source) => {
                let source = source.as_ref().map(|source| format!("{source}: ")).unwrap_or_default();
                write!(
                    f,
                    "{source}this begins when the free squares of the centre are filled: play them first, or ask hint or analyse"
                )
            }
            Error::NotJudged => {
                f.write_str("4x4 is not judged but solved: outflank solve and outflank hint tell its value")
            }
            Error::GameFromStdin => f.write_str("--from - would read the game where the moves come from: give a file"),
            Error::NothingToResume(Some(dir)) => {
                write!(f, "no unfinished game is in {}: outflank play begins one", dir.display())
            }
            Error::NothingToResume(None) => {
                f.write_str("nobody says where games are kept: give a directory with --data")
            }
            Error::NoDataFolder => f.write_str(
                "nobody says where games are kept: give a directory with --data, or --memory to keep them no longer than this runs",
            ),
            Error::Listen { address, cause } => {
                write!(f, "cannot listen on {address}: {cause}; give another port, or 0 for any that is free")
            }
            Error::Visit { server, cause: VisitError::Unreachable(cause) } => {
                write!(f, "no server is at {server}: {cause}; start one with outflank serve, or say where it is with --connect HOST")
            }
            Error::Visit { server, cause } => write!(f, "{server}: {cause}"),
            Error::ProgramWithoutServer(command) => write!(
                f,
                "{command:?} is no built-in bot: give --connect HOST to let a program play on a server, or let it play here with outflank match"
            ),
            Error::UnquotedCommand(command) => {
                write!(f, "a command line has quotes around all of it: write '{command}'")
            }
            Error::NoPackage(language) => {
                write!(f, "there is no package for {language}, only for python: leave out --package")
            }
            Error::Runtime(cause) => write!(f, "the system gives no threads: {cause}"),
            Error::Remote(fault) => fault.fmt(f),
            Error::Server(error) => error.fmt(f),
            Error::OpenArchive(error) => error.fmt(f),
            Error::Archive(error) => error.fmt(f),
            Error::Position(error) => error.fmt(f),
            Error::Store(error) => error.fmt(f),
            Error::Player(fault) => fault.fmt(f),
            Error::PlayerGone(color, fault) => {
                write!(f, "{fault}; or let another play it: outflank play --resume --{color} level:6")
            }
            Error::Series(SeriesError::Human) => {
                f.write_str("--quiet is for games between computers: give --black and --white, neither of them human")
            }
            Error::Series(error) => error.fmt(f),
            Error::QuietClock => f.write_str("--time has no effect with --quiet: leave one of them out"),
            Error::WatchedHuman => {
                f.write_str("--watch shows games between computers: name both with --black and --white")
            }
            Error::Journal(error) => error.fmt(f),
            Error::Misfit { dir, cause } => {
                write!(f, "{}: {cause}; was run.json changed?", dir.display())
            }
            Error::Shorter { asked, games } => {
                write!(f, "{asked} games are fewer than the {games} that it was begun with: give more, or leave the number out")
            }
            Error::NoMatchFolder => {
                f.write_str("nobody says where games are kept: give a folder with --out, or --no-save to keep none")
            }
            Error::Shortage(cause) => cause.fmt(f),
            Error::NotStarted { player, why } => write!(f, "{player} could not be started: {why}"),
            Error::Unfit { player, entrant, games } => {
                let (games, entrant) = (counted(*games, "game"), word(entrant));
                write!(f, "{player} made no move in {games}, so that they prove nothing: see what is wrong by  outflank bot check {entrant}")
            }
            Error::Sprt(error) => write!(f, "--sprt: {error}"),
            Error::Beginnings(cause) => write!(f, "--openings: {cause}"),
            Error::UnknownEnding(path) => unknown_ending(path, f),
            Error::Book { path, cause } => write!(f, "{}: {cause}", path.display()),
            Error::Plan(cause) => cause.fmt(f),
            Error::Event(cause) => cause.fmt(f),
            Error::KnockOutRounds => {
                f.write_str("--rounds has no meaning in a knock-out, which ends with its final: leave it out")
            }
            Error::NoGauntlet => {
                f.write_str("--challengers has a meaning in a gauntlet alone: add --format gauntlet, or leave it out")
            }
            Error::Roster { path, cause } => write!(f, "{}, {cause}", path.display()),
            Error::NoBeginning { source, record, line } => {
                write!(f, "{source}: record {record}: {line:?} is no beginning of this game: give moves that leave something to play")
            }
            Error::Names { path, fault } => write!(f, "{}: {fault}", path.display()),
            #[cfg(feature = "train")]
            Error::Training { path, cause } => write!(f, "{}: {cause}", path.display()),
        }
    }
}

/// A new file that is not found has no directory to be in.
fn no_directory(doing: &str, path: &Path, cause: &io::Error) -> String {
    match path.parent() {
        Some(dir) if doing == "write" && cause.kind() == io::ErrorKind::NotFound => {
            format!("; make the directory {} first", dir.display())
        }
        _ => String::new(),
    }
}

fn not_understood(source: &Source, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let known = "transcripts such as f5d6c3, drawn boards and strings of their cells, GGF, SGF, PGN, OBF, FEN, JSON and WTHOR are";
    match source {
        Source::Text(_) => {
            write!(f, "{source}: no file has this name, and as a game or position it is not understood ({known})")
        }
        _ => write!(f, "{source} is not understood: {known}; --from FORMAT says what it is"),
    }
}

fn unknown_ending(path: &Path, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let endings: Vec<String> = Format::ALL.iter().map(|format| format!(".{}", format.extension())).collect();
    write!(f, "{} does not say its format: give it one of the endings {}", path.display(), endings.join(" "))
}

fn wrong_size(source: &Source, setup: &Setup, variant: &Variant, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (size, rows) = (setup.ground.size(), rows(setup));
    write!(f, "{source}: the board is {size}x{size} ({rows}), but {variant} is played on another size: ")?;
    f.write_str("leave --variant and --size out, or give the right one")
}

/// A board in one line, also one that is no position: a disc of either color may lie outside.
fn rows(setup: &Setup) -> String {
    let size = setup.ground.size();
    let sign = |square: Square| match (setup.black.contains(square), setup.white.contains(square)) {
        (true, true) => '*',
        (true, false) => 'X',
        (false, true) => 'O',
        (false, false) if setup.ground.contains(square) => '-',
        (false, false) => '#',
    };
    let row = |row: u8| (0..size).filter_map(|column| Square::new(column, row)).map(sign).collect::<String>();
    (0..size).map(row).collect::<Vec<_>>().join("/")
}

/// What was read as a text may have been meant as the name of a file.
fn nor_a_file(source: &Source) -> &'static str {
    match source {
        Source::Text(text) if !text.contains(char::is_whitespace) => " (and no file has this name)",
        _ => "",
    }
}

/// What can be done about a game for which a format has no room.
fn instead(format: Format) -> &'static str {
    match format {
        Format::Fen | Format::Obf | Format::Board => "; --end-position writes the last position of a game",
        _ => "",
    }
}

/// In a text from the command line nobody counts records and lines.
fn unreadable(source: &Source, error: &ReadError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (source, &error.cause) {
        (Source::Text(_), Cause::Fault(fault)) => write!(f, "{source}: {fault}{}", nor_a_file(source)),
        _ => write!(f, "{source}: {error}"),
    }
}

impl std::error::Error for Error {}

impl From<ServerFault> for Error {
    fn from(fault: ServerFault) -> Error {
        Error::Remote(fault)
    }
}

impl From<JournalError> for Error {
    fn from(cause: JournalError) -> Error {
        Error::Journal(cause)
    }
}

/// Only standard output is written without a path at hand, so a bare I/O error is its.
impl From<ArchiveError> for Error {
    fn from(cause: ArchiveError) -> Error {
        Error::Archive(cause)
    }
}

impl From<io::Error> for Error {
    fn from(cause: io::Error) -> Error {
        Error::Output(cause)
    }
}

/// `serde_json` only fails here when the output does.
impl From<serde_json::Error> for Error {
    fn from(cause: serde_json::Error) -> Error {
        Error::Output(cause.into())
    }
}
