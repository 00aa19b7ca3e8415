//! The error of a command. Its message quotes the input and says what to do.

use std::{
    io,
    path::{Path, PathBuf},
};

use outflank_arena::{
    OutOfResources, PlayerFault,
    journal::{JournalError, RunMismatch},
    opening::OpeningSourceError,
    roster::RosterLineError,
    shell_word,
    socket::ClientError,
    starter::Language,
    stat::SprtError,
    tournament::{PlanError, TournamentRunError},
};
use outflank_engine::BookError;
use outflank_rules::{
    Color, IllegalMove, InvalidSetup, ParseMoveError, Setup, Square, Variant,
    notation::ParseBoardError,
    record::{Format, ReadError, ReadErrorCause, RecordError, Unwritable},
};
use outflank_server::{
    archive::ArchiveError,
    config::TlsError,
    course::CourseError,
    log::OpenError,
    study::GameInputError,
    web::{app::BuildError, site::SiteError},
};

use crate::{number::counted, play::StoreError, server::ServerError, source::Source};

/// The reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    // Errors of files have their path, so a bare I/O error comes from standard output.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    #[error("cannot {doing} {}: {cause}{}", path.display(), file_advice(doing, path, cause))]
    File { doing: &'static str, path: PathBuf, cause: io::Error },
    #[error("{name:?} is not a command: write one of {}", known.join(", "))]
    NoSuchCommand { name: String, known: Vec<String> },

    #[error("nothing to read: give files, - for standard input, or a game itself")]
    NoInput,
    #[error("{0} is empty: there is nothing to read")]
    Empty(Source),
    #[error("give one file at a time: only check, convert and solve take several")]
    SeveralFiles,
    #[error("{}", not_understood(.0))]
    NotUnderstood(Source),
    #[error("{input}: {cause}{}", nor_a_file(input))]
    NotABoard { input: Source, cause: ParseBoardError },
    #[error("{input}: not a position: {cause} ({})", rows(&cause.setup))]
    Setup { input: Source, cause: Box<InvalidSetup> },
    #[error("{}", unreadable(input, error))]
    Read { input: Source, error: ReadError },
    #[error("{input} has no record {wanted}: it holds {found}")]
    NoSuchRecord { input: Source, wanted: u64, found: u64 },
    #[error("{mv:?} cannot be played: {cause}")]
    MoveAfter { mv: String, cause: IllegalMove },
    #[error("--ply {ply} is past the end: the game has {}; give at most {end}", counted(*end as u64, "move"))]
    PastTheEnd { ply: usize, end: usize },
    #[error("{}", wrong_size(input, setup, variant))]
    WrongSize { input: Source, setup: Box<Setup>, variant: Box<Variant> },
    #[error("--to-move needs a board: in a game the moves decide who is to move")]
    ToMoveInGame,
    #[error("--ply needs --move here: without --move, check reads the whole game")]
    PlyOfCheck,
    #[error(transparent)]
    Move(ParseMoveError),
    #[error("--position {text:?}: {}; write moves such as f5d6c3, or a board", without_field(cause))]
    Position { text: String, cause: Box<GameInputError> },

    #[error("{input}: record {record}: {cause}{}", instead(cause.format))]
    Unwritable { input: Source, record: u64, cause: Unwritable },
    #[error("{0} (--skip-errors skips such records and continues)")]
    Stopped(Box<Error>),
    #[error("{} exists already: give --force to replace it", .0.display())]
    Exists(PathBuf),
    #[error("{} is a directory: give the name of a file", .0.display())]
    IsDirectory(PathBuf),
    #[error("{} and {} would both be written to {}: give them different output directories", inputs[0], inputs[1], path.display())]
    SameOutput { path: PathBuf, inputs: Box<[Source; 2]> },
    #[error("{} would be read as the names of {}: move it away or give another directory", names.display(), games.display())]
    ForeignNames { names: PathBuf, games: PathBuf },
    #[error("{} has no name files, and would be read with those of {}: give another directory", games.display(), names.display())]
    NamelessGames { games: PathBuf, names: PathBuf },
    #[error("--json would print its summary among the records: write the records to a file with -o")]
    JsonAmongRecords,
    #[error("WTHOR is three files (.wtb, .jou, .trn): give the name of the first, as in -o games.wtb")]
    WthorToStdout,
    #[error("{} is not a name file: give files that end in .jou or .trn", .0.display())]
    NotANameFile(PathBuf),
    #[error("{} is too long for a name file: the longest has 65536 names of 26 bytes", .0.display())]
    NamesTooLong(PathBuf),
    #[error("{}: {fault}", path.display())]
    Names { path: PathBuf, fault: RecordError },
    #[error("{}", unknown_extension(.0))]
    UnknownExtension(PathBuf),

    #[error("{} has no known extension: end it in .svg, .png, .gif or .html, or give --as", .0.display())]
    UnknownPicture(PathBuf),
    #[error("--html shows a game with its review, and this has no moves: give a game, or use outflank render")]
    NothingToReplay,
    #[error("a terminal cannot show {0}: name a file with -o picture.{0}, or redirect the output")]
    PictureToTerminal(&'static str),
    #[error("{option} is for {}, and this makes {kind}: leave it out, or name another file with -o", kinds.join(" and "))]
    NotInPicture { option: &'static str, kinds: Vec<&'static str>, kind: &'static str },
    #[error("--chart draws a game, and this has fewer than two moves: give a game")]
    NothingToChart,
    #[error("--caption: pictures cannot show {0:?}: use Latin letters, digits and common punctuation")]
    UnsupportedCharacters(String),

    #[error("--hash {0}: not enough memory: give less")]
    TooMuchMemory(String),
    #[error("nothing to solve: give positions, files or - for standard input, or --start for the start of the game")]
    NothingToSolve,
    #[error("--check: no position has a score, as in an OBF file: there is nothing to check")]
    NothingToCheck,
    #[error("{}the center squares must be filled first: add those moves, or use hint or analyse", prefix(.0))]
    FreeOpening(Option<Source>),
    #[error("there is no evaluation for 4x4: use outflank solve or outflank hint")]
    NoEvaluation,
    #[error("{}: {cause}", path.display())]
    Book { path: PathBuf, cause: BookError },
    #[error(transparent)]
    Remote(#[from] ServerError),

    #[error("standard input is for your moves, so a game cannot be read from \"-\": give a file")]
    GameFromStdin,
    #[error("{}", nothing_to_resume(.0.as_deref()))]
    NothingToResume(Option<PathBuf>),
    #[error(transparent)]
    Store(StoreError),
    #[error(transparent)]
    Player(Box<PlayerFault>),
    #[error("{1}; or give another player: outflank play --resume --{0} level:6")]
    PlayerGone(Color, Box<PlayerFault>),
    #[error("--quiet is for games between computers: give --black and --white, neither of them human")]
    QuietHuman,
    #[error("--time has no effect with --quiet: leave one of them out")]
    QuietClock,
    #[error("--watch shows games between computers: name both with --black and --white")]
    WatchedHuman,

    #[error("no data directory found: pass --data DIR, or --in-memory to keep games only while the server runs")]
    NoDataFolder,
    #[error("{}: {cause}", path.display())]
    CourseNames { path: PathBuf, cause: String },
    #[error("--course-tournament needs a time limit: give --course-time 1 or more, or leave it out for 30 s")]
    TournamentWithoutTime,
    #[error("cannot listen on {address}: {cause}; give another port, or 0 for any free one")]
    Listen { address: String, cause: io::Error },
    #[error("cannot start threads: {0}")]
    Runtime(io::Error),
    #[error(transparent)]
    Server(BuildError),
    #[error(transparent)]
    Tls(TlsError),
    #[error(transparent)]
    Site(SiteError),
    #[error(transparent)]
    Course(CourseError),
    #[error(transparent)]
    OpenArchive(OpenError),
    #[error(transparent)]
    Archive(#[from] ArchiveError),

    #[error("{}", connect_failed(server, cause))]
    Connect { server: String, cause: ClientError },
    #[error(
        "{0:?} is not a built-in bot: give --connect HOST to play on a server, or let it play here with outflank match"
    )]
    ProgramWithoutServer(String),
    #[error("--symbols prints the side of a bot on a server: add --connect HOST")]
    SymbolsWithoutServer,
    #[error("put quotes around the whole command line: write {}", shell_word(.0))]
    UnquotedCommand(String),
    #[error("there is no package for {0}, only for python: leave out --package")]
    NoPackage(Language),

    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("{}: {cause}; was run.json changed?", dir.display())]
    RunMismatch { dir: PathBuf, cause: RunMismatch },
    #[error("the match has {games} games already, more than {asked}: give a larger number, or leave it out")]
    MatchTooShort { asked: u64, games: u64 },
    #[error("no data directory found: give a folder with --output, or --no-save to keep no games")]
    NoMatchFolder,
    #[error(transparent)]
    OutOfResources(OutOfResources),
    #[error("{player} could not be started: {why}")]
    NotStarted { player: String, why: String },
    #[error("{player} made no move in {}, so the result means nothing: run  outflank bot check {}", counted(*games, "game"), shell_word(entrant))]
    MakesNoMove { player: String, entrant: String, games: u64 },
    #[error("--sprt: {0}")]
    Sprt(SprtError),
    #[error("--openings: {0}")]
    OpeningSource(OpeningSourceError),
    #[error(transparent)]
    Plan(PlanError),
    #[error(transparent)]
    TournamentRun(TournamentRunError),
    #[error("--rounds has no meaning in a knockout, which ends with its final: leave it out")]
    KnockoutRounds,
    #[error("--challengers needs a gauntlet: add --format gauntlet, or leave it out")]
    NoGauntlet,
    #[error("{}, {cause}", path.display())]
    Roster { path: PathBuf, cause: RosterLineError },
    #[error("{input}: record {record}: {line:?} is not an opening of this game: give legal moves that do not end it")]
    NotAnOpening { input: Source, record: u64, line: String },
}

impl Error {
    /// Returns 2 for wrong arguments and 1 for any other failure.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Error::NoSuchCommand { .. }
            | Error::NoInput
            | Error::SeveralFiles
            | Error::WrongSize { .. }
            | Error::ToMoveInGame
            | Error::PlyOfCheck
            | Error::Move(_)
            | Error::Position { .. }
            | Error::IsDirectory(_)
            | Error::SameOutput { .. }
            | Error::JsonAmongRecords
            | Error::WthorToStdout
            | Error::NotANameFile(_)
            | Error::GameFromStdin
            | Error::QuietHuman
            | Error::QuietClock
            | Error::WatchedHuman
            | Error::Plan(_)
            | Error::KnockoutRounds
            | Error::Roster { .. }
            | Error::Sprt(_)
            | Error::MatchTooShort { .. }
            | Error::OpeningSource(_)
            | Error::NoGauntlet
            | Error::UnknownPicture(_)
            | Error::PictureToTerminal(_)
            | Error::NotInPicture { .. }
            | Error::NothingToChart
            | Error::UnsupportedCharacters(_)
            | Error::NothingToReplay
            | Error::SymbolsWithoutServer
            | Error::UnquotedCommand(_)
            | Error::NoPackage(_)
            | Error::NothingToSolve => 2,
            _ => 1,
        }
    }
}

/// `serde_json` only fails here when the output does.
impl From<serde_json::Error> for Error {
    fn from(cause: serde_json::Error) -> Error {
        Error::Output(cause.into())
    }
}

/// What to do about a file. If a new file is "not found", its directory does not exist.
fn file_advice(doing: &str, path: &Path, cause: &io::Error) -> String {
    match (doing, cause.kind(), path.parent()) {
        ("write", io::ErrorKind::NotFound, Some(dir)) => format!("; make the directory {} first", dir.display()),
        ("make", io::ErrorKind::AlreadyExists, _) => "; give the name of a directory".to_owned(),
        ("read", io::ErrorKind::NotFound, _) => "; check its name".to_owned(),
        ("read", io::ErrorKind::IsADirectory, _) => "; give the name of a file".to_owned(),
        _ => String::new(),
    }
}

fn not_understood(input: &Source) -> String {
    let Source::Text(_) = input else {
        return format!(
            "{input}: its format is unknown: give transcripts, boards, GGF, SGF, PGN, OBF, FEN, JSON or WTHOR, or name \
             the format with --input-format"
        );
    };
    format!(
        "{input}: no file has this name, and it is not a game or position: write moves such as f5d6c3, the cells of a \
         board, or the name of a file"
    )
}

fn unknown_extension(path: &Path) -> String {
    let known: Vec<String> = Format::ALL.iter().map(|format| format!(".{}", format.extension())).collect();
    format!("{} has no known extension: end it in one of {}", path.display(), known.join(" "))
}

fn wrong_size(input: &Source, setup: &Setup, variant: &Variant) -> String {
    let (size, rows) = (setup.spec.size(), rows(setup));
    format!(
        "{input}: the board is {size}x{size} ({rows}), but {variant} has another size: \
         leave out --variant and --size, or give the right one"
    )
}

/// A board in one line. It need not be a position: discs may lie outside the playable squares.
fn rows(setup: &Setup) -> String {
    let size = setup.spec.size();
    let cell = |square: Square| match (setup.black.contains(square), setup.white.contains(square)) {
        (true, true) => '*',
        (true, false) => 'X',
        (false, true) => 'O',
        (false, false) if setup.spec.contains(square) => '-',
        (false, false) => '#',
    };
    let row = |row: u8| (0..size).filter_map(|column| Square::new(column, row)).map(cell).collect::<String>();
    (0..size).map(row).collect::<Vec<_>>().join("/")
}

/// A text without spaces may have been meant as a file name.
fn nor_a_file(input: &Source) -> &'static str {
    match input {
        Source::Text(text) if !text.contains(char::is_whitespace) => " (and no file has this name)",
        _ => "",
    }
}

fn instead(format: Format) -> &'static str {
    match format {
        Format::Fen | Format::Obf | Format::Board => "; --end-position writes the last position of a game",
        _ => "",
    }
}

/// Leaves out record and line numbers for a text from the command line.
fn unreadable(input: &Source, error: &ReadError) -> String {
    match (input, &error.cause) {
        (Source::Text(_), ReadErrorCause::Record(fault)) => format!("{input}: {fault}{}", nor_a_file(input)),
        _ => format!("{input}: {error}"),
    }
}

/// The message without the field of the API, which it begins with.
fn without_field(cause: &GameInputError) -> String {
    let message = cause.to_string();
    message.split_once(": ").map_or(message.clone(), |(_, rest)| rest.to_owned())
}

fn prefix(input: &Option<Source>) -> String {
    input.as_ref().map(|input| format!("{input}: ")).unwrap_or_default()
}

fn nothing_to_resume(dir: Option<&Path>) -> String {
    match dir {
        Some(dir) => format!("no unfinished game in {}: start one with outflank play", dir.display()),
        None => "no data directory found: pass --data DIR".to_owned(),
    }
}

fn connect_failed(server: &str, cause: &ClientError) -> String {
    match cause {
        ClientError::Unreachable(cause) => {
            format!(
                "no server at {server}: {cause}; start one with outflank serve, or give its address with --connect HOST"
            )
        }
        cause => format!("{server}: {cause}"),
    }
}
