//! What happens in a game, as its log keeps it.
//!
//! These are the stored forms: what was written once must be readable for ever, so kinds and fields are added, never changed. What
//! browsers are told is in [`wire`](crate::wire), without the hashes.

mod text;

use std::fmt;

use outflank_arena::{Verdict, protocol::json::Info};
use outflank_play::{Sides, TimeControl};
use outflank_rules::{Color, Game, Move, Square, Variant};
use serde::{Deserialize, Serialize};

use crate::{id::GameId, seat::Seat, secret::SecretHash};

/// One entry of a game's log.
///
/// ```
/// use outflank_rules::Color;
/// use outflank_server::event::Event;
///
/// let event = Event::Moved { color: Color::Black, square: "d3".parse()?, ms: 900, info: None };
/// let stored = event.to_json();
/// assert_eq!(stored, r#"{"kind":"moved","color":"black","square":"d3","ms":900}"#);
/// assert_eq!(Event::from_json(&stored)?, event);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The first of every log.
    Created(Box<Created>),
    /// Somebody sat down.
    Seated {
        /// Where.
        #[serde(with = "text")]
        color: Color,
        /// As whom.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Whose secret this seat obeys from now on.
        holder: SecretHash,
        /// Was the link spent that way: does the seat no longer obey its own secret?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        spent: bool,
    },
    /// A seat was made free again for whoever comes by a new link; those who held it hold it no more.
    Reopened {
        /// Which.
        #[serde(with = "text")]
        color: Color,
        /// What opens it from now on.
        secret: SecretHash,
    },
    /// A disc was placed.
    Moved {
        /// By whom.
        #[serde(with = "text")]
        color: Color,
        /// Where.
        #[serde(with = "text")]
        square: Square,
        /// Milliseconds that were thought.
        ms: u64,
        /// What a bot thought.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        info: Option<Box<Info>>,
    },
    /// A side could not move.
    Passed {
        /// Which.
        #[serde(with = "text")]
        color: Color,
    },
    /// A game that was held back begins.
    Started,
    /// A side that could have placed a disc lost its turn.
    TurnForfeited {
        /// Which.
        #[serde(with = "text")]
        color: Color,
        /// Why.
        text: String,
    },
    /// A bot did what nobody may do, and lost.
    Fouled(Foul),
    /// A bot's connection broke: in its own turn its clock stands from now on.
    Lost {
        /// Whose.
        #[serde(with = "text")]
        color: Color,
    },
    /// The bot is back.
    Found {
        /// Which.
        #[serde(with = "text")]
        color: Color,
    },
    /// Somebody would like to take a move back.
    TakebackAsked {
        /// Who.
        #[serde(with = "text")]
        color: Color,
    },
    /// The other one would not have it.
    TakebackDeclined {
        /// Who said no.
        #[serde(with = "text")]
        color: Color,
    },
    /// Moves were taken back.
    TakenBack {
        /// How many turns remain.
        ply: usize,
    },
    /// A side's time ran out.
    Flagged {
        /// Whose.
        #[serde(with = "text")]
        color: Color,
    },
    /// A side gave up.
    Resigned {
        /// Which.
        #[serde(with = "text")]
        color: Color,
    },
    /// A side claimed the game because the other one had left.
    Claimed {
        /// Who claimed it, and so won.
        #[serde(with = "text")]
        color: Color,
    },
    /// The game is over. How follows from what came before.
    Over,
    /// Somebody would like to play again.
    RematchOffered {
        /// Who.
        #[serde(with = "text")]
        color: Color,
    },
    /// The other one would not.
    RematchDeclined {
        /// Who said no.
        #[serde(with = "text")]
        color: Color,
    },
    /// They play again, there.
    Rematched {
        /// The new game.
        game: GameId,
    },
    /// The server was away and is back: what the clocks would have lost meanwhile is not charged.
    Resumed,
}

/// What a bot did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foul {
    /// Whose bot.
    #[serde(with = "text")]
    pub color: Color,
    /// What it was.
    #[serde(with = "text")]
    pub verdict: Verdict,
    /// The exact bytes that it wrote, escaped where they are no text; none if it was not about something written.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub got: String,
    /// More in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

impl Foul {
    /// The most signs that are kept of what a bot wrote.
    const LONGEST_QUOTE: usize = 4096;

    /// The most signs that are kept of what is said about it.
    const LONGEST_TEXT: usize = 300;

    /// A foul. Bots write what they like, and everybody who looks at the game is told: only the beginning is kept.
    pub fn new(color: Color, verdict: Verdict, got: &str, text: &str) -> Foul {
        let (got, text) = (beginning(got, Foul::LONGEST_QUOTE), beginning(text, Foul::LONGEST_TEXT));
        Foul { color, verdict, got, text }
    }
}

/// The first signs of a text, with a mark where it goes on.
pub(crate) fn beginning(text: &str, signs: usize) -> String {
    match text.char_indices().nth(signs) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What a game is, from the beginning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Created {
    /// The board and the start, with the first mover fixed.
    #[serde(with = "text")]
    pub variant: Variant,
    /// Moves made before the game began here, which nobody can take back.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "text::list")]
    pub line: Vec<Move>,
    /// Who plays.
    #[serde(with = "text::sides")]
    pub seats: Sides<Seat>,
    /// What opens each seat of a person.
    #[serde(with = "text::optional_sides")]
    pub secrets: Sides<Option<SecretHash>>,
    /// The time each side has.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text::optional")]
    pub time: Option<TimeControl>,
    /// What chance depends on.
    pub seed: u64,
    /// Is the game shown to everybody in lists?
    pub listed: bool,
    /// The game whose rematch this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<GameId>,
    /// What holds for bots.
    #[serde(default, skip_serializing_if = "Terms::are_usual")]
    pub terms: Terms,
}

/// What holds in a game that bots play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Terms {
    /// Whose token each bot's seat obeys.
    #[serde(with = "text::optional_sides")]
    pub bots: Sides<Option<SecretHash>>,
    /// Does the game wait until somebody who looks at it lets it begin?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// Milliseconds in all for which a bot whose turn it is may be away.
    #[serde(skip_serializing_if = "is_zero")]
    pub grace_ms: u64,
    /// Who was missed the last time and has not been seen since: nobody waits for it as long, until it comes.
    #[serde(skip_serializing_if = "is_nobody")]
    pub missed: Sides<bool>,
    /// Is a turn lost, and not the game, by an answer that is late or illegal?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub forfeits: bool,
    /// The tournament that the game is part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<GameId>,
}

impl Terms {
    fn are_usual(&self) -> bool {
        *self == Terms::default()
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn is_nobody(sides: &Sides<bool>) -> bool {
    !sides.black && !sides.white
}

impl Created {
    /// The game before the first move made here, if its line can be played.
    pub fn game(&self) -> Option<Game> {
        Game::replay(self.variant.start(), self.line.iter().copied()).ok()
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
        write!(f, "{:?} in the log is no event: {}; was it written by a newer version?", self.text, self.reason)
    }
}

impl std::error::Error for UnreadableEvent {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.reason)
    }
}

#[cfg(test)]
mod tests;
