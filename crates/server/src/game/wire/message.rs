//! The messages of a game's WebSocket: those of clients, and those of the server about single
//! events.

use std::fmt;

use outflank_study::view::MoveView;
use serde::{Deserialize, Serialize};

use super::{
    Presence,
    state::{ClockView, FoulView, PresenceView, ResultView, State, json, last_turn},
    word,
};
use crate::{
    game::{Command, LiveGame, event::Event},
    log::{
        id::GameId,
        secret::{NotASecret, Secret},
    },
    web::error::former_code,
};

/// The most bytes of one message.
pub const LONGEST_MESSAGE: usize = 4096;

/// The most bytes of the id of a message.
pub const LONGEST_ID: usize = 32;

/// The first message on every socket.
#[derive(Clone, Debug, Default)]
pub struct Hello {
    /// The last version that the sender has seen.
    pub after: Option<u64>,
    /// The secret of a seat. A client with an invalid one may still watch.
    pub secret: Option<Result<Secret, NotASecret>>,
}

/// A message with the id that its sender chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// Returned with the reply.
    pub id: Option<String>,
    /// The command.
    pub command: Command,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Raw {
    Hello { after: Option<u64>, secret: Option<String> },
    Move { id: Option<String>, ply: usize, square: String },
    Start { id: Option<String> },
    Resign { id: Option<String> },
    Takeback { id: Option<String>, answer: Option<bool> },
    Claim { id: Option<String> },
    Rematch { id: Option<String>, answer: Option<bool> },
}

impl Hello {
    /// Parses the first message of a socket.
    pub fn parse(text: &str) -> Result<Hello, BadMessage> {
        let Raw::Hello { after, secret } = raw(text)? else {
            return Err(BadMessage::new(text, r#"the first message must be {"type":"hello"}"#));
        };
        Ok(Hello { after, secret: secret.map(|secret| secret.parse()) })
    }
}

impl Incoming {
    /// Parses any message except the first.
    ///
    /// ```
    /// use outflank_server::game::{Command, wire::Incoming};
    ///
    /// let message = Incoming::parse(r#"{"type":"move","id":"7","ply":0,"square":"D3"}"#)?;
    /// assert_eq!(message.command, Command::Place { ply: 0, square: "d3".parse()? });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str) -> Result<Incoming, BadMessage> {
        let (id, command) = match raw(text)? {
            Raw::Hello { .. } => return Err(BadMessage::new(text, "send hello only once, as the first message")),
            Raw::Move { id, ply, square } => (id, Command::Place { ply, square: parsed(text, &square)? }),
            Raw::Start { id } => (id, Command::Start),
            Raw::Resign { id } => (id, Command::Resign),
            Raw::Takeback { id, answer: None } => (id, Command::TakeBack),
            Raw::Takeback { id, answer: Some(yes) } => (id, Command::AnswerTakeback(yes)),
            Raw::Claim { id } => (id, Command::Claim),
            Raw::Rematch { id, answer: None | Some(true) } => (id, Command::Rematch),
            Raw::Rematch { id, answer: Some(false) } => (id, Command::DeclineRematch),
        };
        match id {
            Some(id) if id.len() > LONGEST_ID => Err(BadMessage::new(&id, "ids have at most 32 bytes")),
            id => Ok(Incoming { id, command }),
        }
    }
}

fn raw(text: &str) -> Result<Raw, BadMessage> {
    if text.len() > LONGEST_MESSAGE {
        return Err(BadMessage::new(text, "messages have at most 4,096 bytes"));
    }
    serde_json::from_str(text).map_err(|reason| BadMessage::new(text, reason))
}

fn parsed<T: std::str::FromStr<Err: fmt::Display>>(text: &str, word: &str) -> Result<T, BadMessage> {
    word.parse().map_err(|reason| BadMessage::new(text, reason))
}

/// An invalid message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMessage {
    /// Its beginning, unless it may contain a secret.
    excerpt: Option<String>,
    reason: String,
}

impl BadMessage {
    pub(crate) fn new(text: &str, reason: impl fmt::Display) -> BadMessage {
        BadMessage { excerpt: Some(text.chars().take(80).collect()), reason: reason.to_string() }
    }
}

impl fmt::Display for BadMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.excerpt {
            Some(excerpt) => write!(f, "{excerpt:?} is not a valid message: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for BadMessage {}

#[derive(Serialize)]
struct EventMessage {
    #[serde(rename = "type")]
    kind: &'static str,
    version: u64,
    now: u64,
    event: EventView,
    state: State,
}

/// An event without hashes, for all clients.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum EventView {
    Created,
    Seated {
        color: &'static str,
        name: Option<String>,
    },
    Reopened {
        color: &'static str,
    },
    Moved(MoveView),
    Passed(MoveView),
    Started,
    TurnForfeited {
        #[serde(flatten)]
        turn: MoveView,
        text: String,
    },
    Fouled(FoulView),
    Lost {
        color: &'static str,
    },
    Found {
        color: &'static str,
    },
    TakebackAsked {
        color: &'static str,
    },
    TakebackDeclined {
        color: &'static str,
    },
    TakenBack {
        ply: usize,
    },
    Flagged {
        color: &'static str,
    },
    Resigned {
        color: &'static str,
    },
    Claimed {
        color: &'static str,
    },
    Over {
        result: Option<ResultView>,
    },
    RematchOffered {
        color: &'static str,
    },
    RematchDeclined {
        color: &'static str,
    },
    Rematched {
        game: GameId,
    },
    Resumed,
}

impl EventView {
    fn of(event: &Event, after: &LiveGame) -> EventView {
        match event {
            Event::Created(_) => EventView::Created,
            Event::Seated { color, name, .. } => EventView::Seated { color: word(*color), name: name.clone() },
            Event::Reopened { color, .. } => EventView::Reopened { color: word(*color) },
            Event::Moved { .. } => EventView::Moved(last(after)),
            Event::Passed { .. } => EventView::Passed(last(after)),
            Event::Started => EventView::Started,
            Event::TurnForfeited { text, .. } => EventView::TurnForfeited { turn: last(after), text: text.clone() },
            Event::Fouled(foul) => EventView::Fouled(FoulView::of(foul)),
            Event::Lost { color } => EventView::Lost { color: word(*color) },
            Event::Found { color } => EventView::Found { color: word(*color) },
            Event::TakebackAsked { color } => EventView::TakebackAsked { color: word(*color) },
            Event::TakebackDeclined { color } => EventView::TakebackDeclined { color: word(*color) },
            Event::TakenBack { ply } => EventView::TakenBack { ply: *ply },
            Event::Flagged { color } => EventView::Flagged { color: word(*color) },
            Event::Resigned { color } => EventView::Resigned { color: word(*color) },
            Event::Claimed { color } => EventView::Claimed { color: word(*color) },
            Event::Over => EventView::Over { result: ResultView::of(after) },
            Event::RematchOffered { color } => EventView::RematchOffered { color: word(*color) },
            Event::RematchDeclined { color } => EventView::RematchDeclined { color: word(*color) },
            Event::Rematched { game } => EventView::Rematched { game: *game },
            Event::Resumed => EventView::Resumed,
        }
    }
}

fn last(after: &LiveGame) -> MoveView {
    last_turn(after).expect("a turn has just been played")
}

/// The message about the last event, with the state after it.
pub fn event(happened: &Event, after: &LiveGame) -> String {
    let at = after.updated_at();
    let event = EventView::of(happened, after);
    json(&EventMessage { kind: "event", version: after.version(), now: at, event, state: State::of(after, at) })
}

/// The message about who is connected and the current clocks.
pub fn presence(game: &LiveGame, presence: &Presence, now: u64) -> String {
    #[derive(Serialize)]
    struct Message {
        #[serde(rename = "type")]
        kind: &'static str,
        now: u64,
        presence: PresenceView,
        clock: Option<ClockView>,
    }
    json(&Message { kind: "presence", now, presence: presence.into(), clock: ClockView::of(game, now) })
}

/// The heartbeat.
pub fn alive(now: u64) -> String {
    format!(r#"{{"type":"alive","now":{now}}}"#)
}

/// The reply to a command that succeeded.
pub fn ack(id: Option<&str>, version: u64) -> String {
    #[derive(Serialize)]
    struct Message<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        id: Option<&'a str>,
        version: u64,
    }
    json(&Message { kind: "ack", id, version })
}

/// The reply to a refused command.
pub fn refused(id: Option<&str>, code: &str, message: &str, version: u64) -> String {
    #[derive(Serialize)]
    struct Message<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        id: Option<&'a str>,
        code: &'a str,
        #[serde(rename = "formerCode", skip_serializing_if = "Option::is_none")]
        former_code: Option<&'a str>,
        message: &'a str,
        version: u64,
    }
    json(&Message { kind: "refused", id, code, former_code: former_code(code), message, version })
}
