//! The events in the log of a game.
//!
//! These are stored, and old logs must stay readable: events and fields are added, never changed.
//! [`wire`](crate::game::wire) has the events as clients see them, without hashes.

mod text;

use outflank_arena::{Sides, TimeControl, Verdict, protocol::json::Info};
use outflank_rules::{Color, Game, Move, Square, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    game::Seat,
    log::{UnreadableEvent, event_json, id::GameId, read_event, secret::SecretHash},
};

/// One entry of a game's log.
///
/// ```
/// use outflank_rules::Color;
/// use outflank_server::game::event::Event;
///
/// let event = Event::Moved { color: Color::Black, square: "d3".parse()?, ms: 900, late: 0, info: None };
/// let stored = event.to_json();
/// assert_eq!(stored, r#"{"kind":"moved","color":"black","square":"d3","ms":900}"#);
/// assert_eq!(Event::from_json(&stored)?, event);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The first event of every log.
    Created(Box<Created>),
    /// A player took a seat.
    Seated {
        /// The seat.
        #[serde(with = "text")]
        color: Color,
        /// The name that the player gave.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The hash of a secret that holds this seat from now on.
        holder: SecretHash,
        /// Is the link used up? Then the secret of the link no longer opens the seat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        spent: bool,
    },
    /// A seat became free for the next person with a new link. Its former holders lose it.
    Reopened {
        /// The seat.
        #[serde(with = "text")]
        color: Color,
        /// The hash of the secret in the new link.
        secret: SecretHash,
    },
    /// A side placed a disc.
    Moved {
        /// The side.
        #[serde(with = "text")]
        color: Color,
        /// The square.
        #[serde(with = "text")]
        square: Square,
        /// Thinking time in ms.
        ms: u64,
        /// Milliseconds from the arrival of the move to its append. Neither clock runs in between.
        #[serde(default, skip_serializing_if = "is_zero")]
        late: u64,
        /// The bot's analysis.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        info: Option<Box<Info>>,
    },
    /// A side had no legal move.
    Passed {
        /// The side.
        #[serde(with = "text")]
        color: Color,
    },
    /// A game that waited for a click starts.
    Started,
    /// A side with a legal move lost its turn.
    TurnForfeited {
        /// The side.
        #[serde(with = "text")]
        color: Color,
        /// The reason.
        text: String,
    },
    /// A bot broke the rules or failed, and lost.
    Fouled(Foul),
    /// A bot disconnected. If it is to move, its clock stops.
    Lost {
        /// The side of the bot.
        #[serde(with = "text")]
        color: Color,
    },
    /// The bot is connected again.
    Found {
        /// The side of the bot.
        #[serde(with = "text")]
        color: Color,
    },
    /// A player asked to take back a move.
    TakebackAsked {
        /// The player.
        #[serde(with = "text")]
        color: Color,
    },
    /// The opponent declined the takeback.
    TakebackDeclined {
        /// The opponent.
        #[serde(with = "text")]
        color: Color,
    },
    /// Moves were taken back.
    TakenBack {
        /// The number of turns that remain.
        ply: usize,
    },
    /// A side's time ran out.
    Flagged {
        /// The side.
        #[serde(with = "text")]
        color: Color,
    },
    /// A side resigned.
    Resigned {
        /// The side.
        #[serde(with = "text")]
        color: Color,
    },
    /// A side claimed the game because its opponent had left.
    Claimed {
        /// The side that claimed it and won.
        #[serde(with = "text")]
        color: Color,
    },
    /// The game is over. The result follows from the events before.
    Over,
    /// A player offered a rematch.
    RematchOffered {
        /// The player.
        #[serde(with = "text")]
        color: Color,
    },
    /// The opponent declined the rematch.
    RematchDeclined {
        /// The opponent.
        #[serde(with = "text")]
        color: Color,
    },
    /// The players agreed on a rematch.
    Rematched {
        /// The new game.
        game: GameId,
    },
    /// The server restarted. The clocks do not count the time in between.
    Resumed,
}

/// A bot's foul.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foul {
    /// The side of the bot.
    #[serde(with = "text")]
    pub color: Color,
    /// The verdict.
    #[serde(with = "text")]
    pub verdict: Verdict,
    /// The bytes that the bot wrote, escaped if they are not text; empty if the foul is not about
    /// output.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub got: String,
    /// Details for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

impl Foul {
    /// The most characters stored of a bot's output.
    const LONGEST_QUOTE: usize = 4096;

    /// The most characters stored of the details.
    const LONGEST_TEXT: usize = 300;

    /// Creates a foul. Cuts long texts, because every viewer of the game receives them.
    pub fn new(color: Color, verdict: Verdict, got: &str, text: &str) -> Foul {
        let (got, text) = (beginning(got, Foul::LONGEST_QUOTE), beginning(text, Foul::LONGEST_TEXT));
        Foul { color, verdict, got, text }
    }
}

/// Returns the first characters of a text, with a mark if it was cut.
pub(crate) fn beginning(text: &str, signs: usize) -> String {
    match text.char_indices().nth(signs) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The settings of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Created {
    /// The board, the rules and the start position, with the first mover fixed.
    #[serde(with = "text")]
    pub variant: Variant,
    /// Moves made before the game started here. They cannot be taken back.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "text::list")]
    pub line: Vec<Move>,
    /// The players.
    #[serde(with = "text::sides")]
    pub seats: Sides<Seat>,
    /// The hashes of the secrets that open the seats of people.
    #[serde(with = "text::optional_sides")]
    pub secrets: Sides<Option<SecretHash>>,
    /// The time of each side.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text::optional")]
    pub time: Option<TimeControl>,
    /// Does the clock of a person wait for the first disc? False in logs older than this field.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub clock_waits: bool,
    /// The seed of all random choices.
    pub seed: u64,
    /// Do public lists show the game?
    pub listed: bool,
    /// The previous game, if this is a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<GameId>,
    /// The terms for bots.
    #[serde(default, skip_serializing_if = "BotGameTerms::are_usual")]
    pub terms: BotGameTerms,
}

/// The terms of a game with bots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BotGameTerms {
    /// The token of the bot in each seat.
    #[serde(with = "text::optional_sides")]
    pub bots: Sides<Option<SecretHash>>,
    /// Does the game wait for a viewer's click to start?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// Milliseconds that a bot to move may be disconnected, in total.
    #[serde(skip_serializing_if = "is_zero")]
    pub grace_ms: u64,
    /// Bots that missed their last game and have not connected since. The game waits for them only
    /// briefly.
    #[serde(skip_serializing_if = "is_nobody")]
    pub missed: Sides<bool>,
    /// Does a late or illegal answer lose the turn instead of the game?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub forfeits: bool,
    /// The tournament of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<GameId>,
    /// Milliseconds between a move and the turn of a built-in bot, so that people can follow. No
    /// clock runs.
    #[serde(skip_serializing_if = "is_zero")]
    pub pace_ms: u64,
}

impl BotGameTerms {
    fn are_usual(&self) -> bool {
        *self == BotGameTerms::default()
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn is_nobody(sides: &Sides<bool>) -> bool {
    !sides.black && !sides.white
}

impl Created {
    /// Returns the game after the moves of `line`; `None` if they are illegal.
    pub fn game(&self) -> Option<Game> {
        Game::replay(self.variant.start(), self.line.iter().copied()).ok()
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

#[cfg(test)]
mod tests;
