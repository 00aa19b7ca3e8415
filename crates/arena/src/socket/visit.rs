//! A bot that goes to a server: it connects, says who it is, and plays what it is given.

use std::{
    fmt, io,
    io::{BufRead, BufReader, Write},
    net::{Shutdown, TcpStream, ToSocketAddrs},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use serde::{Deserialize, Serialize};

use crate::{
    bot::BotKind,
    process::command_line::words,
    protocol::json::{FromBot, Hello, Line, LineReader, Over, Responder, Start, ToBot},
};

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
    stream.set_read_timeout(None).map_err(VisitError::Broken)?;
    if news(News::Admitted { name: &name, token: &token }) == Stay::No {
        return Ok(());
    }
    let mut player = Playing::begin(guest, &stream)?;
    let played = play(&mut lines, &mut player, news);
    let _ = stream.shutdown(Shutdown::Both);
    player.end();
    played
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
    }
    let Some(Line::Text(text)) = lines.read().map_err(VisitError::Broken)? else { return Err(VisitError::NoServer) };
    let answer: Answer = serde_json::from_str(&text).map_err(|_| VisitError::NoServer)?;
    match answer.kind.as_str() {
        "hello" => {
            let token = answer.token.or_else(|| said.token.clone()).unwrap_or_default();
            Ok((answer.bot.unwrap_or_else(|| said.name.clone()), token))
        }
        "error" => Err(VisitError::Refused(answer.message)),
        _ => Err(VisitError::NoServer),
    }
}

fn play<R: BufRead>(
    lines: &mut LineReader<R>,
    player: &mut Playing,
    news: &mut dyn FnMut(News<'_>) -> Stay,
) -> Result<(), VisitError> {
    while let Some(line) = lines.read().map_err(VisitError::Broken)? {
        let Line::Text(text) = line else { continue };
        player.hear(&text)?;
        // What is not known here may mean something to the bot.
        let stay = match text.parse() {
            Ok(ToBot::Start(start)) => news(News::Start(&start)),
            Ok(ToBot::Over(over)) => news(News::Over(&over)),
            Ok(ToBot::Error(fault)) => news(News::Error(&fault.message)),
            Ok(ToBot::Bye) => Stay::No,
            _ => Stay::On,
        };
        if stay == Stay::No {
            return Ok(());
        }
    }
    Ok(())
}

/// A bot that plays over a connection.
enum Playing {
    BuiltIn(Box<Responder>, TcpStream),
    Program(Child),
}

impl Playing {
    fn begin(guest: &Guest, stream: &TcpStream) -> Result<Playing, VisitError> {
        let output = stream.try_clone().map_err(VisitError::Broken)?;
        match guest {
            Guest::BuiltIn(kind, seed) => Ok(Playing::BuiltIn(Box::new(Responder::new(*kind, *seed)), output)),
            Guest::Program(command) => {
                let mut child = started(command).map_err(|cause| VisitError::Program(command.clone(), cause))?;
                let lines = child.stdout.take().map(BufReader::new);
                // It ends with the program, whose end is that of the connection.
                thread::spawn(move || lines.map(|lines| forward(lines, output)));
                let mut playing = Playing::Program(child);
                playing.hear(&ToBot::Hello(Hello::new("Outflank")).to_string())?;
                Ok(playing)
            }
        }
    }

    fn hear(&mut self, line: &str) -> Result<(), VisitError> {
        match self {
            Playing::BuiltIn(bot, output) => {
                let said = bot.hear(line);
                said.map_or(Ok(()), |said| writeln!(output, "{said}")).map_err(VisitError::Broken)
            }
            Playing::Program(child) => {
                let input = child.stdin.as_mut().ok_or(VisitError::Ended)?;
                writeln!(input, "{line}").and_then(|()| input.flush()).map_err(|_| VisitError::Ended)
            }
        }
    }

    fn end(self) {
        if let Playing::Program(mut child) = self {
            drop(child.stdin.take());
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn started(command: &str) -> io::Result<Child> {
    let words = words(command)?;
    let (program, rest) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
    Command::new(program).args(rest).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
}

/// What a program writes goes to the server, but for its greeting: it has been introduced.
fn forward(lines: impl BufRead, mut output: TcpStream) {
    for line in lines.lines() {
        let Ok(line) = line else { break };
        let is_greeting = matches!(line.parse(), Ok(FromBot::Hello(_)));
        if !is_greeting && writeln!(output, "{line}").is_err() {
            break;
        }
    }
    let _ = output.shutdown(Shutdown::Both);
}

/// Why a visit came to nothing, or to an end.
#[derive(Debug)]
pub enum VisitError {
    /// Nobody can be reached there.
    Unreachable(io::Error),
    /// Whoever answers there is no server for bots.
    NoServer,
    /// The server does not let it in, for this reason.
    Refused(String),
    /// The connection broke.
    Broken(io::Error),
    /// The program cannot be started.
    Program(String, io::Error),
    /// The program has ended.
    Ended,
}

impl VisitError {
    /// Is it worth trying again?
    pub fn may_pass(&self) -> bool {
        matches!(self, VisitError::Unreachable(_) | VisitError::Broken(_))
    }
}

impl fmt::Display for VisitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VisitError::Unreachable(cause) => write!(f, "nobody can be reached there: {cause}"),
            VisitError::NoServer => f.write_str("what answers there is no server of outflank"),
            VisitError::Refused(reason) => f.write_str(reason),
            VisitError::Broken(cause) => write!(f, "the connection broke: {cause}"),
            VisitError::Program(command, cause) => write!(f, "{command:?} cannot be started: {cause}"),
            VisitError::Ended => f.write_str("the program has ended"),
        }
    }
}

impl std::error::Error for VisitError {}
