//! The task that owns a loaded game.
//!
//! For each request it decides, appends to the log, broadcasts, then acknowledges. So clients never
//! receive an event that could be lost, and the game needs no lock.
//!
//! A command counts from its [`Arrival`](super::Arrival), not from the time when its turn comes: no
//! flag falls while a command that arrived earlier is unfinished.

mod presence;
mod think;

use std::{future, mem, net::IpAddr, sync::Arc};

use outflank_rules::Color;
use tokio::{
    sync::{broadcast, mpsc, watch},
    time::{Instant, sleep_until},
};

use super::{
    BotCommand, Command, Decided, DecisionContext, Entered, LiveGame, Notice, Requester, RoomError, RoomRequest,
    RoomsInner,
    event::Event,
    wire::{self, Asker, Presence},
};
use crate::log::{
    GameStatus, LogOwner, OwnerError, RETRY_DELAY,
    id::GameId,
    secret::{Secret, SecretHash},
};
use presence::Occupants;
pub use presence::PresenceGuard;
use think::Thinking;

/// Poll interval in ms while unfinished commands delay a flag.
const IN_FLIGHT_POLL: u64 = 10;

/// Milliseconds for which arrivals and departures are collected into one presence message.
const PRESENCE_DELAY: u64 = 150;

/// How many notices a client may be behind before it has to enter again. This is more than a move
/// with a forced pass and the end of the game, and few enough that 1,000 stuck clients need little
/// memory.
const NOTICE_CAPACITY: usize = 32;

/// A client that missed more events than this receives a snapshot instead of the events.
const MAX_MISSED_EVENTS: u64 = 200;

/// Why the task of a game starts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    /// The game was created just now.
    Created {
        /// The address whose engine share its computers use, if known.
        by: Option<IpAddr>,
    },
    /// Its log was written earlier.
    Loaded,
}

/// The only writer of a game.
pub(crate) struct GameTask {
    rooms: Arc<RoomsInner>,
    game: LogOwner<LiveGame>,
    /// All events with their times.
    log: Vec<(u64, Event)>,
    people: Occupants,
    /// Broadcasts to clients. It never waits for one.
    clients: broadcast::Sender<Arc<Notice>>,
    /// The parts of the server that follow the game.
    followers: watch::Sender<Arc<LiveGame>>,
    thinking: Option<Thinking>,
    /// The address whose engine share the computers use, if known.
    by: Option<IpAddr>,
    /// When the next presence message is due.
    presence_due: Option<u64>,
    /// Was the log written before this task, perhaps by a server with another clock? Clocks are
    /// corrected before anything else happens.
    is_from_before: bool,
    /// Commands that arrived after a flag that an earlier command may still prevent.
    deferred: Vec<RoomRequest>,
    /// When the game may be unloaded.
    idle_at: u64,
    /// After a failure of the store, nothing happens without a request before this time.
    rest_until: u64,
}

impl GameTask {
    /// Starts the task, which loads the log first.
    pub(crate) fn start(rooms: Arc<RoomsInner>, id: GameId, origin: Origin, mut requests: mpsc::Receiver<RoomRequest>) {
        tokio::spawn(async move {
            match GameTask::load(&rooms, id).await {
                Ok((mut task, leaves)) => {
                    if let Origin::Created { by } = origin {
                        task.is_from_before = false;
                        task.play_for(by);
                    }
                    task.run(requests, leaves).await;
                }
                Err(error) => {
                    rooms.forget(id, &mut requests);
                    refuse_all(&mut requests, &error).await;
                }
            }
        });
    }

    async fn load(rooms: &Arc<RoomsInner>, id: GameId) -> Result<(GameTask, mpsc::UnboundedReceiver<u64>), RoomError> {
        let (game, log) = LogOwner::<LiveGame>::load(rooms.log.clone(), id).await?;
        let (people, leaves) = Occupants::new(rooms.time.now(), game.wait_for_person(&rooms.settings));
        let mut task = GameTask {
            rooms: Arc::clone(rooms),
            clients: broadcast::Sender::new(NOTICE_CAPACITY),
            followers: watch::Sender::new(Arc::clone(game.state())),
            game,
            log,
            people,
            thinking: None,
            by: None,
            presence_due: None,
            is_from_before: true,
            deferred: Vec::new(),
            idle_at: 0,
            rest_until: 0,
        };
        task.stay_loaded();
        task.note_attendance();
        Ok((task, leaves))
    }

    async fn run(mut self, mut requests: mpsc::Receiver<RoomRequest>, mut leaves: mpsc::UnboundedReceiver<u64>) {
        loop {
            for request in mem::take(&mut self.deferred) {
                self.handle(request).await;
            }
            self.tend().await;
            let wake_up = self.wake_up();
            tokio::select! {
                request = requests.recv() => match request {
                    Some(request) => self.handle(request).await,
                    None => break,
                },
                Some(visit) = leaves.recv() => self.leave(visit),
                choice = Thinking::ready(&mut self.thinking) => self.computer_chose(choice).await,
                () = wake_up => {}
            }
            if self.may_unload() && requests.is_empty() {
                break;
            }
        }
        self.rooms.attend(self.game.id(), None);
        self.rooms.forget(self.game.id(), &mut requests);
        // A request that came at the last moment finds the channel closed and loads the game again.
    }

    fn wake_up(&self) -> impl Future<Output = ()> + use<> {
        let pause = self.game.pause_ends(self.now()).unwrap_or(self.rest_until);
        let rest = self.game.computer_to_move().and(Some(pause)).filter(|_| self.thinking.is_none());
        let alone = self.deserted_at().map(|(_, until)| until);
        let times = [self.game.deadline(), alone, self.presence_due, Some(self.idle_at), rest];
        let held_up = self.rooms.first_arrival(self.game.id()).map_or(0, |_| self.now() + IN_FLIGHT_POLL);
        let next = times.into_iter().flatten().min().map(|at| at.max(self.rest_until).max(held_up));
        let next = next.and_then(|at| self.rooms.time.instant(at));
        async move {
            match next {
                Some(instant) => sleep_until(instant.max(Instant::now())).await,
                None => future::pending().await,
            }
        }
    }

    /// Appends the events that happened without a command until then, such as a fallen flag. First
    /// corrects clocks that ran while the server was down, and logs of a server whose clock was
    /// ahead.
    async fn judge(&mut self, at: u64) -> Result<(), RoomError> {
        if self.is_from_before {
            let now = self.now();
            let is_ahead = self.game.updated_at() > now && self.game.status() != GameStatus::Over;
            if is_ahead || self.game.deadline().is_some() {
                self.append(Event::Resumed, now).await?;
            }
            self.is_from_before = false;
        }
        if let Some(event) = self.game.due(at) {
            self.append(event, at).await?;
        }
        if let Some((color, _)) = self.deserted_at().filter(|(_, until)| *until <= at) {
            self.append(Event::Claimed { color: !color }, at).await?;
        }
        Ok(())
    }

    /// Does what is due without a request.
    async fn tend(&mut self) {
        let now = self.now();
        if now < self.rest_until {
            return;
        }
        // `judge` logs a failure, and the task retries after a delay.
        let _ = self.judge(self.judged_until(now)).await;
        if self.presence_due.is_some_and(|at| at <= now) {
            self.send_presence();
        }
        self.start_thinking();
    }

    /// The time up to which flags may fall: the arrival of the first unfinished command, or now.
    fn judged_until(&self, now: u64) -> u64 {
        self.rooms.first_arrival(self.game.id()).map_or(now, |first| first.min(now))
    }

    /// Could an unfinished earlier command still prevent the flag that this command would find
    /// fallen?
    fn has_to_wait(&self, request: &RoomRequest) -> bool {
        let (RoomRequest::Command { at, .. } | RoomRequest::Bot { at, .. }) = request else { return false };
        let falls = self.game.deadline().filter(|falls| falls <= at);
        falls.is_some_and(|falls| self.judged_until(*at) < falls)
    }

    fn now(&self) -> u64 {
        self.rooms.time.now()
    }

    fn deserted_at(&self) -> Option<(Color, u64)> {
        self.game.deserted_at(|color| self.people.absence(color))
    }

    fn stay_loaded(&mut self) {
        let idle = u64::try_from(self.rooms.settings.idle_after.as_millis()).unwrap_or(u64::MAX);
        self.idle_at = self.now().saturating_add(idle);
    }

    fn must_stay_loaded(&self) -> bool {
        self.game.deadline().is_some()
            || self.deserted_at().is_some()
            || self.game.computer_to_move().is_some()
            || self.followers.receiver_count() > 0
    }

    fn may_unload(&mut self) -> bool {
        if self.must_stay_loaded() || !self.people.is_empty() {
            self.stay_loaded();
        }
        self.idle_at <= self.now()
    }

    async fn handle(&mut self, request: RoomRequest) {
        if self.has_to_wait(&request) {
            return self.deferred.push(request);
        }
        match request {
            RoomRequest::Command { requester, id, command, at, answer } => {
                let done = self.command(&requester, id.as_deref(), command, at).await;
                let _ = answer.send(done);
            }
            RoomRequest::Sit { secret, holder, name, answer } => {
                let seated = match self.game.sit(secret, holder, name) {
                    Ok((color, decided)) => self.carry_out(decided, self.now(), None).await.map(|_| color),
                    Err(refusal) => Err(refusal.into()),
                };
                let _ = answer.send(seated);
            }
            RoomRequest::Invite { requester, answer } => {
                let invited = self.invite(&requester).await;
                let _ = answer.send(invited);
            }
            RoomRequest::Enter { requester, after, answer } => {
                let entered = self.enter(&requester, after);
                let _ = answer.send(Ok(entered));
            }
            RoomRequest::Snapshot { requester, answer } => {
                let _ = answer.send(Ok(self.snapshot(&requester)));
            }
            RoomRequest::Events { after, answer } => {
                let _ = answer.send(Ok((self.messages_after(after), self.game.version())));
            }
            RoomRequest::State { answer } => {
                let _ = answer.send(Ok(Arc::clone(self.game.state())));
            }
            RoomRequest::Watch { answer } => {
                let _ = answer.send(Ok(self.followers.subscribe()));
            }
            RoomRequest::Bot { token, color, command, at, answer } => {
                let done = self.bot(token, color, command, at).await;
                let _ = answer.send(done);
            }
            RoomRequest::Resume { answer } => {
                self.rooms.call_bots(&self.game);
                let _ = answer.send(Ok(self.must_stay_loaded()));
                // The game may be unloaded at once, unless its clock runs or a computer thinks.
                self.idle_at = self.now();
                return;
            }
        }
        self.stay_loaded();
    }

    /// Sets the address whose engine share the computers use. Ignores loopback: behind a proxy, all
    /// clients have it.
    fn play_for(&mut self, address: Option<IpAddr>) {
        self.by = address.filter(|address| !address.to_canonical().is_loopback()).or(self.by);
    }

    async fn command(
        &mut self,
        requester: &Requester,
        id: Option<&str>,
        command: Command,
        at: u64,
    ) -> Result<u64, RoomError> {
        self.judge(at).await?;
        let held = self.game.held_by(&requester.known);
        self.people.note_command(held, at);
        if held.colors().next().is_some() {
            self.play_for(requester.address);
        }
        let key = id.and_then(|id| command.key(held, id));
        if key.as_deref().is_some_and(|key| self.game.has_run(key)) {
            return Ok(self.game.version());
        }
        let around = DecisionContext { at, gone: self.people.gone(&self.game, at) };
        let decided = self.game.decide(held, command, around)?;
        self.carry_out(decided, at, key).await
    }

    async fn bot(&mut self, token: SecretHash, color: Color, command: BotCommand, at: u64) -> Result<u64, RoomError> {
        self.judge(at).await?;
        let decided = self.game.bot_decides(token, color, command, at)?;
        self.carry_out(decided, at, None).await
    }

    async fn invite(&mut self, requester: &Requester) -> Result<(Color, Secret), RoomError> {
        let at = self.now();
        self.judge(self.judged_until(at)).await?;
        let held = self.game.held_by(&requester.known);
        let around = DecisionContext { at, gone: self.people.gone(&self.game, at) };
        let secret = Secret::random();
        let (color, event) = self.game.invite_again(held, secret.hash(), around)?;
        self.append(event, at).await?;
        Ok((color, secret))
    }

    /// Carries out the decision on a command that arrived at this time and has this key.
    async fn carry_out(&mut self, decided: Decided, at: u64, key: Option<String>) -> Result<u64, RoomError> {
        match decided {
            Decided::Already => Ok(self.game.version()),
            Decided::Events(mut events) => {
                let now = self.now();
                // No clock counts the time since the arrival: the opponent could not see the move
                // before now.
                let at = match events.first_mut() {
                    Some(Event::Moved { late, .. }) => {
                        *late = now.saturating_sub(at);
                        now
                    }
                    _ => at,
                };
                self.append_by(key.as_deref(), events, at).await
            }
            Decided::NewGame => self.play_again(at, key).await,
        }
    }

    async fn play_again(&mut self, at: u64, key: Option<String>) -> Result<u64, RoomError> {
        let game = GameId::random();
        self.rooms.create_again(game, &self.game, self.game.rematch_game(drawn_seed()), self.by).await?;
        self.append_by(key.as_deref(), vec![Event::Rematched { game }], at).await
    }

    fn enter(&mut self, requester: &Requester, after: Option<u64>) -> Entered {
        let held = self.game.held_by(&requester.known);
        let notices = self.clients.subscribe();
        let visit = self.people.enter(&requester.known, &self.game);
        self.note_attendance();
        self.schedule_presence();
        let version = self.game.version();
        let first = match after {
            Some(after) if after <= version && version - after <= MAX_MISSED_EVENTS => self.missed(after),
            _ => vec![self.snapshot(requester)],
        };
        Entered { first, version, notices, held, visit }
    }

    fn missed(&self, after: u64) -> Vec<String> {
        let mut messages = self.messages_after(after);
        messages.push(self.presence_message());
        messages
    }

    fn leave(&mut self, visit: u64) {
        self.people.leave(visit, self.now());
        self.note_attendance();
        self.schedule_presence();
        self.stay_loaded();
    }

    fn snapshot(&self, requester: &Requester) -> String {
        let held = self.game.held_by(&requester.known);
        let asker = Asker { held, no_seat: self.game.why_no_seat(requester.said, &requester.known) };
        wire::snapshot(&self.game, asker, &self.people.presence(&self.game), self.now())
    }

    async fn append(&mut self, event: Event, at: u64) -> Result<u64, RoomError> {
        self.append_by(None, vec![event], at).await
    }

    /// Appends events that the command with this key caused, and broadcasts them. The log stores
    /// the key, so that the command does not run again.
    async fn append_by(&mut self, key: Option<&str>, events: Vec<Event>, at: u64) -> Result<u64, RoomError> {
        let presence = self.people.presence(&self.game);
        let notice = |event: &Event, after: &LiveGame| {
            Arc::new(Notice { version: after.version(), text: wire::event(event, after) })
        };
        let (events, notices) = match self.game.append(key, events, at, notice).await {
            Ok(appended) => appended,
            Err(error) => return Err(self.append_failed(error).await),
        };
        self.forget_thoughts(&events);
        if events.iter().any(|event| matches!(event, Event::Seated { .. } | Event::Reopened { .. })) {
            self.people.reseat(&self.game, self.now());
        }
        self.log.extend(events.into_iter().map(|event| (at, event)));
        for notice in notices {
            self.publish(notice);
        }
        self.followers.send_replace(Arc::clone(self.game.state()));
        self.note_attendance();
        self.schedule_presence_if_changed(&presence);
        Ok(self.game.version())
    }

    /// After a conflict the log is right, so this loads the game again.
    async fn append_failed(&mut self, error: OwnerError) -> RoomError {
        tracing::error!(game = %self.game.id(), %error, "cannot append an event");
        self.rest_until = self.now() + u64::try_from(RETRY_DELAY.as_millis()).unwrap_or(u64::MAX);
        if error.is_conflict()
            && let Some(log) = self.game.reload().await
        {
            self.log = log;
            self.people.reseat(&self.game, self.now());
            self.thinking = None;
            self.followers.send_replace(Arc::clone(self.game.state()));
        }
        error.into()
    }

    /// Returns the messages of all events after a version, as they were broadcast.
    fn messages_after(&self, after: u64) -> Vec<String> {
        let mut messages = Vec::new();
        let mut game: Option<LiveGame> = None;
        for (at, event) in &self.log {
            match (&mut game, event) {
                (None, Event::Created(created)) => game = LiveGame::new(self.game.id(), (**created).clone(), *at),
                (Some(game), event) => drop(game.apply(event, *at)),
                (None, _) => {}
            }
            if let Some(game) = game.as_ref().filter(|game| game.version() > after) {
                messages.push(wire::event(event, game));
            }
        }
        messages
    }

    /// Records whether lists show the game as being played: a player is connected, or a connected
    /// bot is to move.
    fn note_attendance(&self) {
        let is_shown = self.game.is_listed() && self.game.status() == GameStatus::Playing;
        let bot = self.game.bot_to_move().is_some_and(|(color, _)| !self.game.is_absent(color));
        let updated = (is_shown && (bot || self.people.has_players())).then(|| self.game.updated_at());
        self.rooms.attend(self.game.id(), updated);
    }

    /// Schedules a presence message if the presence has changed.
    fn schedule_presence_if_changed(&mut self, before: &Presence) {
        if !self.people.is_empty() && self.people.presence(&self.game) != *before {
            self.schedule_presence();
        }
    }

    fn schedule_presence(&mut self) {
        let soon = self.now() + PRESENCE_DELAY;
        self.presence_due.get_or_insert(soon);
    }

    fn send_presence(&mut self) {
        self.presence_due = None;
        self.publish(Arc::new(Notice { version: 0, text: self.presence_message() }));
    }

    fn publish(&self, notice: Arc<Notice>) {
        // Fails if no client is connected.
        let _ = self.clients.send(notice);
    }

    fn presence_message(&self) -> String {
        wire::presence(&self.game, &self.people.presence(&self.game), self.now())
    }
}

/// A random seed.
fn drawn_seed() -> u64 {
    getrandom::u64().expect("the system has random bytes")
}

/// Refuses all requests to a game that could not be loaded.
async fn refuse_all(requests: &mut mpsc::Receiver<RoomRequest>, error: &RoomError) {
    if !matches!(error, RoomError::Unknown) {
        tracing::error!(%error, "cannot load a game");
    }
    while let Some(request) = requests.recv().await {
        request.refuse(error);
    }
}

impl RoomRequest {
    fn refuse(self, error: &RoomError) {
        match self {
            RoomRequest::Command { answer, .. } | RoomRequest::Bot { answer, .. } => {
                drop(answer.send(Err(error.clone())));
            }
            RoomRequest::Sit { answer, .. } => drop(answer.send(Err(error.clone()))),
            RoomRequest::Invite { answer, .. } => drop(answer.send(Err(error.clone()))),
            RoomRequest::Enter { answer, .. } => drop(answer.send(Err(error.clone()))),
            RoomRequest::Snapshot { answer, .. } => drop(answer.send(Err(error.clone()))),
            RoomRequest::Events { answer, .. } => drop(answer.send(Err(error.clone()))),
            RoomRequest::State { answer } => drop(answer.send(Err(error.clone()))),
            RoomRequest::Watch { answer } => drop(answer.send(Err(error.clone()))),
            RoomRequest::Resume { answer } => drop(answer.send(Err(error.clone()))),
        }
    }
}
