use std::sync::atomic::Ordering::Relaxed;

use outflank_arena::Sides;
use outflank_arena::protocol::json::BotAnswer;
use outflank_rules::{Move, Variant};

use super::*;
use crate::{
    engine::pool::{Pool, PoolConfig},
    game::{
        LiveGame, RoomSettings, Seat,
        event::{BotGameTerms, Created},
        wire::Draft,
    },
    log::{EventLog, GameStatus, Shaky},
};

fn of_a_bot(token: SecretHash) -> Draft {
    Draft::of(Created {
        variant: Variant::TINY,
        line: Vec::new(),
        seats: Sides {
            black: Seat::Bot("Ann".to_owned()),
            white: Seat::Computer(outflank_arena::bot::BotKind::Greedy),
        },
        secrets: Sides::default(),
        time: None,
        clock_waits: false,
        seed: 1,
        listed: true,
        previous: None,
        terms: BotGameTerms {
            bots: Sides { black: Some(token), white: None },
            grace_ms: 30_000,
            ..BotGameTerms::default()
        },
    })
}

/// A server at which a bot called Ann is connected: the bots, the rooms, Ann's link with the lines
/// sent to it, and its token.
async fn with_ann(store: &Arc<Shaky>) -> (Bots, Rooms, Link, mpsc::Receiver<String>, SecretHash) {
    let pool = Arc::new(Pool::new(&PoolConfig { workers: 1, hash_bytes: 1 << 20, ..PoolConfig::default() }));
    let of_rooms = Arc::clone(store) as Arc<dyn EventStore>;
    let log = EventLog::new(Arc::clone(&of_rooms), Arc::default());
    let rooms = Rooms::new(log.clone(), pool, RoomSettings::default());
    let bots = Bots::new(rooms.clone(), of_rooms, BotSettings::default(), Stopping::never());
    let tournaments = Tournaments::new(log, rooms.clone(), bots.clone(), Stopping::never());
    bots.attend(rooms.games_of_bots()).await;
    let (link, lines, _ending) = Link::new();
    let said = Introduction::parse(r#"{"type":"hello","outflank":1,"name":"Ann"}"#).unwrap();
    let Arrived { token, .. } = bots.arrive(&said, link.clone(), &tournaments).await.unwrap();
    (bots, rooms, link, lines, token)
}

#[tokio::test(start_paused = true)]
async fn a_bot_receives_its_request_after_the_store_failed_once() {
    let store = Arc::new(Shaky::default());
    let (_bots, rooms, _link, mut lines, token) = with_ann(&store).await;
    store.failing_reads.store(3, Relaxed);
    rooms.create(&of_a_bot(token), None).await.unwrap();
    let start = lines.recv().await.unwrap();
    assert!(start.contains("\"type\":\"start\""), "{start}");
    let question = lines.recv().await.unwrap();
    assert!(question.contains("\"type\":\"move\""), "{question}");
    assert_eq!(store.failing_reads.load(Relaxed), 0);
}

#[tokio::test(start_paused = true)]
async fn a_timely_answer_does_not_lose_on_time_if_the_store_fails_once() {
    let store = Arc::new(Shaky::default());
    let (_bots, rooms, link, mut lines, token) = with_ann(&store).await;
    let mut draft = of_a_bot(token);
    draft.created.seats.white = Seat::Bot("Bob".to_owned());
    draft.created.terms.bots.white = Some(Secret::random().hash());
    draft.created.time = Some("5s/move".parse().unwrap());
    let room = rooms.create(&draft, None).await.unwrap();
    let mut states = room.watch().await.unwrap();
    while !lines.recv().await.unwrap().contains("\"type\":\"move\"") {}
    tokio::time::advance(Duration::from_millis(4900)).await;
    store.failing_appends.store(2, Relaxed);
    let mv = Move::Place(states.borrow().game().position().legal().first().unwrap());
    link.answered(BotAnswer { request: None, mv, info: None }, "").unwrap();
    let is_decided = |game: &Arc<LiveGame>| game.game().ply() > 0 || game.status() == GameStatus::Over;
    let game = Arc::clone(&*states.wait_for(is_decided).await.unwrap());
    assert_eq!((game.game().ply(), game.result()), (1, None), "it moved before its flag fell");
    assert_eq!(store.failing_appends.load(Relaxed), 0);
}
