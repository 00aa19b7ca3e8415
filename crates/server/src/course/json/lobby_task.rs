//! The task that owns the lobby, handles all requests, and starts games.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};

use outflank_arena::Sides;
use outflank_rules::Color;
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};

use super::{
    JsonCourse,
    game::{self, Answered, GameHandle, GameOrder, LobbyGameTerms, Update},
    lobby::{Lobby, LobbyError, LobbySeat, Status, TABLES, UserId},
    message::{CourseAnswer, FromClient, Kind, ToClient},
};
use crate::{
    course::{CourseEvent, CourseEventSender, Numbers, report},
    web::Services,
};

/// A request from a client.
pub(super) struct LobbyRequest {
    pub(super) user: UserId,
    /// The channel to the client.
    pub(super) outbox: Outbox,
    pub(super) what: LobbyMessage,
}

pub(super) enum LobbyMessage {
    Login {
        name: String,
        password: String,
        kind: Kind,
        address: IpAddr,
    },
    Request(FromClient),
    /// An answer to a request for a move, with its line.
    Answer(CourseAnswer, String),
    Gone,
}

/// The channel to a client.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    lines: mpsc::Sender<String>,
    cut: watch::Sender<()>,
    /// Has the client logged in?
    is_inside: Arc<AtomicBool>,
    /// Answers without an open request.
    spent: Arc<AtomicU32>,
}

impl Outbox {
    /// The receiver changes when the client must be disconnected.
    pub(super) fn new(lines: mpsc::Sender<String>) -> (Outbox, watch::Receiver<()>) {
        let (cut, is_cut) = watch::channel(());
        (Outbox { lines, cut, is_inside: Arc::default(), spent: Arc::default() }, is_cut)
    }

    /// Queues a message. Disconnects a client that does not read.
    pub(super) fn send(&self, message: &ToClient<'_>) {
        self.send_line(message.line());
    }

    fn send_line(&self, line: String) {
        if self.lines.try_send(line).is_err() {
            self.cut.send_replace(());
        }
    }

    pub(super) fn is_inside(&self) -> bool {
        self.is_inside.load(Relaxed)
    }

    /// Answers without an open request since the last call.
    pub(super) fn take_spent(&self) -> u32 {
        self.spent.swap(0, Relaxed)
    }
}

pub(super) struct LobbyTask {
    settings: JsonCourse,
    services: Services,
    events: Option<CourseEventSender>,
    lobby: Lobby,
    outboxes: HashMap<UserId, Outbox>,
    tables: [TableState; TABLES],
    updates: (mpsc::UnboundedSender<Update>, mpsc::UnboundedReceiver<Update>),
    requests: Arc<Numbers>,
}

/// The state of a table besides its seats.
#[derive(Default)]
struct TableState {
    /// When the game starts.
    begins: Option<Instant>,
    /// The running game.
    way: Option<GameHandle>,
}

impl LobbyTask {
    pub(super) fn new(settings: JsonCourse, services: Services, events: Option<CourseEventSender>) -> LobbyTask {
        LobbyTask {
            settings,
            services,
            events,
            lobby: Lobby::default(),
            outboxes: HashMap::new(),
            tables: Default::default(),
            updates: mpsc::unbounded_channel(),
            requests: Arc::default(),
        }
    }

    pub(super) async fn run(mut self, mut said: mpsc::Receiver<LobbyRequest>) {
        let mut stopping = self.services.stopping.clone();
        loop {
            let tick = self.next_tick();
            tokio::select! {
                () = stopping.begun() => return,
                Some(said) = said.recv() => self.handle(said),
                Some(update) = self.updates.1.recv() => self.update(update),
                () = sleep_until(tick.unwrap_or_else(Instant::now)), if tick.is_some() => self.tick().await,
            }
        }
    }

    fn handle(&mut self, LobbyRequest { user, outbox, what }: LobbyRequest) {
        match what {
            LobbyMessage::Login { name, password, kind, address } => {
                self.login(user, (&name, &password, kind), outbox, address);
            }
            LobbyMessage::Gone => {
                self.stand(user);
                self.lobby.leave(user);
                self.outboxes.remove(&user);
                self.tell_all();
            }
            _ if !self.lobby.is_inside(user) => outbox.send(&ToClient::Error { reason: "log in first".to_owned() }),
            LobbyMessage::Request(request) => {
                if let Err(reason) = self.obey(user, &request) {
                    self.send(user, &ToClient::Error { reason: reason.to_string() });
                }
            }
            LobbyMessage::Answer(answer, line) => self.answer(user, answer, line),
        }
    }

    fn login(&mut self, user: UserId, said: (&str, &str, Kind), outbox: Outbox, address: IpAddr) {
        let (name, password, kind) = said;
        let entered = match self.services.limiters.secrets.take(address) {
            Err(wait) => Err(format!("too many attempts: wait {} s", wait.seconds())),
            Ok(()) if self.lobby.is_inside(user) => Err("you are logged in already".to_owned()),
            Ok(()) if !self.settings.password.is(password) => {
                tracing::warn!(%address, "wrong course password");
                Err("wrong password: ask your teacher".to_owned())
            }
            Ok(()) => self.lobby.enter(user, name, kind).map_err(|refused| refused.to_string()),
        };
        if let Err(reason) = entered {
            return outbox.send(&ToClient::LoginError { reason });
        }
        // Only wrong passwords count: a whole class may share one address.
        self.services.limiters.secrets.give_back(address);
        tracing::info!(player = name, %address, "a course player has logged in");
        report(self.events.as_ref(), CourseEvent::Came { player: name.to_owned(), address });
        outbox.is_inside.store(true, Relaxed);
        outbox.send(&ToClient::LoginOk { name });
        self.outboxes.insert(user, outbox);
        self.tell_all();
    }

    fn obey(&mut self, user: UserId, request: &FromClient) -> Result<(), LobbyError> {
        match *request {
            FromClient::Sit { table, seat } => {
                let before = self.lobby.seat(user);
                self.lobby.sit(user, table, seat)?;
                self.observers_changed(before.map(|(table, _)| table));
                self.observers_changed(Some(table));
            }
            FromClient::Stand => {
                self.lobby.seat(user).ok_or(LobbyError::NotSeated)?;
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

    /// A player that leaves loses the game.
    fn leave_game(&self, user: UserId) {
        let Some((table, seat)) = self.lobby.seat(user).filter(|_| self.lobby.is_playing(user)) else { return };
        if let (Some(way), Some(color)) = (&self.tables[table].way, seat.color()) {
            // Leaving a finished game has no effect.
            let _ = way.orders.send(GameOrder::Left(color));
        }
    }

    fn answer(&mut self, user: UserId, answer: CourseAnswer, line: String) {
        let seat = self.lobby.seat(user).and_then(|(table, seat)| Some((table, seat.color()?)));
        let way = seat.and_then(|(table, color)| Some((self.tables[table].way.as_ref()?, color)));
        let Some((way, color)) = way else {
            self.count_spent(user);
            return self.send(user, &ToClient::Error { reason: "you do not play: sit down, and be ready".to_owned() });
        };
        // Answers that overflow the queue are dropped.
        if way.answers.try_send(Answered { color, answer, line }).is_err() {
            self.count_spent(user);
        }
    }

    fn count_spent(&self, user: UserId) {
        if let Some(outbox) = self.outboxes.get(&user) {
            outbox.spent.fetch_add(1, Relaxed);
        }
    }

    /// Sends the game at a table its new observer.
    fn observers_changed(&self, table: Option<usize>) {
        let Some(table) = table else { return };
        if let Some(way) = &self.tables[table].way {
            let _ = way.orders.send(GameOrder::Observer(self.name_at(table, LobbySeat::Observer)));
        }
    }

    fn name_at(&self, table: usize, seat: LobbySeat) -> Option<String> {
        self.lobby.sitter(table, seat).and_then(|user| self.lobby.name(user)).map(str::to_owned)
    }

    fn begin_countdown(&mut self, table: usize) {
        self.tables[table].begins = Some(Instant::now() + self.settings.countdown);
        self.lobby.set_status(table, Status::Countdown(whole_seconds(self.settings.countdown)));
    }

    /// When the next countdown step or game start is due.
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
                0 => self.start_game(table).await,
                seconds => self.lobby.set_status(table, Status::Countdown(seconds)),
            }
        }
        self.tell_all();
    }

    async fn start_game(&mut self, table: usize) {
        let players = Sides {
            black: self.lobby.sitter(table, LobbySeat::Black),
            white: self.lobby.sitter(table, LobbySeat::White),
        };
        let Sides { black: Some(black), white: Some(white) } = players else { return self.lobby.finish(table) };
        let name = |user| self.lobby.name(user).unwrap_or_default().to_owned();
        let has_person = [black, white].into_iter().any(|user| self.lobby.kind(user) == Some(Kind::Human));
        let terms = LobbyGameTerms {
            table,
            names: Sides { black: name(black), white: name(white) },
            observer: self.name_at(table, LobbySeat::Observer),
            limit: self.settings.time.filter(|_| !has_person),
            forfeits: self.settings.forfeits,
            requests: Arc::clone(&self.requests),
        };
        match game::start(terms, &self.services, self.events.clone(), self.updates.0.clone()).await {
            Ok(way) => {
                self.lobby.set_status(table, Status::Playing);
                self.tables[table].way = Some(way);
            }
            Err(error) => {
                tracing::error!(%error, "a game of a course could not be created");
                self.lobby.finish(table);
            }
        }
    }

    /// Handles a message from a game.
    fn update(&mut self, update: Update) {
        match update {
            Update::State { table, line, to_players } => {
                for user in self.lobby.sitters(table) {
                    if to_players || self.lobby.sitter(table, LobbySeat::Observer) == Some(user) {
                        self.send_line(user, line.clone());
                    }
                }
            }
            Update::Spent { table, color, reason } => {
                let seat = if color == Color::White { LobbySeat::White } else { LobbySeat::Black };
                if let Some(user) = self.lobby.sitter(table, seat) {
                    self.count_spent(user);
                    self.send(user, &ToClient::Error { reason });
                }
            }
            Update::Over { table } => {
                self.tables[table].way = None;
                self.lobby.finish(table);
                self.tell_all();
            }
        }
    }

    fn send(&self, user: UserId, message: &ToClient<'_>) {
        self.send_line(user, message.line());
    }

    fn send_line(&self, user: UserId, line: String) {
        if let Some(outbox) = self.outboxes.get(&user) {
            outbox.send_line(line);
        }
    }

    /// Sends everyone the lobby.
    fn tell_all(&self) {
        for user in self.lobby.users() {
            self.send(user, &ToClient::Lobby(self.lobby.view(user)));
        }
    }
}

/// Whole seconds, rounded up.
fn whole_seconds(time: Duration) -> u64 {
    time.as_millis().div_ceil(1000).try_into().unwrap_or(u64::MAX)
}
