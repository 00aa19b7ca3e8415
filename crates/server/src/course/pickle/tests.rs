use std::{net::SocketAddr, sync::atomic::Ordering::Relaxed};

use tokio::{io::AsyncReadExt, net::TcpListener};

use super::*;
use crate::{
    bots::BotSettings,
    config::Config,
    log::Shaky,
    web::app::{Stop, services_over},
};

/// A listener over a store that fails, and its address. It works until the [`Stop`] is dropped.
async fn listen(store: &Arc<Shaky>) -> (SocketAddr, Stop) {
    let bots = BotSettings { autostart: true, ..BotSettings::default() };
    let stop = Stop::default();
    let services = services_over(Arc::clone(store) as _, Config { bots, ..Config::default() }, &stop);
    let roster = Arc::new(Roster::open(PlayerNames::default(), None).expect("no file"));
    let matchmaker = PickleMatchmaker::start(PickleCourse::default(), roster, services.clone(), None);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, from)) = listener.accept().await {
            let entry = services.gates.enter(from.ip()).expect("room for one more");
            matchmaker.admit(stream, Peer::new(from, entry));
        }
    });
    (address, stop)
}

/// The first bytes that the server sends.
async fn first_message(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = vec![0; 4096];
    let read = tokio::time::timeout(Duration::from_secs(60), stream.read(&mut bytes));
    let count = read.await.expect("a message in time").expect("a connection");
    bytes.truncate(count);
    bytes
}

#[tokio::test]
async fn a_player_receives_its_request_after_the_store_failed_once() {
    let store = Arc::new(Shaky::default());
    let (address, _stop) = listen(&store).await;
    store.failing_reads.store(3, Relaxed);
    let mut white = TcpStream::connect(address).await.expect("it listens");
    let _black = TcpStream::connect(address).await.expect("it listens");
    assert_eq!(first_message(&mut white).await, pickle::ask(&start()));
    assert_eq!(store.failing_reads.load(Relaxed), 0);
}

#[tokio::test]
async fn players_read_why_their_game_cannot_be_created() {
    let store = Arc::new(Shaky::default());
    let (address, _stop) = listen(&store).await;
    store.failing_appends.store(1, Relaxed);
    let mut white = TcpStream::connect(address).await.expect("it listens");
    let mut black = TcpStream::connect(address).await.expect("it listens");
    for player in [&mut white, &mut black] {
        assert_eq!(first_message(player).await, refusal("the game could not be stored: try again"));
    }
}
