//! What happens in a tournament, as its log keeps it.
//!
//! These are the stored forms, as in [`event`](crate::event): kinds and fields are added, never changed.

#[cfg(test)]
mod tests;

use std::fmt;

use outflank_arena::{
    journal::GameLine,
    protocol::json::text,
    tournament::{Beginnings, Form, Plan},
};
use outflank_play::TimeControl;
use outflank_rules::Variant;
use serde::{Deserialize, Serialize};

use super::Code;
use crate::{id::GameId, seat::Seat, secret::SecretHash};

/// One entry of a tournament's log.
///
/// ```
/// use outflank_server::tournament::Event;
///
/// let event = Event::Left { name: "Ann".to_owned(), kicked: false };
/// assert_eq!(event.to_json(), r#"{"kind":"left","name":"Ann"}"#);
/// assert_eq!(Event::from_json(&event.to_json())?, event);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The first of every log.
    Created(Box<Created>),
    /// A bot joined.
    Joined {
        /// As whom.
        name: String,
        /// Whose token it obeys.
        token: SecretHash,
    },
    /// A bot that had joined came back with another token.
    Rejoined {
        /// As whom.
        name: String,
        /// Whose token it obeys from now on.
        token: SecretHash,
    },
    /// The host added a player of the server's own.
    Added {
        /// As whom.
        name: String,
        /// Who it is.
        #[serde(with = "text")]
        seat: Seat,
    },
    /// Somebody went. Before the start that takes a name off the list; after it, what is left of his games is lost.
    Left {
        /// Who.
        name: String,
        /// Was he sent away by the host? Then his bot does not come in again.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        kicked: bool,
    },
    /// Nobody joins any more: who plays whom follows from the list.
    Started,
    /// A game is played.
    Dealt {
        /// Its place among all games, from 0.
        number: u32,
        /// Where. One that is dealt again is played there, and what was before is forgotten.
        game: GameId,
    },
    /// A game has ended.
    Ended {
        /// What came of it. The thoughts of bots are kept with the game.
        line: Box<GameLine>,
    },
    /// No more games begin; those that are played go on.
    Paused,
    /// Games begin again.
    Resumed,
    /// The host ended it early.
    Stopped,
    /// Everything was played.
    Over,
}

/// What a tournament is, from the beginning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Created {
    /// What it is called.
    pub title: String,
    /// Who plays whom.
    pub form: Form,
    /// Games of a meeting.
    pub games: u32,
    /// Rounds, as in [`Plan`]; as many as are usual where none are named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// How many of the list meet all others in a gauntlet.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub challengers: usize,
    /// The time of each side: without a clock a bot that does not answer would hold up everybody.
    #[serde(with = "text")]
    pub time: TimeControl,
    /// The board and the rules.
    #[serde(with = "text")]
    pub variant: Variant,
    /// How games begin.
    pub beginnings: Beginnings,
    /// Draws the order, the openings, and the seeds of the players.
    pub seed: u64,
    /// By which people join.
    pub code: Code,
    /// Who may start, pause and end it.
    pub host: SecretHash,
    /// Games at once.
    pub tables: usize,
    /// Milliseconds in all for which a bot may be away in a game.
    pub grace_ms: u64,
    /// Is it shown to everybody in lists?
    pub listed: bool,
}

const fn one() -> usize {
    1
}

fn is_one(number: &usize) -> bool {
    *number == 1
}

impl Created {
    /// The plan for so many who take part.
    pub fn plan(&self, entrants: usize) -> Plan {
        let usual = Plan::new(self.form, entrants, self.seed);
        Plan { rounds: self.rounds.unwrap_or(usual.rounds), games: self.games, challengers: self.challengers, ..usual }
    }
}

impl Event {
    /// The stored form.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("events have only what JSON can hold")
    }

    /// Reads the stored form.
    pub fn from_json(text: &str) -> Result<Event, UnreadableEvent> {
        serde_json::from_str(text).map_err(|reason| UnreadableEvent { text: text.chars().take(200).collect(), reason })
    }
}

/// A log entry that cannot be read.
#[derive(Debug)]
pub struct UnreadableEvent {
    text: String,
    reason: serde_json::Error,
}

impl fmt::Display for UnreadableEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnreadableEvent { text, reason } = self;
        write!(f, "{text:?} in the log is no event of a tournament: {reason}; was it written by a newer version?")
    }
}

impl std::error::Error for UnreadableEvent {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.reason)
    }
}
