//! Commands to a tournament.

use std::fmt;

use serde::Deserialize;

use super::Code;
use crate::{
    game::{Seat, wire::LONGEST_MESSAGE},
    log::secret::SecretHash,
};

/// A command to a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A bot joins.
    Join {
        /// The join code that the bot sent.
        code: Code,
        /// The requested name.
        name: String,
        /// The token of the bot.
        token: SecretHash,
    },
    /// The bot with this token leaves.
    Leave {
        /// The token of the bot.
        token: SecretHash,
    },
    /// The host adds a built-in bot.
    Add {
        /// The built-in bot.
        seat: Seat,
        /// Its name; by default, the title of the bot.
        name: Option<String>,
    },
    /// The host removes an entrant.
    Kick {
        /// The entrant.
        name: String,
    },
    /// The host closes the list of entrants and starts the games.
    Start,
    /// The host starts no more games for now.
    Pause,
    /// The host lets games start again.
    Resume,
    /// The host starts no more games of one entrant for now.
    PausePlayer {
        /// The entrant.
        name: String,
    },
    /// The host lets games of one entrant start again.
    ResumePlayer {
        /// The entrant.
        name: String,
    },
    /// The host ends the tournament early.
    Stop,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Raw {
    Add { player: String, name: Option<String> },
    Kick { name: String },
    Start,
    Pause { name: Option<String> },
    Resume { name: Option<String> },
    Stop,
}

impl Command {
    /// Parses a message of the host's page. Bots join by their own protocol.
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
            return Err(bad(&"messages have at most 4,096 bytes"));
        }
        Ok(match serde_json::from_str(text).map_err(|reason| bad(&reason))? {
            Raw::Add { player, name } => Command::Add { seat: player.parse().map_err(|reason| bad(&reason))?, name },
            Raw::Kick { name } => Command::Kick { name },
            Raw::Start => Command::Start,
            Raw::Pause { name: None } => Command::Pause,
            Raw::Pause { name: Some(name) } => Command::PausePlayer { name },
            Raw::Resume { name: None } => Command::Resume,
            Raw::Resume { name: Some(name) } => Command::ResumePlayer { name },
            Raw::Stop => Command::Stop,
        })
    }
}

/// A text that is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadCommand {
    excerpt: String,
    reason: String,
}

impl fmt::Display for BadCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a command: {}; send {{\"type\":\"start\"}}, or add, kick, pause, resume, stop",
            self.excerpt, self.reason
        )
    }
}

impl std::error::Error for BadCommand {}
