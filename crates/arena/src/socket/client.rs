//! The client side of `bot connect`: connects a bot to a server, introduces it, and plays the games
//! that the server assigns.

mod playing;

use std::{
    io,
    io::{BufRead, BufReader, Write},
    net::{Shutdown, TcpStream},
    process::ExitStatus,
    time::Duration,
};

use serde::{Deserialize, Serialize};

use super::{address, enable_keepalive};
use crate::{
    bot::BotKind,
    protocol::json::{Hello, Line, LineReader, Over, Start, ToBot},
};
use playing::Playing;

/// Time limit for the server's reply to the greeting.
const GREETING_TIMEOUT: Duration = Duration::from_secs(20);

/// Time limit for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The player that is connected.
#[derive(Clone, Debug)]
pub enum ClientPlayer {
    /// A built-in bot with an optional seed that overrides those of the games.
    BuiltIn(BotKind, Option<u64>),
    /// The command line of a program that speaks the JSON protocol on its standard input and
    /// output.
    Program(String),
}

/// The greeting: who the bot is and what it asks for.
#[derive(Clone, Debug, Serialize)]
pub struct Introduction {
    /// The bot's name.
    pub name: String,
    /// Proves that it is the same bot as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// A join code of a class or a tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub join: Option<String>,
    /// Games it plays at once.
    pub games: usize,
    /// True if it looks for an opponent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub seek: bool,
}

/// An event at the server.
#[derive(Debug)]
pub enum ClientEvent<'a> {
    /// The server admitted the bot.
    Admitted {
        /// Its name, with a number if another bot has it.
        name: &'a str,
        /// Proves later that it is the same bot.
        token: &'a str,
    },
    /// A game starts.
    Start(&'a Start),
    /// A game has ended.
    Over(&'a Over),
    /// The server reported an error.
    Error(&'a str),
}

/// What the client does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientAction {
    /// Continue.
    On,
    /// Disconnect.
    No,
}

/// Connects a bot to a server and plays until either side disconnects. Returns `Ok` if the
/// connection ended regularly or the caller stopped.
pub fn connect(
    server: &str,
    player: &ClientPlayer,
    introduction: &Introduction,
    on_event: &mut dyn FnMut(ClientEvent<'_>) -> ClientAction,
) -> Result<(), ClientError> {
    let stream = address::connect(server, CONNECT_TIMEOUT).map_err(ClientError::Unreachable)?;
    stream
        .set_nodelay(true)
        .and_then(|()| stream.set_read_timeout(Some(GREETING_TIMEOUT)))
        .map_err(ClientError::Broken)?;
    let mut lines = LineReader::new(BufReader::new(stream.try_clone().map_err(ClientError::Broken)?));
    greet(&stream, introduction).map_err(ClientError::Broken)?;
    let (name, token) = admitted(&mut lines, introduction)?;
    stream.set_read_timeout(None).and_then(|()| enable_keepalive(&stream)).map_err(ClientError::Broken)?;
    if on_event(ClientEvent::Admitted { name: &name, token: &token }) == ClientAction::No {
        return Ok(());
    }
    let mut player = Playing::begin(player, &stream)?;
    let played = play(&mut lines, &mut player, on_event);
    let has_enough = matches!(played, Ok(ClientAction::No));
    let crashed = player.crashed().filter(|_| !has_enough);
    let _ = stream.shutdown(Shutdown::Both);
    player.end();
    // A program that ended took the connection with it.
    crashed.map_or_else(|| played.map(drop), Err)
}

fn greet(mut stream: &TcpStream, introduction: &Introduction) -> io::Result<()> {
    #[derive(Serialize)]
    struct Greeting<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        outflank: u32,
        version: &'static str,
        #[serde(flatten)]
        introduction: &'a Introduction,
    }
    let version = env!("CARGO_PKG_VERSION");
    let greeting = Greeting { kind: "hello", outflank: Hello::new("").outflank, version, introduction };
    let line = serde_json::to_string(&greeting).map_err(io::Error::other)?;
    stream.write_all(format!("{line}\n").as_bytes())
}

/// Waits for admission; returns the bot's name and token.
fn admitted<R: BufRead>(
    lines: &mut LineReader<R>,
    introduction: &Introduction,
) -> Result<(String, String), ClientError> {
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
        #[serde(default, rename = "retryAfter")]
        retry_after: Option<u64>,
    }
    let text = match lines.read().map_err(ClientError::Broken)? {
        Some(Line::Text(text)) => text,
        Some(Line::Bad(_)) => return Err(ClientError::NoServer),
        // A server that is just stopping says nothing, and may be back soon.
        None => return Err(ClientError::Broken(io::ErrorKind::UnexpectedEof.into())),
    };
    let answer: Answer = serde_json::from_str(&text).map_err(|_| ClientError::NoServer)?;
    match answer.kind.as_str() {
        "hello" => {
            let token = answer.token.or_else(|| introduction.token.clone()).unwrap_or_default();
            Ok((answer.bot.unwrap_or_else(|| introduction.name.clone()), token))
        }
        "error" => {
            Err(ClientError::Refused { reason: answer.message, wait: answer.retry_after.map(Duration::from_secs) })
        }
        _ => Err(ClientError::NoServer),
    }
}

/// Plays until either side ends. `Continue` means that the server closed the connection.
fn play<R: BufRead>(
    lines: &mut LineReader<R>,
    player: &mut Playing,
    on_event: &mut dyn FnMut(ClientEvent<'_>) -> ClientAction,
) -> Result<ClientAction, ClientError> {
    while let Some(line) = lines.read().map_err(ClientError::Broken)? {
        let Line::Text(text) = line else { continue };
        // Messages that are unknown here may mean something to the bot.
        let message = text.parse().ok();
        player.handle(&text, message.as_ref())?;
        let stay = match &message {
            Some(ToBot::Start(start)) => on_event(ClientEvent::Start(start)),
            Some(ToBot::Over(over)) => on_event(ClientEvent::Over(over)),
            Some(ToBot::Error(fault)) => on_event(ClientEvent::Error(&fault.message)),
            Some(ToBot::Bye) => ClientAction::No,
            _ => ClientAction::On,
        };
        if stay == ClientAction::No {
            return Ok(ClientAction::No);
        }
    }
    Ok(ClientAction::On)
}

/// Why a connection failed or ended.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server cannot be reached.
    #[error("cannot reach the server: {0}")]
    Unreachable(io::Error),
    /// The other end is not a server for bots.
    #[error("the other end is not an outflank server")]
    NoServer,
    /// The server refused the bot.
    #[error("{reason}")]
    Refused {
        /// The server's reason.
        reason: String,
        /// When to retry, if that is worthwhile.
        wait: Option<Duration>,
    },
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broken(io::Error),
    /// The program cannot be started.
    #[error("cannot start {0:?}: {1}")]
    Program(String, io::Error),
    /// The program has ended, with its status if known.
    #[error("the program has ended{}: a bot stays until its input ends; look at what it wrote before", ending(.0.as_ref()))]
    Ended(Option<ExitStatus>),
}

impl ClientError {
    /// True if a retry may succeed.
    pub fn may_pass(&self) -> bool {
        matches!(self, ClientError::Unreachable(_) | ClientError::Broken(_)) || self.wait().is_some()
    }

    /// How long the server wants the client to wait before a retry.
    pub fn wait(&self) -> Option<Duration> {
        match self {
            ClientError::Refused { wait, .. } => *wait,
            _ => None,
        }
    }
}

fn ending(status: Option<&ExitStatus>) -> String {
    status.map(|status| format!(" ({status})")).unwrap_or_default()
}
