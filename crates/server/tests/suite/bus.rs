//! What a bus promises.

use std::sync::Arc;

use outflank_server::{
    bus::{Bus, Heard, LocalBus, Notice, Subscription},
    id::GameId,
};

/// Every promise, kept by every bus that there is.
macro_rules! every_bus {
    ($($promise:ident)*) => {
        mod local {
            $(#[tokio::test]
            async fn $promise() {
                super::$promise(super::LocalBus::keeping(8)).await;
            })*
        }
    };
}

every_bus! {
    all_listeners_hear_all_in_order
    nobody_hears_of_another_game
    who_comes_later_hears_what_comes_later
    who_is_too_slow_is_told_and_hears_what_comes_then
    a_slow_listener_holds_up_nobody
    who_stops_waiting_misses_nothing
    the_end_of_the_bus_ends_the_listening
}

fn notice(version: u64) -> Arc<Notice> {
    Arc::new(Notice { version, text: format!("{{\"version\":{version}}}") })
}

async fn hears(subscription: &mut Subscription, versions: impl IntoIterator<Item = u64>) {
    for version in versions {
        assert_eq!(subscription.next().await, Heard::Notice(notice(version)));
    }
}

async fn all_listeners_hear_all_in_order(bus: impl Bus) {
    let game = GameId::random();
    let mut listeners = [(); 3].map(|()| bus.subscribe(game));
    for version in 1..=5 {
        bus.publish(game, notice(version));
    }
    for listener in &mut listeners {
        hears(listener, 1..=5).await;
    }
}

async fn nobody_hears_of_another_game(bus: impl Bus) {
    let (game, other) = (GameId::random(), GameId::random());
    let (mut listener, mut others) = (bus.subscribe(game), bus.subscribe(other));
    bus.publish(other, notice(1));
    bus.publish(game, notice(2));
    hears(&mut listener, [2]).await;
    hears(&mut others, [1]).await;
}

async fn who_comes_later_hears_what_comes_later(bus: impl Bus) {
    let game = GameId::random();
    bus.publish(game, notice(1));
    let mut first = bus.subscribe(game);
    bus.publish(game, notice(2));
    let mut second = bus.subscribe(game);
    bus.publish(game, notice(3));
    hears(&mut first, [2, 3]).await;
    hears(&mut second, [3]).await;
}

async fn who_is_too_slow_is_told_and_hears_what_comes_then(bus: impl Bus) {
    let game = GameId::random();
    let mut slow = bus.subscribe(game);
    for version in 1..=1000 {
        bus.publish(game, notice(version));
    }
    assert_eq!(slow.next().await, Heard::Missed);
    bus.publish(game, notice(1001));
    hears(&mut slow, [1001]).await;
}

async fn a_slow_listener_holds_up_nobody(bus: impl Bus) {
    let game = GameId::random();
    let _slow = bus.subscribe(game);
    let mut quick = bus.subscribe(game);
    for version in 1..=1000 {
        bus.publish(game, notice(version));
        hears(&mut quick, [version]).await;
    }
}

async fn who_stops_waiting_misses_nothing(bus: impl Bus) {
    let game = GameId::random();
    let mut listener = bus.subscribe(game);
    for version in 1..=20 {
        // The wait is given up whichever of the two is ready first.
        tokio::select! {
            biased;
            heard = listener.next() => panic!("{heard:?}"),
            () = async { bus.publish(game, notice(version)) } => {}
        }
        hears(&mut listener, [version]).await;
    }
}

async fn the_end_of_the_bus_ends_the_listening(bus: impl Bus) {
    let game = GameId::random();
    let mut listener = bus.subscribe(game);
    bus.publish(game, notice(1));
    drop(bus);
    hears(&mut listener, [1]).await;
    assert_eq!(listener.next().await, Heard::Closed);
}

#[tokio::test]
async fn a_topic_goes_with_its_last_listener() {
    let bus = LocalBus::new();
    let (game, other) = (GameId::random(), GameId::random());
    let (first, mut second, third) = (bus.subscribe(game), bus.subscribe(game), bus.subscribe(other));
    assert_eq!(bus.topics(), 2);
    drop(first);
    drop(third);
    assert_eq!(bus.topics(), 1);
    bus.publish(game, notice(1));
    hears(&mut second, [1]).await;
    drop(second);
    assert_eq!(bus.topics(), 0);
}
