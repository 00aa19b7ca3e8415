//! Bots that have connected: who they are, where they play, and what is said to them.
//!
//! A bot is known by its token alone, as a person is by the secret in the browser's cookie: nothing about bots is kept but what the logs of
//! their games say, so that after a restart of the server whoever comes back with the same token goes on with the same games. A bot's connection
//! ([`talk`]) carries lines, and knows no rules; each seat that it plays has a task of its own ([`seat`]), which follows the game and moves
//! through the same door as everybody.

mod chatter;
mod guest;
mod hello;
mod lines;
mod link;
mod list;
mod port;
mod reserve;
mod seat;
mod seek;
mod talk;
#[cfg(test)]
mod tests;
mod thought;
mod traffic;

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use outflank_play::TimeControl;
use outflank_rules::Color;
use tokio::{
    sync::{mpsc, watch},
    time::sleep,
};

pub(crate) use guest::Guest;
use guest::GuestBook;
use hello::Introduction;
pub(crate) use hello::{Classes, NotAdmitted, Pupil};
pub(crate) use lines::Heard;
use link::Link;
pub(crate) use list::{BotView, OwnView};
pub(crate) use port::Port;
use reserve::Counter;
pub(crate) use reserve::Reserved;
pub(crate) use talk::serve;
use traffic::Traffic;

use crate::{
    app::Stopping,
    id::GameId,
    room::RoomError,
    rooms::Rooms,
    secret::{Secret, SecretHash},
    store::{EventStore, REST},
    wire::name_key,
};

/// Finished games that a bot's owner finds in the list of its games.
const MOST_REMEMBERED: usize = 50;

/// Those who come by different codes rarely wait for each other.
const DOORS: usize = 16;

/// What an operator may choose about bots.
#[derive(Clone, Copy, Debug)]
pub struct BotSettings {
    /// How long in all a bot may be away while its opponent waits for it in one game.
    pub grace: Duration,
    /// Do games of two bots that looked for an opponent begin at once, or when somebody who watches lets them?
    pub autostart: bool,
    /// The time of such games.
    pub time: TimeControl,
    /// How long a bot is waited for in a game without a clock.
    pub patience: Duration,
}

impl Default for BotSettings {
    fn default() -> BotSettings {
        BotSettings {
            grace: Duration::from_secs(30),
            autostart: false,
            time: TimeControl::PerMove(Duration::from_secs(5)),
            patience: Duration::from_secs(300),
        }
    }
}

/// All bots of a server. A clone is the same.
#[derive(Clone)]
pub(crate) struct Bots {
    hall: Arc<Hall>,
}

struct Hall {
    rooms: Rooms,
    store: Arc<dyn EventStore>,
    settings: BotSettings,
    stopping: Stopping,
    bots: Mutex<HashMap<SecretHash, Bot>>,
    /// Seats that were handed over: the game obeys one token, and another bot moves.
    heirs: Mutex<HashMap<(GameId, Color), SecretHash>>,
    /// Changes when a bot comes or goes.
    comings: watch::Sender<()>,
    /// Those who came by another door.
    guests: Mutex<HashMap<SecretHash, GuestBook>>,
    classes: OnceLock<Arc<dyn Classes>>,
    /// One is held by whoever comes by a code, until it is in: of two that have the same name the second is told so. Whoever comes by the same code
    /// comes to the same door, and few others wait for him.
    doors: [tokio::sync::Mutex<()>; DOORS],
}

/// A bot that is connected, or is waited for.
struct Bot {
    name: String,
    /// What tells its name from others.
    key: String,
    /// The code by which it came, if it came by one.
    class: Option<String>,
    version: String,
    author: String,
    /// Games that it plays at a time.
    most: usize,
    is_seeking: bool,
    /// Since when, in milliseconds since 1970.
    since: u64,
    link: watch::Sender<Option<Link>>,
    /// Where it plays.
    seats: HashMap<(GameId, Color), Place>,
    /// Where it has played lately, the newest last.
    played: VecDeque<(GameId, Color)>,
    /// What was said outside of games.
    traffic: Arc<Mutex<Traffic>>,
}

/// A seat of a bot, as the bot knows it.
struct Place {
    link: watch::Sender<Option<Link>>,
    traffic: Arc<Mutex<Traffic>>,
}

impl Bot {
    fn new(name: &str, since: u64) -> Bot {
        Bot {
            name: name.to_owned(),
            key: name_key(name),
            class: None,
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

    /// Who came for a tournament keeps its time for that.
    fn is_free(&self) -> bool {
        self.is_connected() && self.class.is_none() && self.seats.len() < self.most
    }

    /// Is it, when this game is over, which it plays or has played?
    fn is_free_after(&self, game: GameId) -> bool {
        let others = self.seats.keys().filter(|(id, _)| *id != game).count();
        self.is_connected() && self.class.is_none() && others < self.most
    }

    /// Its place at a seat, which it takes if it has not yet.
    fn place(&mut self, at: (GameId, Color)) -> &Place {
        let link = || watch::Sender::new(self.link.borrow().clone());
        self.seats.entry(at).or_insert_with(|| Place { link: link(), traffic: Arc::default() })
    }

    /// From now on it is spoken to over this connection, if there is one. Returns the one before.
    fn connect(&self, link: Option<Link>) -> Option<Link> {
        for place in self.seats.values() {
            place.link.send_replace(link.clone());
        }
        self.link.send_replace(link)
    }

    fn seeks(&self) -> bool {
        self.is_seeking && self.class.is_none() && self.seats.is_empty()
    }

    fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.name);
        self.key = name_key(name);
    }
}

impl Bots {
    /// Nobody is connected yet.
    pub(crate) fn new(rooms: Rooms, store: Arc<dyn EventStore>, settings: BotSettings, stopping: Stopping) -> Bots {
        let hall = Hall {
            rooms,
            store,
            settings,
            stopping,
            bots: Mutex::default(),
            heirs: Mutex::default(),
            guests: Mutex::default(),
            comings: watch::Sender::default(),
            classes: OnceLock::new(),
            doors: Default::default(),
        };
        let bots = Bots { hall: Arc::new(hall) };
        bots.hall.rooms.ask_at(Arc::new(Counter::of(&bots)));
        bots
    }

    /// From now on codes are looked up there.
    pub(crate) fn admit_by(&self, classes: Arc<dyn Classes>) {
        // Set once, when the server is built.
        let _ = self.hall.classes.set(classes);
    }

    /// Looks after the seats of bots in every game of these, until the server stops. When it returns, those seats are taken that are known already: nobody who
    /// plays is free.
    pub(crate) async fn attend(&self, mut games: mpsc::UnboundedReceiver<GameId>) {
        // Those whose log could not be read just now.
        let mut again = Vec::new();
        while let Ok(game) = games.try_recv() {
            self.take_seats_or(game, &mut again).await;
        }
        let bots = self.clone();
        tokio::spawn(async move {
            let mut stopping = bots.hall.stopping.clone();
            loop {
                let next = tokio::select! {
                    () = stopping.begun() => break,
                    game = games.recv() => match game {
                        Some(game) => vec![game],
                        None => break,
                    },
                    () = sleep(REST), if !again.is_empty() => std::mem::take(&mut again),
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

    /// An error if that has to be tried again.
    async fn take_seats(&self, game: GameId) -> Result<(), RoomError> {
        let room = self.hall.rooms.game(game);
        let table = match room.table().await {
            Ok(table) => table,
            Err(error @ (RoomError::Store(_) | RoomError::Broken)) => return Err(error),
            // There is no game to play.
            Err(_) => return Ok(()),
        };
        for color in Color::ALL {
            let token = table.bot(color).filter(|&token| !self.is_guest(token));
            if let (Some(token), Some(name)) = (token, table.seat(color).bot()) {
                seat::attend(self.clone(), room.clone(), token, name, color);
            }
        }
        Ok(())
    }

    pub(crate) fn settings(&self) -> &BotSettings {
        &self.hall.settings
    }

    fn now(&self) -> u64 {
        self.hall.rooms.now()
    }

    /// Nothing that is done under the lock can leave the list half changed.
    fn bots(&self) -> MutexGuard<'_, HashMap<SecretHash, Bot>> {
        self.hall.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn guests(&self) -> MutexGuard<'_, HashMap<SecretHash, GuestBook>> {
        self.hall.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in a bot that has said who it is. An older connection of the same bot is closed.
    async fn arrive(&self, said: &Introduction, link: Link) -> Result<Arrived, NotAdmitted> {
        let made = said.token.is_none().then(Secret::random);
        let token = match (&said.token, &made) {
            (Some(token), _) | (None, Some(token)) => token.hash(),
            (None, None) => unreachable!("a token is made where there is none"),
        };
        let name = match &said.join {
            Some(code) => self.enter_by(code, said, token, link).await?,
            None => self.enter(said, None, token, link)?,
        };
        self.pair_up().await;
        Ok(Arrived { token, made, name })
    }

    async fn enter_by(
        &self,
        code: &str,
        said: &Introduction,
        token: SecretHash,
        link: Link,
    ) -> Result<String, NotAdmitted> {
        let classes = self.hall.classes.get().ok_or_else(|| NotAdmitted::UnknownCode(code.to_owned()))?;
        let _door = self.door(code).lock().await;
        let pupil = classes.join(code.to_owned(), said.name.clone(), token).await?;
        self.enter(said, Some(pupil), token, link)
    }

    /// However a code is written, it has one door.
    fn door(&self, code: &str) -> &tokio::sync::Mutex<()> {
        let sum: usize = code.chars().filter(|c| c.is_alphanumeric()).map(|c| c as usize).sum();
        &self.hall.doors[sum % DOORS]
    }

    fn enter(
        &self,
        said: &Introduction,
        pupil: Option<Pupil>,
        token: SecretHash,
        link: Link,
    ) -> Result<String, NotAdmitted> {
        let mut bots = self.bots();
        let (class, name) = match pupil {
            Some(Pupil { class, name }) => (Some(class), name),
            None => (None, said.name.clone()),
        };
        let name = free_name(&bots, class.as_deref(), &name, token)?;
        let bot = bots.entry(token).or_insert_with(|| Bot::new(&name, self.now()));
        bot.rename(&name);
        bot.class = class;
        bot.version.clone_from(&said.version);
        bot.author.clone_from(&said.author);
        (bot.most, bot.is_seeking, bot.since) = (said.games, said.seek, self.now());
        if let Some(older) = bot.connect(Some(link)) {
            older.end(talk::replaced());
        }
        self.hall.comings.send_replace(());
        Ok(name)
    }

    /// A connection has ended. If the bot has another one since, that stays.
    fn depart(&self, token: SecretHash, number: u64) {
        let mut bots = self.bots();
        let Some(bot) = bots.get_mut(&token) else { return };
        let is_this = bot.link.borrow().as_ref().is_some_and(|link| link.number() == number);
        if is_this {
            bot.connect(None);
            bot.is_seeking = false;
        }
        forget_if_gone(&mut bots, token);
        self.hall.comings.send_replace(());
    }

    /// The connection of the bot that plays a seat which obeys this token, now and later.
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

    /// From now on the bot of this token moves at a seat, whoever did so far: somebody came back under the same name with another token.
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

    /// The game of a seat has ended.
    fn stand_up(&self, at: (GameId, Color)) {
        let mut bots = self.bots();
        self.heirs().remove(&at);
        let Some((token, bot)) = bots.iter_mut().find(|(_, bot)| bot.seats.contains_key(&at)) else { return };
        let token = *token;
        bot.seats.remove(&at);
        bot.played.push_back(at);
        if bot.played.len() > MOST_REMEMBERED {
            bot.played.pop_front();
        }
        forget_if_gone(&mut bots, token);
        // Who waits for it may have it now.
        self.hall.comings.send_replace(());
    }

    /// A game is over, whoever played it.
    pub(crate) fn forget_heirs(&self, game: GameId) {
        self.heirs().retain(|(id, _), _| *id != game);
    }

    /// Sends away the bot of this token that came by a code, for a reason.
    pub(crate) fn send_away(&self, token: SecretHash, class: &str, reason: String) {
        let bots = self.bots();
        let Some(bot) = bots.get(&token).filter(|bot| bot.class.as_deref() == Some(class)) else { return };
        if let Some(link) = &*bot.link.borrow() {
            link.end(NotAdmitted::Refused(reason).line());
        }
    }

    fn heirs(&self) -> MutexGuard<'_, HashMap<(GameId, Color), SecretHash>> {
        self.hall.heirs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is the bot of this token connected?
    pub(crate) fn is_here(&self, token: SecretHash) -> bool {
        self.bots().get(&token).is_some_and(Bot::is_connected)
    }

    /// How many games of those that are meant the bot of this token plays at a time: what others leave of its time. One that is away has time for one:
    /// it is missed in its games, and not waited for.
    pub(crate) fn capacity(&self, token: SecretHash, is_meant: impl Fn(GameId) -> bool) -> usize {
        let bots = self.bots();
        let Some(bot) = bots.get(&token).filter(|bot| bot.is_connected()) else { return 1 };
        bot.most.saturating_sub(bot.seats.keys().filter(|(game, _)| !is_meant(*game)).count())
    }

    /// Tells whenever a bot has come or gone.
    pub(crate) fn comings(&self) -> watch::Receiver<()> {
        self.hall.comings.subscribe()
    }

    /// What these bots came for is over: whoever likes may challenge them, by a name that nobody else has.
    pub(crate) fn release(&self, class: &str) {
        let mut bots = self.bots();
        let is_theirs = |bot: &Bot| bot.class.as_deref() == Some(class);
        let free: Vec<SecretHash> = bots.iter().filter(|(_, bot)| is_theirs(bot)).map(|(token, _)| *token).collect();
        for token in free {
            let name = bots.get(&token).map(|bot| free_name(&bots, None, &bot.name, token));
            if let (Some(Ok(name)), Some(bot)) = (name, bots.get_mut(&token)) {
                bot.class = None;
                bot.rename(&name);
            }
        }
    }
}

/// A bot that has come in.
struct Arrived {
    token: SecretHash,
    /// The token that was made for it, if it had none.
    made: Option<Secret>,
    /// What it is called here.
    name: String,
}

/// What a bot is called that says so. Where nobody has given out a code, a name that another bot has is given a number; in a class it stands in
/// a list, and is nobody else's.
fn free_name(
    bots: &HashMap<SecretHash, Bot>,
    class: Option<&str>,
    wanted: &str,
    token: SecretHash,
) -> Result<String, NotAdmitted> {
    // Gone through once: all built-in bots of one kind come with the same name.
    let others = bots.iter().filter(|(other, bot)| **other != token && bot.is_connected());
    let taken: HashSet<&str> =
        others.filter(|(_, bot)| bot.class.as_deref() == class).map(|(_, bot)| bot.key.as_str()).collect();
    let is_taken = |name: &str| taken.contains(name_key(name).as_str());
    if !is_taken(wanted) {
        return Ok(wanted.to_owned());
    }
    if class.is_some() {
        return Err(NotAdmitted::NameTaken(wanted.to_owned()));
    }
    let numbered = (2..).map(|number| format!("{wanted} {number}"));
    Ok(numbered.into_iter().find(|name| !is_taken(name)).expect("numbers do not end"))
}

fn forget_if_gone(bots: &mut HashMap<SecretHash, Bot>, token: SecretHash) {
    if bots.get(&token).is_some_and(|bot| !bot.is_connected() && bot.seats.is_empty()) {
        bots.remove(&token);
    }
}
