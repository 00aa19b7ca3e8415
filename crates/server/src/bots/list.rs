//! Bots as lists and their owners see them.

use std::sync::{Arc, PoisonError};

use outflank_rules::Color;
use serde::Serialize;

use super::{Bot, Bots, MOST_REMEMBERED, seat, traffic};
use crate::{
    id::GameId,
    room::RoomError,
    secret::SecretHash,
    store::{GameStatus, LogKind, Query, StoreError},
    table::Table,
    wire,
};

/// A seat in a game.
type At = (GameId, Color);

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

impl SeatView {
    fn new((id, color): At, playing: bool) -> SeatView {
        SeatView { id, color: wire::word(color), playing }
    }
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

    /// The bot of this token, also one that has gone: its games are kept. Nothing where there are none.
    pub(crate) async fn own(&self, token: SecretHash) -> Result<Option<OwnView>, RoomError> {
        let kept = self.kept(token).await?;
        if let Some(view) = self.own_now(token, &kept) {
            return Ok(Some(view));
        }
        let Some((_, name)) = kept.first() else { return Ok(None) };
        let games = kept.iter().map(|&(at, _)| SeatView::new(at, false)).collect();
        Ok(Some(OwnView { name: name.clone(), connected: false, since: 0, games, log: String::new() }))
    }

    /// A bot that is connected or plays, which remembers from now on what was kept of its games.
    fn own_now(&self, token: SecretHash, kept: &[(At, String)]) -> Option<OwnView> {
        let mut bots = self.bots();
        let bot = bots.get_mut(&token)?;
        for &(at, _) in kept {
            if !bot.seats.contains_key(&at) && !bot.played.contains(&at) && bot.played.len() < MOST_REMEMBERED {
                bot.played.push_front(at);
            }
        }
        let mut games: Vec<SeatView> = bot.seats.keys().map(|&at| SeatView::new(at, true)).collect();
        games.extend(bot.played.iter().rev().map(|&at| SeatView::new(at, false)));
        let log = bot.traffic.lock().unwrap_or_else(PoisonError::into_inner).text().to_owned();
        Some(OwnView { name: bot.name.clone(), connected: bot.is_connected(), since: bot.since, games, log })
    }

    /// The finished games of a token that it does not remember by itself, the newest first, with its name in them.
    async fn kept(&self, token: SecretHash) -> Result<Vec<(At, String)>, RoomError> {
        let query = Query {
            kind: LogKind::Game,
            statuses: vec![GameStatus::Over],
            holder: Some(token),
            except: None,
            only_listed: false,
            since: None,
            before: None,
            limit: MOST_REMEMBERED,
        };
        let mut kept = Vec::new();
        for listed in self.hall.store.list(query).await? {
            if !self.remembers(token, listed.game) {
                let table = self.hall.rooms.game(listed.game).table().await?;
                kept.extend(seats_of(&table, token));
            }
        }
        Ok(kept)
    }

    fn remembers(&self, token: SecretHash, game: GameId) -> bool {
        let bots = self.bots();
        bots.get(&token).is_some_and(|bot| bot.seats.keys().chain(&bot.played).any(|(id, _)| *id == game))
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

/// The seats of a token in a game, with its name there.
fn seats_of(table: &Table, token: SecretHash) -> Vec<(At, String)> {
    let colors = Color::ALL.into_iter().filter(|&color| table.bot(color) == Some(token));
    colors.filter_map(|color| Some(((table.id(), color), table.seat(color).bot()?.to_owned()))).collect()
}
