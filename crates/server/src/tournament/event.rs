//! The events in the log of a tournament.
//!
//! These are stored: events and fields are added, never changed, as in
//! [`event`](crate::game::event).

#[cfg(test)]
mod tests;

use outflank_arena::{
    TimeControl,
    journal::GameLine,
    protocol::json::text,
    tournament::{OpeningSource, Plan, TournamentFormat},
};
use outflank_rules::Variant;
use serde::{Deserialize, Serialize};

use super::Code;
use crate::{
    game::Seat,
    log::{UnreadableEvent, event_json, id::GameId, read_event, secret::SecretHash},
};

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
        /// Its name.
        name: String,
        /// Its token.
        token: SecretHash,
    },
    /// A bot that had joined came back with another token.
    Rejoined {
        /// Its name.
        name: String,
        /// Its token from now on.
        token: SecretHash,
    },
    /// The host added a built-in bot.
    Added {
        /// Its name.
        name: String,
        /// The built-in bot.
        #[serde(with = "text")]
        seat: Seat,
    },
    /// An entrant left. Before the start this takes the name off the list; later it loses the rest
    /// of its games.
    Left {
        /// Its name.
        name: String,
        /// Did the host remove it? Then the bot cannot join again.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        kicked: bool,
    },
    /// The list is closed; the pairings follow from it.
    Started,
    /// A game starts.
    Dealt {
        /// Its number, from 0.
        number: u32,
        /// Its room. Dealing a game again replaces the earlier room.
        game: GameId,
    },
    /// A game has ended.
    Ended {
        /// Its result. The log of the game has the thoughts of bots.
        line: Box<GameLine>,
    },
    /// No new games start; running games continue.
    Paused,
    /// Games start again.
    Resumed,
    /// No new games of this entrant start.
    PlayerPaused {
        /// Its name.
        name: String,
    },
    /// Games of this entrant start again.
    PlayerResumed {
        /// Its name.
        name: String,
    },
    /// The host ended it early.
    Stopped,
    /// All games were played.
    Over,
}

/// The settings of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Created {
    /// The title.
    pub title: String,
    /// The tournament format.
    #[serde(rename = "form")]
    pub format: TournamentFormat,
    /// Games per pairing.
    pub games: u32,
    /// Rounds, as in [`Plan`]; `None` for the default number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// How many entrants, from the first, play all others in a gauntlet.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub challengers: usize,
    /// The time of each side. Without a clock, a bot that does not answer would stop the
    /// tournament.
    #[serde(with = "text")]
    pub time: TimeControl,
    /// The board and the rules.
    #[serde(with = "text")]
    pub variant: Variant,
    /// The openings.
    pub beginnings: OpeningSource,
    /// Seed of the order, the openings, and the players.
    pub seed: u64,
    /// The join code.
    pub code: Code,
    /// The secret of the host, who may start, pause and end it.
    pub host: SecretHash,
    /// The most games at the same time.
    #[serde(rename = "tables")]
    pub concurrency: usize,
    /// Milliseconds that a bot may be absent in one game, in total.
    pub grace_ms: u64,
    /// Milliseconds between a move and the turn of a built-in bot. By default,
    /// [`LiveTournament::pace_ms`](super::LiveTournament::pace_ms) decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace_ms: Option<u64>,
    /// Do public lists show it?
    pub listed: bool,
    /// Do course players join it as they connect?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub course: bool,
}

const fn one() -> usize {
    1
}

fn is_one(number: &usize) -> bool {
    *number == 1
}

impl Created {
    /// The plan for this number of entrants.
    pub fn plan(&self, entrants: usize) -> Plan {
        let usual = Plan::new(self.format, entrants, self.seed);
        Plan { rounds: self.rounds.unwrap_or(usual.rounds), games: self.games, challengers: self.challengers, ..usual }
    }
}

impl Event {
    /// The stored JSON.
    pub fn to_json(&self) -> String {
        event_json(self)
    }

    /// Parses the stored JSON.
    pub fn from_json(text: &str) -> Result<Event, UnreadableEvent> {
        read_event(text)
    }
}
