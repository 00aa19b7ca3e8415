//! Messages from clients.

use std::fmt;

use serde::Deserialize;

use crate::{
    game::Command,
    log::secret::{NotASecret, Secret},
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
