//! The door for Python players that know no other message than a pickle: they connect, are asked, and answer.
//!
//! They have no names and say nothing first. Whoever comes first plays White, the next one Black, and the two after them the next game. What they
//! say is read by [`Decoder`](outflank_arena::protocol::pickle::Decoder), which runs nothing.

mod chair;
mod contest;
mod player;
mod verdict;

use std::{sync::Arc, time::Duration};

use outflank_play::Sides;
use tokio::{
    net::TcpStream,
    sync::{Semaphore, mpsc},
    time::sleep,
};

use super::{News, NewsSender, Numbers, tell};
use crate::http::{Peer, Services};
use contest::Contest;
use player::Player;

/// Players that may wait for a game.
const WAITING: usize = 1024;

/// What an operator may choose about this door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PickleClass {
    /// Where it is.
    pub port: u16,
    /// How long a player may think about one move before it has lost; for ever, if this is none.
    pub time: Option<Duration>,
    /// How often a player is asked again after an answer that is no legal move, before it has lost.
    pub tries: u32,
    /// Games at a time: those who come then wait.
    pub tables: usize,
}

impl Default for PickleClass {
    /// The port is the one that is written in the players of the course. Many of them think for about five seconds, and the first time for longer.
    fn default() -> PickleClass {
        PickleClass { port: 33333, time: Some(Duration::from_secs(30)), tries: 3, tables: 64 }
    }
}

/// Where players wait, and are paired.
pub(super) struct Hall {
    class: PickleClass,
    services: Services,
    news: Option<NewsSender>,
    numbers: Numbers,
    queue: mpsc::Sender<Player>,
}

impl Hall {
    /// Pairs whoever comes, in the background, until the server stops.
    pub(super) fn start(class: PickleClass, services: Services, news: Option<NewsSender>) -> Arc<Hall> {
        let (queue, waiting) = mpsc::channel(WAITING);
        let mut stopping = services.stopping.clone();
        let hall = Arc::new(Hall { class, services, news, numbers: Numbers::default(), queue });
        let pairing = Arc::clone(&hall).pair_up(waiting);
        tokio::spawn(async move {
            tokio::select! {
                () = stopping.begun() => {}
                () = pairing => {}
            }
        });
        hall
    }

    /// Lets a player in. Who comes too often is let in later: there are no words for him.
    pub(super) fn admit(self: &Arc<Hall>, stream: TcpStream, peer: Peer) {
        // In the same breath as the connection was taken, or the second could overtake the first.
        let Err(wait) = self.services.allowances.games.take(peer.address) else { return self.queue_up(stream, peer) };
        tracing::warn!(address = %peer.address, seconds = wait.seconds(), "a player of a class has to wait: too many games");
        let (hall, mut stopping) = (Arc::clone(self), self.services.stopping.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = stopping.begun() => {}
                () = hall.allowed(&peer) => hall.queue_up(stream, peer),
            }
        });
    }

    async fn allowed(&self, peer: &Peer) {
        while let Err(wait) = self.services.allowances.games.take(peer.address) {
            sleep(wait.time).await;
        }
    }

    fn queue_up(&self, stream: TcpStream, peer: Peer) {
        let (player, address) = (format!("Player {}", self.numbers.next()), peer.address);
        let newcomer = Player::new(player.clone(), stream, peer, self.services.allowances.hello_time);
        match self.queue.try_send(newcomer) {
            Ok(()) => tell(self.news.as_ref(), News::Came { player, address }),
            Err(_) => tracing::warn!(%address, "a player of a class was refused: too many wait already"),
        }
    }

    async fn pair_up(self: Arc<Hall>, mut waiting: mpsc::Receiver<Player>) {
        let tables = Arc::new(Semaphore::new(self.class.tables.max(1)));
        loop {
            let Ok(table) = Arc::clone(&tables).acquire_owned().await else { return };
            let Some(players) = next_pair(&mut waiting).await else { return };
            let hall = Arc::clone(&self);
            tokio::spawn(async move {
                let farewells = Contest::hold(&hall, players).await;
                // Those who are still told of the end do not keep others from their game.
                drop(table);
                farewells.await;
            });
        }
    }
}

/// The two who have waited longest and are still there.
async fn next_pair(waiting: &mut mpsc::Receiver<Player>) -> Option<Sides<Player>> {
    loop {
        let mut white = waiting.recv().await?;
        if let Some(black) = partner(&mut white, waiting).await? {
            return Some(Sides { black, white });
        }
    }
}

/// The next one who comes and stays; nobody, if the first leaves before.
async fn partner(white: &mut Player, waiting: &mut mpsc::Receiver<Player>) -> Option<Option<Player>> {
    loop {
        tokio::select! {
            biased;
            () = white.left() => return Some(None),
            next = waiting.recv() => {
                let mut black = next?;
                if !black.has_left() {
                    return Some(Some(black));
                }
            }
        }
    }
}
