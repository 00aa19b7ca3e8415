//! The messages of both sides.

use std::{collections::BTreeMap, fmt, str::FromStr, time::Duration};

use outflank_engine::Clock;
use outflank_rules::{Color, Move, Variant};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Number, Value};

use super::{Code, Fault, Request, VERSION, plain, text};

/// A message to a bot.
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
    /// Greeting of the runner; always the first line.
    Hello(Hello),
    /// A game starts.
    Start(Start),
    /// A request for a move.
    Move(Request),
    /// Something was wrong with the bot's last message.
    Error(Fault),
    /// A game has ended.
    Over(Over),
    /// No more games follow; the bot may exit.
    Bye,
}

/// A message from a bot. Everything except the move is optional.
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
    /// The bot's greeting.
    Hello(Hello),
    /// Its move.
    Move(BotAnswer),
    /// Text for the log.
    Log {
        /// Any text.
        text: String,
    },
    /// The bot did not understand a line.
    Error(Fault),
}

/// A greeting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The protocol version.
    #[serde(default = "version", deserialize_with = "plain::version")]
    pub outflank: u32,
    /// The name of the program.
    #[serde(default)]
    pub name: String,
    /// Its version.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// Its author.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
}

impl Hello {
    /// The greeting of a program with this name.
    pub fn new(name: &str) -> Hello {
        Hello { outflank: VERSION, name: name.to_owned(), version: String::new(), author: String::new() }
    }
}

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Its name, repeated in every request.
    #[serde(default)]
    pub game: String,
    /// The bot's color.
    #[serde(with = "text")]
    pub color: Color,
    /// The variant's code.
    #[serde(default, with = "text")]
    pub variant: Variant,
    /// The board size: squares per side.
    #[serde(default)]
    pub size: u8,
    /// The time control.
    #[serde(default)]
    pub time: Time,
    /// The seed of the game, for random choices.
    #[serde(default)]
    pub seed: u64,
    /// The opponent's name.
    #[serde(default)]
    pub opponent: String,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Over {
    /// The game's name.
    #[serde(default)]
    pub game: String,
    /// The result.
    pub result: OverResult,
    /// The bot's color.
    #[serde(with = "text")]
    pub you: Color,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverResult {
    /// The winner; `null` for a draw.
    #[serde(default, with = "text::maybe")]
    pub winner: Option<Color>,
    /// Black discs on the board.
    pub black: u8,
    /// White discs on the board.
    pub white: u8,
    /// `played` for a game played to its end, else the reason.
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

/// Parses a message or a bare move.
impl FromStr for FromBot {
    type Err = Fault;

    fn from_str(line: &str) -> Result<FromBot, Fault> {
        const TYPES: [&str; 4] = ["hello", "move", "log", "error"];
        if let Ok(mv) = line.parse::<Move>() {
            return Ok(FromBot::Move(BotAnswer { request: None, mv, info: None }));
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

/// An object with a type that is not parsed further yet.
struct Tagged<'a> {
    line: &'a str,
    kind: String,
    value: Value,
}

impl<'a> Tagged<'a> {
    /// `hint` says what to send if the line is not JSON.
    fn read(line: &'a str, hint: &str) -> Result<Tagged<'a>, Fault> {
        let value: Value = serde_json::from_str(line).map_err(|fault| {
            let place = plain::place(line, &fault);
            Fault::new(Code::NotJson, line, format!("this is not JSON{place}: {hint}"))
        })?;
        let Some(object) = value.as_object() else {
            return Err(Fault::new(Code::NotAnObject, line, format!("this is not a JSON object: {hint}")));
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
        let message =
            format!("version {} of the protocol is not spoken here: \"outflank\" must be {VERSION}", hello.outflank);
        Err(Fault::new(Code::WrongVersion, line, message).with_expected([VERSION]))
    }

    fn unknown(self, known: &[&str]) -> Fault {
        let message =
            format!("no message is of type {:?}: the types are {}", plain::short(&self.kind), known.join(", "));
        Fault::new(Code::UnknownType, self.line, message).with_expected(known)
    }
}

/// One line, without a line end.
impl fmt::Display for ToBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// One line, without a line end.
impl fmt::Display for FromBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BotAnswer {
    /// The number of the request; absent in a bare move.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "plain::request")]
    pub request: Option<u64>,
    /// The move.
    #[serde(rename = "move", serialize_with = "text::serialize", deserialize_with = "plain::mv")]
    pub mv: Move,
    /// The bot's analysis, stored with the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<Info>,
}

/// A bot's analysis of a move. All fields are optional and unchecked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Info {
    /// The bot's evaluation of squares, in its own unit.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Number>,
    /// The principal variation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// Text for people.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Search depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// What a time applies to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeKind {
    /// Unlimited time.
    #[default]
    None,
    /// Each move.
    Move,
    /// The rest of the game.
    Game,
}

/// The time control, sent before a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Time {
    /// What it applies to.
    pub kind: TimeKind,
    /// The time at the start; absent if unlimited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// The increment per move.
    pub increment_ms: u64,
}

/// The clocks at a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Clocks {
    /// The bot's remaining time; absent if unlimited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_ms: Option<u64>,
    /// The opponent's remaining time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opp_ms: Option<u64>,
    /// The increment per move.
    pub increment_ms: u64,
    /// What the time applies to.
    pub kind: TimeKind,
}

impl Clocks {
    /// The bot's clock in the engine's form.
    pub fn own(self) -> Clock {
        let left = self.own_ms.map(Duration::from_millis);
        match (self.kind, left) {
            (TimeKind::None, _) | (_, None) => Clock::Unlimited,
            (TimeKind::Move, Some(left)) => Clock::PerMove(left),
            (TimeKind::Game, Some(left)) => Clock::Game { left, increment: Duration::from_millis(self.increment_ms) },
        }
    }
}
