//! What a bus promises.

use std::sync::Arc;

use outflank_server::log::{
    bus::{Bus, BusMessage, Notice, Subscription},
    id::GameId,
};

fn bus() -> Bus {
    Bus::with_capacity(8)
}

fn notice(version: u64) -> Arc<Notice> {
    Arc::new(Notice { version, text: format!("{{\"version\":{version}}}") })
}

async fn hears(subscription: &mut Subscription, versions: impl IntoIterator<Item = u64>) {
    for version in versions {
        assert_eq!(subscription.next().await, BusMessage::Notice(notice(version)));
    }
}

#[tokio::test]
async fn all_listeners_hear_all_in_order() {
    let bus = bus();
    let game = GameId::random();
    let mut listeners = [(); 3].map(|()| bus.subscribe(game));
    for version in 1..=5 {
        bus.publish(game, notice(version));
    }
    for listener in &mut listeners {
        hears(listener, 1..=5).await;
    }
}

#[tokio::test]
async fn nobody_hears_of_another_game() {
    let bus = bus();
    let (game, other) = (GameId::random(), GameId::random());
    let (mut listener, mut others) = (bus.subscribe(game), bus.subscribe(other));
    bus.publish(other, notice(1));
    bus.publish(game, notice(2));
    hears(&mut listener, [2]).await;
    hears(&mut others, [1]).await;
}

#[tokio::test]
async fn who_comes_later_hears_what_comes_later() {
    let bus = bus();
    let game = GameId::random();
    bus.publish(game, notice(1));
    let mut first = bus.subscribe(game);
    bus.publish(game, notice(2));
    let mut second = bus.subscribe(game);
    bus.publish(game, notice(3));
    hears(&mut first, [2, 3]).await;
    hears(&mut second, [3]).await;
}

#[tokio::test]
async fn who_is_too_slow_is_told_and_hears_what_comes_then() {
    let bus = bus();
    let game = GameId::random();
    let mut slow = bus.subscribe(game);
    for version in 1..=1000 {
        bus.publish(game, notice(version));
    }
    assert_eq!(slow.next().await, BusMessage::Missed);
    bus.publish(game, notice(1001));
    hears(&mut slow, [1001]).await;
}

#[tokio::test]
async fn a_slow_listener_holds_up_nobody() {
    let bus = bus();
    let game = GameId::random();
    let _slow = bus.subscribe(game);
    let mut quick = bus.subscribe(game);
    for version in 1..=1000 {
        bus.publish(game, notice(version));
        hears(&mut quick, [version]).await;
    }
}

#[tokio::test]
async fn who_stops_waiting_misses_nothing() {
    let bus = bus();
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

#[tokio::test]
async fn the_end_of_the_bus_ends_the_listening() {
    let bus = bus();
    let game = GameId::random();
    let mut listener = bus.subscribe(game);
    bus.publish(game, notice(1));
    drop(bus);
    hears(&mut listener, [1]).await;
    assert_eq!(listener.next().await, BusMessage::Closed);
}

#[tokio::test]
async fn a_topic_goes_with_its_last_listener() {
    let bus = Bus::default();
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
