//! Tests of the pool with scripted work and with the real engine.

use std::{
    net::Ipv4Addr,
    sync::{
        Mutex,
        mpsc::{self, Receiver, Sender},
    },
};

use outflank_arena::bot::BotKind;
use outflank_engine::{Clock, Level, Player, Settings};
use outflank_rules::{Game, Variant};

use super::*;

fn pool() -> Pool {
    Pool::new(&PoolConfig { workers: 2, hash_bytes: 1 << 20, queue_limit: 3, per_client: 2, ..PoolConfig::default() })
}

fn client(number: u8) -> Client {
    Client::Address(Ipv4Addr::new(10, 0, 0, number).into())
}

/// Work that lasts as long as the test wants.
struct Held {
    begun: Receiver<()>,
    end: Sender<()>,
    answer: Reply<Result<(), PoolError>>,
}

impl Held {
    fn by(pool: &Pool, client: Client, priority: Priority) -> Held {
        let ((tell, begun), (end, wait)) = (mpsc::channel(), mpsc::channel());
        let answer = pool.submit(client, priority, move |searcher| {
            let _ = tell.send(());
            let _ = wait.recv();
            (Ok(()), searcher)
        });
        Held { begun, end, answer }
    }

    /// Waits until a worker has it.
    fn has_begun(self) -> Held {
        self.begun.recv().unwrap();
        self
    }

    async fn end(self) {
        self.end.send(()).unwrap();
        self.answer.await.unwrap();
    }
}

/// Work that only notes its name.
fn noting(
    pool: &Pool,
    by: Client,
    priority: Priority,
    names: &Arc<Mutex<Vec<String>>>,
    name: &str,
) -> Reply<Result<(), PoolError>> {
    let (names, name) = (Arc::clone(names), name.to_owned());
    pool.submit(by, priority, move |searcher| {
        names.lock().unwrap().push(name);
        (Ok(()), searcher)
    })
}

async fn all(replies: Vec<Reply<Result<(), PoolError>>>) {
    for reply in replies {
        reply.await.unwrap();
    }
}

/// A search that ends only if it is stopped.
fn endless(pool: &Pool, priority: Priority) -> (Receiver<()>, Reply<Result<(), PoolError>>) {
    let (tell, begun) = mpsc::channel();
    let reply = pool.submit(client(9), priority, move |mut searcher| {
        let _ = tell.send(());
        searcher.search(&Variant::STANDARD.start(), &Limits::exact());
        (Ok(()), searcher)
    });
    (begun, reply)
}

#[tokio::test]
async fn clients_take_turns() {
    let pool = pool();
    let [first, second] = [(); 2].map(|()| Held::by(&pool, client(0), Priority::QuickMove).has_begun());
    let names = Arc::default();
    let waiting = ["a1", "a2", "a3", "b1", "b2", "c1"].map(|name| {
        let by = client(name.as_bytes()[0]);
        noting(&pool, by, Priority::QuickMove, &names, name)
    });
    assert_eq!(pool.load(), Load { workers: 2, running: 2, moves_waiting: 6, ..Load::default() });
    // One worker does all of them, so that they are noted in their order.
    first.end().await;
    all(waiting.into()).await;
    assert_eq!(names.lock().unwrap().join(" "), "a1 b1 c1 a2 b2 a3");
    second.end().await;
}

#[tokio::test]
async fn moves_go_before_hints() {
    let pool = pool();
    let [first, second] = [(); 2].map(|()| Held::by(&pool, client(0), Priority::QuickMove).has_begun());
    let names = Arc::default();
    let work = [("hint", Priority::Hint), ("deep", Priority::DeepMove), ("quick", Priority::QuickMove)];
    let waiting =
        (1..).zip(work).map(|(number, (name, priority))| noting(&pool, client(number), priority, &names, name));
    let waiting: Vec<_> = waiting.collect();
    first.end().await;
    all(waiting).await;
    assert_eq!(names.lock().unwrap().join(" "), "deep quick hint");
    second.end().await;
}

#[tokio::test]
async fn one_worker_is_kept_for_quick_moves() {
    for long in [Priority::Hint, Priority::DeepMove] {
        let pool = pool();
        let first = Held::by(&pool, client(1), long).has_begun();
        let second = Held::by(&pool, client(2), long);
        for _ in 0..20 {
            pool.submit(client(3), Priority::QuickMove, |searcher| (Ok(()), searcher)).await.unwrap();
        }
        assert!(second.begun.try_recv().is_err(), "a second {long:?} was begun");
        first.end().await;
        second.has_begun().end().await;
    }
}

#[tokio::test]
async fn a_client_with_too_many_requests_is_refused() {
    let pool = pool();
    let service = |by| pool.submit(client(by), Priority::Hint, |searcher| (Ok(()), searcher));
    let held = Held::by(&pool, client(1), Priority::Hint).has_begun();
    let first = service(1);
    assert_eq!(service(1).await, Err(PoolError::Busy), "two of one client, one of which runs");
    let (second, third) = (service(2), service(3));
    assert_eq!(service(4).await, Err(PoolError::Busy), "three wait");
    let moves = (0..100).map(|_| pool.submit(client(1), Priority::QuickMove, |searcher| (Ok(()), searcher))).collect();
    all(moves).await;
    held.end().await;
    all(vec![first, second, third]).await;
    service(1).await.unwrap();
}

#[tokio::test]
async fn a_panic_fails_only_its_own_request() {
    let pool = pool();
    for priority in [Priority::QuickMove, Priority::DeepMove, Priority::Hint].into_iter().cycle().take(9) {
        let broken = pool.submit::<()>(client(1), priority, |_| panic!("this panic is part of a test"));
        assert_eq!(broken.await, Err(PoolError::Broken));
    }
    let holding = [(); 2].map(|()| Held::by(&pool, client(1), Priority::QuickMove).has_begun());
    for held in holding {
        held.end().await;
    }
}

#[tokio::test]
async fn a_cancelled_search_frees_its_worker() {
    let pool = pool();
    for priority in [Priority::Hint, Priority::DeepMove, Priority::QuickMove] {
        // More than there are workers, each at its search before it is given up.
        for _ in 0..5 {
            let (begun, reply) = endless(&pool, priority);
            begun.recv().unwrap();
            drop(reply);
        }
    }
    let request = MoveRequest {
        position: Variant::SIX.start(),
        kind: BotKind::Level(Level::WEAKEST),
        seed: 1,
        clock: Clock::Unlimited,
    };
    pool.choose(client(1), request).await.expect("the stop did not hit those after it");
    let held = Held::by(&pool, client(1), Priority::Hint).has_begun();
    held.end().await;
}

#[tokio::test]
async fn a_cancelled_request_that_waits_never_starts() {
    let pool = pool();
    let names = Arc::default();
    for priority in [Priority::Hint, Priority::DeepMove, Priority::QuickMove] {
        let holding = [(); 2].map(|()| Held::by(&pool, client(0), Priority::QuickMove).has_begun());
        let given_up = noting(&pool, client(1), priority, &names, "given up");
        let wanted = noting(&pool, client(1), priority, &names, "wanted");
        drop(given_up);
        assert_eq!(pool.load().moves_waiting + pool.load().hints_waiting, 1);
        for held in holding {
            held.end().await;
        }
        wanted.await.unwrap();
    }
    assert_eq!(*names.lock().unwrap(), ["wanted"; 3]);
}

#[tokio::test]
async fn a_pool_that_is_dropped_stops_and_answers() {
    let pool = pool();
    let (begun, running) = endless(&pool, Priority::DeepMove);
    begun.recv().unwrap();
    let (_, waiting) = endless(&pool, Priority::DeepMove);
    drop(pool);
    assert_eq!(waiting.await, Err(PoolError::Closed));
    assert_eq!(running.await, Ok(()), "it was stopped, and said what it had");
}

#[tokio::test]
async fn moves_do_not_depend_on_earlier_searches() {
    let pool = pool();
    let levels = [Level::WEAKEST, Level::numbered(7).unwrap()];
    for variant in [Variant::STANDARD, Variant::SIX] {
        let mut game = Game::new(variant.start());
        for turn in 0..24_u64 {
            let (level, seed) = (levels[turn as usize % levels.len()], turn / 3);
            let request =
                MoveRequest { position: game.position(), kind: BotKind::Level(level), seed, clock: Clock::Unlimited };
            let choice = pool.choose(client(1), request).await.unwrap();
            let alone = Player::new(level, seed, &Settings::default()).choose(&game.position(), Clock::Unlimited);
            assert_eq!(choice, alone.unwrap().mv, "{level:?} with seed {seed} at ply {turn}");
            game.play(choice).unwrap();
        }
    }
}

#[tokio::test]
async fn a_deep_level_moves_within_the_longest_time() {
    let config = PoolConfig { longest: Duration::from_millis(30), hash_bytes: 1 << 20, ..PoolConfig::default() };
    let pool = Pool::new(&config);
    let mut game = Game::new(Variant::SIX.start());
    for _ in 0..3 {
        let request = MoveRequest {
            position: game.position(),
            kind: BotKind::Level(Level::STRONGEST),
            seed: 1,
            clock: Clock::Unlimited,
        };
        let choice = pool.choose(client(1), request).await.unwrap();
        game.play(choice).unwrap();
    }
}

#[tokio::test]
async fn values_are_of_every_move() {
    let pool = pool();
    let position = Variant::STANDARD.start();
    let analysis = pool.values(client(1), position, Limits::depth(4)).await.unwrap();
    assert_eq!(analysis.moves.len(), 4);
    assert!(analysis.moves.iter().all(|valued| valued.depth == 4));
    let analysis = pool.values(client(1), Variant::TINY.start(), Limits::exact()).await.unwrap();
    assert_eq!(analysis.best().unwrap().value.discs(), -10);
}

#[tokio::test]
async fn a_game_that_is_over_has_no_move() {
    let pool = pool();
    let mut game = Game::new(Variant::TINY.start());
    while !game.is_over() {
        let request =
            MoveRequest { position: game.position(), kind: BotKind::Greedy, seed: 1, clock: Clock::Unlimited };
        game.play(pool.choose(client(1), request).await.unwrap()).unwrap();
    }
    let request = MoveRequest { position: game.position(), kind: BotKind::Greedy, seed: 1, clock: Clock::Unlimited };
    assert!(matches!(pool.choose(client(1), request).await, Err(PoolError::Over)));
    assert!(matches!(pool.values(client(1), game.position(), Limits::depth(1)).await, Err(PoolError::Over)));
}
