//! Bots that have connected: who they are, where they play, and what is said to them.
//!
//! A bot is known by its token alone, as a person is by the secret in the browser's cookie: nothing about bots is kept but what the logs of
//! their games say, so that after a restart of the server whoever comes back with the same token goes on with the same games. A bot's connection
//! ([`talk`]) carries lines, and knows no rules; each seat that it plays has a task of its own ([`seat`]), which follows the game and moves
//! through the same door as everybody.

mod hello;
mod lines;
mod link;
mod list;
mod port;
mod seat;
mod seek;
mod talk;
mod traffic;

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use outflank_play::TimeControl;
use outflank_rules::Color;
use tokio::sync::watch;

use hello::Introduction;
pub(crate) use hello::{Classes, NotAdmitted};
use link::Link;
pub(crate) use list::{BotView, OwnView};
pub(crate) use port::Port;
pub(crate) use talk::serve;
use traffic::Traffic;

use crate::{
    app::Stopping,
    id::GameId,
    rooms::Rooms,
    secret::{Secret, SecretHash},
    store::EventStore,
};

/// Finished games that a bot's owner finds in the list of its games.
const MOST_REMEMBERED: usize = 50;

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
    classes: OnceLock<Arc<dyn Classes>>,
}

/// A bot that is connected, or is waited for.
struct Bot {
    name: String,
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
    seats: HashMap<(GameId, Color), Arc<Mutex<Traffic>>>,
    /// Where it has played lately, the newest last.
    played: VecDeque<(GameId, Color)>,
    /// What was said outside of games.
    traffic: Arc<Mutex<Traffic>>,
}

impl Bot {
    fn new(name: &str, since: u64) -> Bot {
        Bot {
            name: name.to_owned(),
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

    fn is_free(&self) -> bool {
        self.is_connected() && self.seats.len() < self.most
    }

    fn seeks(&self) -> bool {
        self.is_seeking && self.seats.is_empty()
    }

    fn is_called(&self, class: Option<&str>, name: &str) -> bool {
        self.class.as_deref() == class && self.name.to_lowercase() == name.to_lowercase()
    }
}

impl Bots {
    /// Nobody is connected yet.
    pub(crate) fn new(rooms: Rooms, store: Arc<dyn EventStore>, settings: BotSettings, stopping: Stopping) -> Bots {
        let (bots, classes) = (Mutex::default(), OnceLock::new());
        Bots { hall: Arc::new(Hall { rooms, store, settings, stopping, bots, classes }) }
    }

    /// From now on codes are looked up there.
    #[expect(dead_code, reason = "nobody gives out codes yet")]
    pub(crate) fn admit_by(&self, classes: Arc<dyn Classes>) {
        // Set once, when the server is built.
        let _ = self.hall.classes.set(classes);
    }

    /// Looks after the seats of bots in every game that is made or taken up again, until the server stops.
    pub(crate) fn attend(&self) {
        let (bots, mut games) = (self.clone(), self.hall.rooms.games_of_bots());
        tokio::spawn(async move {
            let mut stopping = bots.hall.stopping.clone();
            loop {
                tokio::select! {
                    () = stopping.begun() => break,
                    game = games.recv() => match game {
                        Some(game) => bots.take_seats(game).await,
                        None => break,
                    },
                }
            }
        });
    }

    async fn take_seats(&self, game: GameId) {
        let room = self.hall.rooms.game(game);
        let Ok(table) = room.table().await else { return };
        for color in Color::ALL {
            if let (Some(token), Some(name)) = (table.bot(color), table.seat(color).bot()) {
                seat::attend(self.clone(), room.clone(), token, name, color);
            }
        }
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

    /// Takes in a bot that has said who it is. An older connection of the same bot is closed.
    async fn arrive(&self, said: &Introduction, link: Link) -> Result<Arrived, NotAdmitted> {
        let made = said.token.is_none().then(Secret::random);
        let token = match (&said.token, &made) {
            (Some(token), _) | (None, Some(token)) => token.hash(),
            (None, None) => unreachable!("a token is made where there is none"),
        };
        if let Some(code) = &said.join {
            let classes = self.hall.classes.get().ok_or_else(|| NotAdmitted::UnknownCode(code.clone()))?;
            classes.join(code.clone(), said.name.clone(), token).await?;
        }
        let name = self.enter(said, token, link)?;
        self.pair_up().await;
        Ok(Arrived { token, made, name })
    }

    fn enter(&self, said: &Introduction, token: SecretHash, link: Link) -> Result<String, NotAdmitted> {
        let mut bots = self.bots();
        let name = free_name(&bots, said, token)?;
        let bot = bots.entry(token).or_insert_with(|| Bot::new(&name, self.now()));
        bot.name.clone_from(&name);
        bot.class.clone_from(&said.join);
        bot.version.clone_from(&said.version);
        bot.author.clone_from(&said.author);
        (bot.most, bot.is_seeking, bot.since) = (said.games, said.seek, self.now());
        let older = bot.link.send_replace(Some(link));
        if let Some(older) = older {
            older.replace();
        }
        Ok(name)
    }

    /// A connection has ended. If the bot has another one since, that stays.
    fn depart(&self, token: SecretHash, number: u64) {
        let mut bots = self.bots();
        let Some(bot) = bots.get_mut(&token) else { return };
        let is_this = bot.link.borrow().as_ref().is_some_and(|link| link.number() == number);
        if is_this {
            bot.link.send_replace(None);
            bot.is_seeking = false;
        }
        forget_if_gone(&mut bots, token);
    }

    /// The connection of a bot that plays a seat, now and later.
    fn sit(
        &self,
        token: SecretHash,
        name: &str,
        at: (GameId, Color),
    ) -> (watch::Receiver<Option<Link>>, Arc<Mutex<Traffic>>) {
        let mut bots = self.bots();
        let bot = bots.entry(token).or_insert_with(|| Bot::new(name, self.now()));
        let traffic = Arc::clone(bot.seats.entry(at).or_default());
        (bot.link.subscribe(), traffic)
    }

    /// The game of a seat has ended.
    fn stand_up(&self, token: SecretHash, at: (GameId, Color)) {
        let mut bots = self.bots();
        let Some(bot) = bots.get_mut(&token) else { return };
        bot.seats.remove(&at);
        bot.played.push_back(at);
        if bot.played.len() > MOST_REMEMBERED {
            bot.played.pop_front();
        }
        forget_if_gone(&mut bots, token);
    }

    /// The token of a bot of this name that has time for a game; one that came without a code before others.
    pub(crate) fn free(&self, name: &str) -> Option<SecretHash> {
        let bots = self.bots();
        let mut found: Vec<_> =
            bots.iter().filter(|(_, bot)| bot.is_free() && bot.name.to_lowercase() == name.to_lowercase()).collect();
        found.sort_by_key(|(_, bot)| (bot.class.is_some(), bot.since));
        found.first().map(|(token, _)| **token)
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
fn free_name(bots: &HashMap<SecretHash, Bot>, said: &Introduction, token: SecretHash) -> Result<String, NotAdmitted> {
    let class = said.join.as_deref();
    let is_taken = |name: &str| {
        bots.iter().any(|(other, bot)| *other != token && bot.is_connected() && bot.is_called(class, name))
    };
    if !is_taken(&said.name) {
        return Ok(said.name.clone());
    }
    if class.is_some() {
        return Err(NotAdmitted::NameTaken(said.name.clone()));
    }
    let numbered = (2..).map(|number| format!("{} {number}", said.name));
    Ok(numbered.into_iter().find(|name| !is_taken(name)).expect("numbers do not end"))
}

fn forget_if_gone(bots: &mut HashMap<SecretHash, Bot>, token: SecretHash) {
    if bots.get(&token).is_some_and(|bot| !bot.is_connected() && bot.seats.is_empty()) {
        bots.remove(&token);
    }
}
