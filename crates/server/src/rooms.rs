//! All games that are awake.
//!
//! A game is awake while somebody looks at it, while its clock runs or while a computer thinks; else it is only its log. Whoever wants
//! something of it takes a [`Room`], which wakes it if need be. There is one owner task a game, so a game that is asked for twice at once
//! wakes once.

#[cfg(test)]
mod tests;

use std::{
    cmp::Reverse,
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use tokio::sync::mpsc;

use crate::{
    bus::Bus,
    event::{Created, Event},
    id::GameId,
    pool::Pool,
    room::{Owner, Room, RoomError, Wish},
    store::{Append, Cursor, EventStore, GameStatus, LogKind, StoreError, Summary},
    table::{Refusal, Table},
    time::Timekeeper,
    wire::{self, Draft},
};

/// Wishes that may wait for the owner of one game; who comes then waits before sending.
const WAITING: usize = 64;

/// What an operator may choose about games.
#[derive(Clone, Copy, Debug)]
pub struct RoomSettings {
    /// How long a player who is to move must have been away before the other one may claim the game, where there are clocks.
    pub claim_after: Duration,
    /// The same where there are none, and nobody is in a hurry.
    pub claim_after_unclocked: Duration,
    /// How long a game stays awake that nobody looks at.
    pub idle_after: Duration,
    /// How long after its last event a game is still being played though none of its players is there.
    pub lively_for: Duration,
}

impl RoomSettings {
    /// How long this game waits for somebody who has left.
    pub(crate) fn patience(&self, table: &Table) -> Duration {
        if table.clocks().is_some() { self.claim_after } else { self.claim_after_unclocked }
    }
}

impl Default for RoomSettings {
    fn default() -> RoomSettings {
        RoomSettings {
            claim_after: Duration::from_secs(60),
            claim_after_unclocked: Duration::from_secs(5 * 60),
            idle_after: Duration::from_secs(60),
            lively_for: Duration::from_secs(10 * 60),
        }
    }
}

/// Whoever knows how many games bots have time for.
pub(crate) trait Desk: Send + Sync {
    /// Takes the seats of a rematch for the bots of the game before, with the colors exchanged; none if one of them has no time.
    fn take(&self, game: GameId, before: &Table) -> bool;

    /// Frees what was taken in a game that was not made.
    fn give_back(&self, game: GameId);
}

/// The games of a server. A clone is the same.
#[derive(Clone)]
pub struct Rooms {
    house: Arc<House>,
}

/// What every room needs.
pub(crate) struct House {
    pub(crate) store: Arc<dyn EventStore>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) pool: Arc<Pool>,
    pub(crate) time: Timekeeper,
    pub(crate) settings: RoomSettings,
    awake: Mutex<HashMap<GameId, mpsc::Sender<Wish>>>,
    /// Games that lists may show, with a player at the board, and when something last happened in each.
    attended: Mutex<HashMap<GameId, u64>>,
    /// Told of every game that bots play, when it is made and when it is taken up again.
    bots: Mutex<Option<mpsc::UnboundedSender<GameId>>>,
    /// Where the time of bots is given out.
    desk: OnceLock<Arc<dyn Desk>>,
}

impl Rooms {
    /// No game awake yet.
    pub fn new(store: Arc<dyn EventStore>, bus: Arc<dyn Bus>, pool: Arc<Pool>, settings: RoomSettings) -> Rooms {
        let (time, awake, attended) = (Timekeeper::start(), Mutex::default(), Mutex::default());
        let (bots, desk) = (Mutex::default(), OnceLock::new());
        Rooms { house: Arc::new(House { store, bus, pool, time, settings, awake, attended, bots, desk }) }
    }

    /// From now on bots are asked there whether they have time for a rematch.
    pub(crate) fn ask_at(&self, desk: Arc<dyn Desk>) {
        // Set once, when the server is built.
        let _ = self.house.desk.set(desk);
    }

    /// From now on tells of every game in which bots play: when it is made, and when it is taken up again. Whoever asks last is told.
    pub fn games_of_bots(&self) -> mpsc::UnboundedReceiver<GameId> {
        let (sender, games) = mpsc::unbounded_channel();
        *self.house.bots() = Some(sender);
        games
    }

    /// The time that goes into logs: milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.house.time.now()
    }

    /// How many games are awake.
    pub fn awake(&self) -> usize {
        self.house.awake().len()
    }

    /// The time since which something must have happened in a game that nobody attends to, for it to be played still.
    pub(crate) fn lively_since(&self) -> u64 {
        let long = u64::try_from(self.house.settings.lively_for.as_millis()).unwrap_or(u64::MAX);
        self.now().saturating_sub(long)
    }

    /// Games with a player at the board in which nothing has happened since then: so many that are before a place in lists, the last to
    /// change first.
    pub(crate) fn attended_but_quiet(&self, since: u64, before: Option<Cursor>) -> Vec<GameId> {
        let mut quiet: Vec<Cursor> = {
            let attended = self.house.attended();
            attended.iter().map(|(&game, &updated)| Cursor { updated, game }).collect()
        };
        quiet.retain(|place| place.updated <= since && before.is_none_or(|before| *place < before));
        quiet.sort_unstable_by_key(|place| Reverse(*place));
        quiet.into_iter().map(|place| place.game).collect()
    }

    /// The handle on a game. Whether there is such a game shows when it is asked for something.
    pub fn game(&self, id: GameId) -> Room {
        Room::new(Arc::clone(&self.house), id)
    }

    /// Makes a game for whoever is at an address, and lets it begin.
    pub async fn create(&self, draft: &Draft, by: Option<IpAddr>) -> Result<Room, StoreError> {
        self.create_as(GameId::random(), draft, by).await
    }

    /// The same under a name that was given out before. If there is such a game already, it is refused as a conflict.
    pub async fn create_as(&self, id: GameId, draft: &Draft, by: Option<IpAddr>) -> Result<Room, StoreError> {
        self.house.create(id, draft.created.clone(), draft.seated.clone(), by).await?;
        Ok(self.game(id))
    }

    /// Wakes every game in which something happens by itself: a clock runs, or a computer is to move. Returns how many there are. A log
    /// that cannot be read is left as it is, and told.
    pub async fn resume(&self) -> Result<usize, StoreError> {
        let mut resumed = 0;
        for id in self.house.store.unfinished(LogKind::Game).await? {
            match self.game(id).resume().await {
                Ok(is_awake) => resumed += usize::from(is_awake),
                Err(error) => tracing::error!(game = %id, %error, "a game could not be resumed"),
            }
        }
        Ok(resumed)
    }
}

impl House {
    fn awake(&self) -> MutexGuard<'_, HashMap<GameId, mpsc::Sender<Wish>>> {
        self.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bots(&self) -> MutexGuard<'_, Option<mpsc::UnboundedSender<GameId>>> {
        self.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls the bots of a game, if it has any.
    pub(crate) fn call_bots(&self, table: &Table) {
        if let Some(bots) = self.bots().as_ref().filter(|_| table.has_bots() && table.status() != GameStatus::Over) {
            // Without anybody who looks after bots they are away.
            let _ = bots.send(table.id());
        }
    }

    /// Makes the rematch of a game, if its bots have time for it.
    pub(crate) async fn create_again(
        self: &Arc<House>,
        id: GameId,
        before: &Table,
        (created, seated): (Created, Vec<Event>),
        by: Option<IpAddr>,
    ) -> Result<(), RoomError> {
        let desk = self.desk.get().filter(|_| before.has_bots());
        if !desk.is_none_or(|desk| desk.take(id, before)) {
            return Err(Refusal::BotBusy.into());
        }
        let made = self.create(id, created, seated, by).await;
        if let (Some(desk), Err(_)) = (desk, &made) {
            desk.give_back(id);
        }
        Ok(made?)
    }

    fn attended(&self) -> MutexGuard<'_, HashMap<GameId, u64>> {
        self.attended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes whether a player is at the board of a game in which something happened at this time.
    pub(crate) fn attend(&self, id: GameId, updated: Option<u64>) {
        match updated {
            Some(updated) => self.attended().insert(id, updated),
            None => self.attended().remove(&id),
        };
    }

    /// The way to the owner of a game, who is started if there is none.
    pub(crate) fn owner(self: &Arc<House>, id: GameId) -> mpsc::Sender<Wish> {
        self.owner_for(id, None)
    }

    fn owner_for(self: &Arc<House>, id: GameId, by: Option<IpAddr>) -> mpsc::Sender<Wish> {
        let mut awake = self.awake();
        if let Some(sender) = awake.get(&id).filter(|sender| !sender.is_closed()) {
            return sender.clone();
        }
        let (sender, wishes) = mpsc::channel(WAITING);
        awake.insert(id, sender.clone());
        drop(awake);
        Owner::start(Arc::clone(self), id, by, wishes);
        sender
    }

    /// Forgets the owner of a game, if it is still this one.
    pub(crate) fn forget(&self, id: GameId, wishes: &mut mpsc::Receiver<Wish>) {
        let mut awake = self.awake();
        // Closed under the lock: whoever finds the owner gone from now on starts another one.
        wishes.close();
        if awake.get(&id).is_some_and(mpsc::Sender::is_closed) {
            awake.remove(&id);
        }
    }

    /// Writes the first events of a game for whoever is at an address, and lets it begin.
    async fn create(
        self: &Arc<House>,
        id: GameId,
        created: Created,
        seated: Vec<Event>,
        by: Option<IpAddr>,
    ) -> Result<(), StoreError> {
        let at = self.time.now();
        let mut events = vec![Event::Created(Box::new(created.clone()))];
        let mut table = Table::new(id, created, at).expect("a draft's line can be played");
        let mut apply = |table: &mut Table, event: Event| {
            table.apply(&event, at).expect("a seat of a draft can be taken");
            events.push(event);
        };
        for event in seated {
            apply(&mut table, event);
        }
        for event in table.opening_events(at) {
            apply(&mut table, event);
        }
        self.store.append(append(&table, 0, &events)).await?;
        // Before anybody else wakes it, for whom its computers would think then.
        self.owner_for(id, by);
        self.call_bots(&table);
        Ok(())
    }
}

/// What the log grows by when a table came to be by these events, of which the first is not in it yet.
pub(crate) fn append(after: &Table, expected: u64, events: &[Event]) -> Append {
    let summary = Summary {
        kind: LogKind::Game,
        status: after.status(),
        listed: after.created().listed,
        updated: after.updated_at(),
        holders: after.all_holders(),
        data: wire::summary(after),
    };
    let events = events.iter().map(Event::to_json).collect();
    Append { game: after.id(), expected, at: after.updated_at(), events, summary }
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> RoomError {
        RoomError::Store(error)
    }
}
