//! The JSON messages between clients and server.
//!
//! Messages contain all that a page shows, such as the legal squares and the discs that each move
//! flips. So pages need no knowledge of the rules.

pub(crate) mod message;
mod name;
mod new_game;
pub(crate) mod state;
mod summary;
#[cfg(test)]
mod tests;

pub use message::{BadMessage, Hello, Incoming, LONGEST_ID, LONGEST_MESSAGE, ack, alive, event, presence, refused};
pub(crate) use name::name_key;
pub use name::{LONGEST_NAME, tidy};
pub use new_game::{BadNewGame, Draft, FRIENDLY, NewGame};
pub(crate) use state::reason;
pub use state::{Asker, Attendance, Presence, may_have_hints, snapshot};
pub use summary::summary;

use outflank_arena::bot::BotKind;
use outflank_rules::Color;
pub(crate) use outflank_study::view::{Each, VariantView, word};
pub use outflank_study::view::{board, discs, position};
use serde::Serialize;

use crate::game::{LiveGame, Seat};

#[derive(Serialize)]
struct SeatView {
    kind: &'static str,
    player: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    /// The name that a person gave, or that of a connected bot.
    name: Option<String>,
    /// The name to show.
    title: String,
    taken: bool,
}

impl SeatView {
    fn of(game: &LiveGame, color: Color) -> SeatView {
        let seat = game.seat(color);
        let level = match seat {
            Seat::Computer(BotKind::Level(level)) => level.number(),
            _ => None,
        };
        let kind = match (seat, level) {
            (Seat::Human, _) => "human",
            (Seat::Bot(_), _) => "network",
            (_, Some(_)) => "level",
            _ => "bot",
        };
        let name = game.name(color).map(str::to_owned);
        SeatView { kind, player: seat.to_string(), level, name, title: game.title(color), taken: game.is_taken(color) }
    }
}
