//! `outflank bot NAME --connect`: a bot that plays on a server.

use std::{
    collections::HashMap,
    io::Write,
    path::Path,
    str::FromStr,
    thread,
    time::{Duration, Instant},
};

use outflank_arena::{
    bot::BotKind,
    printable,
    protocol::json::Over,
    socket::{ClientAction, ClientError, ClientEvent, ClientPlayer, Introduction, connect},
};
use outflank_rules::{Color, notation::Symbols};

use crate::{CommandStatus, error::Error, server::Server};

/// Reconnection stops after this long.
const RECONNECT_TIMEOUT: Duration = Duration::from_secs(120);

/// Delay between two tries to reconnect.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// A built-in bot, or the command line of a program.
#[derive(Clone, Debug)]
pub(super) enum LocalBot {
    BuiltIn(BotKind),
    Program(String),
}

impl FromStr for LocalBot {
    type Err = <BotKind as FromStr>::Err;

    /// A text with spaces or a path is a command line.
    fn from_str(text: &str) -> Result<LocalBot, Self::Err> {
        match text.parse() {
            Err(_) if text.trim().contains([' ', '/', '\\']) => Ok(LocalBot::Program(text.trim().to_owned())),
            parsed => parsed.map(LocalBot::BuiltIn),
        }
    }
}

impl LocalBot {
    /// The default name; for a program the name of its last file.
    fn name(&self) -> String {
        match self {
            LocalBot::BuiltIn(kind) => kind.title(),
            LocalBot::Program(command) => {
                let file = command.split_whitespace().next_back().unwrap_or(command);
                Path::new(file).file_stem().map_or_else(|| file.to_owned(), |stem| stem.to_string_lossy().into_owned())
            }
        }
    }

    fn player(&self, seed: Option<u64>) -> ClientPlayer {
        match self {
            LocalBot::BuiltIn(kind) => ClientPlayer::BuiltIn(*kind, seed),
            LocalBot::Program(command) => ClientPlayer::Program(command.clone()),
        }
    }
}

/// A bot on a server.
#[derive(Clone, Debug)]
pub(super) struct BotClient {
    pub(super) who: LocalBot,
    pub(super) server: Server,
    pub(super) name: Option<String>,
    pub(super) join: Option<String>,
    pub(super) games: usize,
    pub(super) seek: bool,
    pub(super) seed: Option<u64>,
    /// Symbols in which the side of the bot is printed too.
    pub(super) symbols: Option<Symbols>,
}

impl BotClient {
    /// Plays until the server ends the connection or, with `seek`, until the game is over.
    pub(super) fn run(self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let player = self.who.player(self.seed);
        let mut introduction = Introduction {
            name: self.name.clone().unwrap_or_else(|| self.who.name()),
            token: None,
            join: self.join.clone(),
            games: self.games,
            seek: self.seek,
        };
        let mut lost: Option<Instant> = None;
        loop {
            let mut log = ConnectLog {
                client: &self,
                out: &mut *out,
                token: None,
                opponents: HashMap::new(),
                is_done: false,
                failed: None,
            };
            let ended = connect(self.server.host(), &player, &introduction, &mut |event| log.handle(&event));
            let ConnectLog { token, is_done, failed, .. } = log;
            if let Some(cause) = failed {
                return Err(Error::Output(cause));
            }
            if token.is_some() {
                lost = None;
                introduction.token = token;
            }
            let pause = match ended {
                Ok(()) if is_done => return Ok(CommandStatus::Fine),
                Ok(()) => RETRY_DELAY,
                Err(cause) => self.pause_after(cause, introduction.token.is_some(), lost)?,
            };
            if lost.is_none() {
                lost = Some(Instant::now());
                let lost = if introduction.token.is_some() { "The connection is lost" } else { "The server is busy" };
                writeln!(out, "{lost}; reconnecting")?;
                out.flush()?;
            }
            thread::sleep(pause);
        }
    }

    /// Returns the delay before the next try, or the error if there is none. Retries only after a
    /// first connection, or when the server asked for it.
    fn pause_after(&self, cause: ClientError, was_there: bool, lost: Option<Instant>) -> Result<Duration, Error> {
        let wait = cause.wait();
        let searched = lost.map_or(Duration::ZERO, |since| since.elapsed()) + wait.unwrap_or_default();
        let may_pass = cause.may_pass() && (was_there || wait.is_some());
        if may_pass && searched <= RECONNECT_TIMEOUT {
            Ok(wait.unwrap_or(RETRY_DELAY))
        } else {
            Err(self.failed(cause))
        }
    }

    fn failed(&self, cause: ClientError) -> Error {
        Error::Connect { server: self.server.to_string(), cause }
    }
}

/// Prints the events of the connection.
struct ConnectLog<'a> {
    client: &'a BotClient,
    out: &'a mut dyn Write,
    token: Option<String>,
    /// Opponents by game.
    opponents: HashMap<String, String>,
    is_done: bool,
    failed: Option<std::io::Error>,
}

impl ConnectLog<'_> {
    fn handle(&mut self, event: &ClientEvent<'_>) -> ClientAction {
        if let Err(cause) = self.print(event) {
            self.failed = Some(cause);
            return ClientAction::No;
        }
        if matches!(event, ClientEvent::Over(_)) && self.client.seek {
            self.is_done = true;
            return ClientAction::No;
        }
        ClientAction::On
    }

    /// Prints an event. Names and messages come from the server, so control characters are escaped.
    fn print(&mut self, event: &ClientEvent<'_>) -> std::io::Result<()> {
        let server = &self.client.server;
        let text = match event {
            ClientEvent::Admitted { name, token } => {
                self.token = Some((*token).to_owned());
                let waits = if self.client.seek { "waits for an opponent" } else { "waits for games" };
                let page = format!("Its private page: http://{server}/bot#{token}");
                format!("{name} is connected to http://{server}/ and {waits}\n{page}")
            }
            ClientEvent::Start(start) => {
                self.opponents.insert(start.game.clone(), start.opponent.clone());
                let symbol =
                    self.client.symbols.map(|symbols| format!(" ({})", symbols.disc(start.color))).unwrap_or_default();
                let (color, opponent) = (start.color, &start.opponent);
                format!("{color}{symbol} against {opponent}: http://{server}/watch/{}", start.game)
            }
            ClientEvent::Over(over) => result_text(over, self.opponents.remove(&over.game).as_deref()),
            ClientEvent::Error(message) => format!("The server says: {message}"),
        };
        writeln!(self.out, "{}", printable(&text))?;
        self.out.flush()
    }
}

/// The result of a game, with the discs of the bot first.
fn result_text(over: &Over, opponent: Option<&str>) -> String {
    let result = &over.result;
    let (own, others) = match over.you {
        Color::Black => (result.black, result.white),
        Color::White => (result.white, result.black),
    };
    let against = opponent.map(|name| format!(" against {name}")).unwrap_or_default();
    let outcome = match result.winner {
        None => "drawn".to_owned(),
        Some(winner) if winner == over.you => "won".to_owned(),
        Some(_) => "lost".to_owned(),
    };
    format!("{outcome} as {}{against}, {own}:{others} ({})", over.you, result.reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_name_of_a_program_is_its_file_name() {
        assert_eq!("python3 my-bot/bot.py".parse::<LocalBot>().unwrap().name(), "bot");
        assert_eq!("minimax:3".parse::<LocalBot>().unwrap().name(), "Minimax 3");
        assert!("gredy".parse::<LocalBot>().is_err(), "a word alone is a name mistyped");
    }
}
