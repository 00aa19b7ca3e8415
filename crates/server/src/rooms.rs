//! All games that are awake.
//!
//! A game is awake while somebody looks at it, while its clock runs or while a computer thinks; else it is only its log. Whoever wants
//! something of it takes a [`Room`], which wakes it if need be. There is one owner task a game, so a game that is asked for twice at once
//! wakes once.

#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::sync::mpsc;

use crate::{
    bus::Bus,
    event::{Created, Event},
    id::GameId,
    pool::Pool,
    room::{Owner, Room, RoomError, Wish},
    store::{Append, EventStore, StoreError, Summary},
    table::Table,
    time::Timekeeper,
    wire::{self, Draft},
};

/// Wishes that may wait for the owner of one game; who comes then waits before sending.
const WAITING: usize = 64;

/// What an operator may choose about games.
#[derive(Clone, Copy, Debug)]
pub struct RoomSettings {
    /// How long a player must have been away before the other one may claim the game.
    pub claim_after: Duration,
    /// How long a game stays awake that nobody looks at.
    pub idle_after: Duration,
}

impl Default for RoomSettings {
    fn default() -> RoomSettings {
        RoomSettings { claim_after: Duration::from_secs(30), idle_after: Duration::from_secs(60) }
    }
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
}

impl Rooms {
    /// No game awake yet.
    pub fn new(store: Arc<dyn EventStore>, bus: Arc<dyn Bus>, pool: Arc<Pool>, settings: RoomSettings) -> Rooms {
        let (time, awake) = (Timekeeper::start(), Mutex::default());
        Rooms { house: Arc::new(House { store, bus, pool, time, settings, awake }) }
    }

    /// The time that goes into logs: milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.house.time.now()
    }

    /// How many games are awake.
    pub fn awake(&self) -> usize {
        self.house.awake().len()
    }

    /// The handle on a game. Whether there is such a game shows when it is asked for something.
    pub fn game(&self, id: GameId) -> Room {
        Room::new(Arc::clone(&self.house), id)
    }

    /// Makes a game for whoever is at an address, and lets it begin.
    pub async fn create(&self, draft: &Draft, by: Option<IpAddr>) -> Result<Room, StoreError> {
        let id = self.house.create(draft.created.clone(), draft.seated.clone()).await?;
        self.house.wake(id, by);
        Ok(self.game(id))
    }

    /// Wakes every game in which something happens by itself: a clock runs, or a computer is to move. Returns how many there are. A log
    /// that cannot be read is left as it is, and told.
    pub async fn resume(&self) -> Result<usize, StoreError> {
        let mut resumed = 0;
        for id in self.house.store.unfinished().await? {
            match self.game(id).resume().await {
                Ok(is_awake) => resumed += usize::from(is_awake),
                Err(error) => tracing::error!(game = %id, %error, "a game could not be resumed"),
            }
        }
        Ok(resumed)
    }
}

impl House {
    fn awake(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, mpsc::Sender<Wish>>> {
        self.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the owner of a game that was made just now for whoever is at an address: its computers begin to think.
    pub(crate) fn wake(self: &Arc<House>, id: GameId, by: Option<IpAddr>) {
        self.owner_for(id, by);
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

    /// Writes the first events of a game.
    pub(crate) async fn create(&self, created: Created, seated: Vec<Event>) -> Result<GameId, StoreError> {
        let (id, at) = (GameId::random(), self.time.now());
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
        Ok(id)
    }
}

/// What the log grows by when a table came to be by these events, of which the first is not in it yet.
pub(crate) fn append(after: &Table, expected: u64, events: &[Event]) -> Append {
    let summary = Summary {
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
