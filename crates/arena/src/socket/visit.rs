//! A bot that goes to a server: it connects, says who it is, and plays what it is given.

mod playing;

use std::{
    fmt, io,
    io::{BufRead, BufReader, Write},
    net::{Shutdown, TcpStream, ToSocketAddrs},
    process::ExitStatus,
    time::Duration,
};

use serde::{Deserialize, Serialize};

use super::notice_death;
use crate::{
    bot::BotKind,
    protocol::json::{Hello, Line, LineReader, Over, Start, ToBot},
};
use playing::Playing;

/// How long a server may take to answer the greeting.
const MANNERS: Duration = Duration::from_secs(20);

/// How long a connection may take.
const DIALLING: Duration = Duration::from_secs(5);

/// Who plays.
#[derive(Clone, Debug)]
pub enum Guest {
    /// A built-in bot, with the seed that goes before those of the games.
    BuiltIn(BotKind, Option<u64>),
    /// The command line of a program that speaks the protocol over its standard input and output.
    Program(String),
}

/// What a bot tells of itself and asks for.
#[derive(Clone, Debug, Serialize)]
pub struct Introduction {
    /// What it is called.
    pub name: String,
    /// Proves that it is the same as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The code of a class or a tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub join: Option<String>,
    /// Games that it plays at a time.
    pub games: usize,
    /// Does it look for an opponent?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub seek: bool,
}

/// What happens at the server.
#[derive(Debug)]
pub enum News<'a> {
    /// It has come in, under this name.
    Admitted {
        /// The name, with a number where another bot has it.
        name: &'a str,
        /// Proves later that it is the same.
        token: &'a str,
    },
    /// A game begins.
    Start(&'a Start),
    /// A game has ended.
    Over(&'a Over),
    /// The server did not like something.
    Error(&'a str),
}

/// What a visitor does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stay {
    /// Stay.
    On,
    /// Go home.
    No,
}

/// Connects a bot to a server and lets it play until one of both has enough. Returns without an error where the connection ended well, or the
/// caller had enough.
pub fn visit(
    server: &str,
    guest: &Guest,
    said: &Introduction,
    news: &mut dyn FnMut(News<'_>) -> Stay,
) -> Result<(), VisitError> {
    let stream = dial(server).map_err(VisitError::Unreachable)?;
    stream.set_nodelay(true).and_then(|()| stream.set_read_timeout(Some(MANNERS))).map_err(VisitError::Broken)?;
    let mut lines = LineReader::new(BufReader::new(stream.try_clone().map_err(VisitError::Broken)?));
    greet(&stream, said).map_err(VisitError::Broken)?;
    let (name, token) = admitted(&mut lines, said)?;
    stream.set_read_timeout(None).and_then(|()| notice_death(&stream)).map_err(VisitError::Broken)?;
    if news(News::Admitted { name: &name, token: &token }) == Stay::No {
        return Ok(());
    }
    let mut player = Playing::begin(guest, &stream)?;
    let played = play(&mut lines, &mut player, news);
    let has_enough = matches!(played, Ok(Stay::No));
    let crashed = player.crashed().filter(|_| !has_enough);
    let _ = stream.shutdown(Shutdown::Both);
    player.end();
    // A program that has ended took the connection with it.
    crashed.map_or_else(|| played.map(drop), Err)
}

fn dial(server: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for number in server.to_socket_addrs()? {
        match TcpStream::connect_timeout(&number, DIALLING) {
            Ok(stream) => return Ok(stream),
            Err(cause) => last = cause,
        }
    }
    Err(last)
}

fn greet(mut stream: &TcpStream, said: &Introduction) -> io::Result<()> {
    #[derive(Serialize)]
    struct Greeting<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        outflank: u32,
        version: &'static str,
        #[serde(flatten)]
        said: &'a Introduction,
    }
    let version = env!("CARGO_PKG_VERSION");
    let greeting = Greeting { kind: "hello", outflank: Hello::new("").outflank, version, said };
    let line = serde_json::to_string(&greeting).map_err(io::Error::other)?;
    stream.write_all(format!("{line}\n").as_bytes())
}

/// Waits until it is let in; the name and the token by which it is known.
fn admitted<R: BufRead>(lines: &mut LineReader<R>, said: &Introduction) -> Result<(String, String), VisitError> {
    #[derive(Deserialize)]
    struct Answer {
        #[serde(rename = "type")]
        kind: String,
        #[serde(default)]
        bot: Option<String>,
        #[serde(default)]
        token: Option<String>,
        #[serde(default)]
        message: String,
        #[serde(default)]
        seconds: Option<u64>,
    }
    let text = match lines.read().map_err(VisitError::Broken)? {
        Some(Line::Text(text)) => text,
        Some(Line::Bad(_)) => return Err(VisitError::NoServer),
        // A server that stops just now says nothing, and may be there again soon.
        None => return Err(VisitError::Broken(io::ErrorKind::UnexpectedEof.into())),
    };
    let answer: Answer = serde_json::from_str(&text).map_err(|_| VisitError::NoServer)?;
    match answer.kind.as_str() {
        "hello" => {
            let token = answer.token.or_else(|| said.token.clone()).unwrap_or_default();
            Ok((answer.bot.unwrap_or_else(|| said.name.clone()), token))
        }
        "error" => Err(VisitError::Refused { reason: answer.message, wait: answer.seconds.map(Duration::from_secs) }),
        _ => Err(VisitError::NoServer),
    }
}

/// Plays until one of both has enough: who stays was left by the server.
fn play<R: BufRead>(
    lines: &mut LineReader<R>,
    player: &mut Playing,
    news: &mut dyn FnMut(News<'_>) -> Stay,
) -> Result<Stay, VisitError> {
    while let Some(line) = lines.read().map_err(VisitError::Broken)? {
        let Line::Text(text) = line else { continue };
        // What is not known here may mean something to the bot.
        let message = text.parse().ok();
        player.hear(&text, message.as_ref())?;
        let stay = match &message {
            Some(ToBot::Start(start)) => news(News::Start(start)),
            Some(ToBot::Over(over)) => news(News::Over(over)),
            Some(ToBot::Error(fault)) => news(News::Error(&fault.message)),
            Some(ToBot::Bye) => Stay::No,
            _ => Stay::On,
        };
        if stay == Stay::No {
            return Ok(Stay::No);
        }
    }
    Ok(Stay::On)
}

/// Why a visit came to nothing, or to an end.
#[derive(Debug)]
pub enum VisitError {
    /// Nobody can be reached there.
    Unreachable(io::Error),
    /// Whoever answers there is no server for bots.
    NoServer,
    /// The server does not let it in.
    Refused {
        /// Why.
        reason: String,
        /// How long to wait before it is worth trying again, if it is.
        wait: Option<Duration>,
    },
    /// The connection broke.
    Broken(io::Error),
    /// The program cannot be started.
    Program(String, io::Error),
    /// The program has ended, in this way if that is known.
    Ended(Option<ExitStatus>),
}

impl VisitError {
    /// Is it worth trying again?
    pub fn may_pass(&self) -> bool {
        matches!(self, VisitError::Unreachable(_) | VisitError::Broken(_)) || self.wait().is_some()
    }

    /// How long the server wants to be left alone first, if it said so.
    pub fn wait(&self) -> Option<Duration> {
        match self {
            VisitError::Refused { wait, .. } => *wait,
            _ => None,
        }
    }
}

impl fmt::Display for VisitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VisitError::Unreachable(cause) => write!(f, "nobody can be reached there: {cause}"),
            VisitError::NoServer => f.write_str("what answers there is no server of outflank"),
            VisitError::Refused { reason, .. } => f.write_str(reason),
            VisitError::Broken(cause) => write!(f, "the connection broke: {cause}"),
            VisitError::Program(command, cause) => write!(f, "{command:?} cannot be started: {cause}"),
            VisitError::Ended(status) => {
                f.write_str("the program has ended")?;
                status.map_or(Ok(()), |status| write!(f, " ({status})"))?;
                f.write_str(": a bot stays until its input ends; look at what it wrote before")
            }
        }
    }
}

impl std::error::Error for VisitError {}
