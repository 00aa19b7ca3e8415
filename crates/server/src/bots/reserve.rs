//! Reserves seats before a game is created, so that no bot exceeds its limit of games.

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
};

use outflank_arena::Sides;
use outflank_rules::Color;

use super::{Bot, Bots, BotsInner, forget_if_gone};
use crate::{
    game::{LiveGame, wire::name_key},
    log::{id::GameId, secret::SecretHash},
};

/// The reserved seats of a game that is being created. Dropping it before [`Reserved::keep`] frees
/// them.
pub(crate) struct Reserved {
    bots: Bots,
    game: GameId,
    is_kept: bool,
}

impl Reserved {
    /// Keeps the seats; call it when the game exists.
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
    /// Reserves seats of a game for the bots with these names, a different bot for each side. On
    /// failure returns the color whose bot is not free.
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

/// Returns the token of the bot with this name that is free and has no seat in this game. Of
/// several it is the one that connected first.
fn free(bots: &HashMap<SecretHash, Bot>, name: &str, game: GameId) -> Option<SecretHash> {
    let name = name_key(name);
    let sits = |bot: &Bot| Color::ALL.into_iter().any(|color| bot.seats.contains_key(&(game, color)));
    let found = bots.iter().filter(|(_, bot)| bot.is_free() && !sits(bot) && bot.key == name);
    found.min_by_key(|(_, bot)| bot.since).map(|(token, _)| *token)
}

/// Seats a bot in a game that is about to be created.
pub(super) fn take(bots: &mut HashMap<SecretHash, Bot>, token: SecretHash, at: (GameId, Color)) {
    if let Some(bot) = bots.get_mut(&token) {
        bot.place(at);
    }
}

/// Frees the seats of a game that was not created.
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

/// Reserves bot seats for rematches. Rooms hold it, so its reference to the bots is weak.
pub(crate) struct BotSeatAllocator(Weak<BotsInner>);

impl BotSeatAllocator {
    pub(super) fn of(bots: &Bots) -> BotSeatAllocator {
        BotSeatAllocator(Arc::downgrade(&bots.inner))
    }

    /// Reserves the seats of a rematch for the bots of the previous game, with colors exchanged.
    /// Returns false if one of them is busy.
    pub(crate) fn take(&self, game: GameId, before: &LiveGame) -> bool {
        let Some(inner) = self.0.upgrade() else { return false };
        let bots = Bots { inner };
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

    /// Frees the seats of a game that was not created.
    pub(crate) fn give_back(&self, game: GameId) {
        if let Some(inner) = self.0.upgrade() {
            vacate(&mut Bots { inner }.bots(), game);
        }
    }
}
