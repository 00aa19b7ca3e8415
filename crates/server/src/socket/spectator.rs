//! Somebody who looks on at a tournament: how everybody stands, and the boards.

use std::{future, sync::Arc, time::Duration};

use axum::extract::ws::{WebSocket, close_code};
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

use super::cable::{Cable, End, Heard};
use crate::{
    app::Stopping,
    http::Services,
    secret::SecretHash,
    tournaments::{BOARDS_EVERY, Positions, SNAPSHOTS_EVERY, Scoreboard, Standing, Told, Tournaments},
    wire::{self, Order},
};

/// Who looks at what.
pub(crate) struct Spectator {
    pub(crate) socket: WebSocket,
    pub(crate) board: Arc<Scoreboard>,
    /// The secrets that he knows: the host's may be among them.
    pub(crate) known: Vec<SecretHash>,
}

/// Tells somebody all that is new, until one of both has enough.
pub(crate) async fn look_on(spectator: Spectator, services: &Services) {
    let Spectator { socket, board, known } = spectator;
    let stirring = board.stirring();
    let mut look = Look {
        cable: Cable::new(socket, services),
        tournaments: services.tournaments.clone(),
        known,
        stopping: services.stopping.clone(),
        standing: Repeated::new(SNAPSHOTS_EVERY),
        positions: Repeated::new(BOARDS_EVERY),
        board,
    };
    let Err(end) = look.go_on(stirring).await;
    look.cable.close(end).await;
}

struct Look<'a> {
    cable: Cable<'a>,
    board: Arc<Scoreboard>,
    tournaments: Tournaments,
    known: Vec<SecretHash>,
    stopping: Stopping,
    standing: Repeated<Standing>,
    positions: Repeated<Positions>,
}

/// Something that is told again when it has changed, and not too often.
struct Repeated<T> {
    every: Duration,
    told: Option<T>,
    /// When it may be told again.
    next: Instant,
    /// May it have changed since?
    is_due: bool,
}

impl<T: PartialEq> Repeated<T> {
    fn new(every: Duration) -> Repeated<T> {
        Repeated { every, told: None, next: Instant::now(), is_due: true }
    }

    /// When it is to be looked at, if at all.
    fn at(&self) -> Option<Instant> {
        self.is_due.then_some(self.next)
    }

    /// Is it time now?
    fn is_ripe(&self) -> bool {
        self.at().is_some_and(|at| at <= Instant::now())
    }

    /// Takes a text that may be told; nothing if it was told before. One that is not current is looked at again soon.
    fn see(&mut self, Told { of, text, is_current }: Told<T>) -> Option<Arc<str>> {
        self.next = Instant::now() + if is_current { self.every } else { self.every / 4 };
        self.is_due = !is_current;
        let is_new = self.told.as_ref() != Some(&of);
        self.told = Some(of);
        is_new.then_some(text)
    }
}

impl Look<'_> {
    async fn go_on(&mut self, mut stirring: watch::Receiver<()>) -> Result<std::convert::Infallible, End> {
        loop {
            self.tell().await?;
            let next = [self.standing.at(), self.positions.at()].into_iter().flatten().min();
            let ripe = async move {
                match next {
                    Some(at) => sleep_until(at).await,
                    None => future::pending().await,
                }
            };
            tokio::select! {
                () = self.stopping.begun() => return Err(End::Stopping),
                heard = self.cable.hear() => self.hear(heard).await?,
                changed = stirring.changed() => match changed {
                    Ok(()) => (self.standing.is_due, self.positions.is_due) = (true, true),
                    Err(_) => return Err(End::Told(close_code::AGAIN, "connect again")),
                },
                () = ripe => {}
            }
        }
    }

    /// Tells what is new, if it is time for that.
    async fn tell(&mut self) -> Result<(), End> {
        if self.standing.is_ripe() {
            let is_host = self.board.contest().is_host(&self.known);
            let told = self.board.snapshot(&self.tournaments, is_host, SNAPSHOTS_EVERY).await;
            if let Some(text) = self.standing.see(told) {
                self.cable.send(&text).await?;
            }
        }
        if self.positions.is_ripe() {
            let told = self.board.boards(&self.tournaments, BOARDS_EVERY).await;
            if let Some(text) = self.positions.see(told) {
                self.cable.send(&text).await?;
            }
        }
        Ok(())
    }

    async fn hear(&mut self, heard: Heard) -> Result<(), End> {
        let Heard::Message(message) = heard else { return self.cable.beat(self.tournaments.now()).await };
        if let Some(text) = self.cable.text(message)? {
            match Order::parse(&text) {
                Ok(order) => self.obey(order).await?,
                Err(bad) => self.refuse(None, "bad-message", &bad.to_string()).await?,
            }
        }
        self.cable.be_patient()
    }

    async fn obey(&mut self, Order { id, command }: Order) -> Result<(), End> {
        match self.tournaments.command(self.board.id(), self.known.clone(), command).await {
            Ok(version) => self.cable.send(&wire::ack(id.as_deref(), version)).await,
            Err(error) => self.refuse(id.as_deref(), error.code(), &error.to_string()).await,
        }
    }

    async fn refuse(&mut self, id: Option<&str>, code: &'static str, message: &str) -> Result<(), End> {
        self.cable.refuse(id, code, message, self.board.contest().version()).await
    }
}
