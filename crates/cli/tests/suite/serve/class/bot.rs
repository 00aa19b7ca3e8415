//! A student's bot, with a thread and a connection.

use std::{
    io::{self, BufRead, BufReader, Write},
    net::TcpStream,
};

use serde_json::{Value, json};

use super::restarts::{RestartedServer, TIMEOUT};

/// The behavior of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Plays correctly.
    Plays,
    /// Disconnects again and again, and reconnects.
    ComesBack,
    /// Disconnects in its first game and reconnects without its token.
    ChangesItsToken,
    /// Places discs that flip nothing.
    MovesIllegally,
    /// Passes although it has a legal move.
    Passes,
    /// Sends something that is not an answer.
    TalksNonsense,
    /// Sends data without end.
    Floods,
    /// Does not answer in its first game.
    HangsOnce,
    /// Disconnects in its first game and never returns.
    Crashes,
    /// Sends half an answer, disconnects, reconnects, and sends the whole answer.
    IsCutShort,
}

impl Manner {
    /// The verdict by which it forfeits, if any.
    pub(super) fn verdict(self) -> Option<&'static str> {
        match self {
            Manner::Plays | Manner::ComesBack | Manner::ChangesItsToken | Manner::IsCutShort => None,
            Manner::MovesIllegally => Some("illegal-move"),
            Manner::Passes => Some("illegal-pass"),
            Manner::TalksNonsense => Some("garbage"),
            Manner::Floods => Some("flood"),
            Manner::HangsOnce => Some("hung"),
            Manner::Crashes => Some("absent"),
        }
    }

    /// Whether it forfeits every game.
    pub(super) fn always_loses(self) -> bool {
        self.verdict().is_some() && self != Manner::HangsOnce
    }
}

pub(super) fn name(manner: Manner, number: usize) -> String {
    format!("{manner:?} {number}")
}

/// Plays until the tournament is over.
pub(super) fn run(manner: Manner, number: usize, code: &str, server: &RestartedServer) {
    let mut bot =
        Bot { manner, number, code, server, token: None, hung_in: None, has_moved: false, has_gone: false, asked: 0 };
    while let Some(host) = server.host() {
        if bot.has_gone {
            return;
        }
        // Reconnect, whichever side closed the connection.
        let _ = bot.play(&host);
    }
}

struct Bot<'a> {
    manner: Manner,
    number: usize,
    code: &'a str,
    server: &'a RestartedServer,
    token: Option<String>,
    /// The game in which it hangs.
    hung_in: Option<Value>,
    /// Whether it has reconnected with another token.
    has_moved: bool,
    has_gone: bool,
    asked: usize,
}

impl Bot<'_> {
    fn play(&mut self, host: &str) -> io::Result<()> {
        let mut line = Line::open(host)?;
        let games = 1 + self.number % 2;
        let mut hello = json!({"type": "hello", "outflank": 1, "name": name(self.manner, self.number), "join": self.code, "games": games});
        if let Some(token) = &self.token {
            hello["token"] = token.as_str().into();
        }
        line.say(&hello.to_string())?;
        let greeting = line.hear()?;
        // Its name is taken until the server notices that the old connection is gone.
        if greeting["type"] != "hello" {
            assert_eq!(greeting["code"], "name-taken", "{greeting}");
            return Ok(());
        }
        self.token = self.token.take().or_else(|| greeting["token"].as_str().map(str::to_owned));
        loop {
            let message = line.hear()?;
            if message["type"] == "move" {
                self.answer(&mut line, &message)?;
                self.server.answered();
            }
        }
    }

    /// Answers a request according to its behavior. An error closes the connection.
    fn answer(&mut self, line: &mut Line, question: &Value) -> io::Result<()> {
        self.asked += 1;
        match self.manner {
            Manner::ComesBack if self.asked % 5 == 2 => Err(hang_up()),
            Manner::ChangesItsToken if !self.has_moved => {
                (self.has_moved, self.token) = (true, None);
                Err(hang_up())
            }
            Manner::IsCutShort if self.asked % 4 == 1 => {
                line.say_part(r#"{"type":"move","mo"#)?;
                Err(hang_up())
            }
            Manner::Plays | Manner::ComesBack | Manner::ChangesItsToken | Manner::IsCutShort => {
                self.place(line, question)
            }
            Manner::MovesIllegally => line.say(&answer_to(question, "a1")),
            Manner::Passes => line.say(&answer_to(question, "pass")),
            Manner::TalksNonsense => line.say("I think that I am winning"),
            Manner::Floods => line.say_part(&"x".repeat(200_000)),
            Manner::HangsOnce => {
                let hung_in = self.hung_in.get_or_insert_with(|| question["game"].clone());
                if *hung_in == question["game"] { Ok(()) } else { self.place(line, question) }
            }
            Manner::Crashes => {
                self.has_gone = true;
                Err(hang_up())
            }
        }
    }

    /// Plays a legal move, a different one for each bot.
    fn place(&self, line: &mut Line, question: &Value) -> io::Result<()> {
        let legal = question["legal"].as_array().expect("a list");
        let square = legal[self.number % legal.len()].as_str().expect("a square");
        line.say(&answer_to(question, square))
    }
}

fn answer_to(question: &Value, mv: &str) -> String {
    json!({"type": "move", "request": question["request"], "move": mv}).to_string()
}

fn hang_up() -> io::Error {
    io::ErrorKind::ConnectionAborted.into()
}

/// A connection that sends and receives lines.
struct Line(BufReader<TcpStream>);

impl Line {
    fn open(host: &str) -> io::Result<Line> {
        let stream = TcpStream::connect(host)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Line(BufReader::new(stream)))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.say_part(&format!("{line}\n"))
    }

    fn say_part(&mut self, text: &str) -> io::Result<()> {
        self.0.get_mut().write_all(text.as_bytes())
    }

    fn hear(&mut self) -> io::Result<Value> {
        let mut line = String::new();
        if self.0.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        serde_json::from_str(&line).map_err(io::Error::other)
    }
}
