//! Player specifications: a built-in bot by name, or a program by protocol and command line or
//! address.

use std::{
    env, fmt,
    path::{MAIN_SEPARATOR, Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use outflank_engine::Settings;

use super::{Player, built_in::BuiltIn, program::Program};
use crate::{
    Foul, Verdict,
    bot::{BotKind, most},
    process::command::{self, shell_word},
    roster,
    socket::Address,
};

/// The protocol of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Our own: lines of JSON.
    Json,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// The NBoard protocol, version 2.
    NBoard,
    /// The CodinGame protocol.
    CodinGame,
    /// The TJHSST protocol.
    Tjcsl,
    /// The Edax console.
    Edax,
}

/// All protocols with their names.
const PROTOCOLS: [(Protocol, &str); 6] = [
    (Protocol::Json, "json"),
    (Protocol::Gtp, "gtp"),
    (Protocol::NBoard, "nboard"),
    (Protocol::CodinGame, "codingame"),
    (Protocol::Tjcsl, "tjcsl"),
    (Protocol::Edax, "edax"),
];

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(PROTOCOLS[*self as usize].1)
    }
}

/// A player as users name it: a built-in bot or a program.
///
/// ```
/// use outflank_arena::PlayerSpec;
///
/// for text in ["random", "mcts:500", "gtp:edax -gtp", "python3 bot.py", "json:bot", "tcp://127.0.0.1:7000"] {
///     assert_eq!(text.parse::<PlayerSpec>()?.to_string(), text);
/// }
/// assert_eq!("json:python3 bot.py".parse::<PlayerSpec>()?.to_string(), "python3 bot.py");
/// # Ok::<(), outflank_arena::ParsePlayerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PlayerSpec {
    /// A built-in bot.
    Bot(BotKind),
    /// Another program.
    Program {
        /// Its protocol.
        protocol: Protocol,
        /// Its command line, or the address where it listens.
        command: String,
    },
}

impl PlayerSpec {
    /// Creates a player for any number of games. A program is started for the first one.
    pub fn player(&self, limits: Limits) -> Box<dyn Player> {
        self.player_in(None, limits)
    }

    /// Like [`PlayerSpec::player`], with programs started in this folder.
    pub fn player_in(&self, folder: Option<&Path>, limits: Limits) -> Box<dyn Player> {
        match self {
            PlayerSpec::Bot(kind) => Box::new(BuiltIn::new(*kind, limits.settings())),
            PlayerSpec::Program { protocol, command } => {
                Box::new(Program::new(*protocol, command, limits).started_in(folder))
            }
        }
    }

    /// The display name: that of a built-in bot, or the file or folder of a program.
    pub fn title(&self) -> String {
        match self {
            PlayerSpec::Bot(kind) => kind.title(),
            PlayerSpec::Program { command, .. } => roster::label(command),
        }
    }

    /// Checks that the program of a command line exists, by its path or in `PATH`.
    pub fn find(&self) -> Result<(), Foul> {
        match self {
            PlayerSpec::Program { command, .. } if self.is_started() && !is_there(command) => {
                Err(Foul::new(Verdict::NotStarted, b"", "there is no such program: check its path"))
            }
            _ => Ok(()),
        }
    }

    /// True for a program that is started here, false for one that listens at an address.
    pub fn is_started(&self) -> bool {
        matches!(self, PlayerSpec::Program { command, .. } if !Address::is_meant(command))
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Bot(kind) => kind.fmt(f),
            PlayerSpec::Program { protocol, command } => f.pad(&named(*protocol, command)),
        }
    }
}

fn is_there(command: &str) -> bool {
    let Some(program) =
        command::words(command).ok().and_then(|words| words.into_iter().next()).filter(|word| !word.is_empty())
    else {
        return false;
    };
    let is_file = |path: PathBuf| path.is_file() || cfg!(windows) && path.with_extension("exe").is_file();
    if Path::new(&program).components().count() > 1 {
        return is_file(program.into());
    }
    env::var_os("PATH").is_none_or(|dirs| env::split_paths(&dirs).any(|dir| is_file(dir.join(&program))))
}

/// The JSON protocol needs no prefix unless the command would parse as something else.
pub(super) fn named(protocol: Protocol, command: &str) -> String {
    let meant = PlayerSpec::Program { protocol, command: command.to_owned() };
    if protocol == Protocol::Json && command.parse() == Ok(meant) {
        command.to_owned()
    } else {
        format!("{protocol}:{command}")
    }
}

/// A text that does not name a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePlayerError {
    text: String,
    /// True if `human` was allowed too.
    is_beside_people: bool,
}

impl ParsePlayerError {
    fn new(text: &str) -> ParsePlayerError {
        ParsePlayerError { text: text.to_owned(), is_beside_people: false }
    }

    /// The same error where `human` was allowed too.
    pub(crate) fn beside_people(self) -> ParsePlayerError {
        ParsePlayerError { is_beside_people: true, ..self }
    }
}

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text.as_str();
        write!(f, "{text:?} is not a player: ")?;
        if let Some(line) = meant(text) {
            return write!(f, "name what runs it, with quotes around all of it, as in {}", shell_word(&line));
        }
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
            write!(f, "a program in this folder is .{MAIN_SEPARATOR}{text}; else ")?;
        }
        let word = text.split(':').next().unwrap_or_default();
        if let Some(most) = most(word).filter(|_| text.contains(':')) {
            write!(f, "{word} has a number from 1 to {most}; else ")?;
        }
        let bots: Vec<String> = BotKind::all().iter().map(|(kind, _)| kind.to_string()).collect();
        let protocols: Vec<&str> = PROTOCOLS.iter().map(|(_, name)| *name).collect();
        write!(
            f,
            "write {}a bot ({}), a command line, an address (tcp://HOST:PORT or ws://HOST:PORT/PATH), or a protocol ({}) with a colon before a \
             command line or an address",
            if self.is_beside_people { "human, " } else { "" },
            bots.join(", "),
            protocols.join(", ")
        )
    }
}

impl std::error::Error for ParsePlayerError {}

/// The command line the user probably meant: they gave a file, or only its interpreter.
fn meant(text: &str) -> Option<String> {
    let runner = RUNNERS.iter().find(|(_, runner)| runner.split(' ').next() == Some(text));
    run_by(text).or_else(|| runner.map(|(ending, runner)| format!("{runner} bot.{ending}")))
}

/// Interpreters by file extension.
const RUNNERS: [(&str, &str); 8] = [
    // Python for Windows has no `python3`.
    ("py", if cfg!(windows) { "python" } else { "python3" }),
    ("js", "node"),
    ("java", "java"),
    ("jar", "java -jar"),
    ("rb", "ruby"),
    ("pl", "perl"),
    ("lua", "lua"),
    ("sh", "sh"),
];

/// The command line for a script, by its file extension.
pub(crate) fn run_by(text: &str) -> Option<String> {
    let (_, ending) = text.rsplit_once('.')?;
    let (_, runner) = RUNNERS.iter().find(|(known, _)| known.eq_ignore_ascii_case(ending))?;
    (!text.contains(' ')).then(|| format!("{runner} {text}"))
}

/// Text with a space or a path is a command line; without a prefix the program speaks our JSON
/// protocol. A single word is not, because it is usually a misspelled name.
impl FromStr for PlayerSpec {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerSpec, ParsePlayerError> {
        let text = text.trim();
        if let Ok(kind) = text.parse() {
            return Ok(PlayerSpec::Bot(kind));
        }
        let (protocol, command) = match text.split_once(':') {
            _ if Address::is_meant(text) => (Some(Protocol::Json), text),
            Some((word, command)) if is_word(word) => (protocol_named(word), command.trim()),
            _ if text.contains([' ', '/', '\\']) => (Some(Protocol::Json), text),
            _ => (None, text),
        };
        let is_place = !Address::is_meant(command) || command.parse::<Address>().is_ok();
        let program = protocol.filter(|_| !command.is_empty() && is_place);
        let program = program.map(|protocol| PlayerSpec::Program { protocol, command: command.to_owned() });
        program.ok_or_else(|| ParsePlayerError::new(text))
    }
}

fn protocol_named(word: &str) -> Option<Protocol> {
    PROTOCOLS.iter().find(|(_, name)| name.eq_ignore_ascii_case(word)).map(|(protocol, _)| *protocol)
}

/// True if this could be a protocol name. A single letter is the drive of a path.
fn is_word(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_+.".contains(&byte))
}

/// Resource limits of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory limit of each process in bytes, on Linux and Windows. Other systems set none.
    pub memory: Option<u64>,
    /// Time limit for starting, and for commands that need no thinking.
    pub startup: Duration,
    /// Time limit per move without a clock.
    pub patience: Duration,
    /// Extra waiting time after the clock runs out, to tell a late player from one that hangs. Also
    /// the time a player has to read its error after a foul, or to send another answer.
    pub grace: Duration,
    /// Maximum number of lines without an answer.
    pub lines: usize,
    /// Maximum number of bytes without an answer.
    pub bytes: usize,
    /// Starts programs without `PYTHONUNBUFFERED`, so that a missing flush shows.
    pub buffers: bool,
    /// The caller keeps the clock: a late answer is still an answer.
    pub is_clocked_elsewhere: bool,
    /// Threads of a built-in level bot.
    pub threads: usize,
    /// Transposition table size of a built-in level bot, in bytes.
    pub hash_bytes: usize,
}

impl Limits {
    fn settings(&self) -> Settings {
        Settings { hash_bytes: self.hash_bytes, threads: self.threads }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: Some(crate::process::DEFAULT_MEMORY),
            startup: Duration::from_secs(10),
            patience: Duration::from_secs(300),
            grace: Duration::from_secs(1),
            lines: 10_000,
            bytes: 1 << 20,
            buffers: false,
            is_clocked_elsewhere: false,
            threads: 1,
            hash_bytes: Settings::default().hash_bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_paths_and_protocols_are_distinguished() {
        let program = |protocol, command: &str| Ok(PlayerSpec::Program { protocol, command: command.to_owned() });
        assert_eq!("Greedy".parse(), Ok(PlayerSpec::Bot(BotKind::Greedy)));
        assert_eq!("./bot".parse(), program(Protocol::Json, "./bot"));
        assert_eq!(r"C:\bots\bot.exe".parse(), program(Protocol::Json, r"C:\bots\bot.exe"));
        assert_eq!("NBOARD: ntest x".parse(), program(Protocol::NBoard, "ntest x"));
        assert_eq!("tjcsl:bot".parse(), program(Protocol::Tjcsl, "bot"));
        assert_eq!("ws://host:1/x".parse(), program(Protocol::Json, "ws://host:1/x"));
        assert_eq!("gtp:tcp://host:1".parse(), program(Protocol::Gtp, "tcp://host:1"));
        for wrong in ["", "gredy", "gtp:", "xboard:edax -xboard", "minimax:0", "tcp://host", "wss://host:1/"] {
            let error = wrong.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains("is not a player") && error.contains("nboard"), "{error}");
        }
    }

    #[test]
    fn common_typos_are_corrected() {
        for (typed, hint) in [
            ("bot.py", "'python3 bot.py'"),
            ("Bot.jar", "'java -jar Bot.jar'"),
            ("python3", "'python3 bot.py'"),
            ("my-bot", "./my-bot"),
        ] {
            let error = typed.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(hint) && error.contains("is not a player"), "{error}");
        }
        assert_eq!(run_by("a/bot.py"), Some("python3 a/bot.py".to_owned()));
        assert_eq!(run_by("python3 bot.py"), None);
    }

    #[test]
    fn an_out_of_range_number_names_the_valid_range() {
        let error = "depth:99".parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(
            error.starts_with("\"depth:99\" is not a player: depth has a number from 1 to 60; else write a bot "),
            "{error}"
        );
    }

    #[test]
    fn protocol_tables_follow_the_enum_order() {
        assert!(PROTOCOLS.iter().enumerate().all(|(place, (protocol, _))| *protocol as usize == place));
    }
}
