//! What somebody may want of a tournament.

use std::fmt;

use serde::Deserialize;

use super::Code;
use crate::{seat::Seat, secret::SecretHash, wire::LONGEST_MESSAGE};

/// Something wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A bot takes part.
    Join {
        /// What it was told to say.
        code: Code,
        /// What it wants to be called.
        name: String,
        /// The token that it obeys.
        token: SecretHash,
    },
    /// The bot that obeys this token goes.
    Leave {
        /// The token.
        token: SecretHash,
    },
    /// The host adds a player of the server's own.
    Add {
        /// Who.
        seat: Seat,
        /// What it is called; after what it is, where nothing is said.
        name: Option<String>,
    },
    /// The host sends somebody away.
    Kick {
        /// Who.
        name: String,
    },
    /// The host closes the list and begins.
    Start,
    /// The host lets no more games begin.
    Pause,
    /// The host lets games begin again.
    Resume,
    /// The host ends it.
    Stop,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Raw {
    Add { player: String, name: Option<String> },
    Kick { name: String },
    Start,
    Pause,
    Resume,
    Stop,
}

impl Command {
    /// Reads what the host's page says. Bots join in the words of their own protocol.
    ///
    /// ```
    /// use outflank_server::tournament::Command;
    ///
    /// assert_eq!(Command::parse(r#"{"type":"kick","name":"Ann"}"#)?, Command::Kick { name: "Ann".to_owned() });
    /// # Ok::<(), outflank_server::tournament::BadCommand>(())
    /// ```
    pub fn parse(text: &str) -> Result<Command, BadCommand> {
        let bad = |reason: &dyn fmt::Display| BadCommand {
            excerpt: text.chars().take(80).collect(),
            reason: reason.to_string(),
        };
        if text.len() > LONGEST_MESSAGE {
            return Err(bad(&"a message has at most 4096 bytes"));
        }
        Ok(match serde_json::from_str(text).map_err(|reason| bad(&reason))? {
            Raw::Add { player, name } => Command::Add { seat: player.parse().map_err(|reason| bad(&reason))?, name },
            Raw::Kick { name } => Command::Kick { name },
            Raw::Start => Command::Start,
            Raw::Pause => Command::Pause,
            Raw::Resume => Command::Resume,
            Raw::Stop => Command::Stop,
        })
    }
}

/// Words that are no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadCommand {
    excerpt: String,
    reason: String,
}

impl fmt::Display for BadCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not understood: {}; say {{\"type\":\"start\"}}, or add, kick, pause, resume, stop",
            self.excerpt, self.reason
        )
    }
}

impl std::error::Error for BadCommand {}
