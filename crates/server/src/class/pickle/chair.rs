//! A player at a table.

use std::time::Duration;

use outflank_rules::Square;

use super::player::{Deaf, Player};
use crate::bots::Guest;

pub(super) struct Chair {
    pub(super) player: Player,
    pub(super) guest: Guest,
    /// The last square that it played.
    pub(super) last: Option<Square>,
}

impl Chair {
    pub(super) fn new(player: Player, guest: Guest) -> Chair {
        Chair { player, guest, last: None }
    }

    /// Says something and writes it down.
    pub(super) async fn say(&mut self, message: &[u8], time: Duration) -> Result<(), Deaf> {
        self.guest.was_told(&quoted(message));
        self.player.say(message, time).await
    }
}

/// Bytes as Python writes them.
pub(super) fn quoted(pickle: &[u8]) -> String {
    format!("b\"{}\"", pickle.escape_ascii())
}
