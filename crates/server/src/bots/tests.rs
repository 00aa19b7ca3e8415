use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use outflank_play::Sides;
use outflank_rules::Variant;

use super::*;
use crate::{
    Reply,
    bus::LocalBus,
    event::{Created, Terms},
    pool::{Pool, PoolConfig},
    rooms::RoomSettings,
    seat::Seat,
    store::{Append, Listed, LogKind, Logged, MemoryStore, Query, StoreError},
    wire::Draft,
};

/// A store that fails at the next so many questions about a log.
#[derive(Default)]
struct Shaky {
    store: MemoryStore,
    failures: AtomicUsize,
}

impl Shaky {
    fn fails(&self) -> bool {
        self.failures.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok()
    }
}

impl EventStore for Shaky {
    fn append(&self, append: Append) -> Reply<Result<u64, StoreError>> {
        self.store.append(append)
    }

    fn read(&self, game: GameId, after: u64) -> Reply<Result<Vec<Logged>, StoreError>> {
        if self.fails() { Box::pin(async { Err(StoreError::Closed) }) } else { self.store.read(game, after) }
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
        if self.fails() { Box::pin(async { Err(StoreError::Closed) }) } else { self.store.attachment(game, name) }
    }

    fn is_well(&self) -> Reply<Result<(), StoreError>> {
        self.store.is_well()
    }
}

fn of_a_bot(token: SecretHash) -> Draft {
    Draft::of(Created {
        variant: Variant::TINY,
        line: Vec::new(),
        seats: Sides { black: Seat::Bot("Ann".to_owned()), white: Seat::Level(outflank_engine::Level::GREEDY) },
        secrets: Sides::default(),
        time: None,
        seed: 1,
        listed: true,
        previous: None,
        terms: Terms { bots: Sides { black: Some(token), white: None }, grace_ms: 30_000, ..Terms::default() },
    })
}

#[tokio::test(start_paused = true)]
async fn a_bot_is_asked_though_the_store_failed_at_first() {
    let store = Arc::new(Shaky::default());
    let pool = Arc::new(Pool::new(&PoolConfig { workers: 1, hash_bytes: 1 << 20, ..PoolConfig::default() }));
    let of_rooms = Arc::clone(&store) as Arc<dyn EventStore>;
    let rooms = Rooms::new(Arc::clone(&of_rooms), Arc::new(LocalBus::new()), pool, RoomSettings::default());
    let bots = Bots::new(rooms.clone(), of_rooms, BotSettings::default(), Stopping::never());
    bots.attend(rooms.games_of_bots()).await;
    let (link, mut lines, _ending) = Link::new();
    let said = Introduction::parse(r#"{"type":"hello","outflank":1,"name":"Ann"}"#).unwrap();
    let Arrived { token, .. } = bots.arrive(&said, link).await.unwrap();
    store.failures.store(3, Relaxed);
    rooms.create(&of_a_bot(token), None).await.unwrap();
    let start = lines.recv().await.unwrap();
    assert!(start.contains("\"type\":\"start\""), "{start}");
    let question = lines.recv().await.unwrap();
    assert!(question.contains("\"type\":\"move\""), "{question}");
    assert_eq!(store.failures.load(Relaxed), 0);
}
