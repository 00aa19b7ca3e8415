//! Bots as lists and their owners see them.

use std::sync::{Arc, PoisonError};

use outflank_rules::Color;
use serde::Serialize;

use super::{Bot, Bots, seat, traffic};
use crate::{id::GameId, secret::SecretHash, store::StoreError, wire};

/// A bot in the list of those who are connected.
#[derive(Debug, Serialize)]
pub(crate) struct BotView {
    name: String,
    version: String,
    author: String,
    /// Games that it plays now.
    games: usize,
    /// Games that it plays at most.
    most: usize,
    /// Can it be challenged?
    free: bool,
    /// Did it come by a code?
    joined: bool,
    /// Since when, in milliseconds since 1970.
    since: u64,
}

/// A bot as its owner sees it.
#[derive(Debug, Serialize)]
pub(crate) struct OwnView {
    name: String,
    connected: bool,
    since: u64,
    /// The games that it plays, and then those that it has played lately.
    games: Vec<SeatView>,
    /// What it said outside of games.
    log: String,
}

#[derive(Debug, Serialize)]
struct SeatView {
    id: GameId,
    color: &'static str,
    playing: bool,
}

impl Bots {
    /// All that are connected, in the order of their names.
    pub(crate) fn list(&self) -> Vec<BotView> {
        let bots = self.bots();
        let mut list: Vec<BotView> = bots
            .values()
            .filter(|bot| bot.is_connected())
            .map(|bot| BotView {
                name: bot.name.clone(),
                version: bot.version.clone(),
                author: bot.author.clone(),
                games: bot.seats.len(),
                most: bot.most,
                free: bot.is_free(),
                joined: bot.class.is_some(),
                since: bot.since,
            })
            .collect();
        list.sort_by_key(|one| (one.name.to_lowercase(), one.since));
        list
    }

    /// The bot of this token.
    pub(crate) fn own(&self, token: SecretHash) -> Option<OwnView> {
        let bots = self.bots();
        let bot = bots.get(&token)?;
        let view = |&(id, color): &(GameId, Color), playing| SeatView { id, color: wire::word(color), playing };
        let mut games: Vec<SeatView> = bot.seats.keys().map(|at| view(at, true)).collect();
        games.extend(bot.played.iter().rev().map(|at| view(at, false)));
        let log = bot.traffic.lock().unwrap_or_else(PoisonError::into_inner).text().to_owned();
        Some(OwnView { name: bot.name.clone(), connected: bot.is_connected(), since: bot.since, games, log })
    }

    /// Everything that was said to a bot and by it in a game.
    pub(crate) async fn traffic(&self, game: GameId, color: Color) -> Result<Option<String>, StoreError> {
        let traffic = |bot: &Bot| bot.seats.get(&(game, color)).map(|place| Arc::clone(&place.traffic));
        let live = self.bots().values().find_map(traffic);
        let live = live.or_else(|| self.guest_at(game, color));
        if let Some(live) = live {
            return Ok(Some(live.lock().unwrap_or_else(PoisonError::into_inner).text().to_owned()));
        }
        let kept = self.hall.store.attachment(game, seat::side(color)).await?;
        Ok(kept.as_deref().and_then(traffic::unpacked))
    }

    /// Does one of these tokens play at a seat, or did it lately, whatever token the game obeys?
    pub(crate) fn is_held_by(&self, known: &[SecretHash], at: (GameId, Color)) -> bool {
        let bots = self.bots();
        let plays = |bot: &Bot| bot.seats.contains_key(&at) || bot.played.contains(&at);
        known.iter().any(|token| bots.get(token).is_some_and(plays))
    }

    /// Notes what a bot said outside of games.
    pub(super) fn note(&self, token: SecretHash, voice: traffic::Voice, line: &str) {
        let now = self.now();
        if let Some(bot) = self.bots().get(&token) {
            bot.traffic.lock().unwrap_or_else(PoisonError::into_inner).add(now, voice, line);
        }
    }
}
