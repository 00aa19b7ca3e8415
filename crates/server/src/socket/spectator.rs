//! Somebody who looks on at a tournament: how everybody stands, and the boards.

use std::{future, sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::{
    sync::watch,
    time::{self, Instant, MissedTickBehavior, sleep_until, timeout},
};

use super::patience::Patience;
use crate::{
    app::Stopping,
    http::Services,
    limits::Allowances,
    metrics::Metrics,
    secret::SecretHash,
    tournaments::{BOARDS_EVERY, Positions, SNAPSHOTS_EVERY, Scoreboard, Standing, Told, Tournaments},
    wire::{self, Order},
};

/// How many signs of life a client may leave unanswered, saying nothing at all.
const UNANSWERED: u32 = 4;

/// Who looks at what.
pub(crate) struct Spectator {
    pub(crate) socket: WebSocket,
    pub(crate) board: Arc<Scoreboard>,
    /// The secrets that he knows: the host's may be among them.
    pub(crate) known: Vec<SecretHash>,
}

/// Why a socket ends.
enum End {
    /// The client went, or cannot be reached.
    Gone,
    /// The server stops.
    Stopping,
    /// The client is told to go, for this reason.
    Told(u16, &'static str),
}

/// Tells somebody all that is new, until one of both has enough.
pub(crate) async fn look_on(spectator: Spectator, services: &Services) {
    let Spectator { socket, board, known } = spectator;
    let stirring = board.stirring();
    let mut look = Look {
        socket,
        tournaments: services.tournaments.clone(),
        known,
        allowances: Arc::clone(&services.allowances),
        metrics: &services.metrics,
        stopping: services.stopping.clone(),
        patience: Patience::new(),
        standing: Repeated::new(SNAPSHOTS_EVERY),
        positions: Repeated::new(BOARDS_EVERY),
        board,
    };
    let Err(end) = look.go_on(stirring).await;
    look.say_goodbye(end).await;
}

struct Look<'a> {
    socket: WebSocket,
    board: Arc<Scoreboard>,
    tournaments: Tournaments,
    known: Vec<SecretHash>,
    allowances: Arc<Allowances>,
    metrics: &'a Metrics,
    stopping: Stopping,
    patience: Patience,
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
        let alive_every = self.allowances.alive_every;
        let mut alive = time::interval(alive_every);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        alive.reset();
        let mut heard_at = Instant::now();
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
                message = self.socket.recv() => {
                    heard_at = Instant::now();
                    self.hear(message).await?;
                }
                changed = stirring.changed() => match changed {
                    Ok(()) => (self.standing.is_due, self.positions.is_due) = (true, true),
                    Err(_) => return Err(End::Told(close_code::AGAIN, "connect again")),
                },
                () = ripe => {}
                _ = alive.tick() => {
                    if heard_at.elapsed() > alive_every * UNANSWERED {
                        return Err(End::Told(close_code::POLICY, "nothing was heard for too long"));
                    }
                    self.send(&wire::alive(self.tournaments.now())).await?;
                    self.put(Message::Ping(axum::body::Bytes::new())).await?;
                }
            }
        }
    }

    /// Tells what is new, if it is time for that.
    async fn tell(&mut self) -> Result<(), End> {
        if self.standing.is_ripe() {
            let is_host = self.board.contest().is_host(&self.known);
            let told = self.board.snapshot(&self.tournaments, is_host, SNAPSHOTS_EVERY).await;
            if let Some(text) = self.standing.see(told) {
                self.send(&text).await?;
            }
        }
        if self.positions.is_ripe() {
            let told = self.board.boards(&self.tournaments, BOARDS_EVERY).await;
            if let Some(text) = self.positions.see(told) {
                self.send(&text).await?;
            }
        }
        Ok(())
    }

    async fn hear(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Binary(_))) => return Err(End::Told(close_code::UNSUPPORTED, "send text")),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return self.be_patient(),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(End::Gone),
        };
        self.metrics.heard();
        match Order::parse(&text) {
            Ok(order) => self.obey(order).await?,
            Err(bad) => self.refuse(None, "bad-message", &bad.to_string()).await?,
        }
        self.be_patient()
    }

    async fn obey(&mut self, Order { id, command }: Order) -> Result<(), End> {
        match self.tournaments.command(self.board.id(), self.known.clone(), command).await {
            Ok(version) => self.send(&wire::ack(id.as_deref(), version)).await,
            Err(error) => self.refuse(id.as_deref(), error.code(), &error.to_string()).await,
        }
    }

    fn be_patient(&mut self) -> Result<(), End> {
        if self.patience.try_once() {
            return Ok(());
        }
        self.metrics.refused("limited");
        Err(End::Told(close_code::POLICY, "too many messages"))
    }

    async fn refuse(&mut self, id: Option<&str>, code: &'static str, message: &str) -> Result<(), End> {
        self.metrics.refused(code);
        self.send(&wire::refused(id, code, message, self.board.contest().version())).await
    }

    async fn send(&mut self, text: &str) -> Result<(), End> {
        self.put(Message::text(text)).await
    }

    async fn put(&mut self, message: Message) -> Result<(), End> {
        match timeout(self.allowances.send_time, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => {
                self.metrics.dropped();
                Err(End::Gone)
            }
        }
    }

    async fn say_goodbye(&mut self, end: End) {
        let (code, reason) = match end {
            End::Gone => return,
            End::Stopping => (close_code::AWAY, "the server stops"),
            End::Told(code, reason) => {
                self.metrics.dropped();
                (code, reason)
            }
        };
        let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
        // Who does not take even this is gone.
        let _ = timeout(self.allowances.send_time, self.socket.send(close)).await;
    }
}
