//! Connected bots: their registry, their connections, and their seats in games.
//!
//! A bot is identified by its token alone, as a person is by the secret in the browser's cookie.
//! The server stores nothing about bots but the logs of their games, so after a restart a bot with
//! the same token resumes its games. The [`connection`] carries lines and knows no rules. Each seat
//! of a bot has a task ([`seat`]), which follows the game and sends the bot's moves to its room.

pub(crate) mod connection;
pub(crate) mod course_player;
mod hello;
pub(crate) mod http;
mod link;
pub(crate) mod programs;
mod reserve;
mod seat;
#[cfg(test)]
mod tests;
mod traffic;

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use outflank_arena::{Sides, TimeControl};
use outflank_rules::{Color, Variant};
use tokio::{
    sync::{mpsc, watch},
    time::sleep,
};

pub(crate) use connection::{LineStream, serve};
use course_player::CoursePlayerEntry;
use hello::Introduction;
pub(crate) use hello::{AdmissionError, JoinedBot};
use link::Link;
use reserve::vacate;
pub(crate) use reserve::{BotSeatAllocator, Reserved};
use traffic::Traffic;

use crate::{
    game::{
        RoomError, Rooms, Seat,
        event::{BotGameTerms, Created},
        wire::{Draft, name_key},
    },
    log::{
        EventStore, RETRY_DELAY,
        id::GameId,
        secret::{Secret, SecretHash},
    },
    tournament::Tournaments,
    web::app::Stopping,
};

/// Most finished games in the list that the owner of a bot sees.
const MAX_PLAYED: usize = 50;

/// Number of locks for join codes. Bots with different codes rarely share one.
const JOIN_LOCKS: usize = 16;

/// Settings for bots.
#[derive(Clone, Copy, Debug)]
pub struct BotSettings {
    /// How long a bot may be disconnected in one game, in all, while its opponent waits.
    pub grace: Duration,
    /// Do games of two bots that sought an opponent start at once, or wait for a click on the watch
    /// page?
    pub autostart: bool,
    /// The time control of such games.
    pub time: TimeControl,
    /// How long a bot may take for an answer in a game without a clock.
    pub answer_time: Duration,
    /// The hash of the operator's key. Its holder controls every tournament and reads the traffic
    /// of every bot.
    pub operator: Option<SecretHash>,
}

impl Default for BotSettings {
    fn default() -> BotSettings {
        BotSettings {
            grace: Duration::from_secs(30),
            autostart: false,
            time: TimeControl::PerMove(Duration::from_secs(5)),
            answer_time: Duration::from_secs(300),
            operator: None,
        }
    }
}

/// All bots of a server. Cheap to clone; clones share state.
#[derive(Clone)]
pub(crate) struct Bots {
    inner: Arc<BotsInner>,
}

struct BotsInner {
    rooms: Rooms,
    store: Arc<dyn EventStore>,
    settings: BotSettings,
    stopping: Stopping,
    bots: Mutex<HashMap<SecretHash, Bot>>,
    /// Seats that were handed over: the room accepts one token, and the bot of another token moves.
    heirs: Mutex<HashMap<(GameId, Color), SecretHash>>,
    /// Changes when a bot connects or disconnects.
    comings: watch::Sender<()>,
    /// Connected course players.
    course_players: Mutex<HashMap<SecretHash, CoursePlayerEntry>>,
    /// Held from the check of a join code until the bot is registered, so that the second of two
    /// bots with one name is refused. The code selects the lock.
    join_locks: [tokio::sync::Mutex<()>; JOIN_LOCKS],
}

/// A bot that is connected or has a seat.
struct Bot {
    name: String,
    /// The name as [`name_key`] compares it.
    key: String,
    /// The join code, if the bot connected for a tournament.
    join_code: Option<String>,
    version: String,
    author: String,
    /// Most games at a time.
    most: usize,
    is_seeking: bool,
    /// Connection time, in milliseconds since 1970.
    since: u64,
    link: watch::Sender<Option<Link>>,
    /// Its seats.
    seats: HashMap<(GameId, Color), BotSeat>,
    /// Its recent seats in finished games, the newest last.
    played: VecDeque<(GameId, Color)>,
    /// Lines outside of games.
    traffic: Arc<Mutex<Traffic>>,
}

/// A bot's part of a seat.
struct BotSeat {
    link: watch::Sender<Option<Link>>,
    traffic: Arc<Mutex<Traffic>>,
}

impl Bot {
    fn new(name: &str, since: u64) -> Bot {
        Bot {
            name: name.to_owned(),
            key: name_key(name),
            join_code: None,
            version: String::new(),
            author: String::new(),
            most: 1,
            is_seeking: false,
            since,
            link: watch::Sender::new(None),
            seats: HashMap::new(),
            played: VecDeque::new(),
            traffic: Arc::default(),
        }
    }

    fn is_connected(&self) -> bool {
        self.link.borrow().is_some()
    }

    /// A bot that joined a tournament takes no other games.
    fn is_free(&self) -> bool {
        self.is_connected() && self.join_code.is_none() && self.seats.len() < self.most
    }

    /// Will it be free when this game is over?
    fn is_free_after(&self, game: GameId) -> bool {
        let others = self.seats.keys().filter(|(id, _)| *id != game).count();
        self.is_connected() && self.join_code.is_none() && others < self.most
    }

    /// The seat, which the bot takes if it has not yet.
    fn place(&mut self, at: (GameId, Color)) -> &BotSeat {
        let link = || watch::Sender::new(self.link.borrow().clone());
        self.seats.entry(at).or_insert_with(|| BotSeat { link: link(), traffic: Arc::default() })
    }

    /// Replaces the connection at all seats. Returns the previous one.
    fn connect(&self, link: Option<Link>) -> Option<Link> {
        for place in self.seats.values() {
            place.link.send_replace(link.clone());
        }
        self.link.send_replace(link)
    }

    fn seeks(&self) -> bool {
        self.is_seeking && self.join_code.is_none() && self.seats.is_empty()
    }

    fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.name);
        self.key = name_key(name);
    }
}

impl Bots {
    /// A registry without bots.
    pub(crate) fn new(rooms: Rooms, store: Arc<dyn EventStore>, settings: BotSettings, stopping: Stopping) -> Bots {
        let inner = BotsInner {
            rooms,
            store,
            settings,
            stopping,
            bots: Mutex::default(),
            heirs: Mutex::default(),
            course_players: Mutex::default(),
            comings: watch::Sender::default(),
            join_locks: Default::default(),
        };
        let bots = Bots { inner: Arc::new(inner) };
        bots.inner.rooms.allocate_bots_by(BotSeatAllocator::of(&bots));
        bots
    }

    /// Attends to the bot seats of all these games until the server stops. Seats of games that are
    /// known already are taken when it returns, so that no playing bot counts as free.
    pub(crate) async fn attend(&self, mut games: mpsc::UnboundedReceiver<GameId>) {
        // Games whose log could not be read.
        let mut again = Vec::new();
        while let Ok(game) = games.try_recv() {
            self.take_seats_or(game, &mut again).await;
        }
        let bots = self.clone();
        tokio::spawn(async move {
            let mut stopping = bots.inner.stopping.clone();
            loop {
                let next = tokio::select! {
                    () = stopping.begun() => break,
                    game = games.recv() => match game {
                        Some(game) => vec![game],
                        None => break,
                    },
                    () = sleep(RETRY_DELAY), if !again.is_empty() => std::mem::take(&mut again),
                };
                for game in next {
                    bots.take_seats_or(game, &mut again).await;
                }
            }
        });
    }

    async fn take_seats_or(&self, game: GameId, again: &mut Vec<GameId>) {
        if self.take_seats(game).await.is_err() {
            again.push(game);
        }
    }

    /// Fails if it must be tried again.
    async fn take_seats(&self, game: GameId) -> Result<(), RoomError> {
        let room = self.inner.rooms.game(game);
        let game = match room.state().await {
            Ok(game) => game,
            Err(error @ (RoomError::Store(_) | RoomError::Broken)) => return Err(error),
            // The game does not exist.
            Err(_) => return Ok(()),
        };
        for color in Color::ALL {
            let token = game.bot(color).filter(|&token| !self.call_course_player(token, &room, color));
            if let (Some(token), Some(name)) = (token, game.seat(color).bot()) {
                seat::attend(self.clone(), room.clone(), token, name, color);
            }
        }
        Ok(())
    }

    pub(crate) fn settings(&self) -> &BotSettings {
        &self.inner.settings
    }

    fn now(&self) -> u64 {
        self.inner.rooms.now()
    }

    /// No code under the lock can leave the list half changed.
    fn bots(&self) -> MutexGuard<'_, HashMap<SecretHash, Bot>> {
        self.inner.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn course_players(&self) -> MutexGuard<'_, HashMap<SecretHash, CoursePlayerEntry>> {
        self.inner.course_players.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a bot after its hello. Closes an older connection of the same bot.
    async fn arrive(
        &self,
        said: &Introduction,
        link: Link,
        tournaments: &Tournaments,
    ) -> Result<Arrived, AdmissionError> {
        let made = said.token.is_none().then(Secret::random);
        let token = match (&said.token, &made) {
            (Some(token), _) | (None, Some(token)) => token.hash(),
            (None, None) => unreachable!("a token is made where there is none"),
        };
        let name = match &said.join {
            Some(code) => {
                let _lock = self.join_lock(code).lock().await;
                let joined = tournaments.join(code, &said.name, token).await?;
                self.enter(said, Some(joined), token, link)?
            }
            None => self.enter(said, None, token, link)?,
        };
        self.pair_up().await;
        Ok(Arrived { token, made, name })
    }

    /// The lock of a join code. All spellings of a code have the same one.
    fn join_lock(&self, code: &str) -> &tokio::sync::Mutex<()> {
        let sum: usize = code.chars().filter(|c| c.is_alphanumeric()).map(|c| c as usize).sum();
        &self.inner.join_locks[sum % JOIN_LOCKS]
    }

    fn enter(
        &self,
        said: &Introduction,
        joined: Option<JoinedBot>,
        token: SecretHash,
        link: Link,
    ) -> Result<String, AdmissionError> {
        let mut bots = self.bots();
        let (join_code, name) = match joined {
            Some(JoinedBot { join_code, name }) => (Some(join_code), name),
            None => (None, said.name.clone()),
        };
        let name = free_name(&bots, join_code.as_deref(), &name, token)?;
        let bot = bots.entry(token).or_insert_with(|| Bot::new(&name, self.now()));
        bot.rename(&name);
        bot.join_code = join_code;
        bot.version.clone_from(&said.version);
        bot.author.clone_from(&said.author);
        (bot.most, bot.is_seeking, bot.since) = (said.games, said.seek, self.now());
        if let Some(older) = bot.connect(Some(link)) {
            older.end(connection::replaced());
        }
        self.inner.comings.send_replace(());
        Ok(name)
    }

    /// Removes a connection, unless the bot has a newer one.
    fn depart(&self, token: SecretHash, number: u64) {
        let mut bots = self.bots();
        let Some(bot) = bots.get_mut(&token) else { return };
        let is_this = bot.link.borrow().as_ref().is_some_and(|link| link.number() == number);
        if is_this {
            bot.connect(None);
            bot.is_seeking = false;
        }
        forget_if_gone(&mut bots, token);
        self.inner.comings.send_replace(());
    }

    /// The current and future connection of the bot at a seat that accepts this token, and the log
    /// of the seat.
    fn sit(
        &self,
        token: SecretHash,
        name: &str,
        at: (GameId, Color),
    ) -> (watch::Receiver<Option<Link>>, Arc<Mutex<Traffic>>) {
        let mut bots = self.bots();
        let token = self.heirs().get(&at).copied().unwrap_or(token);
        let bot = bots.entry(token).or_insert_with(|| Bot::new(name, self.now()));
        let place = bot.place(at);
        (place.link.subscribe(), Arc::clone(&place.traffic))
    }

    /// Lets the bot with this token move at a seat, because it came back under its name with
    /// another token.
    pub(crate) fn hand_over(&self, at: (GameId, Color), token: SecretHash) {
        let mut bots = self.bots();
        self.heirs().insert(at, token);
        let holder = bots.iter().find(|(holder, bot)| **holder != token && bot.seats.contains_key(&at));
        let Some(holder) = holder.map(|(holder, _)| *holder) else { return };
        let Some((place, name)) =
            bots.get_mut(&holder).and_then(|bot| Some((bot.seats.remove(&at)?, bot.name.clone())))
        else {
            return;
        };
        forget_if_gone(&mut bots, holder);
        let bot = bots.entry(token).or_insert_with(|| Bot::new(&name, self.now()));
        place.link.send_replace(bot.link.borrow().clone());
        bot.seats.insert(at, place);
    }

    /// Frees the seat of a game that has ended.
    fn stand_up(&self, at: (GameId, Color)) {
        let mut bots = self.bots();
        self.heirs().remove(&at);
        let Some((token, bot)) = bots.iter_mut().find(|(_, bot)| bot.seats.contains_key(&at)) else { return };
        let token = *token;
        bot.seats.remove(&at);
        bot.played.push_back(at);
        if bot.played.len() > MAX_PLAYED {
            bot.played.pop_front();
        }
        forget_if_gone(&mut bots, token);
        // A tournament may wait for this bot.
        self.inner.comings.send_replace(());
    }

    /// Forgets the handed-over seats of a game that is over.
    pub(crate) fn forget_heirs(&self, game: GameId) {
        self.heirs().retain(|(id, _), _| *id != game);
    }

    /// Disconnects the bot with this token from the tournament with this join code.
    pub(crate) fn send_away(&self, token: SecretHash, code: &str, reason: String) {
        self.dismiss_course_players(code, Some(token));
        let bots = self.bots();
        let Some(bot) = bots.get(&token).filter(|bot| bot.join_code.as_deref() == Some(code)) else { return };
        if let Some(link) = &*bot.link.borrow() {
            link.end(AdmissionError::Refused(reason).line());
        }
    }

    fn heirs(&self) -> MutexGuard<'_, HashMap<(GameId, Color), SecretHash>> {
        self.inner.heirs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is the bot with this token connected?
    pub(crate) fn is_here(&self, token: SecretHash) -> bool {
        self.is_course_player(token) || self.bots().get(&token).is_some_and(Bot::is_connected)
    }

    /// How many games of a kind the bot with this token can play at a time, besides its other
    /// games. A disconnected bot can play one: it is absent there, and nobody waits for it.
    pub(crate) fn capacity(&self, token: SecretHash, is_meant: impl Fn(GameId) -> bool) -> usize {
        let bots = self.bots();
        let Some(bot) = bots.get(&token).filter(|bot| bot.is_connected()) else { return 1 };
        bot.most.saturating_sub(bot.seats.keys().filter(|(game, _)| !is_meant(*game)).count())
    }

    /// Does one of these secrets belong to the operator?
    pub(crate) fn is_operator(&self, known: &[SecretHash]) -> bool {
        self.settings().operator.is_some_and(|operator| known.contains(&operator))
    }

    /// Changes when a bot connects or disconnects.
    pub(crate) fn comings(&self) -> watch::Receiver<()> {
        self.inner.comings.subscribe()
    }

    /// Ends the part of all bots in a tournament. From now on anyone may challenge them, by a
    /// unique name.
    pub(crate) fn release(&self, code: &str) {
        self.dismiss_course_players(code, None);
        let mut bots = self.bots();
        let is_theirs = |bot: &Bot| bot.join_code.as_deref() == Some(code);
        let free: Vec<SecretHash> = bots.iter().filter(|(_, bot)| is_theirs(bot)).map(|(token, _)| *token).collect();
        for token in free {
            let name = bots.get(&token).map(|bot| free_name(&bots, None, &bot.name, token));
            if let (Some(Ok(name)), Some(bot)) = (name, bots.get_mut(&token)) {
                bot.join_code = None;
                bot.rename(&name);
            }
        }
    }
}

impl Bots {
    /// Pairs bots that seek an opponent, in the order in which they connected.
    pub(super) async fn pair_up(&self) {
        while let Some((game, pair)) = self.next_pair() {
            let draft = Draft::of(self.game_of(&pair));
            if let Err(error) = self.inner.rooms.create_as(game, &draft, None).await {
                tracing::error!(%error, "a game of two bots could not be made");
                self.seek_again(game, &pair);
                return;
            }
        }
    }

    /// Takes the two bots that have waited longest off the list, and seats them.
    fn next_pair(&self) -> Option<(GameId, Sides<(SecretHash, String)>)> {
        let mut bots = self.bots();
        let came = |bot: &Bot| bot.link.borrow().as_ref().map(Link::number).filter(|_| bot.seeks());
        let mut seeking: Vec<_> = bots.iter().filter_map(|(token, bot)| Some((came(bot)?, *token))).collect();
        seeking.sort_unstable();
        let [(_, black), (_, white), ..] = seeking[..] else { return None };
        let game = GameId::random();
        let mut taken = |color, token: SecretHash| {
            let bot = bots.get_mut(&token).expect("it was found just now");
            bot.is_seeking = false;
            bot.place((game, color));
            (token, bot.name.clone())
        };
        Some((game, Sides { black: taken(Color::Black, black), white: taken(Color::White, white) }))
    }

    /// Lets both bots seek again after their game could not be created.
    fn seek_again(&self, game: GameId, pair: &Sides<(SecretHash, String)>) {
        let mut bots = self.bots();
        for color in Color::ALL {
            if let Some(bot) = bots.get_mut(&pair[color].0) {
                bot.is_seeking = bot.is_connected();
            }
        }
        vacate(&mut bots, game);
        let bots = self.clone();
        tokio::spawn(async move {
            sleep(RETRY_DELAY).await;
            bots.pair_up().await;
        });
    }

    fn game_of(&self, pair: &Sides<(SecretHash, String)>) -> Created {
        let settings = self.settings();
        Created {
            variant: Variant::STANDARD,
            line: Vec::new(),
            seats: Sides::of(|color| Seat::Bot(pair[color].1.clone())),
            secrets: Sides::default(),
            time: Some(settings.time),
            clock_waits: false,
            seed: getrandom::u64().expect("the system gives random bytes"),
            listed: true,
            previous: None,
            terms: BotGameTerms {
                bots: Sides::of(|color| Some(pair[color].0)),
                held: !settings.autostart,
                grace_ms: self.grace_ms(),
                ..BotGameTerms::default()
            },
        }
    }

    /// How long a bot may be disconnected in one game, in milliseconds.
    pub(crate) fn grace_ms(&self) -> u64 {
        u64::try_from(self.settings().grace.as_millis()).unwrap_or(u64::MAX)
    }
}

/// A registered bot.
struct Arrived {
    token: SecretHash,
    /// The token that the server made, if the bot had none.
    made: Option<Secret>,
    /// Its name here.
    name: String,
}

/// A free name for a bot. Without a join code, a taken name gets a number; with one it is refused,
/// because it stands in the list of entrants.
fn free_name(
    bots: &HashMap<SecretHash, Bot>,
    code: Option<&str>,
    wanted: &str,
    token: SecretHash,
) -> Result<String, AdmissionError> {
    // One pass: all built-in bots of one kind have the same name.
    let others = bots.iter().filter(|(other, bot)| **other != token && bot.is_connected());
    let taken: HashSet<&str> =
        others.filter(|(_, bot)| bot.join_code.as_deref() == code).map(|(_, bot)| bot.key.as_str()).collect();
    let is_taken = |name: &str| taken.contains(name_key(name).as_str());
    if !is_taken(wanted) {
        return Ok(wanted.to_owned());
    }
    if code.is_some() {
        return Err(AdmissionError::NameTaken(wanted.to_owned()));
    }
    let numbered = (2..).map(|number| format!("{wanted} {number}"));
    Ok(numbered.into_iter().find(|name| !is_taken(name)).expect("numbers do not end"))
}

fn forget_if_gone(bots: &mut HashMap<SecretHash, Bot>, token: SecretHash) {
    if bots.get(&token).is_some_and(|bot| !bot.is_connected() && bot.seats.is_empty()) {
        bots.remove(&token);
    }
}
