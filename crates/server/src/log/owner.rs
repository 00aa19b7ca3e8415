//! The one writer of a log: loads and folds it, appends events, and holds the state after them.
//!
//! Games and tournaments use the same owner. A decision returns the events that it causes. The
//! owner applies them once to a copy of the state, adds the events that must follow, appends all of
//! them in one batch, and replaces the state when they are on the disk. States share their large
//! parts between copies.

use std::{ops::Deref, sync::Arc, time::Instant};

use serde::{Serialize, de::DeserializeOwned};
use tokio::sync::mpsc;

use super::{Append, EventStore, GameStatus, LogKind, Logged, StoreError, Summary, id::GameId};
use crate::web::metrics::Metrics;

/// A state that is the fold of one log.
pub(crate) trait Aggregate: Clone + Send + Sync + 'static {
    /// An entry of the log.
    type Event: Serialize + DeserializeOwned + Send + Sync;

    /// Returns the state after the first event; `None` if no log starts with it.
    fn first(id: GameId, event: &Self::Event, at: u64) -> Option<Self>;

    /// Applies an event. An impossible event is an error and changes nothing.
    fn apply(&mut self, event: &Self::Event, at: u64) -> Result<(), LogError>;

    /// Returns the event that the rules force next, such as a pass.
    fn follow_up(&self) -> Option<Self::Event> {
        None
    }

    /// Records the key of the command that caused an event, so that the command does not run again.
    fn remember(&mut self, _command: &str) {}

    fn id(&self) -> GameId;

    fn version(&self) -> u64;

    /// Returns the summary for lists.
    fn summary(&self) -> Summary;

    /// Returns whether a first event belongs to a log of another kind.
    fn is_foreign(first: &str) -> bool;
}

/// An event as it is stored, with the key of the command that caused it.
#[derive(Serialize)]
struct Stored<'a, E> {
    #[serde(flatten)]
    event: &'a E,
    command: &'a str,
}

/// Reads a stored event.
pub(crate) fn read_event<E: DeserializeOwned>(text: &str) -> Result<E, UnreadableEvent> {
    serde_json::from_str(text).map_err(|reason| UnreadableEvent { text: text.chars().take(200).collect(), reason })
}

/// Writes an event as it is stored.
pub(crate) fn event_json<E: Serialize>(event: &E) -> String {
    serde_json::to_string(event).expect("events serialize to JSON")
}

/// Reads the key of the command that caused a stored event.
fn command_of(text: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Caused {
        command: Option<String>,
    }
    // Most events have none and logs of tournaments are long, so this parses only if there may be
    // one.
    text.contains("\"command\":").then(|| serde_json::from_str::<Caused>(text).ok()?.command)?
}

/// Folds a log.
pub(crate) fn fold<S: Aggregate>(id: GameId, log: &[Logged]) -> Result<S, LogError> {
    fold_events(id, log).map(|(state, _)| state)
}

/// Folds a log, and returns its events with their times.
fn fold_events<S: Aggregate>(id: GameId, log: &[Logged]) -> Result<(S, Events<S>), LogError> {
    let mut events = Vec::with_capacity(log.len());
    let mut state: Option<S> = None;
    for logged in log {
        let event = read_event(&logged.event)?;
        match &mut state {
            None => state = S::first(id, &event, logged.at),
            Some(state) => state.apply(&event, logged.at)?,
        }
        let state = state.as_mut().ok_or(LogError::Impossible(logged.version))?;
        if let Some(command) = command_of(&logged.event) {
            state.remember(&command);
        }
        events.push((logged.at, event));
    }
    Ok((state.ok_or(LogError::Impossible(1))?, events))
}

/// Events with their times, in milliseconds since 1970.
pub(crate) type Events<S> = Vec<(u64, <S as Aggregate>::Event)>;

/// The store of all logs, with the actions after each append.
#[derive(Clone)]
pub(crate) struct EventLog {
    store: Arc<dyn EventStore>,
    metrics: Arc<Metrics>,
    /// Receives each listed game that ends, perhaps more than once.
    ended: Option<mpsc::UnboundedSender<GameId>>,
}

impl EventLog {
    pub(crate) fn new(store: Arc<dyn EventStore>, metrics: Arc<Metrics>) -> EventLog {
        EventLog { store, metrics, ended: None }
    }

    /// Returns the games that end from now on.
    pub(crate) fn ended_games(&mut self) -> mpsc::UnboundedReceiver<GameId> {
        let (sender, games) = mpsc::unbounded_channel();
        self.ended = Some(sender);
        games
    }

    pub(crate) fn store(&self) -> &dyn EventStore {
        &*self.store
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        let (game, events) = (append.game, append.events.len());
        let (is_game, status, listed) =
            (append.summary.kind == LogKind::Game, append.summary.status, append.summary.listed);
        let begun = Instant::now();
        if let Err(error) = self.store.append(append).await {
            self.metrics.append_failed();
            return Err(error);
        }
        self.metrics.appended(is_game.then_some((game, status)), events, begun.elapsed());
        if let Some(ended) = self.ended.as_ref().filter(|_| is_game && listed && status == GameStatus::Over) {
            let _ = ended.send(game);
        }
        Ok(())
    }
}

/// The writer of one log. Dereferences to the state.
pub(crate) struct LogOwner<S> {
    log: EventLog,
    state: Arc<S>,
}

impl<S: Aggregate> LogOwner<S> {
    /// Creates a log that starts with these events.
    pub(crate) async fn create(
        log: EventLog,
        id: GameId,
        first: S::Event,
        more: Vec<S::Event>,
        at: u64,
    ) -> Result<LogOwner<S>, OwnerError> {
        let mut state = S::first(id, &first, at).ok_or(LogError::Impossible(1))?;
        let mut stored = vec![event_json(&first)];
        apply_all(&mut state, more, at, |event, _| stored.push(event_json(event)))?;
        log.append(Append::new(&state, 0, stored)).await?;
        Ok(LogOwner { log, state: Arc::new(state) })
    }

    /// Loads a log. Also returns its events.
    pub(crate) async fn load(log: EventLog, id: GameId) -> Result<(LogOwner<S>, Events<S>), OwnerError> {
        let entries = log.store.read(id, 0).await?;
        LogOwner::from_entries(log, id, &entries)
    }

    /// Folds the entries of a log that were read before.
    pub(crate) fn from_entries(
        log: EventLog,
        id: GameId,
        entries: &[Logged],
    ) -> Result<(LogOwner<S>, Events<S>), OwnerError> {
        let Some(first) = entries.first() else { return Err(OwnerError::Unknown) };
        match fold_events(id, entries) {
            Ok((state, events)) => Ok((LogOwner { log, state: Arc::new(state) }, events)),
            Err(_) if S::is_foreign(&first.event) => Err(OwnerError::Unknown),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads the log again after an append failed with a conflict. On failure the state stays.
    pub(crate) async fn reload(&mut self) -> Option<Events<S>> {
        let (owner, events) = LogOwner::load(self.log.clone(), self.state.id()).await.ok()?;
        *self = owner;
        Some(events)
    }

    /// Returns the state, shared.
    pub(crate) fn state(&self) -> &Arc<S> {
        &self.state
    }

    /// Appends events and their follow-ups in one batch, and returns all of them when they are on
    /// the disk. `view` receives each event with the state after it. `command` is the key of the
    /// command that caused the first event. On failure nothing has changed.
    pub(crate) async fn append<T>(
        &mut self,
        command: Option<&str>,
        events: Vec<S::Event>,
        at: u64,
        view: impl Fn(&S::Event, &S) -> T,
    ) -> Result<(Vec<S::Event>, Vec<T>), OwnerError> {
        let (mut after, mut views) = (S::clone(&self.state), Vec::new());
        let events = apply_all(&mut after, events, at, |event, after| views.push(view(event, after)))?;
        let mut stored: Vec<String> = events.iter().map(event_json).collect();
        if let (Some(command), Some((event, first))) = (command, events.first().zip(stored.first_mut())) {
            *first = event_json(&Stored { event, command });
            after.remember(command);
        }
        self.log.append(Append::new(&after, self.state.version(), stored)).await?;
        self.state = Arc::new(after);
        Ok((events, views))
    }
}

impl<S> Deref for LogOwner<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.state
    }
}

/// Applies events and their follow-ups, and returns all of them.
fn apply_all<S: Aggregate>(
    state: &mut S,
    events: Vec<S::Event>,
    at: u64,
    mut each: impl FnMut(&S::Event, &S),
) -> Result<Vec<S::Event>, LogError> {
    let mut applied = Vec::with_capacity(events.len());
    let mut events = events.into_iter();
    while let Some(event) = events.next().or_else(|| state.follow_up()) {
        state.apply(&event, at)?;
        each(&event, state);
        applied.push(event);
    }
    Ok(applied)
}

impl Append {
    /// The append that leads from `expected` events to this state.
    pub(crate) fn new<S: Aggregate>(after: &S, expected: u64, events: Vec<String>) -> Append {
        let summary = after.summary();
        Append { game: after.id(), expected, at: summary.updated, events, summary }
    }
}

/// A log that cannot be folded.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// An entry that cannot be read.
    #[error(transparent)]
    Unreadable(#[from] UnreadableEvent),
    /// The entry of this version cannot follow the ones before it.
    #[error("event {0} of the log cannot follow the ones before it; the file is damaged")]
    Impossible(u64),
}

/// A log entry that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{text:?} in the log is not an event: {reason}; a newer version of outflank may have written it")]
pub struct UnreadableEvent {
    text: String,
    #[source]
    reason: serde_json::Error,
}

/// Why an owner could not load or append.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum OwnerError {
    #[error("no log has this id")]
    Unknown,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Damaged(Arc<LogError>),
}

impl From<LogError> for OwnerError {
    fn from(error: LogError) -> OwnerError {
        OwnerError::Damaged(Arc::new(error))
    }
}

impl OwnerError {
    pub(crate) fn is_conflict(&self) -> bool {
        matches!(self, OwnerError::Store(StoreError::Conflict { .. }))
    }
}
