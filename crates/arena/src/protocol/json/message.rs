//! The messages of both sides.

use std::{fmt, str::FromStr};

use outflank_rules::{Color, Move, Variant};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{Answer, Code, Fault, Request, Time, VERSION, plain, text};

/// What the runner says to a bot.
///
/// ```
/// use outflank_arena::protocol::json::ToBot;
///
/// let line = r#"{"type":"move","color":"black","board":"-----OX--XO-----"}"#;
/// let ToBot::Move(request) = line.parse()? else { panic!("it is a question") };
/// assert_eq!(request.to_game()?.position().legal().to_string(), "b1 a2 d3 c4");
/// # Ok::<(), outflank_arena::protocol::json::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToBot {
    /// Who runs this; always the first line.
    Hello(Hello),
    /// A game begins.
    Start(Start),
    /// Your move?
    Move(Request),
    /// Something was wrong with what the bot said.
    Error(Fault),
    /// A game has ended.
    Over(Over),
    /// There is nothing more to play; the bot may end.
    Bye,
}

/// What a bot says. All but the move is optional.
///
/// ```
/// use outflank_arena::protocol::json::FromBot;
///
/// let whole: FromBot = r#"{"type":"move","request":3,"move":"d3"}"#.parse()?;
/// assert!(matches!(&whole, FromBot::Move(answer) if answer.request == Some(3)));
/// let bare: FromBot = "d3".parse()?;
/// assert_eq!(bare.to_string(), r#"{"type":"move","move":"d3"}"#);
/// # Ok::<(), outflank_arena::protocol::json::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromBot {
    /// Who it is.
    Hello(Hello),
    /// Its move.
    Move(Answer),
    /// Something for the log.
    Log {
        /// Anything.
        text: String,
    },
    /// It did not understand a line.
    Error(Fault),
}

/// A greeting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol.
    #[serde(default = "version", deserialize_with = "plain::version")]
    pub outflank: u32,
    /// The name of the program.
    #[serde(default)]
    pub name: String,
    /// Its own version.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// Who wrote it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
}

impl Hello {
    /// The greeting of a program with this name.
    pub fn new(name: &str) -> Hello {
        Hello { outflank: VERSION, name: name.to_owned(), version: String::new(), author: String::new() }
    }
}

/// The beginning of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Its name, which comes with every question.
    #[serde(default)]
    pub game: String,
    /// The side of the bot.
    #[serde(with = "text")]
    pub color: Color,
    /// The variant's code.
    #[serde(default, with = "text")]
    pub variant: Variant,
    /// Squares a side.
    #[serde(default)]
    pub size: u8,
    /// How much time there is.
    #[serde(default)]
    pub time: Time,
    /// The seed of the game, for bots that play by chance.
    #[serde(default)]
    pub seed: u64,
    /// Who the other is.
    #[serde(default)]
    pub opponent: String,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Over {
    /// Which game.
    #[serde(default)]
    pub game: String,
    /// How it ended.
    pub result: OverResult,
    /// The side of the bot.
    #[serde(with = "text")]
    pub you: Color,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverResult {
    /// Who won; `null` for a draw.
    #[serde(default, with = "text::maybe")]
    pub winner: Option<Color>,
    /// Black discs on the board.
    pub black: u8,
    /// White discs.
    pub white: u8,
    /// `played` if it was played to its end, else the reason, a word.
    #[serde(default)]
    pub reason: String,
}

fn version() -> u32 {
    VERSION
}

impl FromStr for ToBot {
    type Err = Fault;

    fn from_str(line: &str) -> Result<ToBot, Fault> {
        const TYPES: [&str; 6] = ["hello", "start", "move", "error", "over", "bye"];
        let message = Tagged::read(line, "a message is a JSON object in one line")?;
        match message.kind.as_str() {
            "hello" => message.greeting().map(ToBot::Hello),
            "start" => message.body().map(ToBot::Start),
            "move" => message.body().map(ToBot::Move),
            "error" => message.body().map(ToBot::Error),
            "over" => message.body().map(ToBot::Over),
            "bye" => Ok(ToBot::Bye),
            _ => Err(message.unknown(&TYPES)),
        }
    }
}

/// Reads a message, or a bare move.
impl FromStr for FromBot {
    type Err = Fault;

    fn from_str(line: &str) -> Result<FromBot, Fault> {
        const TYPES: [&str; 4] = ["hello", "move", "log", "error"];
        if let Ok(mv) = line.parse::<Move>() {
            return Ok(FromBot::Move(Answer { request: None, mv, info: None }));
        }
        let message = Tagged::read(line, "answer with a square such as d3, or with a JSON object in one line")?;
        match message.kind.as_str() {
            "hello" => message.greeting().map(FromBot::Hello),
            "move" => message.body().map(FromBot::Move),
            "log" => message.body().map(|Log { text }| FromBot::Log { text }),
            "error" => message.body().map(FromBot::Error),
            _ => Err(message.unknown(&TYPES)),
        }
    }
}

#[derive(Deserialize)]
struct Log {
    text: String,
}

/// An object with a type, of which nothing else is known yet.
struct Tagged<'a> {
    line: &'a str,
    kind: String,
    value: Value,
}

impl<'a> Tagged<'a> {
    /// `hint` says what should have come where this is no JSON at all.
    fn read(line: &'a str, hint: &str) -> Result<Tagged<'a>, Fault> {
        let value: Value = serde_json::from_str(line).map_err(|fault| {
            let place = plain::place(line, &fault);
            Fault::new(Code::NotJson, line, format!("this is not JSON{place}: {hint}"))
        })?;
        let Some(object) = value.as_object() else {
            return Err(Fault::new(Code::NotAnObject, line, format!("this is no JSON object: {hint}")));
        };
        match object.get("type").and_then(Value::as_str) {
            Some(kind) => Ok(Tagged { line, kind: kind.to_owned(), value }),
            None => Err(Fault::new(Code::NoType, line, r#"the object has no "type", as in {"type":"move",...}"#)),
        }
    }

    fn body<T: DeserializeOwned>(self) -> Result<T, Fault> {
        let Tagged { line, kind, value } = self;
        serde_json::from_value(value).map_err(|fault| {
            Fault::new(Code::BadField, line, format!("a message of type {kind:?}: {}", plain::words(&fault)))
        })
    }

    fn greeting(self) -> Result<Hello, Fault> {
        let line = self.line;
        let hello: Hello = self.body()?;
        if hello.outflank == VERSION {
            return Ok(hello);
        }
        let told =
            format!("version {} of the protocol is not spoken here: \"outflank\" must be {VERSION}", hello.outflank);
        Err(Fault::new(Code::WrongVersion, line, told).with_expected([VERSION]))
    }

    fn unknown(self, known: &[&str]) -> Fault {
        let told = format!("no message is of type {:?}: the types are {}", plain::short(&self.kind), known.join(", "));
        Fault::new(Code::UnknownType, self.line, told).with_expected(known)
    }
}

/// The message in one line, without its end.
impl fmt::Display for ToBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// The message in one line, without its end.
impl fmt::Display for FromBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}
