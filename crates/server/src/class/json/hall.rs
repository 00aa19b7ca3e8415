//! The one task that owns the lobby, hears everybody, and lets games begin.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};

use outflank_play::Sides;
use outflank_rules::Color;
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};

use super::{
    JsonClass,
    contest::{self, Answered, Order, Terms, Update, Way},
    lobby::{Chair, Lobby, Refused, Status, TABLES, UserId},
    message::{Answer, FromClient, Kind, ToClient},
};
use crate::{
    class::{News, NewsSender, Numbers, tell},
    http::Services,
};

/// Something that somebody said.
pub(super) struct Said {
    pub(super) user: UserId,
    /// The way back.
    pub(super) outbox: Outbox,
    pub(super) what: What,
}

pub(super) enum What {
    Login {
        name: String,
        password: String,
        kind: Kind,
        address: IpAddr,
    },
    Wish(FromClient),
    /// An answer to a question, with its line.
    Answer(Answer, String),
    Gone,
}

/// The way back to a client.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    lines: mpsc::Sender<String>,
    cut: watch::Sender<()>,
    /// Has it logged in?
    is_inside: Arc<AtomicBool>,
    /// Answers of it that answered nothing.
    spent: Arc<AtomicU32>,
}

impl Outbox {
    /// With what changes when the client is to be cut off.
    pub(super) fn new(lines: mpsc::Sender<String>) -> (Outbox, watch::Receiver<()>) {
        let (cut, is_cut) = watch::channel(());
        (Outbox { lines, cut, is_inside: Arc::default(), spent: Arc::default() }, is_cut)
    }

    /// Says a line. A client that takes nothing loses its connection.
    pub(super) fn say(&self, message: &ToClient<'_>) {
        self.say_line(message.line());
    }

    fn say_line(&self, line: String) {
        if self.lines.try_send(line).is_err() {
            self.cut.send_replace(());
        }
    }

    pub(super) fn is_inside(&self) -> bool {
        self.is_inside.load(Relaxed)
    }

    /// How many answers answered nothing since this was asked last.
    pub(super) fn take_spent(&self) -> u32 {
        self.spent.swap(0, Relaxed)
    }
}

pub(super) struct Hall {
    class: JsonClass,
    services: Services,
    news: Option<NewsSender>,
    lobby: Lobby,
    outboxes: HashMap<UserId, Outbox>,
    tables: [Stand; TABLES],
    updates: (mpsc::UnboundedSender<Update>, mpsc::UnboundedReceiver<Update>),
    requests: Arc<Numbers>,
}

/// What the hall knows of a table beside who sits there.
#[derive(Default)]
struct Stand {
    /// When the game begins.
    begins: Option<Instant>,
    /// The way to the game.
    way: Option<Way>,
}

impl Hall {
    pub(super) fn new(class: JsonClass, services: Services, news: Option<NewsSender>) -> Hall {
        Hall {
            class,
            services,
            news,
            lobby: Lobby::default(),
            outboxes: HashMap::new(),
            tables: Default::default(),
            updates: mpsc::unbounded_channel(),
            requests: Arc::default(),
        }
    }

    pub(super) async fn run(mut self, mut said: mpsc::Receiver<Said>) {
        let mut stopping = self.services.stopping.clone();
        loop {
            let tick = self.next_tick();
            tokio::select! {
                () = stopping.begun() => return,
                Some(said) = said.recv() => self.hear(said),
                Some(update) = self.updates.1.recv() => self.update(update),
                () = sleep_until(tick.unwrap_or_else(Instant::now)), if tick.is_some() => self.tick().await,
            }
        }
    }

    fn hear(&mut self, Said { user, outbox, what }: Said) {
        match what {
            What::Login { name, password, kind, address } => {
                self.login(user, (&name, &password, kind), outbox, address);
            }
            What::Gone => {
                self.stand(user);
                self.lobby.leave(user);
                self.outboxes.remove(&user);
                self.tell_all();
            }
            _ if !self.lobby.is_inside(user) => outbox.say(&ToClient::Error { reason: "log in first".to_owned() }),
            What::Wish(wish) => {
                if let Err(reason) = self.wish(user, &wish) {
                    self.say(user, &ToClient::Error { reason: reason.to_string() });
                }
            }
            What::Answer(answer, line) => self.answer(user, answer, line),
        }
    }

    fn login(&mut self, user: UserId, said: (&str, &str, Kind), outbox: Outbox, address: IpAddr) {
        let (name, password, kind) = said;
        let entered = match self.services.allowances.secrets.take(address) {
            Err(wait) => Err(format!("that was tried too often: wait {} s", wait.seconds())),
            Ok(()) if self.lobby.is_inside(user) => Err("you are logged in already".to_owned()),
            Ok(()) if !self.class.password.is(password) => {
                tracing::warn!(%address, "somebody does not know the password of the class");
                Err("wrong password: ask whoever runs the class".to_owned())
            }
            Ok(()) => self.lobby.enter(user, name, kind).map_err(|refused| refused.to_string()),
        };
        if let Err(reason) = entered {
            return outbox.say(&ToClient::LoginError { reason });
        }
        tracing::info!(player = name, %address, "a player of a class has logged in");
        tell(self.news.as_ref(), News::Came { player: name.to_owned(), address });
        outbox.is_inside.store(true, Relaxed);
        outbox.say(&ToClient::LoginOk { name });
        self.outboxes.insert(user, outbox);
        self.tell_all();
    }

    fn wish(&mut self, user: UserId, wish: &FromClient) -> Result<(), Refused> {
        match *wish {
            FromClient::Sit { table, seat } => {
                let before = self.lobby.seat(user);
                self.lobby.sit(user, table, seat)?;
                self.observers_changed(before.map(|(table, _)| table));
                self.observers_changed(Some(table));
            }
            FromClient::Stand => {
                self.lobby.seat(user).ok_or(Refused::NotSeated)?;
                self.stand(user);
            }
            FromClient::Ready { ready } => {
                if let Some(table) = self.lobby.ready(user, ready)? {
                    self.begin_countdown(table);
                }
            }
            FromClient::Login { .. } | FromClient::Move(_) => {}
        }
        self.tell_all();
        Ok(())
    }

    fn stand(&mut self, user: UserId) {
        let before = self.lobby.seat(user);
        self.leave_game(user);
        self.lobby.stand(user);
        self.observers_changed(before.map(|(table, _)| table));
    }

    /// Who plays and goes loses the game.
    fn leave_game(&self, user: UserId) {
        let Some((table, chair)) = self.lobby.seat(user).filter(|_| self.lobby.is_playing(user)) else { return };
        if let (Some(way), Some(color)) = (&self.tables[table].way, chair.color()) {
            // A game that is over is not left.
            let _ = way.orders.send(Order::Left(color));
        }
    }

    fn answer(&mut self, user: UserId, answer: Answer, line: String) {
        let seat = self.lobby.seat(user).and_then(|(table, chair)| Some((table, chair.color()?)));
        let way = seat.and_then(|(table, color)| Some((self.tables[table].way.as_ref()?, color)));
        let Some((way, color)) = way else {
            self.count_spent(user);
            return self.say(user, &ToClient::Error { reason: "you do not play: sit down, and be ready".to_owned() });
        };
        // Who answers faster than a game can hear is not heard.
        if way.answers.try_send(Answered { color, answer, line }).is_err() {
            self.count_spent(user);
        }
    }

    fn count_spent(&self, user: UserId) {
        if let Some(outbox) = self.outboxes.get(&user) {
            outbox.spent.fetch_add(1, Relaxed);
        }
    }

    /// The game at a table, if there is one, hears who looks on.
    fn observers_changed(&self, table: Option<usize>) {
        let Some(table) = table else { return };
        if let Some(way) = &self.tables[table].way {
            let _ = way.orders.send(Order::Observer(self.name_at(table, Chair::Observer)));
        }
    }

    fn name_at(&self, table: usize, chair: Chair) -> Option<String> {
        self.lobby.sitter(table, chair).and_then(|user| self.lobby.name(user)).map(str::to_owned)
    }

    fn begin_countdown(&mut self, table: usize) {
        self.tables[table].begins = Some(Instant::now() + self.class.countdown);
        self.lobby.set_status(table, Status::Countdown(whole_seconds(self.class.countdown)));
    }

    /// When something is to be told or begun.
    fn next_tick(&self) -> Option<Instant> {
        let ticks = (0..TABLES).filter_map(|table| match self.lobby.status(table) {
            Status::Countdown(seconds) => {
                let begins = self.tables[table].begins?;
                // When one second less will be left.
                Some(begins.checked_sub(Duration::from_secs(seconds.saturating_sub(1))).unwrap_or(begins))
            }
            Status::Waiting | Status::Playing => None,
        });
        ticks.min()
    }

    async fn tick(&mut self) {
        let now = Instant::now();
        for table in 0..TABLES {
            let Status::Countdown(_) = self.lobby.status(table) else { continue };
            let left = self.tables[table].begins.map_or(Duration::ZERO, |begins| begins.saturating_duration_since(now));
            match whole_seconds(left) {
                0 => self.begin(table).await,
                seconds => self.lobby.set_status(table, Status::Countdown(seconds)),
            }
        }
        self.tell_all();
    }

    async fn begin(&mut self, table: usize) {
        let players =
            Sides { black: self.lobby.sitter(table, Chair::Black), white: self.lobby.sitter(table, Chair::White) };
        let Sides { black: Some(black), white: Some(white) } = players else { return self.lobby.finish(table) };
        let name = |user| self.lobby.name(user).unwrap_or_default().to_owned();
        let has_person = [black, white].into_iter().any(|user| self.lobby.kind(user) == Some(Kind::Human));
        let terms = Terms {
            table,
            names: Sides { black: name(black), white: name(white) },
            observer: self.name_at(table, Chair::Observer),
            limit: self.class.time.filter(|_| !has_person),
            forfeits: self.class.forfeits,
            requests: Arc::clone(&self.requests),
        };
        match contest::begin(terms, &self.services, self.news.clone(), self.updates.0.clone()).await {
            Ok(way) => {
                self.lobby.set_status(table, Status::Playing);
                self.tables[table].way = Some(way);
            }
            Err(error) => {
                tracing::error!(%error, "a game of a class could not be made");
                self.lobby.finish(table);
            }
        }
    }

    /// Something has happened in a game.
    fn update(&mut self, update: Update) {
        match update {
            Update::State { table, line, to_players } => {
                for user in self.lobby.sitters(table) {
                    if to_players || self.lobby.sitter(table, Chair::Observer) == Some(user) {
                        self.say_line(user, line.clone());
                    }
                }
            }
            Update::Spent { table, color, reason } => {
                let chair = if color == Color::White { Chair::White } else { Chair::Black };
                if let Some(user) = self.lobby.sitter(table, chair) {
                    self.count_spent(user);
                    self.say(user, &ToClient::Error { reason });
                }
            }
            Update::Over { table } => {
                self.tables[table].way = None;
                self.lobby.finish(table);
                self.tell_all();
            }
        }
    }

    fn say(&self, user: UserId, message: &ToClient<'_>) {
        self.say_line(user, message.line());
    }

    fn say_line(&self, user: UserId, line: String) {
        if let Some(outbox) = self.outboxes.get(&user) {
            outbox.say_line(line);
        }
    }

    /// Everybody sees the lobby as it is.
    fn tell_all(&self) {
        for user in self.lobby.users() {
            self.say(user, &ToClient::Lobby(self.lobby.view(user)));
        }
    }
}

/// Seconds, of which a part counts as a whole one.
fn whole_seconds(time: Duration) -> u64 {
    time.as_millis().div_ceil(1000).try_into().unwrap_or(u64::MAX)
}
