//! Tournaments over a store that fails, and such that nobody goes on with.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

use tokio::time::timeout;

use super::*;
use crate::{
    Reply,
    app::Stop,
    bots::BotSettings,
    bus::LocalBus,
    pool::{Pool, PoolConfig},
    rooms::RoomSettings,
    secret::Secret,
    store::{Listed, MemoryStore, Query},
    tournament::Stage,
};

/// What a store does once that it should not do.
#[derive(Default)]
struct Failing {
    store: MemoryStore,
    /// The second game that is made takes whoever makes it down with it.
    panics: bool,
    /// A game's end is written, and said not to be.
    lies: AtomicBool,
    /// The next end of a game that is to be written takes the owner down with it.
    breaks: AtomicBool,
    games: AtomicUsize,
}

impl EventStore for Failing {
    fn append(&self, append: Append) -> Reply<Result<u64, StoreError>> {
        let is_new_game = append.summary.kind == LogKind::Game && append.expected == 0;
        let number = self.games.fetch_add(usize::from(is_new_game), Ordering::Relaxed);
        assert!(!(self.panics && is_new_game && number == 1), "as was to be expected");
        let is_end = append.summary.kind == LogKind::Tournament && append.events[0].contains("\"ended\"");
        assert!(!(is_end && self.breaks.swap(false, Ordering::Relaxed)), "as was to be expected");
        let done = self.store.append(append);
        if is_end && self.lies.swap(false, Ordering::Relaxed) {
            return Box::pin(async move {
                done.await?;
                Err(StoreError::Failed { doing: "write", cause: Arc::new(std::io::Error::other("lost its head")) })
            });
        }
        done
    }

    fn read(&self, game: GameId, after: u64) -> Reply<Result<Vec<Logged>, StoreError>> {
        self.store.read(game, after)
    }

    fn list(&self, query: Query) -> Reply<Result<Vec<Listed>, StoreError>> {
        self.store.list(query)
    }

    fn unfinished(&self, kind: LogKind) -> Reply<Result<Vec<GameId>, StoreError>> {
        self.store.unfinished(kind)
    }

    fn attach(&self, game: GameId, name: &'static str, bytes: Vec<u8>) -> Reply<Result<bool, StoreError>> {
        self.store.attach(game, name, bytes)
    }

    fn attachment(&self, game: GameId, name: &'static str) -> Reply<Result<Option<Vec<u8>>, StoreError>> {
        self.store.attachment(game, name)
    }

    fn is_well(&self) -> Reply<Result<(), StoreError>> {
        self.store.is_well()
    }
}

fn house(store: Arc<dyn EventStore>, stop: &Stop) -> Tournaments {
    let pool = Arc::new(Pool::new(&PoolConfig { workers: 2, hash_bytes: 1 << 20, ..PoolConfig::default() }));
    let rooms = Rooms::new(Arc::clone(&store), Arc::new(LocalBus::new()), pool, RoomSettings::default());
    let bots = Bots::new(rooms.clone(), Arc::clone(&store), BotSettings::default(), stop.watch());
    Tournaments::new(store, rooms, bots, stop.watch())
}

async fn is_over(board: &Scoreboard) {
    let mut stirring = board.stirring();
    let end = async {
        while !board.contest().stage().is_over() {
            stirring.changed().await.unwrap();
        }
    };
    timeout(Duration::from_secs(60), end).await.expect("it ends");
}

/// A tournament of computers is played to its end over this store.
async fn ends_over(store: Failing) {
    let stop = Stop::default();
    let tournaments = house(Arc::new(store), &stop);
    let wish = r#"{"players":["greedy","random","level:1"],"variant":"tiny","openings":"none","games":2,"tables":3}"#;
    let host = Secret::random().hash();
    let wish = serde_json::from_str(wish).unwrap();
    let board = tournaments.create(wish, host, [127, 0, 0, 1].into()).await.unwrap();
    tournaments.command(board.id(), vec![host], Command::Start).await.unwrap();
    is_over(&board).await;
    assert_eq!(board.contest().tournament().unwrap().games().len(), 6);
}

#[tokio::test]
async fn whoever_follows_a_game_may_break_down() {
    ends_over(Failing { panics: true, ..Failing::default() }).await;
}

#[tokio::test]
async fn an_end_that_was_written_and_said_not_to_be_is_entered_once() {
    ends_over(Failing { lies: AtomicBool::new(true), ..Failing::default() }).await;
}

#[tokio::test]
async fn an_owner_that_breaks_down_is_replaced_and_the_tournament_goes_on() {
    ends_over(Failing { breaks: AtomicBool::new(true), ..Failing::default() }).await;
}

#[tokio::test]
async fn what_nobody_has_gone_on_with_for_weeks_ends_by_itself() {
    let store = Arc::new(MemoryStore::default());
    let created = |at| {
        let wish: NewTournament = serde_json::from_str("{}").unwrap();
        let mut events = wish.resolve(Secret::random().hash(), Code::drawn(at, |_| false).unwrap(), 1).unwrap();
        let Event::Created(created) = events.remove(0) else { panic!("it is created first") };
        let contest = Contest::new(GameId::random(), *created.clone(), at);
        (contest.id(), append(&contest, 0, &[Event::Created(created)]))
    };
    let stop = Stop::default();
    let tournaments = house(Arc::clone(&store) as Arc<dyn EventStore>, &stop);
    let ((old, first), (young, second)) = (created(1), created(tournaments.now()));
    store.append(first).await.unwrap();
    store.append(second).await.unwrap();
    tournaments.resume(tournaments.load().await.unwrap());
    is_over(&tournaments.find(old).await.unwrap()).await;
    assert_eq!(tournaments.find(young).await.unwrap().contest().stage(), Stage::Open);
}
