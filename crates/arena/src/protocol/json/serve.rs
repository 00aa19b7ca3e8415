//! Runs a built-in bot as a program that speaks the protocol.

use std::{
    io::{self, BufRead, Write},
    sync::atomic::AtomicBool,
};

use super::{BotAnswer, Code, Fault, FromBot, Hello, Line, LineReader, Request, ToBot};
use crate::bot::{Bot, BotKind};

/// Answers requests until the runner says goodbye or the input ends. Answers an unreadable line
/// with an error and ignores it otherwise. `seed` overrides the seeds of the games.
///
/// Answers come in the order of the requests, however many are sent at once: a file of requests
/// gives the same answers as a game.
pub fn serve(kind: BotKind, seed: Option<u64>, input: impl BufRead, mut output: impl Write) -> Result<(), ServeError> {
    let mut lines = LineReader::new(input);
    let mut bot = Responder::new(kind, seed);
    while let Some(line) = lines.read().map_err(ServeError::Input)? {
        let answer = match bot.reply(line) {
            Reply::Message(message) => message,
            Reply::Nothing => continue,
            Reply::Ended => break,
        };
        writeln!(output, "{answer}").and_then(|()| output.flush()).map_err(ServeError::Output)?;
    }
    Ok(())
}

/// The input or the output failed.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The input cannot be read.
    #[error("the questions cannot be read: {0}")]
    Input(io::Error),
    /// The output cannot be written.
    #[error("the answers cannot be written: {0}")]
    Output(io::Error),
}

enum Reply {
    Message(Box<FromBot>),
    Nothing,
    Ended,
}

/// A built-in bot that answers lines.
pub struct Responder {
    kind: BotKind,
    seed: Option<u64>,
    /// The current game's name and bot.
    current: Option<(String, Box<dyn Bot>)>,
}

impl Responder {
    /// Creates a bot of this kind. `seed` overrides the seeds of the games.
    pub fn new(kind: BotKind, seed: Option<u64>) -> Responder {
        Responder { kind, seed, current: None }
    }

    /// Its answer to a line, if any.
    pub fn handle(&mut self, line: &str) -> Option<FromBot> {
        match self.reply(Line::Text(line.to_owned())) {
            Reply::Message(message) => Some(*message),
            Reply::Nothing | Reply::Ended => None,
        }
    }

    fn reply(&mut self, line: Line) -> Reply {
        self.understand(line).unwrap_or_else(|fault| Reply::Message(Box::new(FromBot::Error(fault))))
    }

    fn understand(&mut self, line: Line) -> Result<Reply, Fault> {
        match line {
            Line::Text(text) if text.trim().is_empty() => Ok(Reply::Nothing),
            Line::Text(text) => self.answer(text.parse()?),
            Line::Bad(fault) => Err(fault),
        }
    }

    fn answer(&mut self, message: ToBot) -> Result<Reply, Fault> {
        match message {
            ToBot::Hello(_) => Ok(Reply::Message(Box::new(FromBot::Hello(self.greeting())))),
            ToBot::Start(start) => {
                self.begin(&start.game, start.seed);
                Ok(Reply::Nothing)
            }
            ToBot::Move(request) => self.choose(&request).map(|answer| Reply::Message(Box::new(FromBot::Move(answer)))),
            ToBot::Error(_) | ToBot::Over(_) => Ok(Reply::Nothing),
            ToBot::Bye => Ok(Reply::Ended),
        }
    }

    fn greeting(&self) -> Hello {
        Hello { version: env!("CARGO_PKG_VERSION").to_owned(), ..Hello::new(&self.kind.to_string()) }
    }

    /// Creates a bot per game, so that games do not affect each other.
    fn begin(&mut self, game: &str, seed: u64) {
        self.current = Some((game.to_owned(), self.kind.bot(self.seed.unwrap_or(seed))));
    }

    /// The bot of the requested game; its start need not have been sent.
    fn bot_of(&mut self, request: &Request) -> &mut dyn Bot {
        if self.current.as_ref().is_none_or(|(name, _)| *name != request.game) {
            self.begin(&request.game, request.seed);
        }
        &mut *self.current.as_mut().expect("a game has begun").1
    }

    fn choose(&mut self, request: &Request) -> Result<BotAnswer, Fault> {
        let game = request.to_game()?;
        let never = AtomicBool::new(false);
        let mv = self.bot_of(request).choose(&game, request.clock.own(), &never);
        if !game.position().is_legal(mv) {
            return Err(Fault::new(Code::IllegalMove, &mv.to_string(), "the bot chose an illegal move"));
        }
        Ok(BotAnswer { request: Some(request.request), mv, info: None })
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Game, Move, Variant};

    use super::*;
    use crate::protocol::json::{Clocks, Start, Time};

    fn answers(kind: &str, input: impl AsRef<[u8]>) -> Vec<String> {
        let mut output = Vec::new();
        serve(kind.parse().unwrap(), None, input.as_ref(), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn bad_lines_get_errors_and_the_game_continues() {
        let question = Request::new("g", 4, &Game::new(Variant::STANDARD.start()), Clocks::default(), 1);
        let over = r#"{"type":"move","color":"black","board":"XXXXXXXXXXXXXXXX"}"#;
        let mut input =
            format!("hello\n\n{{\"type\":\"mov\"}}\n{{}}\n[1]\n{over}\n{}\n", ToBot::Move(question)).into_bytes();
        input.extend(b"\xff\n{\"type\":\"hello\",\"outflank\":2}\n{\"type\":\"bye\"}\nnot read any more\n");
        let lines = answers("greedy", input);
        let codes: Vec<String> = lines
            .iter()
            .map(|line| match line.parse().unwrap() {
                FromBot::Error(fault) => serde_json::to_string(&fault.code).unwrap(),
                other => other.to_string(),
            })
            .collect();
        let expected = [
            r#""not-json""#,
            r#""unknown-type""#,
            r#""no-type""#,
            r#""not-an-object""#,
            r#""bad-position""#,
            r#"{"type":"move","request":4,"move":"d3"}"#,
            r#""not-utf8""#,
            r#""wrong-version""#,
        ];
        assert_eq!(codes, expected);
    }

    #[test]
    fn a_bot_plays_the_same_moves_through_the_protocol() {
        let mut direct = BotKind::Random.bot(11);
        let mut game = Game::new(Variant::SIX.start());
        let start = Start {
            game: "g".to_owned(),
            color: outflank_rules::Color::Black,
            variant: Variant::SIX,
            size: 6,
            time: Time::default(),
            seed: 11,
            opponent: "itself".to_owned(),
        };
        let (mut input, mut expected) = (format!("{}\n", ToBot::Start(start)), Vec::new());
        while !game.is_over() {
            let mut mv = Move::Pass;
            if !game.position().must_pass() {
                mv = direct.choose(&game, outflank_engine::Clock::Unlimited, &AtomicBool::new(false));
                let question = Request::new("g", game.ply() as u64, &game, Clocks::default(), 11);
                input += &format!("{}\n", ToBot::Move(question));
                expected.push(format!(r#"{{"type":"move","request":{},"move":"{mv}"}}"#, game.ply()));
            }
            game.play(mv).unwrap();
        }
        assert_eq!(answers("random", input), expected);
    }

    #[test]
    fn the_greeting_names_bot_and_version() {
        let lines = answers("minimax:2", r#"{"type":"hello","outflank":1,"name":"test","new field":[1]}"#);
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(lines, [format!(r#"{{"type":"hello","outflank":1,"name":"minimax:2","version":"{version}"}}"#)]);
    }
}
