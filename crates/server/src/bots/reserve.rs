//! Seats are taken before there is a game, so that no bot plays more games at a time than it said.

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
};

use outflank_play::Sides;
use outflank_rules::Color;

use super::{Bot, Bots, Hall, forget_if_gone};
use crate::{id::GameId, rooms::Desk, secret::SecretHash, table::Table, wire::name_key};

/// The seats of a game that is being made: free again when this is dropped before they are kept.
pub(crate) struct Reserved {
    bots: Bots,
    game: GameId,
    is_kept: bool,
}

impl Reserved {
    /// The game is there.
    pub(crate) fn keep(mut self) {
        self.is_kept = true;
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if !self.is_kept {
            vacate(&mut self.bots.bots(), self.game);
        }
    }
}

impl Bots {
    /// Takes the seats of a game for the bots of these names, each of which is another. Says whose bot has no time, if so.
    pub(crate) fn challenge(
        &self,
        game: GameId,
        names: &Sides<Option<String>>,
    ) -> Result<(Sides<Option<SecretHash>>, Reserved), Color> {
        let mut bots = self.bots();
        let mut tokens = Sides::default();
        for color in Color::ALL {
            let Some(name) = &names[color] else { continue };
            let Some(token) = free(&bots, name, game) else {
                vacate(&mut bots, game);
                return Err(color);
            };
            take(&mut bots, token, (game, color));
            tokens[color] = Some(token);
        }
        Ok((tokens, Reserved { bots: self.clone(), game, is_kept: false }))
    }
}

/// The token of the bot of this name that has time for a game and does not sit in this one.
fn free(bots: &HashMap<SecretHash, Bot>, name: &str, game: GameId) -> Option<SecretHash> {
    let name = name_key(name);
    let sits = |bot: &Bot| Color::ALL.into_iter().any(|color| bot.seats.contains_key(&(game, color)));
    let found = bots.iter().filter(|(_, bot)| bot.is_free() && !sits(bot) && bot.key == name);
    found.min_by_key(|(_, bot)| bot.since).map(|(token, _)| *token)
}

/// Seats a bot in a game that is about to be made.
pub(super) fn take(bots: &mut HashMap<SecretHash, Bot>, token: SecretHash, at: (GameId, Color)) {
    if let Some(bot) = bots.get_mut(&token) {
        bot.place(at);
    }
}

/// There is no such game after all.
pub(super) fn vacate(bots: &mut HashMap<SecretHash, Bot>, game: GameId) {
    let sitting = |bot: &Bot| bot.seats.keys().any(|&(id, _)| id == game);
    let tokens: Vec<SecretHash> = bots.iter().filter(|(_, bot)| sitting(bot)).map(|(token, _)| *token).collect();
    for token in tokens {
        if let Some(bot) = bots.get_mut(&token) {
            bot.seats.retain(|&(id, _), _| id != game);
        }
        forget_if_gone(bots, token);
    }
}

/// Gives out the time of bots to rooms. They hold it, and it holds the bots only as long as others do, or none would ever be let go of.
pub(super) struct Counter(Weak<Hall>);

impl Counter {
    pub(super) fn of(bots: &Bots) -> Counter {
        Counter(Arc::downgrade(&bots.hall))
    }
}

impl Desk for Counter {
    fn take(&self, game: GameId, before: &Table) -> bool {
        let Some(hall) = self.0.upgrade() else { return false };
        let bots = Bots { hall };
        let mut bots = bots.bots();
        let seats = Color::ALL.into_iter().filter_map(|color| Some((!color, before.bot(color)?)));
        for (color, token) in seats {
            if !bots.get(&token).is_some_and(|bot| bot.is_free_after(before.id())) {
                vacate(&mut bots, game);
                return false;
            }
            take(&mut bots, token, (game, color));
        }
        true
    }

    fn give_back(&self, game: GameId) {
        if let Some(hall) = self.0.upgrade() {
            vacate(&mut Bots { hall }.bots(), game);
        }
    }
}
