//! HTTP about bots: the list of connected bots, and what an owner may see of their bot.

use std::sync::{Arc, PoisonError};

use axum::{
    Json,
    extract::{State, ws::WebSocket},
    http::header,
    response::{IntoResponse, Response},
};
use outflank_arena::protocol::json::{Info, MAX_LINE};
use outflank_rules::Color;
use serde::Serialize;

use super::{Bot, Bots, LineStream, MAX_PLAYED, seat, serve, traffic};
use crate::{
    game::{LiveGame, RoomError, Rooms, wire},
    log::{GameStatus, LogKind, Query as LogQuery, StoreError, id::GameId, secret::SecretHash},
    web::{ApiError, Credentials, InPath, LimitedPeer, Services, input::Query, socket::SocketUpgrade},
};

/// Bytes queued for a bot.
const WRITE_BYTES: usize = 256 * 1024;

#[derive(Serialize)]
pub(crate) struct List {
    bots: Vec<BotView>,
}

/// `GET /api/bots`
pub(crate) async fn list(State(bots): State<Bots>, _: LimitedPeer) -> Result<Json<List>, ApiError> {
    Ok(Json(List { bots: bots.list() }))
}

/// `GET /api/bots/me`
pub(crate) async fn me(State(bots): State<Bots>, who: Credentials, _: LimitedPeer) -> Result<Json<OwnView>, ApiError> {
    let token = who.holder().ok_or(ApiError::NoToken)?;
    bots.own(token).await?.map(Json).ok_or(ApiError::UnknownBot)
}

/// `GET /api/games/{id}/traffic`
///
/// For the operator and for owners of a bot that plays there, or has played. `color` selects one of
/// two bots.
pub(crate) async fn traffic(
    State(bots): State<Bots>,
    State(rooms): State<Rooms>,
    InPath(id): InPath,
    who: Credentials,
    query: Query,
    _: LimitedPeer,
) -> Result<impl IntoResponse, ApiError> {
    let known = who.visitor().known;
    let game = rooms.game(id).state().await?;
    let asked = query.choice("color", &[("black", Color::Black), ("white", Color::White)])?;
    let mut colors = Color::ALL.into_iter().filter(|color| asked.is_none_or(|asked| asked == *color));
    let color = colors.find(|&color| is_owner(&bots, &game, &known, color)).ok_or(ApiError::NotYourBot)?;
    let text = bots.traffic(id, color).await?.unwrap_or_default();
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}

/// Do these secrets own the bot of this color? After a handover both tokens do.
fn is_owner(bots: &Bots, game: &LiveGame, known: &[SecretHash], color: Color) -> bool {
    let Some(token) = game.bot(color) else { return false };
    known.contains(&token) || bots.is_operator(known) || bots.is_held_by(known, (game.id(), color))
}

#[derive(Serialize)]
pub(crate) struct Thoughts {
    thoughts: Vec<Thought>,
}

#[derive(Serialize)]
struct Thought {
    /// The number of the move, counted from 1.
    ply: usize,
    color: &'static str,
    info: Info,
}

/// `GET /api/games/{id}/thoughts`
///
/// During the game, owners see what their bot thinks. After it, everyone sees everything.
pub(crate) async fn thoughts(
    State(bots): State<Bots>,
    State(rooms): State<Rooms>,
    InPath(id): InPath,
    who: Credentials,
    _: LimitedPeer,
) -> Result<Json<Thoughts>, ApiError> {
    let known = who.visitor().known;
    let game = rooms.game(id).state().await?;
    let is_over = game.status() == GameStatus::Over;
    let may_see = |color| is_over || is_owner(&bots, &game, &known, color);
    let thoughts = game.thoughts().filter(|&(_, color, _)| may_see(color));
    let view = |(ply, color, info): (usize, Color, &Info)| Thought {
        ply: ply + 1,
        color: wire::word(color),
        info: info.clone(),
    };
    Ok(Json(Thoughts { thoughts: thoughts.map(view).collect() }))
}

/// `GET /api/bots/socket`
///
/// Pages of other origins may not open it: nothing limits a browser on this machine.
pub(crate) async fn socket(State(services): State<Services>, asked: SocketUpgrade) -> Response {
    let peer = asked.peer.clone();
    asked.open(MAX_LINE, WRITE_BYTES).on_upgrade(async move |socket: WebSocket| {
        let _counted = services.metrics.socket();
        serve(LineStream::socket(socket), peer, &services).await;
    })
}

/// A seat in a game.
type At = (GameId, Color);

/// A bot in the list of connected bots.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BotView {
    name: String,
    version: String,
    author: String,
    /// Games that it plays now.
    games: usize,
    /// Most games at a time.
    max_games: usize,
    /// The name of `maxGames` until 0.3.
    most: usize,
    /// Can it be challenged?
    free: bool,
    /// Did it connect with a join code?
    joined: bool,
    /// Is it a course player?
    course: bool,
    /// Connection time, in milliseconds since 1970.
    since: u64,
}

impl BotView {
    /// A course player, which cannot be challenged.
    pub(super) fn of_course(name: &str, is_playing: bool, since: u64) -> BotView {
        BotView {
            name: name.to_owned(),
            version: String::new(),
            author: String::new(),
            games: usize::from(is_playing),
            max_games: 1,
            most: 1,
            free: false,
            joined: false,
            course: true,
            since,
        }
    }
}

/// A bot as its owner sees it.
#[derive(Debug, Serialize)]
pub(crate) struct OwnView {
    name: String,
    connected: bool,
    since: u64,
    /// Its running games, and then its recent ones.
    games: Vec<SeatView>,
    /// Its lines outside of games.
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
    /// All connected bots, by name.
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
                max_games: bot.most,
                most: bot.most,
                free: bot.is_free(),
                joined: bot.join_code.is_some(),
                course: false,
                since: bot.since,
            })
            .collect();
        drop(bots);
        list.extend(self.course_player_views());
        list.sort_by_key(|one| (one.name.to_lowercase(), one.since));
        list
    }

    /// The bot with this token, connected or not. `None` if it has no games either.
    pub(crate) async fn own(&self, token: SecretHash) -> Result<Option<OwnView>, RoomError> {
        let kept = self.kept(token).await?;
        if let Some(view) = self.own_now(token, &kept) {
            return Ok(Some(view));
        }
        let Some((_, name)) = kept.first() else { return Ok(None) };
        let games = kept.iter().map(|&(at, _)| SeatView::new(at, false)).collect();
        Ok(Some(OwnView { name: name.clone(), connected: false, since: 0, games, log: String::new() }))
    }

    /// A bot that is connected or plays. From now on it remembers the stored games.
    fn own_now(&self, token: SecretHash, kept: &[(At, String)]) -> Option<OwnView> {
        let mut bots = self.bots();
        let bot = bots.get_mut(&token)?;
        for &(at, _) in kept {
            if !bot.seats.contains_key(&at) && !bot.played.contains(&at) && bot.played.len() < MAX_PLAYED {
                bot.played.push_front(at);
            }
        }
        let mut games: Vec<SeatView> = bot.seats.keys().map(|&at| SeatView::new(at, true)).collect();
        games.extend(bot.played.iter().rev().map(|&at| SeatView::new(at, false)));
        let log = bot.traffic.lock().unwrap_or_else(PoisonError::into_inner).text().to_owned();
        Some(OwnView { name: bot.name.clone(), connected: bot.is_connected(), since: bot.since, games, log })
    }

    /// The finished games of a token, the newest first, with the bot's name in each. Games that the
    /// registry still holds in memory are left out.
    async fn kept(&self, token: SecretHash) -> Result<Vec<(At, String)>, RoomError> {
        let query = LogQuery {
            kind: LogKind::Game,
            statuses: vec![GameStatus::Over],
            holder: Some(token),
            except: None,
            only_listed: false,
            since: None,
            before: None,
            limit: MAX_PLAYED,
        };
        let mut kept = Vec::new();
        for listed in self.inner.store.list(query).await? {
            if !self.remembers(token, listed.game) {
                let game = self.inner.rooms.game(listed.game).state().await?;
                kept.extend(seats_of(&game, token));
            }
        }
        Ok(kept)
    }

    fn remembers(&self, token: SecretHash, game: GameId) -> bool {
        let bots = self.bots();
        bots.get(&token).is_some_and(|bot| bot.seats.keys().chain(&bot.played).any(|(id, _)| *id == game))
    }

    /// The traffic of a bot in a game.
    pub(crate) async fn traffic(&self, game: GameId, color: Color) -> Result<Option<String>, StoreError> {
        let traffic = |bot: &Bot| bot.seats.get(&(game, color)).map(|place| Arc::clone(&place.traffic));
        let live = self.bots().values().find_map(traffic);
        let live = live.or_else(|| self.course_player_at(game, color));
        if let Some(live) = live {
            return Ok(Some(live.lock().unwrap_or_else(PoisonError::into_inner).text().to_owned()));
        }
        let kept = self.inner.store.attachment(game, seat::side(color)).await?;
        Ok(kept.as_deref().and_then(traffic::unpacked))
    }

    /// Does the bot of one of these tokens play at a seat, or did it recently? Handed-over seats
    /// count.
    pub(crate) fn is_held_by(&self, known: &[SecretHash], at: (GameId, Color)) -> bool {
        let bots = self.bots();
        let plays = |bot: &Bot| bot.seats.contains_key(&at) || bot.played.contains(&at);
        known.iter().any(|token| bots.get(token).is_some_and(plays))
    }

    /// Logs a line outside of games.
    pub(super) fn note(&self, token: SecretHash, voice: traffic::Voice, line: &str) {
        let now = self.now();
        if let Some(bot) = self.bots().get(&token) {
            bot.traffic.lock().unwrap_or_else(PoisonError::into_inner).add(now, voice, line);
        }
    }
}

/// The seats of a token in a game, with its name there.
fn seats_of(game: &LiveGame, token: SecretHash) -> Vec<(At, String)> {
    let colors = Color::ALL.into_iter().filter(|&color| game.bot(color) == Some(token));
    colors.filter_map(|color| Some(((game.id(), color), game.seat(color).bot()?.to_owned()))).collect()
}
