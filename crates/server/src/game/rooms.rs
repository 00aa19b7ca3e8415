//! The loaded games, and a handle on each.
//!
//! A game is loaded while a client is connected, its clock runs or a computer thinks; otherwise it
//! is only its log. A [`Room`] loads it on demand. One task owns each loaded game, so two requests
//! at the same time load it once.

#[cfg(test)]
mod tests;

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, btree_map::Entry},
    fmt,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use outflank_arena::roster::Roster;
use outflank_rules::Color;
use tokio::{
    sync::{broadcast, mpsc, oneshot, watch},
    time::sleep,
};

use super::{
    BotCommand, Command, HeldSeats, LiveGame, PresenceGuard, PresentedSecret, Refusal,
    event::{Created, Event},
    task::{GameTask, Origin},
    wire::Draft,
};
use crate::{
    bots::{BotSeatAllocator, programs::Programs},
    engine::pool::Pool,
    log::{
        Cursor, EventLog, GameStatus, LogError, LogKind, LogOwner, OwnerError, RETRY_DELAY, StoreError,
        id::GameId,
        secret::{Secret, SecretHash},
        time::Timekeeper,
    },
    web::app::Stopping,
};

/// Requests that may wait for the task of one game. Further senders wait.
const QUEUE_CAPACITY: usize = 64;

/// The most attempts to send a request to a game that is being unloaded.
const MAX_TRIES: usize = 5;

/// Settings of all games.
#[derive(Clone, Copy, Debug)]
pub struct RoomSettings {
    /// How long a player to move must have been away before the opponent may claim a game with
    /// clocks.
    pub claim_after: Duration,
    /// The same for a game without clocks.
    pub claim_after_unclocked: Duration,
    /// How long an unwatched game stays loaded.
    pub idle_after: Duration,
    /// How long after its last event a game without connected players counts as being played in
    /// lists.
    pub lively_for: Duration,
}

impl Default for RoomSettings {
    fn default() -> RoomSettings {
        RoomSettings {
            claim_after: Duration::from_secs(60),
            claim_after_unclocked: Duration::from_secs(5 * 60),
            idle_after: Duration::from_secs(60),
            lively_for: Duration::from_secs(2 * 60),
        }
    }
}

/// The games of a server. Cheap to clone; clones share state.
#[derive(Clone)]
pub struct Rooms {
    inner: Arc<RoomsInner>,
}

/// The state that all game tasks share.
pub(crate) struct RoomsInner {
    pub(crate) log: EventLog,
    pub(crate) pool: Arc<Pool>,
    pub(crate) time: Timekeeper,
    pub(crate) settings: RoomSettings,
    loaded: Mutex<HashMap<GameId, mpsc::Sender<RoomRequest>>>,
    /// Listed games with a connected player, and the time of the last event of each.
    attended: Mutex<HashMap<GameId, u64>>,
    /// The number of unfinished commands of each game and time of arrival.
    arrivals: Mutex<BTreeMap<(GameId, u64), usize>>,
    /// Receives every game that bots play, when it is created and when it is loaded again.
    bots: Mutex<Option<mpsc::UnboundedSender<GameId>>>,
    /// Reserves bot seats for rematches.
    allocator: OnceLock<BotSeatAllocator>,
    /// The players that the operator offers.
    programs: OnceLock<Arc<Programs>>,
}

impl Rooms {
    /// Creates the games of a server, none of them loaded.
    pub(crate) fn new(log: EventLog, pool: Arc<Pool>, settings: RoomSettings) -> Rooms {
        Rooms::at(Timekeeper::start(), log, pool, settings)
    }

    /// Like [`Rooms::new`], with the time of the caller.
    fn at(time: Timekeeper, log: EventLog, pool: Arc<Pool>, settings: RoomSettings) -> Rooms {
        Rooms {
            inner: Arc::new(RoomsInner {
                log,
                pool,
                time,
                settings,
                loaded: Mutex::default(),
                attended: Mutex::default(),
                arrivals: Mutex::default(),
                bots: Mutex::default(),
                allocator: OnceLock::new(),
                programs: OnceLock::new(),
            }),
        }
    }

    /// Sets the players that the operator offers, once, when the server is built.
    pub(crate) fn offer(&self, programs: Arc<Programs>) {
        let _ = self.inner.programs.set(programs);
    }

    /// Sets who reserves bot seats for rematches, once, when the server is built.
    pub(crate) fn allocate_bots_by(&self, allocator: BotSeatAllocator) {
        let _ = self.inner.allocator.set(allocator);
    }

    /// Returns the games in which bots play: each when it is created, and when it is loaded again.
    /// Only the last caller receives them.
    pub fn games_of_bots(&self) -> mpsc::UnboundedReceiver<GameId> {
        let (sender, games) = mpsc::unbounded_channel();
        *self.inner.bots() = Some(sender);
        games
    }

    /// The time for logs, in ms since 1970.
    pub fn now(&self) -> u64 {
        self.inner.time.now()
    }

    /// The number of loaded games.
    pub fn loaded(&self) -> usize {
        self.inner.loaded().len()
    }

    /// The earliest last event with which a game without connected players counts as being played.
    pub(crate) fn lively_since(&self) -> u64 {
        let long = u64::try_from(self.inner.settings.lively_for.as_millis()).unwrap_or(u64::MAX);
        self.now().saturating_sub(long)
    }

    /// Returns the games with a connected player whose last event is not after `since`, from
    /// `before` on, newest first.
    pub(crate) fn attended_but_quiet(&self, since: u64, before: Option<Cursor>) -> Vec<GameId> {
        let mut quiet: Vec<Cursor> = {
            let attended = self.inner.attended();
            attended.iter().map(|(&game, &updated)| Cursor { updated, game }).collect()
        };
        quiet.retain(|place| place.updated <= since && before.is_none_or(|before| *place < before));
        quiet.sort_unstable_by_key(|place| Reverse(*place));
        quiet.into_iter().map(|place| place.game).collect()
    }

    /// Returns the handle on a game. It does not check that the game exists; the first request
    /// does.
    pub fn game(&self, id: GameId) -> Room {
        Room { inner: Arc::clone(&self.inner), id }
    }

    /// Creates a game on behalf of an address, and starts it.
    pub async fn create(&self, draft: &Draft, by: Option<IpAddr>) -> Result<Room, StoreError> {
        self.create_as(GameId::random(), draft, by).await
    }

    /// Like [`Rooms::create`] with a given id. Fails with a conflict if the game exists.
    pub async fn create_as(&self, id: GameId, draft: &Draft, by: Option<IpAddr>) -> Result<Room, StoreError> {
        self.inner.create(id, draft.created.clone(), draft.seated.clone(), by).await?;
        Ok(self.game(id))
    }

    /// Loads every game in which a clock runs or a computer is to move. Returns their number. Logs
    /// and skips a game that cannot be read.
    pub async fn resume(&self) -> Result<usize, StoreError> {
        let mut resumed = 0;
        for id in self.inner.log.store().unfinished(LogKind::Game).await? {
            match self.game(id).resume().await {
                Ok(is_loaded) => resumed += usize::from(is_loaded),
                Err(error) => tracing::error!(game = %id, %error, "cannot resume a game"),
            }
        }
        Ok(resumed)
    }
}

impl RoomsInner {
    /// The players that the operator offers.
    pub(crate) fn programs(&self) -> &Programs {
        self.programs.get_or_init(|| Arc::new(Programs::new(&Roster::default())))
    }

    fn loaded(&self) -> MutexGuard<'_, HashMap<GameId, mpsc::Sender<RoomRequest>>> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bots(&self) -> MutexGuard<'_, Option<mpsc::UnboundedSender<GameId>>> {
        self.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls the bots of a running game.
    pub(crate) fn call_bots(&self, game: &LiveGame) {
        if let Some(bots) = self.bots().as_ref().filter(|_| game.has_bots() && game.status() != GameStatus::Over) {
            let _ = bots.send(game.id());
        }
    }

    /// Creates the rematch of a game, if its bots have a free seat.
    pub(crate) async fn create_again(
        self: &Arc<RoomsInner>,
        id: GameId,
        before: &LiveGame,
        (created, seated): (Created, Vec<Event>),
        by: Option<IpAddr>,
    ) -> Result<(), RoomError> {
        let allocator = self.allocator.get().filter(|_| before.has_bots());
        if !allocator.is_none_or(|allocator| allocator.take(id, before)) {
            return Err(Refusal::BotBusy.into());
        }
        let made = self.create(id, created, seated, by).await;
        if let (Some(allocator), Err(_)) = (allocator, &made) {
            allocator.give_back(id);
        }
        Ok(made?)
    }

    fn attended(&self) -> MutexGuard<'_, HashMap<GameId, u64>> {
        self.attended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the time of the last event of a game with a connected player, or that no player is
    /// connected.
    pub(crate) fn attend(&self, id: GameId, updated: Option<u64>) {
        match updated {
            Some(updated) => self.attended().insert(id, updated),
            None => self.attended().remove(&id),
        };
    }

    fn arrivals(&self) -> MutexGuard<'_, BTreeMap<(GameId, u64), usize>> {
        self.arrivals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the arrival of a command for a game, and returns its time.
    pub(crate) fn arrive(&self, id: GameId) -> u64 {
        let mut arrivals = self.arrivals();
        // Under the lock, so that a task that reads the time first and the arrivals second misses
        // no arrival before that time.
        let at = self.time.now();
        *arrivals.entry((id, at)).or_default() += 1;
        at
    }

    /// Records that the command that arrived at this time is finished.
    pub(crate) fn depart(&self, id: GameId, at: u64) {
        if let Entry::Occupied(mut arrived) = self.arrivals().entry((id, at)) {
            *arrived.get_mut() -= 1;
            if *arrived.get() == 0 {
                arrived.remove();
            }
        }
    }

    /// The arrival of the first unfinished command of a game.
    pub(crate) fn first_arrival(&self, id: GameId) -> Option<u64> {
        self.arrivals().range((id, 0)..=(id, u64::MAX)).next().map(|((_, at), _)| *at)
    }

    /// Returns the queue of a game's task. Starts the task if there is none.
    fn task(self: &Arc<RoomsInner>, id: GameId) -> mpsc::Sender<RoomRequest> {
        self.task_for(id, Origin::Loaded)
    }

    fn task_for(self: &Arc<RoomsInner>, id: GameId, origin: Origin) -> mpsc::Sender<RoomRequest> {
        let mut loaded = self.loaded();
        if let Some(sender) = loaded.get(&id).filter(|sender| !sender.is_closed()) {
            return sender.clone();
        }
        let (sender, requests) = mpsc::channel(QUEUE_CAPACITY);
        loaded.insert(id, sender.clone());
        drop(loaded);
        GameTask::start(Arc::clone(self), id, origin, requests);
        sender
    }

    /// Removes the task of a game, unless another one has replaced it.
    pub(crate) fn forget(&self, id: GameId, requests: &mut mpsc::Receiver<RoomRequest>) {
        let mut loaded = self.loaded();
        // Closed under the lock, so that the next request starts another task.
        requests.close();
        if loaded.get(&id).is_some_and(mpsc::Sender::is_closed) {
            loaded.remove(&id);
        }
    }

    /// Writes the first events of a game on behalf of an address, and starts its task.
    async fn create(
        self: &Arc<RoomsInner>,
        id: GameId,
        created: Created,
        seated: Vec<Event>,
        by: Option<IpAddr>,
    ) -> Result<(), StoreError> {
        let (log, at) = (self.log.clone(), self.time.now());
        let first = Event::Created(Box::new(created));
        let game = LogOwner::<LiveGame>::create(log, id, first, seated, at).await.map_err(|error| match error {
            OwnerError::Store(error) => error,
            error => panic!("a draft can be played: {error}"),
        })?;
        // Before other requests load it, so that its computers use the share of this address.
        self.task_for(id, Origin::Created { by });
        self.call_bots(&game);
        Ok(())
    }
}

/// The sender of a request, with the secrets that they know.
#[derive(Clone, Debug, Default)]
pub struct Requester {
    /// Hashes of the secrets.
    pub known: Vec<SecretHash>,
    /// The secret that the client sent to prove a seat of this game. Browsers send the others to
    /// all games.
    pub said: PresentedSecret,
    /// The address, if known: addresses share the engine's time.
    pub address: Option<IpAddr>,
}

/// A request to the task that owns a game. Each variant carries its reply channel.
pub(crate) enum RoomRequest {
    Command { requester: Requester, id: Option<String>, command: Command, at: u64, answer: ReplySender<u64> },
    Sit { secret: SecretHash, holder: SecretHash, name: Option<String>, answer: ReplySender<Color> },
    Invite { requester: Requester, answer: ReplySender<(Color, Secret)> },
    Enter { requester: Requester, after: Option<u64>, answer: ReplySender<Entered> },
    Snapshot { requester: Requester, answer: ReplySender<String> },
    Events { after: u64, answer: ReplySender<(Vec<String>, u64)> },
    State { answer: ReplySender<Arc<LiveGame>> },
    Watch { answer: ReplySender<watch::Receiver<Arc<LiveGame>>> },
    Bot { token: SecretHash, color: Color, command: BotCommand, at: u64, answer: ReplySender<u64> },
    Resume { answer: ReplySender<bool> },
}

type ReplySender<T> = oneshot::Sender<Result<T, RoomError>>;

/// A message to all clients of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The version of the event, or 0 for a message that is not in the log.
    pub version: u64,
    /// The JSON that sockets send, written once for all of them.
    pub text: String,
}

/// The first reply to a client that watches or plays a game.
#[derive(Debug)]
pub struct Entered {
    /// The messages to send first.
    pub first: Vec<String>,
    /// The version after them.
    pub version: u64,
    /// The messages that follow. A client that falls too far behind must enter again.
    pub notices: broadcast::Receiver<Arc<Notice>>,
    /// The seats that the client holds.
    pub held: HeldSeats,
    /// Counts the client as present until it is dropped.
    pub visit: PresenceGuard,
}

/// A handle on a game.
#[derive(Clone)]
pub struct Room {
    inner: Arc<RoomsInner>,
    id: GameId,
}

impl Room {
    /// The game's id.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// Marks the arrival of a command. Call it as soon as the command is received.
    pub fn arrive(&self) -> Arrival {
        Arrival { room: self.clone(), at: self.inner.arrive(self.id), holds_flags: true }
    }

    /// Marks the arrival of a message that is no player's move: no flag waits for it.
    pub fn arrive_as_spectator(&self) -> Arrival {
        Arrival { room: self.clone(), at: self.inner.time.now(), holds_flags: false }
    }

    /// Runs a command that arrives now. Returns the new version once it is on the disk.
    pub async fn command(&self, requester: &Requester, command: Command) -> Result<u64, RoomError> {
        self.arrive().command(requester, None, command).await
    }

    /// Takes the seat that a secret opens. `holder` holds the seat from then on.
    pub async fn sit(&self, secret: SecretHash, holder: SecretHash, name: Option<String>) -> Result<Color, RoomError> {
        self.ask(|answer| RoomRequest::Sit { secret, holder, name: name.clone(), answer }).await
    }

    /// Creates a new link to the seat of the opponent, who loses it.
    pub async fn invite(&self, requester: &Requester) -> Result<(Color, Secret), RoomError> {
        self.ask(|answer| RoomRequest::Invite { requester: requester.clone(), answer }).await
    }

    /// Registers a client that has seen the game up to a version, if any.
    pub async fn enter(&self, requester: &Requester, after: Option<u64>) -> Result<Entered, RoomError> {
        self.ask(|answer| RoomRequest::Enter { requester: requester.clone(), after, answer }).await
    }

    /// The whole game as JSON, as this requester may see it.
    pub async fn snapshot(&self, requester: &Requester) -> Result<String, RoomError> {
        self.ask(|answer| RoomRequest::Snapshot { requester: requester.clone(), answer }).await
    }

    /// The messages after a version, and the current version.
    pub async fn events(&self, after: u64) -> Result<(Vec<String>, u64), RoomError> {
        self.ask(|answer| RoomRequest::Events { after, answer }).await
    }

    /// The current state.
    pub async fn state(&self) -> Result<Arc<LiveGame>, RoomError> {
        self.ask(|answer| RoomRequest::State { answer }).await
    }

    /// The current state and all later ones. The game stays loaded while the receiver lives.
    pub async fn watch(&self) -> Result<watch::Receiver<Arc<LiveGame>>, RoomError> {
        self.ask(|answer| RoomRequest::Watch { answer }).await
    }

    /// Like [`Room::watch`], but retries while the store fails or the game's task panics. Returns
    /// `None` if the server stops or the log is damaged.
    pub(crate) async fn follow(&self, stopping: &mut Stopping) -> Option<watch::Receiver<Arc<LiveGame>>> {
        loop {
            match self.watch().await {
                Ok(states) => return Some(states),
                Err(RoomError::Store(_) | RoomError::Broken) => tokio::select! {
                    () = stopping.begun() => return None,
                    () = sleep(RETRY_DELAY) => {}
                },
                Err(error) => {
                    tracing::error!(game = %self.id, %error, "cannot follow a game");
                    return None;
                }
            }
        }
    }

    /// Loads the game after a restart. Returns whether it stays loaded.
    pub(crate) async fn resume(&self) -> Result<bool, RoomError> {
        self.ask(|answer| RoomRequest::Resume { answer }).await
    }

    async fn ask<T>(&self, request: impl Fn(ReplySender<T>) -> RoomRequest) -> Result<T, RoomError> {
        for _ in 0..MAX_TRIES {
            let (answer, answered) = oneshot::channel();
            if self.inner.task(self.id).send(request(answer)).await.is_err() {
                continue;
            }
            if let Ok(answer) = answered.await {
                return answer;
            }
        }
        Err(RoomError::Broken)
    }
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Room").field(&self.id).finish()
    }
}

/// Why a request to a game failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RoomError {
    /// There is no such game.
    #[error("there is no such game; check that the link is complete")]
    Unknown,
    /// The game refused a command.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The log could not be written or read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The log is damaged.
    #[error(transparent)]
    Damaged(Arc<LogError>),
    /// The game's task panicked.
    #[error("something failed in this game; try again")]
    Broken,
}

impl RoomError {
    /// The message for players. Details of disk errors are only in the server's log.
    pub fn for_players(&self) -> String {
        match self {
            RoomError::Store(_) => "the game cannot be stored or read at the moment; try again".to_owned(),
            RoomError::Damaged(_) => "this game is damaged; the server's log says why".to_owned(),
            RoomError::Unknown | RoomError::Refused(_) | RoomError::Broken => self.to_string(),
        }
    }
}

/// The time when the server received a command. Until it is dropped, the game judges no flag later
/// than this time. Flags do not wait for the commands of spectators.
#[derive(Debug)]
pub struct Arrival {
    room: Room,
    /// Milliseconds since 1970.
    at: u64,
    holds_flags: bool,
}

impl Arrival {
    /// Runs a command. Returns the new version once it is on the disk. A command with an id runs
    /// once, even if the client sends it again.
    pub async fn command(&self, requester: &Requester, id: Option<&str>, command: Command) -> Result<u64, RoomError> {
        let at = self.at;
        let request = |answer| {
            let (requester, id) = (requester.clone(), id.map(str::to_owned));
            RoomRequest::Command { requester, id, command, at, answer }
        };
        self.room.ask(request).await
    }

    /// Runs a command of the bot that plays this color with its token. Retries while the store
    /// fails; the first arrival counts.
    pub async fn bot(&self, token: SecretHash, color: Color, command: BotCommand) -> Result<u64, RoomError> {
        let at = self.at;
        loop {
            match self.room.ask(|answer| RoomRequest::Bot { token, color, command: command.clone(), at, answer }).await
            {
                Err(RoomError::Store(_) | RoomError::Broken) => sleep(RETRY_DELAY).await,
                done => return done,
            }
        }
    }
}

impl Drop for Arrival {
    fn drop(&mut self) {
        if self.holds_flags {
            self.room.inner.depart(self.room.id, self.at);
        }
    }
}

impl From<OwnerError> for RoomError {
    fn from(error: OwnerError) -> RoomError {
        match error {
            OwnerError::Unknown => RoomError::Unknown,
            OwnerError::Store(error) => RoomError::Store(error),
            OwnerError::Damaged(error) => RoomError::Damaged(error),
        }
    }
}
