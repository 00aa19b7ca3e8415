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
    protocol::json::Over,
    socket::{Guest, Introduction, News, Stay, VisitError, visit},
};
use outflank_rules::Color;

use crate::{Verdict, error::Error, server::Server};

/// How long a server that was lost is looked for.
const LONGEST_SEARCH: Duration = Duration::from_secs(120);

/// How long to wait before the next try.
const PAUSE: Duration = Duration::from_secs(1);

/// A built-in bot, or the command line of a program.
#[derive(Clone, Debug)]
pub(super) enum Who {
    BuiltIn(BotKind),
    Program(String),
}

impl FromStr for Who {
    type Err = <BotKind as FromStr>::Err;

    /// What has blanks or a path in it is a command line.
    fn from_str(text: &str) -> Result<Who, Self::Err> {
        match text.parse() {
            Err(_) if text.trim().contains([' ', '/', '\\']) => Ok(Who::Program(text.trim().to_owned())),
            parsed => parsed.map(Who::BuiltIn),
        }
    }
}

impl Who {
    /// What it is called unless somebody says otherwise: a program after its last file.
    fn name(&self) -> String {
        match self {
            Who::BuiltIn(kind) => kind.to_string(),
            Who::Program(command) => {
                let file = command.split_whitespace().next_back().unwrap_or(command);
                Path::new(file).file_stem().map_or_else(|| file.to_owned(), |stem| stem.to_string_lossy().into_owned())
            }
        }
    }

    fn guest(&self, seed: Option<u64>) -> Guest {
        match self {
            Who::BuiltIn(kind) => Guest::BuiltIn(*kind, seed),
            Who::Program(command) => Guest::Program(command.clone()),
        }
    }
}

/// What a bot does at a server.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) who: Who,
    pub(super) server: Server,
    pub(super) name: Option<String>,
    pub(super) join: Option<String>,
    pub(super) games: usize,
    pub(super) seek: bool,
    pub(super) seed: Option<u64>,
}

impl Plan {
    /// Plays until the server has enough of it, or, if it looked for one opponent, until that game is over.
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let guest = self.who.guest(self.seed);
        let mut said = Introduction {
            name: self.name.clone().unwrap_or_else(|| self.who.name()),
            token: None,
            join: self.join.clone(),
            games: self.games,
            seek: self.seek,
        };
        let mut lost: Option<Instant> = None;
        loop {
            let mut stay = Visitor {
                plan: &self,
                out: &mut *out,
                token: None,
                opponents: HashMap::new(),
                is_done: false,
                failed: None,
            };
            let ended = visit(self.server.host(), &guest, &said, &mut |news| stay.hear(&news));
            let Visitor { token, is_done, failed, .. } = stay;
            if let Some(cause) = failed {
                return Err(Error::Output(cause));
            }
            if token.is_some() {
                lost = None;
                said.token = token;
            }
            let pause = match ended {
                Ok(()) if is_done => return Ok(Verdict::Fine),
                Ok(()) => PAUSE,
                Err(cause) => self.pause_after(cause, said.token.is_some(), lost)?,
            };
            if lost.is_none() {
                lost = Some(Instant::now());
                let lost = if said.token.is_some() { "The connection is lost" } else { "The server has no time" };
                writeln!(out, "{lost}; looking for the server again")?;
                out.flush()?;
            }
            thread::sleep(pause);
        }
    }

    /// How long to wait before the next try, if there is to be one. A server that was never found is not looked for, but who is told when to come does.
    fn pause_after(&self, cause: VisitError, was_there: bool, lost: Option<Instant>) -> Result<Duration, Error> {
        let wait = cause.wait();
        let searched = lost.map_or(Duration::ZERO, |since| since.elapsed()) + wait.unwrap_or_default();
        let may_pass = cause.may_pass() && (was_there || wait.is_some());
        if may_pass && searched <= LONGEST_SEARCH { Ok(wait.unwrap_or(PAUSE)) } else { Err(self.failed(cause)) }
    }

    fn failed(&self, cause: VisitError) -> Error {
        Error::Visit { server: self.server.to_string(), cause }
    }
}

/// Tells people what happens at the server.
struct Visitor<'a> {
    plan: &'a Plan,
    out: &'a mut dyn Write,
    token: Option<String>,
    /// By the games that are played.
    opponents: HashMap<String, String>,
    is_done: bool,
    failed: Option<std::io::Error>,
}

impl Visitor<'_> {
    fn hear(&mut self, news: &News<'_>) -> Stay {
        if let Err(cause) = self.tell(news) {
            self.failed = Some(cause);
            return Stay::No;
        }
        if matches!(news, News::Over(_)) && self.plan.seek {
            self.is_done = true;
            return Stay::No;
        }
        Stay::On
    }

    fn tell(&mut self, news: &News<'_>) -> std::io::Result<()> {
        let server = &self.plan.server;
        match news {
            News::Admitted { name, token } => {
                self.token = Some((*token).to_owned());
                let waits = if self.plan.seek { "waits for an opponent" } else { "waits for games" };
                writeln!(self.out, "{name} is connected to http://{server}/ and {waits}")?;
                writeln!(self.out, "Its page, for you alone: http://{server}/bot#{token}")?;
            }
            News::Start(start) => {
                self.opponents.insert(start.game.clone(), start.opponent.clone());
                writeln!(self.out, "{} against {}: http://{server}/watch/{}", start.color, start.opponent, start.game)?;
            }
            News::Over(over) => writeln!(self.out, "{}", told(over, self.opponents.remove(&over.game).as_deref()))?,
            News::Error(message) => writeln!(self.out, "The server says: {message}")?,
        }
        self.out.flush()
    }
}

/// How a game ended, with one's own discs first.
fn told(over: &Over, opponent: Option<&str>) -> String {
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
    fn a_program_is_called_after_its_file() {
        assert_eq!("python3 my-bot/bot.py".parse::<Who>().unwrap().name(), "bot");
        assert_eq!("minimax:3".parse::<Who>().unwrap().name(), "minimax:3");
        assert!("gredy".parse::<Who>().is_err(), "a word alone is a name mistyped");
    }
}
