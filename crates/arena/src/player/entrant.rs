//! Who takes part: a built-in bot by its name, or a program by its protocol and its command line or address.

use std::{fmt, path::Path, str::FromStr, time::Duration};

use super::{Player, built_in::BuiltIn, program::Program};
use crate::{
    bot::{BotKind, most},
    socket::Address,
};

/// The language of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Ours: lines of JSON.
    Json,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// That of NBoard, version 2.
    NBoard,
    /// That of the contest at CodinGame.
    CodinGame,
    /// That of the tournaments at TJHSST.
    Tjcsl,
    /// The console of Edax.
    Edax,
}

/// Each with its name.
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

/// Somebody who takes part in games that nobody watches move by move.
///
/// ```
/// use outflank_arena::Entrant;
///
/// for text in ["random", "mcts:500", "gtp:edax -gtp", "python3 bot.py", "json:bot", "tcp://127.0.0.1:7000"] {
///     assert_eq!(text.parse::<Entrant>()?.to_string(), text);
/// }
/// assert_eq!("json:python3 bot.py".parse::<Entrant>()?.to_string(), "python3 bot.py");
/// # Ok::<(), outflank_arena::UnknownEntrant>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entrant {
    /// A bot that is part of this program.
    Bot(BotKind),
    /// Another program.
    Program {
        /// What it speaks.
        protocol: Protocol,
        /// Its command line, or the address where it listens.
        command: String,
    },
}

impl Entrant {
    /// A player for any number of games, one after another. A program is started for the first.
    pub fn player(&self, limits: Limits) -> Box<dyn Player> {
        self.player_in(None, limits)
    }

    /// The same, with programs started in this folder.
    pub fn player_in(&self, folder: Option<&Path>, limits: Limits) -> Box<dyn Player> {
        match self {
            Entrant::Bot(kind) => Box::new(BuiltIn::new(*kind)),
            Entrant::Program { protocol, command } => {
                Box::new(Program::new(*protocol, command, limits).started_in(folder))
            }
        }
    }

    /// Is it a program that is started here? One that listens somewhere is not.
    pub fn is_started(&self) -> bool {
        matches!(self, Entrant::Program { command, .. } if !Address::is_meant(command))
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Bot(kind) => kind.fmt(f),
            Entrant::Program { protocol, command } => f.pad(&named(*protocol, command)),
        }
    }
}

/// What speaks our own protocol needs no name for it where nobody would take it for something else.
pub(super) fn named(protocol: Protocol, command: &str) -> String {
    let meant = Entrant::Program { protocol, command: command.to_owned() };
    if protocol == Protocol::Json && command.parse() == Ok(meant) {
        command.to_owned()
    } else {
        format!("{protocol}:{command}")
    }
}

/// A text that names nobody who could take part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEntrant(String);

impl fmt::Display for UnknownEntrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.as_str();
        write!(f, "{text:?} is not a player: ")?;
        if let Some(line) = meant(text) {
            return write!(f, "name what runs it, with quotes around all of it, as in '{line}'");
        }
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
            write!(f, "a program in this folder is ./{text}; else ")?;
        }
        let word = text.split(':').next().unwrap_or_default();
        if let Some(most) = most(word).filter(|_| text.contains(':')) {
            write!(f, "{word} has a number from 1 to {most}; else ")?;
        }
        let bots: Vec<String> = BotKind::all().iter().map(|(kind, _)| kind.to_string()).collect();
        let protocols: Vec<&str> = PROTOCOLS.iter().map(|(_, name)| *name).collect();
        write!(
            f,
            "write a bot ({}), a command line, an address (tcp://HOST:PORT or ws://HOST:PORT/PATH), or a protocol ({}) with a colon before a \
             command line or an address",
            bots.join(", "),
            protocols.join(", ")
        )
    }
}

impl std::error::Error for UnknownEntrant {}

/// The command line that somebody meant who named a file, or only what runs it.
fn meant(text: &str) -> Option<String> {
    let runner = RUNNERS.iter().find(|(_, runner)| runner.split(' ').next() == Some(text));
    run_by(text).or_else(|| runner.map(|(ending, runner)| format!("{runner} bot.{ending}")))
}

/// What runs files with this ending.
const RUNNERS: [(&str, &str); 8] = [
    ("py", "python3"),
    ("js", "node"),
    ("java", "java"),
    ("jar", "java -jar"),
    ("rb", "ruby"),
    ("pl", "perl"),
    ("lua", "lua"),
    ("sh", "sh"),
];

/// The command line for a file that is no program by itself, where its ending tells.
pub(crate) fn run_by(text: &str) -> Option<String> {
    let (_, ending) = text.rsplit_once('.')?;
    let (_, runner) = RUNNERS.iter().find(|(known, _)| known.eq_ignore_ascii_case(ending))?;
    (!text.contains(' ')).then(|| format!("{runner} {text}"))
}

/// What has blanks or a path in it is a command line, of a program that speaks our own protocol where none is named. A word alone is not,
/// as it is more often a name mistyped.
impl FromStr for Entrant {
    type Err = UnknownEntrant;

    fn from_str(text: &str) -> Result<Entrant, UnknownEntrant> {
        let text = text.trim();
        if let Ok(kind) = text.parse() {
            return Ok(Entrant::Bot(kind));
        }
        let (protocol, command) = match text.split_once(':') {
            _ if Address::is_meant(text) => (Some(Protocol::Json), text),
            Some((word, command)) if is_word(word) => (protocol_named(word), command.trim()),
            _ if text.contains([' ', '/', '\\']) => (Some(Protocol::Json), text),
            _ => (None, text),
        };
        let is_place = !Address::is_meant(command) || command.parse::<Address>().is_ok();
        let program = protocol.filter(|_| !command.is_empty() && is_place);
        let program = program.map(|protocol| Entrant::Program { protocol, command: command.to_owned() });
        program.ok_or_else(|| UnknownEntrant(text.to_owned()))
    }
}

fn protocol_named(word: &str) -> Option<Protocol> {
    PROTOCOLS.iter().find(|(_, name)| name.eq_ignore_ascii_case(word)).map(|(protocol, _)| *protocol)
}

/// Could it be the name of a protocol? One letter is the drive of a path.
fn is_word(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_+.".contains(&byte))
}

/// How much a program may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory of each process, where the system can see to that.
    pub memory: Option<u64>,
    /// For starting, and for answers that take no thought.
    pub startup: Duration,
    /// For a move without a clock.
    pub patience: Duration,
    /// How much longer than its clock says it is waited for, to tell one that is late from one that hangs; and for one that did
    /// something wrong, to read what that was, or to say more, which tells whether it answered the question before.
    pub grace: Duration,
    /// Lines without an answer.
    pub lines: usize,
    /// Bytes without an answer.
    pub bytes: usize,
    /// Is it started without `PYTHONUNBUFFERED`, so that a flush which is missing shows?
    pub buffers: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: Some(crate::process::memory::USUAL),
            startup: Duration::from_secs(10),
            patience: Duration::from_secs(300),
            grace: Duration::from_secs(1),
            lines: 10_000,
            bytes: 1 << 20,
            buffers: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_paths_and_protocols_are_told_apart() {
        let program = |protocol, command: &str| Ok(Entrant::Program { protocol, command: command.to_owned() });
        assert_eq!("Greedy".parse(), Ok(Entrant::Bot(BotKind::Greedy)));
        assert_eq!("./bot".parse(), program(Protocol::Json, "./bot"));
        assert_eq!(r"C:\bots\bot.exe".parse(), program(Protocol::Json, r"C:\bots\bot.exe"));
        assert_eq!("NBOARD: ntest x".parse(), program(Protocol::NBoard, "ntest x"));
        assert_eq!("tjcsl:bot".parse(), program(Protocol::Tjcsl, "bot"));
        assert_eq!("ws://host:1/x".parse(), program(Protocol::Json, "ws://host:1/x"));
        assert_eq!("gtp:tcp://host:1".parse(), program(Protocol::Gtp, "tcp://host:1"));
        for wrong in ["", "gredy", "gtp:", "xboard:edax -xboard", "minimax:0", "tcp://host", "wss://host:1/"] {
            let error = wrong.parse::<Entrant>().unwrap_err().to_string();
            assert!(error.contains("is not a player") && error.contains("nboard"), "{error}");
        }
    }

    #[test]
    fn what_people_type_first_is_put_right() {
        for (typed, hint) in [
            ("bot.py", "'python3 bot.py'"),
            ("Bot.jar", "'java -jar Bot.jar'"),
            ("python3", "'python3 bot.py'"),
            ("my-bot", "./my-bot"),
        ] {
            let error = typed.parse::<Entrant>().unwrap_err().to_string();
            assert!(error.contains(hint) && error.contains("is not a player"), "{error}");
        }
        assert_eq!(run_by("a/bot.py"), Some("python3 a/bot.py".to_owned()));
        assert_eq!(run_by("python3 bot.py"), None);
    }

    #[test]
    fn a_number_out_of_range_is_told_its_range() {
        let error = "depth:99".parse::<Entrant>().unwrap_err().to_string();
        assert!(
            error.starts_with("\"depth:99\" is not a player: depth has a number from 1 to 60; else write a bot "),
            "{error}"
        );
    }

    #[test]
    fn protocols_stand_where_their_numbers_say() {
        assert!(PROTOCOLS.iter().enumerate().all(|(place, (protocol, _))| *protocol as usize == place));
    }
}
