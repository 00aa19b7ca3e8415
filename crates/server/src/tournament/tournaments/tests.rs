//! Tournaments over a failing store, and tournaments without a host.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize},
    time::Duration,
};

use tokio::time::timeout;

use super::*;
use crate::{
    bots::BotSettings,
    engine::pool::{Pool, PoolConfig},
    game::RoomSettings,
    log::{Append, EventStore, MemoryStore, Shaky, secret::Secret},
    tournament::{Event, Stage},
    web::app::Stop,
};

fn tournaments_on(store: Arc<dyn EventStore>, stop: &Stop) -> Tournaments {
    let pool = Arc::new(Pool::new(&PoolConfig { workers: 2, hash_bytes: 1 << 20, ..PoolConfig::default() }));
    let log = EventLog::new(Arc::clone(&store), Arc::default());
    let rooms = Rooms::new(log.clone(), pool, RoomSettings::default());
    let bots = Bots::new(rooms.clone(), store, BotSettings::default(), stop.watch());
    Tournaments::new(log, rooms, bots, stop.watch())
}

async fn is_over(board: &Scoreboard) {
    let mut changes = board.changes();
    let end = async {
        while !board.tournament().stage().is_over() {
            changes.changed().await.unwrap();
        }
    };
    timeout(Duration::from_secs(60), end).await.expect("it ends");
}

/// Plays a tournament of built-in bots to its end over this store.
async fn ends_over(store: Shaky) {
    let stop = Stop::default();
    let tournaments = tournaments_on(Arc::new(store), &stop);
    let request = r#"{"players":["greedy","random","level:1"],"variant":"tiny","openings":"none","games":2,"concurrency":3,"pace":0}"#;
    let host = Secret::random().hash();
    let request = serde_json::from_str(request).unwrap();
    let board = tournaments.create(request, host, [127, 0, 0, 1].into()).await.unwrap();
    tournaments.command(board.id(), vec![host], Command::Start).await.unwrap();
    is_over(&board).await;
    assert_eq!(board.tournament().tournament().unwrap().games().len(), 6);
}

#[tokio::test]
async fn a_panic_while_following_a_game_is_survived() {
    ends_over(Shaky { panics_at_game: AtomicUsize::new(2), ..Shaky::default() }).await;
}

#[tokio::test]
async fn a_result_whose_append_seemed_to_fail_counts_once() {
    ends_over(Shaky { loses_reply_of_end: AtomicBool::new(true), ..Shaky::default() }).await;
}

#[tokio::test]
async fn a_task_that_panics_is_replaced() {
    ends_over(Shaky { panics_at_end: AtomicBool::new(true), ..Shaky::default() }).await;
}

#[tokio::test]
async fn abandoned_tournaments_end_after_weeks() {
    let store = Arc::new(MemoryStore::default());
    let created = |at| {
        let request: NewTournament = serde_json::from_str("{}").unwrap();
        let mut events = request.resolve(Secret::random().hash(), Code::drawn(at, |_| false).unwrap(), 1).unwrap();
        let Event::Created(created) = events.remove(0) else { panic!("it is created first") };
        let contest = LiveTournament::new(GameId::random(), *created.clone(), at);
        (contest.id(), Append::new(&contest, 0, vec![Event::Created(created).to_json()]))
    };
    let stop = Stop::default();
    let tournaments = tournaments_on(Arc::clone(&store) as Arc<dyn EventStore>, &stop);
    let ((old, first), (young, second)) = (created(1), created(tournaments.now()));
    store.append(first).await.unwrap();
    store.append(second).await.unwrap();
    tournaments.resume(tournaments.load().await.unwrap());
    is_over(&tournaments.find(old).await.unwrap()).await;
    assert_eq!(tournaments.find(young).await.unwrap().tournament().stage(), Stage::Open);
}
